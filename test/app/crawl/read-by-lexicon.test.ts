import { packagedPath } from '../../../src/support/files/packaged-path.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { judgeHereBy } from '../../support/judge-here.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../../src/language/text/lexical-annotator.js';
import { createPageReader } from '../../../src/web/page/reader.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import { openSampleWeb, type SampleWeb } from '../../../src/extensions/archives/open-web.js';
import { diabetesTopic } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { manualClock } from '../../support/manual-clock.js';
import { placesIn } from '../../support/temporary-folder.js';

const { root, kb } = diabetesTopic();
const fresh = placesIn(root);
let web: SampleWeb;
beforeAll(async () => void (web = await openSampleWeb(packagedPath('corpora/sample-web'))));

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

const readByLexicon = (events: readonly CrawlEvent[]): CrawlEvent[] =>
  events.filter(({ judgement }) => judgement?.reason.annotator === LEXICAL_ANNOTATOR_NAME);
const judgedOf = (events: readonly CrawlEvent[]): CrawlEvent[] =>
  events.filter(({ judgement }) => judgement !== undefined);

describe('the lexicon of a small topic', () => {
  it('gives the verdicts that a full reading gives, and nearly all IRIs of their evidence', async () => {
    const topic = await openTopic(kb, 'diabetes');
    const [byLexicon, inFull] = [
      await judgeHereBy(topic, 'ensemble', { byLexicon: true }),
      await judgeHereBy(topic, 'ensemble'),
    ];
    const fetcher = createWebFetcher(web);
    const reader = createPageReader();
    let [linked, same] = [0, 0];
    for (const seed of web.manifest.seeds['diabetes'] ?? []) {
      const { body, headers } = await fetcher.fetch(seed);
      const page = reader.read(body, seed, headers['content-type'] ?? '');
      const [quick, full] = await Promise.all([byLexicon, inFull].map(async (judge) => judge(page)));
      expect(quick?.accepted).toBe(full?.accepted);
      const iris = new Map(quick?.reason.evidence.map(({ lemma, iri }) => [lemma, iri]));
      for (const { lemma, iri } of full?.reason.evidence ?? []) {
        if (iri === undefined || !iris.has(lemma)) continue;
        linked += 1;
        same += Number(iris.get(lemma) === iri);
      }
    }
    expect(linked).toBeGreaterThan(8);
    expect(same / linked).toBeGreaterThan(0.9);
  });
});

describe('a crawl that reads pages by the lexicon', () => {
  it('names it with every verdict, and links the nouns of the evidence', async () => {
    const { events, warnings } = await crawl({ classifier: 'ensemble' });
    expect(warnings).toEqual([]);
    expect(judgedOf(events).length).toBeGreaterThan(10);
    expect(readByLexicon(events)).toEqual(judgedOf(events));
    const evidence = judgedOf(events).flatMap(({ judgement }) => judgement?.reason.evidence ?? []);
    const linked = evidence.filter(({ iri }) => iri?.startsWith('http') === true);
    expect(linked.length / evidence.length).toBeGreaterThan(0.5);
    const [page] = judgedOf(events);
    const { distinct, linked: nouns } = page?.judgement?.reason.nouns ?? { distinct: 0, linked: 0 };
    expect(nouns).toBeGreaterThan(distinct / 4);
    expect(nouns).toBeLessThanOrEqual(distinct);
  });
});
