import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';

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
