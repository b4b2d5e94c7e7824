import path from 'node:path';
import { createAnnotationPool } from '../../app/topics/building/annotation-pool.js';
import type { LabelSource, TextReading } from '../../app/topics/train-topic.js';
import { openPageSource } from '../../crawling/store/page-source.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';
import { contentOfPage } from '../../judging/topic/page-content.js';
import { DEFAULT_CORPUS_OPTIONS, problem, Unreadable } from '../../language/corpus/draft.js';
import type { FoundFields } from '../../language/corpus/records/record-files.js';
import { PARTS } from '../../judging/parts.js';
import { readBytes, SourceEnds } from '../../support/files/source-bytes.js';
import { RATINGS_FOLDER, readRatingsFile } from '../../crawling/ratings/ratings-folder.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { CorpusProblem } from '../../model/document.js';
import { InputError } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { sha256 } from '../../support/hash.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { fullText } from '../../support/text/full-text.js';
import { without } from '../../support/without.js';
import { refuseFewLabels, trainWithLabels, type Label } from './labelled-model.js';
import { addToList } from '../../support/add-to-list.js';
import { judgedText } from '../../judging/topic/evidence-mentions.js';

/** A page that a person labelled. */
export interface LabelledPage extends Omit<Label, 'content'> {
  readonly page: Page;
}

type OnProblem = (problem: CorpusProblem) => void;

/**
 * The labels in files.
 * @param crawls result folders in which labelled addresses are looked up, besides the crawls that the files belong to
 */
export function labelsIn(files: readonly string[], crawls: readonly string[] = []): LabelSource {
  return async (onProblem) => {
    const written = await readWrittenLabels(files, onProblem);
    refuseFewLabels(written, written.length);
    return async (reading) => {
      const labels = await annotateLabels(await readLabelledPages(written, crawls, onProblem), reading);
      return (learner, set, settings) => trainWithLabels(learner, set, labels, settings);
    };
  };
}

/** Reads labelled pages as classifiers do, each bounded as a page that is judged. @throws the signal's reason */
export async function annotateLabels(
  pages: readonly LabelledPage[],
  { plan, plugins, workers, words, signal }: TextReading,
): Promise<readonly Label[]> {
  const pool = createAnnotationPool(plan, workers, { signal, plugins });
  const labels: Label[] = [];
  try {
    const read = concurrentMap(pages, pool.size, async ({ page: whole, ...label }): Promise<Label> => {
      const { page } = judgedText(whole);
      const { nouns, mentions } = await pool.annotate(fullText(page));
      const placed = mentions.flatMap(([begin, end, place]) => {
        const noun = nouns[place];
        return noun === undefined ? [] : [{ ...without(noun, 'mentions'), begin, end }];
      });
      return { ...label, content: contentOfPage({ page, nouns: placed }, words) };
    });
    for await (const label of read) labels.push(label);
    return labels;
  } finally {
    await pool.close();
  }
}

/**
 * Reads the labels in files. A page that was labelled several times counts once, as most of its labels say.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a file that cannot be read
 */
export async function readWrittenLabels(
  files: readonly string[],
  onProblem: OnProblem,
): Promise<readonly WrittenLabel[]> {
  const groups = new Map<string, WrittenLabel[]>();
  for (const file of files)
    for await (const label of readLabelFile(file, onProblem)) addToList(groups, keyOf(label), label);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const yes = group.filter(({ positive }) => positive).length;
    if (first === undefined) return [];
    if (2 * yes !== group.length) return [{ ...first, positive: 2 * yes > group.length }];
    onProblem({ where: first.where, message: 'left out: as many labels say yes as say no' });
    return [];
  });
}

function keyOf({ page }: WrittenLabel): string {
  return 'url' in page ? `url ${addressKey(page.url)}` : `text ${sha256(page.text)}`;
}

const addressKey = (url: string): string => normaliseUrl(url) ?? url;

/**
 * Finds the pages of labels. Addresses are looked up in the crawls that the files of the labels belong to, and in those
 * that are named, the first crawl that has one first.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a crawl that cannot be read
 */
export async function readLabelledPages(
  labels: readonly WrittenLabel[],
  named: readonly string[],
  onProblem: OnProblem,
): Promise<readonly LabelledPage[]> {
  const folders = new Set([...labels.flatMap(({ crawl }) => crawl ?? []), ...named]);
  const found = await findInCrawls(labels, folders);
  return labels.flatMap((label): LabelledPage[] => {
    const { where, positive, weight, page: written } = label;
    const own = { where, positive, weight };
    if ('text' in written)
      return [{ ...own, page: { ...emptyPage('text:'), title: written.title ?? '', text: written.text } }];
    const page = found.get(label);
    if (page !== undefined) return [{ ...own, page }];
    const message = `no text is known of ${written.url}: name the crawl that kept it with --crawl, or give its text`;
    onProblem({ where, message });
    return [];
  });
}

async function findInCrawls(
  labels: readonly WrittenLabel[],
  folders: Iterable<string>,
): Promise<ReadonlyMap<WrittenLabel, Page>> {
  const found = new Map<WrittenLabel, Page>();
  for (const folder of folders) {
    const kept = openPageSource(folder);
    const events = await eventsByAddress(folder);
    for (const label of labels) {
      if (!('url' in label.page) || found.has(label)) continue;
      const event = events.get(addressKey(label.page.url));
      const page = event && (await kept.pageOf(event));
      if (page !== undefined) found.set(label, page);
    }
  }
  return found;
}

async function eventsByAddress(folder: string): Promise<ReadonlyMap<string, CrawlEvent>> {
  const [asked, answered] = [new Map<string, CrawlEvent>(), new Map<string, CrawlEvent>()];
  for await (const event of readEvents(folder)) {
    if (!event.fetched || event.judgement === undefined) continue;
    asked.set(addressKey(event.url), event);
    if (event.finalUrl !== undefined) answered.set(addressKey(event.finalUrl), event);
  }
  return new Map([...answered, ...asked]);
}

/** A label as a file states it: what was labelled, and how. */
interface WrittenLabel extends Omit<Label, 'content'> {
  readonly page: { readonly url: string } | { readonly text: string; readonly title?: string };
  /** The result folder in which the file lies, where it is one of `sfwc rate`. */
  readonly crawl?: string;
}

const TABLE = /\.(?:csv|tsv)(?:\.gz)?$/i;
const OBJECTS = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
const RATINGS = /\.json$/i;
const HINT =
  'labels are .csv, .tsv or .jsonl files with label (yes or no) and url or text; or files that sfwc rate keeps (.json)';

/**
 * Reads labels: a table or JSON lines with a `label` (or `relevant`: yes or no, true or false, 1 or 0) and a `url` or
 * a `text` (with or without a `title`); or answers of `sfwc rate`, of which skipped pages are left out.
 * @param onProblem hears of each record that is not a label
 * @throws InputError when the file cannot be read or is of no such kind
 */
export async function* readLabelFile(file: string, onProblem: OnProblem): AsyncGenerator<WrittenLabel> {
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
  const [url, body] = [text('url'), text('text')];
  if (body !== undefined) return { ...label, page: { text: body, title: text('title') } };
  if (url !== undefined) return { ...label, page: { url } };
  return 'it does not say what is labelled: give url or text';
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
