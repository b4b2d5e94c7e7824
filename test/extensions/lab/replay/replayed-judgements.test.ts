import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic } from '../../../../src/app/crawl/crawl-topic.js';
import { planJudges } from '../../../../src/judging/judge/judge.js';
import { openPageJudge } from '../../../../src/judging/judge/judge-pool.js';
import type { ChosenClassifier } from '../../../../src/judging/judge/chosen-classifier.js';
import { NO_PLUGINS } from '../../../../src/judging/plugins/registry.js';
import { replayFields } from '../../../../src/extensions/lab/replay-settings.js';
import { checkSettings } from '../../../../src/app/settings/resolve.js';
import { judgeAgain } from '../../../../src/extensions/lab/replay/replayed-judgements.js';
import { openArchiveOf, openKeptCrawl, type OtherBodies } from '../../../../src/crawling/store/kept-crawl.js';
import type { CrawlOptions } from '../../../../src/app/settings/settings.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import type { Judgement } from '../../../../src/model/topic.js';
import { openSampleWeb } from '../../../../src/extensions/archives/sample-web.js';
import { serveWeb, type WebServer } from '../../../../src/extensions/archives/web-server.js';
import { beeTopic } from '../../../support/bee-topic.js';
import { BEE_THESAURUS } from '../../../support/harvest-web.js';
import { manualClock } from '../../../support/manual-clock.js';
import { SMALL_SEED, writeSmallWeb } from '../../../support/small-corpus.js';

const { root, kb } = beeTopic();
let thesaurus: string;
let archived: string;
let server: WebServer;

beforeAll(async () => {
  thesaurus = join(root, 'bees.ttl');
  await writeFile(thesaurus, BEE_THESAURUS);
  server = await serveWeb(await openSampleWeb(await writeSmallWeb(join(root, 'web'))));
  archived = join(root, 'archived');
  const connectTo = [`*=127.0.0.1:${server.port}`];
  await crawl({ out: archived, warc: 'all', connectTo, classifier: 'krs-paper' });
});
afterAll(() => server.close());

async function crawl(changes: Partial<CrawlOptions> & { readonly out: string }): Promise<void> {
  const read = { concurrency: 1, workers: 1 } as const;
  const always = { ...read, delay: 0, follow: 'all', keepDuplicates: true } as const;
  const clock = changes.fromWarc === undefined ? { clock: manualClock() } : {};
  await crawlTopic({ kb, topic: 'bees', seeds: [SMALL_SEED], ...always, ...changes }, clock);
}

async function judgementsOf(out: string): Promise<ReadonlyMap<string, Judgement>> {
  const judgements = new Map<string, Judgement>();
  for await (const { url, judgement } of readEvents(out))
    if (judgement !== undefined) judgements.set(url, judgement);
  return judgements;
}

async function replay(classifier: ChosenClassifier, others: OtherBodies): ReturnType<typeof judgeAgain> {
  const kept = await openKeptCrawl(archived, others);
  const topics = await planJudges(
    { ...checkSettings(replayFields, { kb }), kb, topic: 'bees' },
    classifier,
    NO_PLUGINS,
  );
  const judge = openPageJudge(topics, { crawler: 'sfwc', threads: 1 });
  try {
    return await judgeAgain(kept, judge);
  } finally {
    await judge.close();
  }
}

describe('a crawl that is judged again', () => {
  it.each(['krs-paper', 'thesaurus'] as const)(
    'has the judgements that a crawl of its archive has: %s',
    async (classifier) => {
      const out = join(root, `again-${classifier}`);
      const by = classifier === 'thesaurus' ? { thesaurus } : {};
      await crawl({ out, fromWarc: [join(archived, 'warc')], classifier, ...by });
      const { report, judgements } = await replay(classifier === 'thesaurus' ? { thesaurus } : classifier, {
        archive: await openArchiveOf(archived),
      });
      expect(report.judged).toBeGreaterThan(5);
      expect(report).toMatchObject({ judgedAgain: report.judged, missing: {} });
      expect(judgements).toEqual(await judgementsOf(out));
    },
  );

  it('keeps the verdicts of pages whose bodies are not there, and says why', async () => {
    const before = await judgementsOf(archived);
    // This folder has the bodies of some rejected pages. Without it, no rejected page can be judged again.
    await rm(join(archived, 'aside'), { recursive: true });
    const { report, judgements } = await replay('krs-paper', {});
    const rejected = [...before].filter(([, { accepted }]) => !accepted);
    expect(rejected.length).toBeGreaterThan(0);
    expect(report).toMatchObject({
      judgedAgain: before.size - rejected.length,
      missing: { 'not-archived': rejected.length },
    });
    for (const [url, judgement] of rejected) expect(judgements.get(url)).toEqual(judgement);
  });
});
