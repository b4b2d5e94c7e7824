import type { CrawlEvent } from '../../model/crawl-event.js';
import { without } from '../../support/without.js';
import { entryOf } from './change-verdict.js';
import type { CrawlContext } from './crawl-context.js';
import type { Outcome } from './recorder.js';
import { formerOf } from './rejudging.js';
import { settleAgain } from './settle.js';
import type { JudgedPages } from './crawl-types.js';

/** What an event says of an accepted page that one of a copy does not. */
const OF_ACCEPTED = ['title', 'checksum', 'fingerprint', 'links', 'left', 'metadata', 'subjects'] as const;

/**
 * At the end of a crawl: accepted pages give way to the page that they name as canonical, where that has their text and was
 * accepted after them. Each has an event of its own, and its file is moved aside. An interrupted crawl does so when it is
 * resumed and ends.
 * @throws OutputError; InputError when the events cannot be read
 */
export async function leaveCopies(context: CrawlContext): Promise<void> {
  const { known, parts, progress, ending } = context;
  const { copies } = known.pageWatch;
  const { judged } = parts.judging;
  if (copies.size === 0 || judged === undefined || ending.signal.aborted) return;
  await progress.recorder.flush();
  const originals = new Set(copies.values());
  /** Verdicts may have changed since. */
  const standing = new Set<string>();
  const found: CrawlEvent[] = [];
  for await (const event of judged.events()) {
    if (event.state !== 'done' || event.judgement?.accepted !== true) continue;
    if (originals.has(event.url)) standing.add(event.url);
    if (copies.has(event.url)) found.push(without(event, ...OF_ACCEPTED));
  }
  const aside = createMoves(judged, context);
  for (const { judgement, ...event } of found) {
    const resembles = copies.get(event.url);
    if (judgement === undefined || resembles === undefined || !standing.has(resembles)) continue;
    const outcome: Outcome = {
      ...without(event, 'sequence', 'time', 'url', 'depth', 'referrer', 'anchorText', 'priority', 'sample'),
      fetched: false,
      state: 'skipped',
      code: 'canonical-known',
      resembles,
      message: `its canonical address is ${resembles}`,
      rejudged: formerOf(event, judgement),
    };
    await settleAgain(entryOf(event), outcome, context, false);
    await aside.add(event.url);
  }
  await aside.finish();
}

/** Rejected pages after which they are moved aside, in one go with the events that say so. */
const MOVED_AT_ONCE = 64;

/** Moves rejected pages aside, after the events that say so are durable. */
export interface Moves {
  add(url: string): Promise<void>;
  finish(): Promise<void>;
}

export function createMoves(judged: JudgedPages, { progress }: Pick<CrawlContext, 'progress'>): Moves {
  let rejected: string[] = [];
  async function finish(): Promise<void> {
    const urls = rejected;
    rejected = [];
    await progress.recorder.flush();
    for (const url of urls) await judged.movePage(url, false);
  }
  return {
    finish,
    async add(url) {
      rejected.push(url);
      if (rejected.length >= MOVED_AT_ONCE) await finish();
    },
  };
}
