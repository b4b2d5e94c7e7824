import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { queryKnowledgeBase, type TopicQuery } from '../../../app/kb/query-topics.js';
import { topicFile, topicFilesIn, topicNameOf } from '../../../knowledge/files/kb-folder.js';
import { dcterms, sfwc } from '../../../model/vocabulary.js';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { Problem } from '../http.js';
import { checkCorpus, corpusStanding, type CorpusStanding } from './corpus-standing.js';
import { checkedName, cleanTextName, PLACES, within } from './work-folder.js';

/** Limits of a topic's texts: files, bytes of a file, and addresses that are fetched at once. */
export const MAX_TEXTS = { files: 2000, bytes: 64 << 20, addresses: 50 } as const;
/** Nouns that are shown. */
const MAX_NOUNS = 40;

/** A topic in a list. JSON. */
export interface ListedTopic {
  readonly name: string;
  /** Files of texts in its folder. */
  readonly files: number;
  /** Absent before it is built. */
  readonly built?: { readonly at: string; readonly bytes: number };
}

/** Everything about a topic. JSON. */
export interface WholeTopic extends ListedTopic {
  /** The folder of its texts. */
  readonly folder: string;
  /** Names of the files of its texts, with their bytes. */
  readonly sources: readonly { readonly name: string; readonly bytes: number }[];
  readonly standing: CorpusStanding;
  /** Nouns of the topic that was built, those of the most documents first. */
  readonly nouns: readonly TopicNoun[];
  /** The line about it, by which it was built. */
  readonly about?: string;
  /** True if texts came or went since it was built. */
  readonly isStale: boolean;
}

/** A noun of a topic that was built. JSON. */
interface TopicNoun {
  readonly noun: string;
  readonly documents: number;
}

/** The topics of a folder: what they are built from, and what was built. */
export type Topics = ReturnType<typeof createTopics>;

/** @param kbs further folders of knowledge bases, which were named */
export function createTopics(folder: string, kbs: readonly string[] = []) {
  const corpusOf = (name: string): string => within(folder, PLACES.corpora, checkedName(name, 'topic'));
  const bases = [path.join(folder, PLACES.kb), ...kbs];

  async function builtFile(name: string): Promise<string | undefined> {
    for (const base of bases) {
      const file = topicFile(base, name);
      if (await isThere(file)) return file;
    }
    return undefined;
  }

  async function listed(name: string): Promise<ListedTopic> {
    const file = await builtFile(name);
    const files = await filesIn(path.join(folder, PLACES.corpora, name));
    if (file === undefined) return { name, files: files.length };
    const { mtime, size } = await stat(file);
    return { name, files: files.length, built: { at: mtime.toISOString(), bytes: size } };
  }

  async function requireTopic(name: string): Promise<string> {
    const corpus = corpusOf(name);
    if ((await isThere(corpus)) || (await builtFile(name)) !== undefined) return corpus;
    throw new Problem(404, `there is no topic '${name}'`);
  }

  return {
    list: async (): Promise<readonly ListedTopic[]> =>
      Promise.all((await namesIn(path.join(folder, PLACES.corpora), bases)).map(listed)),
    /** @throws Problem 404 */
    async whole(name: string): Promise<WholeTopic> {
      const corpus = await requireTopic(name);
      const file = await builtFile(name);
      const sources = await filesIn(corpus);
      return {
        ...(await listed(name)),
        folder: path.relative(folder, corpus),
        sources: sources.map(({ name: own, bytes }) => ({ name: own, bytes })),
        standing: sources.length === 0 ? corpusStanding([], []) : await checkCorpus(corpus),
        ...(file === undefined ? { nouns: [] } : await readContent(path.dirname(file), name)),
        isStale: file !== undefined && (await isNewer(corpus, sources, file)),
      };
    },
    /** Makes the folder of a topic. @throws Problem 400 for the name, 409 where it exists */
    async make(name: string): Promise<ListedTopic> {
      const corpus = corpusOf(name);
      if ((await isThere(corpus)) || (await builtFile(checkedName(name, 'topic'))) !== undefined)
        throw new Problem(409, `there is a topic '${name}' already`);
      await mkdir(corpus, { recursive: true });
      return listed(checkedName(name, 'topic'));
    },
    /** Keeps a file of texts. @returns the name under which it is kept */
    async keep(name: string, file: string, bytes: Uint8Array): Promise<string> {
      const clean = cleanTextName(file);
      const corpus = await requireTopic(name);
      if ((await filesIn(corpus)).length >= MAX_TEXTS.files)
        throw new Problem(413, `a topic has at most ${MAX_TEXTS.files} files of texts`);
      await replaceFile(within(corpus, clean), bytes);
      return clean;
    },
    async remove(name: string, file: string): Promise<void> {
      const corpus = await requireTopic(name);
      const target = within(corpus, file);
      if (!(await isThere(target)) || target === corpus) throw new Problem(404, `there is no text ${file}`);
      await rm(target);
    },
    /** The folder of its texts. @throws Problem 404 */
    requireFolder: requireTopic,
    /** The place of its knowledge base, from the folder on. @throws Problem 409 before it is built */
    placeOf: placeOfTopic,
  };

  async function placeOfTopic(name: string): Promise<string> {
    const file = await builtFile(checkedName(name, 'topic'));
    if (file === undefined) throw new Problem(409, `the topic '${name}' must be built first`);
    return path.relative(folder, path.dirname(file)) || '.';
  }
}

