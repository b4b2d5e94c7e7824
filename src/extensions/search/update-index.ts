import { hostNamed } from '../../crawling/urls/urls.js';
import { readPageText } from '../../crawling/store/page-store.js';
import type { IndexUpdate } from '../../model/collection-search.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Judgement } from '../../model/topic.js';
import { sha256 } from '../../support/hash.js';
import type { IndexFile } from './index-file.js';
import { PASSAGES } from './index-schema.js';
import { packTexts } from './packed-texts.js';
import { pageNumbers, passagesOf, plain } from './passages.js';
import { removeSaid, saidBy, setSaid, type Said } from './said.js';
import { eventsBetween, sizeOf, tailAt, type Source } from './sources.js';

/** Options of an update besides the index. */
export interface UpdateHow {
  readonly signal?: AbortSignal;
  /** Bytes of the events that were read, of all. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly warn?: (message: string) => void;
}

/** Meaning of an event for the index. */
type Change = {
  readonly key: string;
  /** True where the body of the page broke off. */
  readonly isPart: boolean;
} & (
  | { readonly kind: 'remove' }
  | {
      readonly kind: 'enter';
      readonly event: CrawlEvent;
      readonly judgement: Judgement;
      readonly title: string;
      readonly said: readonly Said[];
      /** Absent where the page has no text in its folder. */
      readonly texts?: PassageTexts;
    }
);

/** The passages of a page, and on which pages of a document they begin. */
interface PassageTexts {
  readonly passages: readonly string[];
  readonly numbers: readonly number[];
}

/** Changes that are written in one transaction: what a search that is killed loses, and others in the process wait for. */
const BATCH = 50;

interface State {
  readonly read: number;
  readonly tail: string;
}

/**
 * Brings an index up to date: enters the pages that were accepted since, removes those that are not accepted any more, and
 * begins again where the events are not those that were read before. Each batch is one transaction that also says how far the
 * events were read, so that an update can be killed at any time. Two updates at once share the work.
 */
export async function updateIndex(
  index: IndexFile,
  sources: readonly Source[],
  how: UpdateHow = {},
): Promise<IndexUpdate> {
  const done = { entered: 0, removed: 0, missing: 0 };
  await beginAgainIfChanged(index, sources);
  await readEvents(index, sources, how, done);
  return done;
}

async function readEvents(
  index: IndexFile,
  sources: readonly Source[],
  how: UpdateHow,
  done: Counts,
): Promise<void> {
  const sizes = await Promise.all(sources.map((source) => sizeOf(source, how.warn)));
  const total = sizes.reduce((all, size) => all + size, 0);
  let before = 0;
  for (const [number, source] of sources.entries()) {
    const to = sizes[number] ?? 0;
    for (let state = stateOf(index, source); state.read < to; state = stateOf(index, source)) {
      how.signal?.throwIfAborted();
      const { changes, end } = await nextChanges(source, state.read, to);
      const tail = (await tailAt(source, end)) ?? '';
      index.together(() => {
        // Another search has written this batch meanwhile.
        if (!isSame(stateOf(index, source), state)) return;
        for (const change of changes) apply(index, source, change, done);
        index.run('INSERT OR REPLACE INTO sources VALUES (?, ?, ?)', source.name, end, tail);
        if (end === to) index.run(STANDINGS);
      });
      how.onProgress?.(before + end, total);
    }
    before += to;
  }
}

/** The events that were read must be the beginning of those that are there, and all their files. */
async function beginAgainIfChanged(index: IndexFile, sources: readonly Source[]): Promise<void> {
  for (const [name, read, tail] of index.rows('SELECT name, read, tail FROM sources')) {
    const source = sources.find((one) => one.name === name);
    const now = source && (await tailAt(source, Number(read)));
    if (now === tail) continue;
    index.together(() => index.empty());
    return;
  }
}

function stateOf(index: IndexFile, { name }: Source): State {
  const [row] = index.rows('SELECT read, tail FROM sources WHERE name = ?', name);
  return { read: Number(row?.[0] ?? 0), tail: String(row?.[1] ?? '') };
}

function isSame(a: State, b: State): boolean {
  return a.read === b.read && a.tail === b.tail;
}

async function nextChanges(
  source: Source,
  from: number,
  to: number,
): Promise<{ readonly changes: readonly Change[]; readonly end: number }> {
  const changes: Change[] = [];
  for await (const { event, end } of eventsBetween(source, from, to)) {
    changes.push(await changeOf(source, event));
    if (changes.length >= BATCH) return { changes, end };
  }
  return { changes, end: to };
}

async function changeOf({ folder }: Source, event: CrawlEvent): Promise<Change> {
  const { url: key, judgement, truncated, rejudged } = event;
  const isPart = truncated !== undefined && rejudged === undefined;
  // A page of an earlier round that is gone.
  if (judgement?.accepted !== true) return { kind: 'remove', key, isPart };
  const title = plain(event.title ?? '').replaceAll('\n', ' ');
  const text = await readPageText(folder, event);
  const said = saidBy(event.metadata);
  const change = { kind: 'enter', key, isPart, event, judgement, title, said } as const;
  return text === undefined ? change : { ...change, texts: textsOf(text, event) };
}

function textsOf(text: string, { title, reading }: CrawlEvent): PassageTexts {
  const passages = passagesOf(withoutTitle(text, title));
  const pages = reading?.pages;
  return { passages, numbers: pages === undefined ? [] : pageNumbers(text, passages, pages) };
}

function withoutTitle(text: string, title = ''): string {
  return title !== '' && text.startsWith(title) ? text.slice(title.length) : text;
}

interface Counts {
  entered: number;
  removed: number;
  missing: number;
}

function apply(index: IndexFile, source: Source, change: Change, done: Counts): void {
  const { key } = change;
  const [known] = index.rows('SELECT id, text FROM pages WHERE key = ?', key);
  const id = known === undefined ? undefined : Number(known[0]);
  // An earlier round has more of the page.
  if (id !== undefined && change.isPart) return;
  if (change.kind === 'remove') {
    if (id === undefined) return;
    removePage(index, id);
    done.removed += 1;
    return;
  }
  const { texts, title } = change;
  if (texts === undefined && id === undefined) {
    done.missing += 1;
    return;
  }
  done.entered += 1;
  const checksum = texts === undefined ? known?.[1] : sha256(JSON.stringify([title, ...texts.passages]));
  if (id !== undefined && checksum === known?.[1]) {
    setVerdict(index, source, id, change);
    setSaid(index, id, change.said);
    return;
  }
  if (id !== undefined) removePage(index, id);
  enterPage(index, source, change, String(checksum));
}

type Entered = Extract<Change, { kind: 'enter' }>;

function enterPage(index: IndexFile, source: Source, change: Entered, checksum: string): void {
  const { key, event, title, said, texts = { passages: [], numbers: [] } } = change;
  const { passages, numbers } = texts;
  const url = event.finalUrl ?? key;
  index.run(
    'INSERT INTO pages (key, url, title, host, fetched, text, size, numbers) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[key, url, title, hostNamed(url), fetchedAt(event), checksum],
    ...[Math.max(1, passages.length), JSON.stringify(numbers)],
  );
  const id = Number(index.rows('SELECT id FROM pages WHERE key = ?', key)[0]?.[0]);
  setVerdict(index, source, id, change);
  setSaid(index, id, said);
  index.run('INSERT INTO texts VALUES (?, ?)', id, packTexts(passages));
  // A page without text is found by its title.
  for (const [number, text] of (passages.length === 0 ? [''] : passages).entries())
    index.run('INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)', id * PASSAGES + number, title, text);
}

/** Time at which the present text of a page was fetched. */
function fetchedAt({ rejudged, time }: CrawlEvent): string {
  return rejudged?.time ?? time;
}

function setVerdict(index: IndexFile, source: Source, id: number, { judgement }: Entered): void {
  removeVerdict(index, id);
  const { score, topic = source.topics.join(', '), topics, reason } = judgement;
  const accepting = topics?.filter(({ accepted }) => accepted) ?? [{ topic, score, reason }];
  for (const one of accepting)
    index.run(
      'INSERT OR REPLACE INTO topics (page, topic, score, why) VALUES (?, ?, ?, ?)',
      id,
      one.topic,
      one.score,
      plain(one.reason.overruled?.summary ?? one.reason.summary),
    );
  for (const { lemma, iri = '', pull } of reason.evidence)
    if (pull > 0) index.run('INSERT OR IGNORE INTO nouns VALUES (?, ?, ?)', id, lemma, iri);
}

function removeVerdict(index: IndexFile, id: number): void {
  index.run('DELETE FROM topics WHERE page = ?', id);
  index.run('DELETE FROM nouns WHERE page = ?', id);
}

function removePage(index: IndexFile, id: number): void {
  index.run('DELETE FROM words WHERE rowid BETWEEN ? AND ?', id * PASSAGES, (id + 1) * PASSAGES - 1);
  index.run('DELETE FROM texts WHERE page = ?', id);
  index.run('DELETE FROM pages WHERE id = ?', id);
  removeSaid(index, id);
  removeVerdict(index, id);
}

/** The share of the pages of a topic with lower scores; half of those with the same score count. */
const STANDINGS = `UPDATE topics SET standing = placed.standing FROM (
  SELECT page, topic, (percent_rank() OVER scores + cume_dist() OVER scores) / 2 AS standing
  FROM topics WINDOW scores AS (PARTITION BY topic ORDER BY score)
) AS placed WHERE placed.page = topics.page AND placed.topic = topics.topic`;
