import type { Quad } from 'n3';
import { InputError } from '../../../model/errors.js';
import type { RdfFault, ReadRdf } from '../../../model/rdf-files.js';
import { DBPEDIA_RESOURCE_BASE, dbo, rdfs, skos } from '../../../model/vocabulary.js';
import type { LabelEntry, LabelKind } from './label-entry.js';

/** Which labels are taken from RDF files. */
export interface LabelFileOptions {
  /**
   * BCP 47 primary tag; labels in it, in a variant ('en-GB' for 'en') or without language are taken. Default 'en'.
   */
  readonly language?: string;
  readonly readRdf: ReadRdf;
  /** Called with what is malformed; the rest of a file is used. */
  readonly onFault: (fault: RdfFault) => void;
}

const KIND_OF_PREDICATE: ReadonlyMap<string, LabelKind> = new Map([
  [rdfs.label, 'preferred'],
  [skos.prefLabel, 'preferred'],
  [skos.altLabel, 'alternative'],
]);

interface FileLabels {
  readonly labels: LabelEntry[];
  /** From a redirecting resource to its target. */
  readonly redirects: Map<string, string>;
}

/**
 * Reads names of resources from RDF files: `rdfs:label`, `skos:prefLabel`, `skos:altLabel`, and
 * `dbo:wikiPageRedirects`, whose subjects' labels become names of the target. A redirecting DBpedia resource without
 * a label is named by the last part of its IRI.
 *
 * Files are parsed as streams; only the labels are kept in memory. Redirects and labels may be in different files.
 *
 * @param paths RDF files in any format that `readRdf` reads
 * @returns one list per file, in the order of the paths, as {@link createGazetteer} takes them
 * @throws InputError when a file is missing or of another kind; naming the line, when it is malformed and nothing else is in it
 */
export async function readLabelFiles(
  paths: readonly string[],
  options: LabelFileOptions,
): Promise<LabelEntry[][]> {
  const files: FileLabels[] = [];
  for (const path of paths) files.push(await readFile(path, options));
  const redirects = new Map(files.flatMap((file) => [...file.redirects]));
  const labelled = new Set(files.flatMap((file) => file.labels.map(({ iri }) => iri)));
  return files.map((file) => [
    ...file.labels.map((entry) => followRedirect(entry, redirects)),
    ...[...file.redirects.keys()]
      .filter((iri) => !labelled.has(iri))
      .flatMap((iri) => nameFromIri(iri))
      .map((entry) => followRedirect(entry, redirects)),
  ]);
}

async function readFile(
  path: string,
  { language = 'en', readRdf, onFault }: LabelFileOptions,
): Promise<FileLabels> {
  const file: FileLabels = { labels: [], redirects: new Map() };
  let first: RdfFault | undefined;
  const note = (fault: RdfFault): void => {
    first ??= fault;
    onFault(fault);
  };
  for await (const { quads } of readRdf(path, note, isRead))
    for (const quad of quads) collectQuad(quad, language, file);
  if (first === undefined || file.labels.length + file.redirects.size > 0) return file;
  throw new InputError(`${first.where}: ${first.message}`, {
    hint: 'Correct that line, and check that the ending of the file name says what is in it: .nt, .ttl, .rdf or .jsonld.',
  });
}

function isRead(predicate: string): boolean {
  return KIND_OF_PREDICATE.has(predicate) || predicate === dbo.wikiPageRedirects;
}

function collectQuad({ subject, predicate, object }: Quad, language: string, file: FileLabels): void {
  if (subject.termType !== 'NamedNode') return;
  const kind = KIND_OF_PREDICATE.get(predicate.value);
  if (kind !== undefined && object.termType === 'Literal' && matchesLanguage(object.language, language)) {
    file.labels.push({ label: object.value, iri: subject.value, kind });
  }
  if (predicate.value === dbo.wikiPageRedirects && object.termType === 'NamedNode') {
    file.redirects.set(subject.value, object.value);
  }
}

/** Whether a language tag is the language, one of its variants, or empty. */
function matchesLanguage(tag: string, language: string): boolean {
  const lower = tag.toLowerCase();
  const wanted = language.toLowerCase();
  return lower === '' || lower === wanted || lower.startsWith(`${wanted}-`);
}

/** Follows redirects to the end; cycles end where they started. */
function followRedirect(entry: LabelEntry, redirects: ReadonlyMap<string, string>): LabelEntry {
  const passed = new Set([entry.iri]);
  let iri = entry.iri;
  for (let target = redirects.get(iri); target !== undefined && !passed.has(target);) {
    passed.add(target);
    iri = target;
    target = redirects.get(iri);
  }
  return iri === entry.iri ? entry : { label: entry.label, iri, kind: 'redirect' };
}

/** The name of a DBpedia resource without label: the last part of its IRI. */
function nameFromIri(iri: string): LabelEntry[] {
  if (!iri.startsWith(DBPEDIA_RESOURCE_BASE)) return [];
  const name = iri.slice(DBPEDIA_RESOURCE_BASE.length).replaceAll('_', ' ');
  try {
    return [{ label: decodeURIComponent(name), iri, kind: 'preferred' }];
  } catch {
    return [{ label: name, iri, kind: 'preferred' }];
  }
}
