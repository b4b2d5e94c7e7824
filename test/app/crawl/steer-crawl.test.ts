import { beforeAll, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crawl } from '../../../src/app/crawl/crawl.js';
import { resumeCrawl } from '../../../src/app/crawl/crawl-topic.js';
import { steerCrawl } from '../../../src/app/crawl/steer-crawl.js';
import { queryKnowledgeBase } from '../../../src/app/kb/query-topics.js';
import { validateUnits, validationText } from '../../../src/extensions/publish/kb/validate.js';
import { readActions } from '../../../src/crawling/steering/command-folder.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { Action } from '../../../src/model/steering.js';
import { readRatings } from '../../../src/crawling/ratings/ratings-folder.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { SampleWeb } from '../../../src/extensions/archives/open-web.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { severalLooks } from '../../support/crawl-looks.js';
import { manualClock } from '../../support/manual-clock.js';
import { SMALL_SEED } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';

const { root, kb } = beeTopic();
let web: SampleWeb;
const fresh = placesIn(root);

beforeAll(async () => void (web = await openSmallWeb(root)));

/** A crawl that is asked for something after its first event, and takes it before the second. */
async function steered(
  actions: readonly Action[],
  by = 'ada',
  meanwhile: (out: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const out = fresh();
  const write = async ({ sequence }: { readonly sequence: number }): Promise<void> => {
    if (sequence !== 1) return;
    for (const action of actions) await steerCrawl(out, action, { by, wait: 0 });
    await severalLooks(out);
  };
  const run = crawl({
    ...{ kb, topic: 'bees', seeds: [SMALL_SEED], out, concurrency: 1, workers: 1, keepDuplicates: true },
    ...{ fetcher: createWebFetcher(web), clock: manualClock(), sinks: [{ name: 'asks', write }] },
  });
  await Promise.all([run.summary, meanwhile(out)]);
  return out;
}

it('keeps what people ask, who they are and what it did, as events and as RDF', async () => {
  const hive = new URL('/hive', SMALL_SEED).href;
  const out = await steered([
    { kind: 'block', what: new URL(SMALL_SEED).host },
    { kind: 'rate', url: SMALL_SEED, answer: 'no' },
    { kind: 'accept', accept: 'precise' },
  ]);
  expect((await readActions(out)).map(({ by, after, effect }) => [by, after, effect.split(' ')[0]])).toEqual([
    ['ada', 1, 'bees.example'],
    ['ada', 1, SMALL_SEED],
    ['ada', 1, 'accepts'],
  ]);
  const events = await collected(readEvents(out));
  expect(events.find(({ url }) => url === SMALL_SEED)?.judgement).toMatchObject({
    accepted: false,
    reason: { overruled: { by: 'ada' } },
  });
  expect(events.find(({ url }) => url === hive)).toMatchObject({ state: 'skipped', code: 'blocked' });
  expect(await readRatings(out, 'ada')).toEqual({ rater: 'ada', judgements: { [SMALL_SEED]: 'no' } });
  const place = { place: kb, crawl: [out], topic: 'bees', format: 'json', param: [] } as const;
  const rows = await queryKnowledgeBase({ ...place, file: 'queries/who-steered.rq' });
  expect(JSON.parse(rows)).toMatchObject({
    results: { bindings: [{ person: { value: 'ada' }, action: { value: 'block' } }, {}, {}] },
  });
  const overruled = await queryKnowledgeBase({
    ...place,
    sparql:
      'PREFIX sfwc: <http://sfwcrawler.com/core#> ASK { ?d sfwc:overruledBy "ada" ; sfwc:accepted false }',
  });
  expect(JSON.parse(overruled)).toMatchObject({ boolean: true });
  const checked = await validateUnits({ kbs: [], crawls: [out] });
  expect(validationText(checked)).toContain('conforms');
  expect(checked.conforms).toBe(true);
  expect(existsSync(join(out, 'control'))).toBe(true);
});

it('takes when it is resumed what was asked while it did not run', async () => {
  const out = await steered([{ kind: 'stop' }]);
  await expect(steerCrawl(out, { kind: 'pause' })).rejects.toThrow(`the crawl in ${out} is not running`);
  const asked = await steerCrawl(out, { kind: 'block', what: '/./' }, { by: 'ben' });
  expect(asked).toEqual({ running: false });
  const deps = { fetcher: createWebFetcher(web), clock: manualClock() };
  await resumeCrawl({ out }, deps);
  const lines = readFileSync(join(out, 'actions.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { by: string }).by)).toEqual(['ada', 'ben']);
  const events = await collected(readEvents(out));
  expect(events.slice(1).map(({ code }) => code)).toEqual(events.slice(1).map(() => 'blocked'));
});

it('refuses a page that is not a web address, and a folder without a crawl', async () => {
  const out = await steered([]);
  await expect(steerCrawl(out, { kind: 'rate', url: 'page', answer: 'yes' })).rejects.toThrow(
    "'page' is not a web address",
  );
  const rate = { kind: 'rate', url: SMALL_SEED, answer: 'yes' } as const;
  await expect(steerCrawl(out, rate, { by: '../../x' })).rejects.toThrow(
    "'../../x' cannot be the name of a rater",
  );
  await expect(steerCrawl(fresh(), { kind: 'pause' })).rejects.toThrow('there is no crawl in');
});
