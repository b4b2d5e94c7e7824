import { hostNamed } from '../../crawling/view/host-name.js';
import { readPageText } from '../../crawling/store/result-folder.js';
import type { IndexUpdate } from '../../model/collection-search.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Judgement } from '../../model/topic.js';
import { sha256 } from '../../support/hash.js';
import type { IndexFile } from './index-file.js';
import { PASSAGES } from './index-schema.js';
import { passagesOf, plain } from './passages.js';
import { completeSize, eventsBetween, tailAt, type Source } from './sources.js';

/** What an update needs besides the index. */
export interface UpdateHow {
  readonly signal?: AbortSignal;
  /** Bytes of the events that were read, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What an event means for the index. */
type Change =
  | { readonly kind: 'remove'; readonly key: string }
  | {
      readonly kind: 'enter';
      readonly key: string;
      readonly event: CrawlEvent;
      readonly judgement: Judgement;
      readonly title: string;
      /** Absent where the page has no text in its folder. */
      readonly passages?: readonly string[];
    };

/** Changes that are written in one transaction: what a search that is killed loses, and another one waits for. */
const BATCH = 200;

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
  const sizes = await Promise.all(sources.map(completeSize));
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
  return done;
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
  const { url: key, judgement } = event;
  // A page of an earlier round that is gone.
  if (judgement?.accepted !== true) return { kind: 'remove', key };
  const title = plain(event.title ?? '').replaceAll('\n', ' ');
  const text = await readPageText(folder, key);
  const change = { kind: 'enter', key, event, judgement, title } as const;
  return text === undefined ? change : { ...change, passages: passagesOf(withoutTitle(text, event.title)) };
}

function withoutTitle(text: string, title = ''): string {
  return title !== '' && text.startsWith(title) ? text.slice(title.length) : text;
}

function apply(
  index: IndexFile,
  source: Source,
  change: Change,
  done: { entered: number; removed: number; missing: number },
): void {
  const { key } = change;
  const [known] = index.rows('SELECT id, text FROM pages WHERE key = ?', key);
  const id = known === undefined ? undefined : Number(known[0]);
  if (change.kind === 'remove') {
    if (id === undefined) return;
    removePage(index, id);
    done.removed += 1;
    return;
  }
  const { passages, title } = change;
  if (passages === undefined && id === undefined) {
    done.missing += 1;
    return;
  }
  done.entered += 1;
  const checksum = passages === undefined ? known?.[1] : sha256(JSON.stringify([title, ...passages]));
  if (id !== undefined && checksum === known?.[1]) {
    setVerdict(index, source, id, change);
    return;
  }
  if (id !== undefined) removePage(index, id);
  enterPage(index, source, change, String(checksum));
}

type Entered = Extract<Change, { kind: 'enter' }>;

function enterPage(index: IndexFile, source: Source, change: Entered, checksum: string): void {
  const { key, event, title, passages = [] } = change;
  // A page without text is found by its title.
  const texts = passages.length === 0 ? [''] : passages;
  const url = event.finalUrl ?? key;
  const fetched = event.rejudged?.time ?? event.time;
  index.run(
    'INSERT INTO pages (key, url, title, host, fetched, text, size) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[key, url, title, hostNamed(url), fetched, checksum, texts.length],
  );
  const id = Number(index.rows('SELECT id FROM pages WHERE key = ?', key)[0]?.[0]);
  setVerdict(index, source, id, change);
  for (const [number, text] of texts.entries()) {
    const passage = id * PASSAGES + number;
    index.run('INSERT INTO passages VALUES (?, ?)', passage, text);
    index.run('INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)', passage, title, text);
  }
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
  const passages = [id * PASSAGES, (id + 1) * PASSAGES - 1];
  // The index of words needs the texts that it was made of.
  index.run(
    `INSERT INTO words (words, rowid, title, text)
      SELECT 'delete', id, title, text FROM passage_texts WHERE id BETWEEN ? AND ?`,
    ...passages,
  );
  index.run('DELETE FROM passages WHERE id BETWEEN ? AND ?', ...passages);
  index.run('DELETE FROM pages WHERE id = ?', id);
  removeVerdict(index, id);
}

/** The share of the pages of a topic with lower scores; half of those with the same score count. */
const STANDINGS = `UPDATE topics SET standing = placed.standing FROM (
  SELECT page, topic, (percent_rank() OVER scores + cume_dist() OVER scores) / 2 AS standing
  FROM topics WINDOW scores AS (PARTITION BY topic ORDER BY score)
) AS placed WHERE placed.page = topics.page AND placed.topic = topics.topic`;
