import { openCorpusRecord } from '../kb/files/corpus-record.js';
import { readCompanions, topicFile } from '../kb/files/kb-folder.js';
import type { LabelEntry } from '../linking/labels/label-entry.js';
import { isLabelIndex, readLabelIndex, type LabelIndexData } from '../linking/label-index/label-index.js';
import { readLabelFiles } from '../linking/labels/labels.js';
import { InputError, UsageError } from '../model/errors.js';
import type { TopicFacts } from '../topic/topic-facts.js';

/** What label files hold. */
export interface LabelSources {
  /** The labels of RDF files, one list a file. */
  readonly files: readonly (readonly LabelEntry[])[];
  readonly index?: LabelIndexData;
}

/**
 * Reads label files: RDF, and at most one label index; which is which is told by what is in them.
 * @throws InputError when one cannot be read, UsageError for several indexes
 */
export async function readLabelSources(paths: readonly string[], language: string): Promise<LabelSources> {
  const indexes = await indexesAmong(paths);
  const [first, second] = indexes;
  if (second !== undefined) {
    throw new UsageError(`${indexes.join(' and ')} are both label indexes; one can be used`, {
      hint: 'sfwc labels index makes one of several dumps',
    });
  }
  const files = await readLabelFiles(
    paths.filter((path) => path !== first),
    { language },
  );
  return first === undefined ? { files } : { files, index: await readLabelIndex(first) };
}

async function indexesAmong(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map(isLabelIndex));
  return paths.filter((_, place) => found[place]);
}

/**
 * The label index that a topic was linked by: among the files named now, else where it was when the topic was built, as
 * the record of its corpus says. Undefined when the topic has none; also, after a warning, when it is not found: pages are
 * then linked by the links that the knowledge base holds.
 *
 * @param folder of the knowledge base; undefined for a SPARQL endpoint
 * @throws InputError when an index is named that is another, or that is damaged
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
    const index = await readLabelIndex(named);
    if (index.checksum === wanted) return index;
    throw new InputError(`${named} is not the label index that topic '${name}' was linked by`, {
      hint: 'leave --labels out, or build the topic again with that index',
    });
  }
  const recorded = await indexesAmong(await recordedLabels(folder, name));
  for (const path of recorded) {
    const index = await readLabelIndex(path).catch(() => undefined);
    if (index?.checksum === wanted) return index;
  }
  warn(
    `the label index that topic '${name}' was linked by is not where it was; pages are linked by the names that the ` +
      'knowledge base holds (--labels FILE names the index)',
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
