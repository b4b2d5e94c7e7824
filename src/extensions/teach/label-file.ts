import path from 'node:path';
import { DEFAULT_CORPUS_OPTIONS, problem, Unreadable } from '../../language/corpus/draft.js';

import type { FoundFields } from '../../language/corpus/records/record-files.js';
import { PARTS } from '../../judging/parts.js';
import { readBytes, SourceEnds } from '../../support/files/source-bytes.js';
import type { CorpusProblem } from '../../model/document.js';
import { InputError } from '../../model/errors.js';
import { RATINGS_FOLDER, readRatingsFile } from '../../crawling/ratings/ratings-folder.js';

/** A label as a file states it: what was labelled, and how. */
export interface WrittenLabel {
  /** File and line, or file and address. */
  readonly where: string;
  readonly positive: boolean;
  /** Labelled item, in one of three ways. */
  readonly page:
    { readonly url: string } | { readonly text: string; readonly title?: string } | { readonly file: string };
  /** As how many labels it counts, where that is not 1. */
  readonly weight?: number;
  /** The result folder in which the file lies, where it is one of `sfwc rate`. */
  readonly crawl?: string;
}

const TABLE = /\.(?:csv|tsv)(?:\.gz)?$/i;
const OBJECTS = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const RATINGS = /\.json$/i;
const HINT =
  'labels are .csv, .tsv or .jsonl files with label (yes or no) and url, text or file; or files that sfwc rate keeps (.json)';

/**
 * Reads labels: a table or JSON lines with a `label` (or `relevant`: yes or no, true or false, 1 or 0) and a `url`, a
 * `text` (with or without a `title`) or a `file`, whose path begins at the folder of the labels; or answers of `sfwc rate`,
 * of which skipped pages are left out.
 * @param onProblem hears of each record that is not a label
 * @throws InputError when the file cannot be read or is of no such kind
 */
export async function* readLabelFile(
  file: string,
  onProblem: (problem: CorpusProblem) => void,
): AsyncGenerator<WrittenLabel> {
  if (RATINGS.test(file)) {
    yield* ratedPages(file);
    return;
  }
  const tell = (line: number, message: string): void => {
    const item = problem(`${file}:${line}`, message);
    if (item.kind === 'problem') onProblem(item.problem);
  };
  try {
    for await (const record of await recordsOf(file)) {
      const found = 'problem' in record ? record.problem : labelOf(record.fields, file, record.position);
      if (typeof found === 'string') tell(record.position, found);
      else yield found;
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceEnds)) throw thrown;
    tell(thrown.position, thrown.message);
  }
}

async function recordsOf(file: string): Promise<AsyncIterable<FoundFields>> {
  const { maximumLineBytes } = DEFAULT_CORPUS_OPTIONS;
  const isTable = TABLE.test(file);
  if (!isTable && !OBJECTS.test(file))
    throw new InputError(`${file} is not a file of labels`, { hint: HINT });
  if (!isTable) return (await PARTS.jsonLines()).readObjects(readBytes(file), maximumLineBytes);
  const checkHeader = (columns: readonly string[]): void => {
    const known = new Set(columns.map((column) => column.toLowerCase()));
    if (!['label', 'relevant'].some((name) => known.has(name)))
      throw new Unreadable(`no column 'label' (columns: ${columns.slice(0, 10).join(', ')})`);
  };
  return (await PARTS.tables()).readRows(readBytes(file), { maximumLineBytes, checkHeader });
}

/** A label out of a record, or why it is none. */
function labelOf(
  record: Readonly<Record<string, unknown>>,
  file: string,
  line: number,
): WrittenLabel | string {
  const fields = new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));
  const written = fields.get('label') ?? fields.get('relevant');
  const positive = answerOf(written);
  if (positive === undefined)
    return `no label: ${JSON.stringify(written ?? null).slice(0, 40)} is neither yes nor no (true, false, 1, 0)`;
  const text = (name: string): string | undefined => {
    const value = fields.get(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const label = { where: `${file}:${line}`, positive };
  const [url, body, named] = [text('url'), text('text'), text('file')];
  if (body !== undefined) return { ...label, page: { text: body, title: text('title') } };
  if (named !== undefined) return { ...label, page: { file: path.resolve(path.dirname(file), named) } };
  if (url !== undefined) return { ...label, page: { url } };
  return 'it does not say what is labelled: give url, text or file';
}

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'y', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0'].map((word) => [word, false] as const),
]);

function answerOf(written: unknown): boolean | undefined {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof written);
  return isPlain ? ANSWERS.get(String(written).trim().toLowerCase()) : undefined;
}

/** The answers of a rater; those in a result folder are about its crawl. */
async function* ratedPages(file: string): AsyncGenerator<WrittenLabel> {
  const { judgements, weights } = await readRatingsFile(file);
  const folder = path.dirname(path.resolve(file));
  const crawl = path.basename(folder) === RATINGS_FOLDER ? path.dirname(folder) : undefined;
  for (const [url, answer] of Object.entries(judgements)) {
    const label = { where: `${file}: ${url}`, page: { url }, crawl, weight: weights?.[url] };
    if (answer !== 'skip') yield { ...label, positive: answer === 'yes' };
  }
}