/** Names of the topics that are begun or built, sorted. */
async function namesIn(corpora: string, bases: readonly string[]): Promise<readonly string[]> {
  const begun = await readdir(corpora, { withFileTypes: true }).catch(() => []);
  const built = (await Promise.all(bases.map(topicFilesIn))).flat().map(topicNameOf);
  const folders = begun.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return [...new Set([...folders, ...built])].sort();
}

interface KeptFile {
  readonly name: string;
  readonly bytes: number;
  readonly changed: number;
}

/** The files of texts in a folder, those in folders below included. */
async function filesIn(corpus: string): Promise<readonly KeptFile[]> {
  const entries = await readdir(corpus, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  const found = files.slice(0, MAX_TEXTS.files).map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
    return { name: path.relative(corpus, file).split(path.sep).join('/'), bytes: size, changed: mtimeMs };
  });
  return (await Promise.all(found)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function isNewer(corpus: string, sources: readonly KeptFile[], file: string): Promise<boolean> {
  const built = (await stat(file)).mtimeMs;
  // A file that went changes the folder alone.
  const folder = (await stat(corpus).catch(() => undefined))?.mtimeMs ?? 0;
  return sources.length > 0 && (folder > built || sources.some(({ changed }) => changed > built));
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}

async function readContent(place: string, topic: string): Promise<Pick<WholeTopic, 'nouns' | 'about'>> {
  const nouns = await rowsOf<'noun' | 'documents'>(place, topic, {
    file: packagedPath('queries/nouns-by-documents.rq'),
    param: [`limit=${MAX_NOUNS}`],
  });
  const [line] = await rowsOf<'line'>(place, topic, {
    sparql: `SELECT ?line { ?topic a <${sfwc.Topic}> ; <${dcterms.description}> ?line }`,
    param: [],
  });
  return {
    nouns: nouns.map(({ noun, documents }) => ({ noun: noun.value, documents: Number(documents.value) })),
    ...(line === undefined ? {} : { about: line.line.value }),
  };
}

async function rowsOf<Name extends string>(
  place: string,
  topic: string,
  asked: Pick<TopicQuery, 'file' | 'sparql' | 'param'>,
): Promise<readonly Readonly<Record<Name, { readonly value: string }>>[]> {
  const request = { place, topic, format: 'json', ...asked } as const;
  const answer = await queryKnowledgeBase(request).catch(() => undefined);
  if (answer === undefined) return [];
  type Row = Readonly<Record<Name, { readonly value: string }>>;
  return (JSON.parse(answer) as { readonly results: { readonly bindings: readonly Row[] } }).results.bindings;
}
