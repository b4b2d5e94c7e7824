import { readFile } from 'node:fs/promises';
import { InputError, messageOf } from '../../model/errors.js';
import { itsrdf, nif, rdf, sfwc } from '../../model/vocabulary.js';
import { parseNQuads } from './quad-file.js';

/**
 * The file with the links that services gave the nouns of a topic, next to the topic's: `bees+links.nq`. It stays when the topic
 * is built again, and is a layer of the topic to queries.
 */
export function linksFile(topicFile: string): string {
  return `${topicFile.replace(/\.nq\.gz$/, '')}+links.nq`;
}

/** The graph of the links. @param topic its IRI */
export function linksGraph(topic: string): string {
  return `${topic}/links`;
}

/** What is said of a resource of the file, by predicate. */
export type LinkStatements = ReadonlyMap<string, readonly string[]>;

/** The resources of such a file; none where there is no file. @throws InputError when it is damaged */
export async function readLinkStatements(file: string): Promise<readonly LinkStatements[]> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new InputError(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  });
  const bySubject = new Map<string, Map<string, string[]>>();
  for (const { subject, predicate, object } of parseNQuads(content, '', file)) {
    const values = bySubject.get(subject.value) ?? new Map<string, string[]>();
    bySubject.set(subject.value, values);
    values.set(predicate.value, [...(values.get(predicate.value) ?? []), object.value]);
  }
  return [...bySubject.values()];
}

/** The IRI that a link gives each noun, by lemma. @throws InputError when the file is damaged */
export async function readLinkedNouns(file: string): Promise<readonly (readonly [string, string])[]> {
  return (await readLinkStatements(file)).flatMap((link) => {
    const [lemma] = link.get(nif.anchorOf) ?? [];
    const [meaning] = link.get(itsrdf.taIdentRef) ?? [];
    const isLink = link.get(rdf.type)?.includes(sfwc.Link) === true;
    return isLink && lemma !== undefined && meaning !== undefined ? [[lemma, meaning] as const] : [];
  });
}
