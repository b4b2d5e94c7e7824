import { beforeAll, describe, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { openPackagedWeb } from '../../../src/extensions/demo/demo.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { lexiconFile } from '../../../src/knowledge/files/lexicon-file.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { once } from '../../../src/support/once.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../../src/language/text/lexical-annotator.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { SampleWeb } from '../../../src/web/stored/sample-web.js';
import { diabetesTopic } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { manualClock } from '../../support/manual-clock.js';
import { THOROUGH } from '../../support/thorough.js';
import { placesIn } from '../../support/temporary-folder.js';

const { root, kb } = diabetesTopic();
const fresh = placesIn(root);
let web: SampleWeb;
beforeAll(async () => void (web = await openPackagedWeb()));

async function crawl(changes: Partial<CrawlOptions>) {
  const warnings: string[] = [];
  const whole = {
    kb,
    topic: 'diabetes',
    seeds: [...(web.manifest.seeds['diabetes'] ?? [])],
    out: fresh(),
    strategy: 'breadth-first',
    maxPages: 20,
    concurrency: 1,
    workers: 1,
    ...changes,
  } as const;
  const logger = { info: () => undefined, warn: (message: string): void => void warnings.push(message) };
  const { out } = await crawlTopic(whole, {
    fetcher: createWebFetcher(web),
    clock: manualClock(),
    logger,
  });
  return { events: await collected(readEvents(out)), warnings };
}

const accepted = (events: readonly CrawlEvent[]): string[] =>
  events.flatMap(({ url, judgement }) => (judgement?.accepted === true ? [url] : [])).sort();
const rejectedQuickly = (events: readonly CrawlEvent[]): CrawlEvent[] =>
  events.filter(({ judgement }) => judgement?.reason.annotator !== undefined);
/** What happened to the pages that were read in full; when is not the matter. */
const readInFull = (events: readonly CrawlEvent[], among = events): unknown[] => {
  const urls = new Set(
    among.flatMap(({ url, judgement }) => (judgement?.reason.annotator === undefined ? [url] : [])),
  );
  return events.flatMap(({ url, judgement }) => (urls.has(url) ? [[url, judgement]] : []));
};

describe('a crawl with the quick annotator', () => {
  const full = once(() => crawl({ classifier: 'ensemble', annotator: 'full' }));

  it.each(THOROUGH ? (['ensemble', 'krs-calibrated'] as const) : (['ensemble'] as const))(
    'accepts what one with the full annotator accepts, for the same reasons (%s)',
    async (classifier) => {
      const { events: quick, warnings } = await crawl({ classifier });
      const { events: slow } =
        classifier === 'ensemble' ? await full() : await crawl({ classifier, annotator: 'full' });
      expect(warnings).toEqual([]);
      expect(accepted(quick)).toEqual(accepted(slow));
      expect(accepted(quick).length).toBeGreaterThan(5);
      expect(rejectedQuickly(slow)).toEqual([]);
      const rejected = rejectedQuickly(quick);
      expect(rejected.length).toBeGreaterThan(2);
      for (const { judgement } of rejected) {
        expect(judgement?.accepted).toBe(false);
        expect(judgement?.reason.annotator).toBe(LEXICAL_ANNOTATOR_NAME);
        expect(judgement?.reason.summary).toMatch(/^rejected: .*; read quickly$/);
        expect(judgement?.reason.evidence.every(({ iri }) => iri === undefined)).toBe(true);
      }
      expect(readInFull(quick)).toEqual(readInFull(slow, quick));
    },
  );

  it('reads all pages in full for the published rule', async () => {
    const { events, warnings } = await crawl({ classifier: 'krs-paper', maxPages: 5 });
    expect([rejectedQuickly(events), warnings]).toEqual([[], []]);
  });

  it('reads no page in full with the lexicon alone, and accepts nearly the same', async () => {
    const { events: alone } = await crawl({ classifier: 'ensemble', annotator: 'lexicon' });
    const judged = alone.flatMap(({ judgement }) => judgement ?? []);
    expect(judged.length).toBeGreaterThan(10);
    expect(rejectedQuickly(alone)).toHaveLength(judged.length);
    const [quickly, wanted] = [new Set(accepted(alone)), accepted((await full()).events)];
    expect(wanted.filter((url) => quickly.has(url)).length).toBeGreaterThanOrEqual(wanted.length - 1);
    expect(quickly.size).toBeLessThanOrEqual(wanted.length + 1);
  });

  it('refuses the lexicon alone where the classifier reads links', async () => {
    await expect(crawl({ annotator: 'lexicon', classifier: 'krs-paper' })).rejects.toThrow(
      /--annotator lexicon: the classifier needs the links of nouns/,
    );
  });

  it('reads all pages in full where the topic has no lexicon, and says once what would be faster', async () => {
    await rm(lexiconFile(kb, 'diabetes'));
    const { events, warnings } = await crawl({ maxPages: 8 });
    expect(rejectedQuickly(events)).toEqual([]);
    expect(warnings).toEqual([
      "all pages are read in full; building topic 'diabetes' again makes judging faster",
    ]);
  });
});
