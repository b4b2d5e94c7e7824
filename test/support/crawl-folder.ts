import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageFileName, pageTextFile } from '../../src/crawling/store/page-files.js';
import { crawlEvent, eventLines, type EventWish } from './crawl-events.js';

/** An accepted page as a crawl keeps it. */
export interface KeptPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Absent where the body was not kept. */
  readonly html?: string;
  readonly event?: Partial<EventWish>;
}

/** Writes the folder of a finished crawl about bees that accepted these pages with a score of 0.75. */
export function writeCrawlFolder(out: string, pages: readonly KeptPage[]): void {
  mkdirSync(join(out, 'pages'), { recursive: true });
  const description = {
    crawl: 'urn:crawl',
    topic: 'bees',
    startedAt: '2024-01-01T00:00:00.000Z',
    seeds: ['http://a.example/'],
    settings: { strategy: 'learning', delay: 1 },
    summary: { ended: 'nothing-left', queued: 4 },
  };
  writeFileSync(join(out, 'crawl.json'), JSON.stringify(description));
  const events = pages.map(({ url, title, event }, number) =>
    crawlEvent({ sequence: number + 1, url, title, score: 0.75, ...event }),
  );
  writeFileSync(join(out, 'events.jsonl'), eventLines(events));
  for (const { url, title, text, html } of pages) {
    writeFileSync(pageTextFile(out, url), `${title}\n\n${text}\n`);
    if (html !== undefined) writeFileSync(join(out, 'pages', `${pageFileName(url)}.html`), html);
  }
}
