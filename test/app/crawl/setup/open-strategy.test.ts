import { beforeAll, describe, expect, it } from '@jest/globals';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTopic } from '../../../../src/app/topics/build-topic.js';
import { crawlTopic } from '../../../../src/app/crawl/crawl-topic.js';
import { nounTexts, openStrategy, strategyParts } from '../../../../src/app/crawl/setup/open-strategy.js';
import { openTopic } from '../../../../src/knowledge/places/knowledge-base.js';
import type { CrawlOptions } from '../../../../src/app/settings/settings.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import { STRATEGIES, type StrategyName } from '../../../../src/judging/plugins/built-in-strategies.js';
import { once } from '../../../../src/support/once.js';
import { createWebFetcher } from '../../../../src/web/stored/fetcher.js';
import type { SampleWeb } from '../../../../src/extensions/archives/open-web.js';
import { beeTopic, openSmallWeb } from '../../../support/bee-topic.js';
import { manualClock } from '../../../support/manual-clock.js';
import { BEE_TEXTS, SMALL_SEED } from '../../../support/small-corpus.js';
import { collected } from '../../../support/collected.js';
import { itInFull } from '../../../support/thorough.js';

const { root, kb, bees } = beeTopic();
let web: SampleWeb;
let made = 0;

beforeAll(async () => {
  web = await openSmallWeb(root);
});

/** Builds the topic `bees alone`, without a background. */
const withAlone = once(() => buildTopic([bees], { topic: 'bees alone', kb }));

async function crawl(changes: Partial<CrawlOptions> = {}) {
  made += 1;
  const out = join(root, `out-${made}`);
  const options = { kb, topic: 'bees', seeds: [SMALL_SEED], out, concurrency: 1, ...changes };
  await crawlTopic(options, { fetcher: createWebFetcher(web), clock: manualClock() });
  const events = await collected(readEvents(out));
  const { settings } = JSON.parse(await readFile(join(out, 'crawl.json'), 'utf8')) as {
    settings: CrawlOptions;
  };
  return { events, settings };
}

describe('crawling by strategy', () => {
  const one: readonly StrategyName[] = ['krs-best-first', 'learning', 'semantic-synonym', 'hmm', 'thesaurus'];
  it.each(one)('%s', async (strategy) => {
    const { events, settings } = await crawl({ strategy });
    const visited = events.map(({ url }) => url);
    expect(visited[0]).toBe(SMALL_SEED);
    // Only the markets page links to it, which is rejected.
    expect(visited).toContain('http://news.example/behind');
    const follow = STRATEGIES[strategy].follow === 'accepted' ? 'accepted-first' : 'all';
    expect(settings).toMatchObject({ strategy, follow });
  });

  it('learns from the links of all pages unless told otherwise', async () => {
    const standard = await crawl();
    expect(standard.settings).toMatchObject({ strategy: 'learning', follow: 'all' });
    expect(standard.events[1]?.priority?.reason).toMatch(/^expected 0\.\d{3}: /);
    const published = await crawl({ strategy: 'krs' });
    expect(published.settings).toMatchObject({ strategy: 'krs', follow: 'accepted-first' });
    expect(published.events[1]?.priority).toEqual({ value: -1, reason: 'breadth-first, depth 1' });
    const focused = await crawl({ strategy: 'best-first-anchor', follow: 'accepted' });
    expect(focused.events.map(({ url }) => url)).not.toContain('http://news.example/behind');
  });
});

describe('opening a strategy', () => {
  it('says what to do where there are no texts', async () => {
    await expect(openStrategy('lpe', 'http://127.0.0.1:1/sparql', 'bees')).rejects.toThrow(
      "strategy 'lpe' needs the texts of topic 'bees', which http://127.0.0.1:1/sparql does not hold",
    );
    expect((await openStrategy('krs-best-first', 'http://127.0.0.1:1/sparql', 'bees')).name).toBe(
      'krs-best-first',
    );
    const copy = join(root, 'without-record');
    await cp(kb, copy, { recursive: true });
    const record = (await readdir(copy)).find((name) => name.startsWith('bees+corpus'));
    await rm(join(copy, record ?? ''));
    await expect(openStrategy('hmm', copy, 'bees')).rejects.toThrow(
      /no topic .bees. with a record of its corpus/,
    );
    expect((await openStrategy('krs', copy, 'bees')).name).toBe('krs');
    expect((await openStrategy('learning', copy, 'bees')).name).toBe('learning');
  });

  itInFull('sees the topic by its nouns where there are no texts', async () => {
    await withAlone();
    for (const topic of ['bees', 'bees alone']) {
      const texts = await nounTexts(await openTopic(kb, topic));
      expect(texts.corpus).toHaveLength(Object.keys(BEE_TEXTS).length);
      const sight = strategyParts(texts).sight();
      const anchor = (text: string): number => sight.textLikeness('anchor', text);
      expect(anchor('worker bees and honey')).toBeGreaterThan(2 * anchor('interest rates of the bank'));
    }
  });
});
