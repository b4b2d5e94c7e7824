import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { crawlEvent, eventLines, type EventWish } from './crawl-events.js';
import { fixture } from './small-corpus.js';
import { spoilPage, storePage } from './stored-pages.js';

/** An accepted page as a crawl keeps it. */
export interface KeptPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Absent where the body was not kept. */
  readonly html?: string;
  readonly event?: Partial<EventWish>;
}

/** Copies the committed crawl (`scripts/make-fixtures.js`): 40 pages of the sample web, for the topic diabetes. Returns its folder. */
export function copyCrawl(out: string): string {
  cpSync(fixture('crawl'), out, { recursive: true });
  const database = join(out, 'frontier.db');
  writeFileSync(database, gunzipSync(readFileSync(`${database}.gz`)));
  rmSync(`${database}.gz`);
  return out;
}

/** Writes the folder of a finished crawl about bees that accepted these pages with a score of 0.75. */
export function writeCrawlFolder(out: string, pages: readonly KeptPage[]): void {
  mkdirSync(out, { recursive: true });
  const description = {
    crawl: 'urn:crawl',
    topic: 'bees',
    startedAt: '2024-01-01T00:00:00.000Z',
    seeds: ['http://a.example/'],
    settings: { strategy: 'learning', delay: 1 },
    summary: { ended: 'nothing-left', queued: 4 },
  };
  writeFileSync(join(out, 'crawl.json'), JSON.stringify(description));
  const events = pages.map(({ url, title, text, html, event }, number) => {
    const body = Buffer.from(html ?? '');
    const stored = storePage(out, { url: event?.finalUrl ?? url, text: `${title}\n\n${text}`, body });
    if (html === undefined) spoilPage(out, { stored }, true);
    return crawlEvent({ sequence: number + 1, url, title, score: 0.75, stored, ...event });
  });
  writeFileSync(join(out, 'events.jsonl'), eventLines(events));
}
