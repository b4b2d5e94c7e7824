import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isTimeSimulated } from '../../app/crawl/setup/network.js';
import { fetchTime } from '../../support/time/fetch-time.js';
import { isCrawlFolder, readDescription } from '../../crawling/store/crawl-description.js';
import { endOfEvents, readEvent, requireNext } from '../../crawling/store/event-file.js';
import { readPageText } from '../../crawling/store/page-store.js';
import { hostNamed } from '../../crawling/urls/urls.js';
import type { IndexUpdate } from './search-answer.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import type { Judgement } from '../../model/topic.js';
import { EVENTS, noCrawl, requireCrawl, unreadableCrawl } from '../../support/crawl-folder.js';
import { wholeLines } from '../../support/files/whole-lines.js';
import { sha256 } from '../../support/hash.js';
import { type IndexFile, PASSAGES, passagesOf, plain } from './index-file.js';
import { withWordGaps } from './query.js';
import { stemsOf } from './stems.js';
import { extentOfEvents } from '../../crawling/store/result-folder.js';

/** A crawl whose events fill an index: the crawl itself, or a round of a collection. */
export interface Source {
  /** Its place below the folder that is searched; empty for the crawl itself. */
  readonly name: string;
  readonly folder: string;
  readonly topics: readonly string[];
  /** The folder or endpoint of its knowledge base. */
  readonly kb?: string;
  /** True if the times of the crawl are simulated. Its pages then have no fetch time. */
  readonly isSimulated: boolean;
}

const descriptionSchema = z.object({
  topic: z.union([z.string(), z.array(z.string())]).optional(),
  settings: z.object({ kb: z.string().optional(), web: z.unknown().optional() }).optional(),
});

/** The rounds of a collection that `sfwc monitor` keeps. */
const ROUNDS = 'rounds';

/**
 * The crawl in a folder, or the rounds of the collection in it in their order.
 * @throws InputError where there is neither
 */
export async function sourcesIn(out: string): Promise<readonly Source[]> {
  const rounds = await readdir(join(out, ROUNDS)).catch((): string[] => []);
  const names = (await isCrawlFolder(out)) ? [''] : rounds.sort().map((round) => join(ROUNDS, round));
  const sources: Source[] = [];
  for (const name of names) {
    const folder = join(out, name);
    if (!(await isCrawlFolder(folder))) continue;
    const { topic = [], settings } = await readDescription(folder, descriptionSchema);
    const isSimulated = isTimeSimulated(settings ?? {});
    sources.push({ name, folder, topics: [topic].flat(), kb: settings?.kb, isSimulated });
  }
  if (sources.length > 0) return sources;
  requireCrawl(out);
  throw noCrawl(out);
}

/** An event that says something about accepted pages, with the text of the page and the byte after its line. */
interface Change {
  readonly event: CrawlEvent;
  readonly text?: string;
  readonly stems: readonly (readonly string[])[];
  readonly end: number;
}

/** Changes that are written in one transaction: what a search that is killed loses, and others in the process wait for. */
const BATCH = 50;
type Counts = { -readonly [Name in keyof IndexUpdate]: number };

/**
 * Brings an index up to date: enters the pages that were accepted since, removes those that are not accepted any more, and
 * begins again where the events are not those that were read before. Each batch is one transaction that also says how far the
 * events were read, so that an update can be killed at any time. Two updates at once share the work.
 * @param onProgress bytes of the events that were read, of all
 * @throws InputError for a damaged line, and where lines are missing
 */
