import { openCorpusRecord } from '../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../knowledge/files/kb-folder.js';
import type { LabelEntry } from '../../language/linking/labels/label-entry.js';
import { InputError, UsageError } from '../../model/errors.js';
import { LABEL_INDEX_NAME, type LabelIndexData } from '../../model/label-index.js';
import type { LinkerKind } from '../linkers/linker.js';
import { loadBuiltInLinker } from '../linkers/linker-table.js';
import type { RdfFault } from '../../model/rdf-files.js';
import { PARTS } from '../parts.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';

/** The content of label files. */
export interface LabelSources {
  /** The labels of RDF files, one list per file. */
  readonly files: readonly (readonly LabelEntry[])[];
  readonly index?: LabelIndexData;
}

/**
 * Reads label files: RDF, and at most one label index, recognised by their content.
 * @param onFault called with what is malformed in RDF files; the rest is used
 * @throws InputError when one cannot be read, UsageError for several indexes
 */
export async function readLabelSources(
  paths: readonly string[],
  language: string,
  onFault: (fault: RdfFault) => void,
): Promise<LabelSources> {
  const indexes = await indexesAmong(paths);
  const [first, second] = indexes;
  if (second !== undefined) {
    throw new UsageError(`${indexes.join(' and ')} are both label indexes; only one can be used`, {
      hint: 'sfwc labels index makes one index from several dumps',
    });
  }
  const { readLabelFiles } = await import('../../language/linking/labels/label-files.js');
  const files = await readLabelFiles(
    paths.filter((path) => path !== first),
    { language, readRdf: await PARTS.readRdf(), onFault },
  );
  return first === undefined ? { files } : { files, index: await readIndex(first) };
}

async function readIndex(path: string): Promise<LabelIndexData> {
  return (await labelFiles()).read(path);
}

async function indexesAmong(paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const files = await labelFiles();
  const found = await Promise.all(paths.map((path) => files.accepts(path)));
  return paths.filter((_, place) => found[place]);
}

async function labelFiles(): Promise<NonNullable<LinkerKind['labelFiles']>> {
  const { labelFiles: files } = await loadBuiltInLinker(LABEL_INDEX_NAME);
  if (files === undefined) throw new RangeError(`the linker '${LABEL_INDEX_NAME}' reads no files`);
  return files;
}

/**
 * The label index that a topic was linked with: among the given files, else at its path when the topic was built, according
 * to the record of its corpus. Undefined if the topic has none; also, after a warning, if it is not found: pages are then
 * linked with the links in the knowledge base.
 *
 * @param folder of the knowledge base; undefined for a SPARQL endpoint
 * @throws InputError when the given index is another one, or damaged
 */
export async function findLabelIndex(
  folder: string | undefined,
  { name, labelIndexChecksum: wanted }: Pick<TopicFacts, 'name' | 'labelIndexChecksum'>,
  paths: readonly string[],
  warn: (message: string) => void,
): Promise<LabelIndexData | undefined> {
  if (wanted === undefined) return undefined;
  const [named] = await indexesAmong(paths);
  if (named !== undefined) {
    const index = await readIndex(named);
    if (index.checksum === wanted) return index;
    throw new InputError(`${named} is not the label index that topic '${name}' was linked with`, {
      hint: 'leave out the setting labels, or build the topic again with that index',
    });
  }
  const recorded = await indexesAmong(await recordedLabels(folder, name));
  for (const path of recorded) {
    const index = await readIndex(path).catch(() => undefined);
    if (index?.checksum === wanted) return index;
  }
  warn(
    `the label index that topic '${name}' was linked with was not found; pages are linked with the labels in the ` +
      'knowledge base (name the index in the setting labels)',
  );
  return undefined;
}

async function recordedLabels(folder: string | undefined, topic: string): Promise<readonly string[]> {
  if (folder === undefined) return [];
  const { corpus } = await readCompanions(topicFile(folder, topic));
  if (corpus === undefined) return [];
  try {
    return (await openCorpusRecord(corpus)).header.labels;
  } catch {
    // A knowledge base may have been copied without its record.
    return [];
  }
}
