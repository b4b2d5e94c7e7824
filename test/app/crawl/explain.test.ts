import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { explainUrl } from '../../../src/app/crawl/explain.js';
import { openCrawlStore } from '../../../src/crawling/store/crawl-store.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { InputError, UsageError } from '../../../src/model/errors.js';
import { writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const event = (sequence: number, url: string, more: Partial<CrawlEvent> = {}): CrawlEvent => ({
  sequence,
  time: '2024-01-01T00:00:00.000Z',
  url,
  state: 'done',
  depth: 0,
  fetched: true,
  ...more,
});
const judged = (accepted: boolean): NonNullable<CrawlEvent['judgement']> => ({
  accepted,
  score: accepted ? 1 : 0,
  classifier: 'tiny',
  reason: {
    summary: 'test',
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: 0, linked: 0, unknown: 0 },
    evidence: [],
  },
});
const PRIORITY = { value: 0.5, reason: 'page 0.5', contributions: [{ feature: 'page', value: 0.5 }] };
const EVENTS = [
  event(1, 'http://a.example/', {
    links: ['http://a.example/later', 'http://a.example/old', 'http://b.example/'],
    left: { 'out-of-scope': [2] },
    judgement: judged(true),
  }),
  event(5, 'http://a.example/old', {
    finalUrl: 'http://a.example/new',
    depth: 1,
    referrer: 'http://a.example/',
    priority: PRIORITY,
    links: ['http://b.example/', 'http://a.example/later'],
    left: { rejected: 'all' },
    judgement: judged(false),
  }),
  event(3, 'http://a.example/new', { state: 'skipped', code: 'redirect-target-known' }),
  event(4, 'http://a.example/old-2', { finalUrl: 'http://a.example/only-there' }),
];

const folder = temporaryFolder();
beforeAll(async () => {
  await writeFiles(folder, {
    'events.jsonl': EVENTS.map((one) => `${JSON.stringify(one)}\n`).join(''),
    'crawl.json': JSON.stringify({ topic: 'tiny', summary: { ended: 'max-pages' } }),
  });
  const store = openCrawlStore(folder);
  const links = ['later', 'better', 'best'].map((name, place) => ({
    url: `http://a.example/${name}`,
    depth: 1,
    referrer: 'http://a.example/',
    anchorText: name,
    priority: { ...PRIORITY, value: place },
  }));
  for (const link of links) store.frontier.enqueue(link);
  store.frontier.enqueue({ url: 'http://slow.example/', depth: 0, priority: PRIORITY });
  const readyAt = Date.UTC(2024, 0, 2);
  store.memory.keep('busy-host', 'slow.example', { failures: 2, readyAt });
  store.memory.keep('busy-host', 'b.example', { failures: 0, readyAt });
  void store.frontier.commit();
  store.close();
});

describe('explainUrl', () => {
  it('finds the event of an address, however it is written, and the way to it', async () => {
    expect(await explainUrl(folder, 'HTTP://A.example')).toEqual({
      ...EVENTS[0],
      path: [expect.objectContaining({ url: 'http://a.example/' })],
    });
    const { path } = await explainUrl(folder, 'http://a.example/old#/top');
    expect(path).toMatchObject([
      { url: 'http://a.example/', sequence: 1, depth: 0 },
      { url: 'http://a.example/old', sequence: 5, priority: PRIORITY },
    ]);
  });

  it('says of a URL in the queue what comes before it', async () => {
    expect(await explainUrl(folder, 'http://a.example/later')).toEqual({
      url: 'http://a.example/later',
      state: 'queued',
      foundOn: [{ url: 'http://a.example/' }, { url: 'http://a.example/old', left: 'rejected' }],
      links: 2,
      queued: {
        priority: { ...PRIORITY, value: 0 },
        depth: 1,
        referrer: 'http://a.example/',
        anchorText: 'later',
        better: 3,
        isSecondChoice: false,
      },
      crawl: 'max-pages',
      path: [expect.objectContaining({ url: 'http://a.example/' })],
    });
  });

  it('says by which rule each page left a link', async () => {
    expect(await explainUrl(folder, 'http://b.example/')).toMatchObject({
      state: 'left',
      foundOn: [
        { url: 'http://a.example/', left: 'out-of-scope' },
        { url: 'http://a.example/old', left: 'rejected' },
      ],
    });
  });

  it('wants an address that the crawl met', async () => {
    await expect(explainUrl(folder, 'http://a.example/never')).rejects.toMatchObject({
      hint: 'no page of the crawl links to it',
    });
    await expect(explainUrl(folder, 'a.example')).rejects.toThrow(UsageError);
    await expect(explainUrl(join(folder, 'nowhere'), 'http://a.example/')).rejects.toThrow(InputError);
  });
});