export async function updateIndex(
  index: IndexFile,
  sources: readonly Source[],
  onProgress: (done: number, total: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<IndexUpdate> {
  const done: Counts = { entered: 0, removed: 0, missing: 0 };
  await beginAgainIfChanged(index, sources);
  const extents = await Promise.all(sources.map(({ folder }) => extentOfEvents(folder)));
  const total = extents.reduce((all, { bytes }) => all + bytes, 0);
  let before = 0;
  for (const [number, source] of sources.entries()) {
    const { bytes: to = 0, isNumbered = false } = extents[number] ?? {};
    for (let from = readOf(index, source); from < to; from = readOf(index, source)) {
      signal?.throwIfAborted();
      const changes = await nextChanges(source, from, to, isNumbered);
      const end = changes.length < BATCH ? to : (changes.at(-1)?.end ?? to);
      const tail = (await tailAt(source, end)) ?? '';
      index.together(() => {
        // Another search has written this batch meanwhile.
        if (readOf(index, source) !== from) return;
        for (const change of changes) apply(index, source, change, done);
        index.run('INSERT OR REPLACE INTO sources VALUES (?, ?, ?)', source.name, end, tail);
        if (end === to) index.run(STANDINGS);
      });
      onProgress(before + end, total);
    }
    before += to;
  }
  return done;
}

/** The events that were read must be the beginning of those that are there, and all their files. */
async function beginAgainIfChanged(index: IndexFile, sources: readonly Source[]): Promise<void> {
  for (const [name, read, tail] of index.rows('SELECT name, read, tail FROM sources')) {
    const source = sources.find((one) => one.name === name);
    if (source !== undefined && (await tailAt(source, Number(read))) === tail) continue;
    index.together(() => index.empty());
    return;
  }
}

/** Bytes of a source that the index has read. */
function readOf(index: IndexFile, { name }: Source): number {
  return Number(index.rows('SELECT read FROM sources WHERE name = ?', name)[0]?.[0] ?? 0);
}

/** A checksum of the last bytes before a place in the events; undefined where they are shorter. */
async function tailAt({ folder }: Source, place: number): Promise<string | undefined> {
  const handle = await open(join(folder, EVENTS), 'r').catch(() => undefined);
  const length = Math.min(4096, place);
  const read = await handle?.read(Buffer.alloc(length), 0, length, place - length);
  await handle?.close();
  return (read?.bytesRead ?? 0) < length ? undefined : sha256(read?.buffer ?? '');
}

/** Lines that say something about accepted pages: judged ones, and what is gone. */
const SPEAKS = /"judgement":\{|"status":4(?:04|10)\b/;

/** The next batch of what happened to accepted pages. @param from,to bytes at which lines begin */
async function nextChanges(
  { folder }: Source,
  from: number,
  to: number,
  isNumbered: boolean,
): Promise<readonly Change[]> {
  const [file, changes]: [string, Change[]] = [join(folder, EVENTS), []];
  const { sequence } = await endOfEvents(file, from);
  let [before, end] = [sequence ?? 0, from];
  try {
    for await (const lines of wholeLines(createReadStream(file, { start: from, end: to - 1 })))
      for (const line of lines.toString('utf8').split(/(?<=\n)/)) {
        const where = `${file}: the line at byte ${end}`;
        const event = readEvent(line, where);
        if (isNumbered) requireNext(before, event.sequence, where);
        before = event.sequence;
        end += Buffer.byteLength(line);
        if (!SPEAKS.test(line)) continue;
        const text = event.judgement?.accepted === true ? await readPageText(folder, event) : undefined;
        const stems = await stemsOf(saidBy(event).language, `${event.title ?? ''} ${text ?? ''}`);
        changes.push({ event, text, stems, end });
        if (changes.length >= BATCH) return changes;
      }
  } catch (thrown) {
    throw thrown instanceof InputError ? thrown : unreadableCrawl(folder, EVENTS, thrown);
  }
  return changes;
}

function apply(index: IndexFile, source: Source, { event, text, stems }: Change, done: Counts): void {
  const { url: key, judgement, truncated, rejudged } = event;
  const [known] = index.rows('SELECT id FROM pages WHERE key = ?', key);
  const id = known === undefined ? undefined : Number(known[0]);
  // An earlier round has more of the page.
  if (id !== undefined && truncated !== undefined && rejudged === undefined) return;
  const isAccepted = judgement?.accepted === true;
  const keepsText = rejudged !== undefined || text === undefined;
  if (isAccepted && id !== undefined && keepsText) {
    done.entered += 1;
    setVerdict(index, source, id, judgement);
    return;
  }
  // It may be a page of an earlier round that is gone.
  if (id !== undefined) removePage(index, id);
  if (!isAccepted) done.removed += Number(id !== undefined);
  else if (text === undefined) done.missing += 1;
  else {
    done.entered += 1;
    enterPage(index, source, event, judgement, text);
    index.run(STEMS, saidBy(event).language, JSON.stringify(stems));
  }
}

function enterPage(index: IndexFile, source: Source, event: CrawlEvent, judgement: Judgement, text: string) {
  const { url: key, finalUrl: url = key, title: titled = '', rejudged } = event;
  const fetched = fetchTime({ ...event, time: rejudged?.time ?? event.time }, source.isSimulated) ?? '';
  const title = plain(titled).replaceAll('\n', ' ');
  const found = passagesOf(text.startsWith(titled) ? text.slice(titled.length) : text);
  // A page without text is found by its title.
  const passages = found.length === 0 ? [''] : found;
  index.run(
    'INSERT INTO pages (key, url, title, host, fetched, published, language, size) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[key, url, title, hostNamed(url), fetched, ...Object.values(saidBy(event)), passages.length],
  );
  const id = Number(index.rows('SELECT id FROM pages WHERE key = ?', key)[0]?.[0]);
  setVerdict(index, source, id, judgement);
  const insert = 'INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)';
  for (const [number, passage] of passages.entries())
    index.run(insert, id * PASSAGES + number, withWordGaps(title), withWordGaps(passage));
}

/** Date of publication and language, without region, by the statements of a page; empty without. */
function saidBy({ metadata }: CrawlEvent) {
  const [language = ''] = metadata?.language?.value.split('-') ?? [];
  return { published: metadata?.published?.value ?? '', language: language.toLowerCase() };
}
const STEMS = 'INSERT OR IGNORE INTO stems SELECT ?, value ->> 0, value ->> 1 FROM json_each(?)';

function setVerdict(index: IndexFile, source: Source, id: number, judgement: Judgement): void {
  removeVerdict(index, id);
  const { score, topic = source.topics.join(', '), topics, reason } = judgement;
  const accepting = topics?.filter(({ accepted }) => accepted) ?? [{ topic, score, reason }];
  for (const one of accepting) {
    const why = plain(one.reason.overruled?.summary ?? one.reason.summary);
    const sql = 'INSERT OR REPLACE INTO topics (page, topic, score, why) VALUES (?, ?, ?, ?)';
    index.run(sql, id, one.topic, one.score, why);
  }
  for (const { lemma, iri = '', pull } of reason.evidence)
    if (pull > 0) index.run('INSERT OR IGNORE INTO nouns VALUES (?, ?, ?)', id, lemma, iri);
}

function removeVerdict(index: IndexFile, id: number): void {
  for (const table of ['topics', 'nouns']) index.run(`DELETE FROM ${table} WHERE page = ?`, id);
}

function removePage(index: IndexFile, id: number): void {
  index.run('DELETE FROM words WHERE rowid BETWEEN ? AND ?', id * PASSAGES, (id + 1) * PASSAGES - 1);
  index.run('DELETE FROM pages WHERE id = ?', id);
  removeVerdict(index, id);
}

/** The share of the pages of a topic with lower scores; half of those with the same score count. */
const STANDINGS = `UPDATE topics SET standing = placed.standing FROM (
  SELECT page, topic, (percent_rank() OVER scores + cume_dist() OVER scores) / 2 AS standing
  FROM topics WINDOW scores AS (PARTITION BY topic ORDER BY score)
) AS placed WHERE placed.page = topics.page AND placed.topic = topics.topic`;
