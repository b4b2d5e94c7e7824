import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { findEvent } from '../../../src/app/crawl/explain.js';
import type { CrawlEvent } from '../../../src/model/crawl.js';
import { InputError, UsageError } from '../../../src/model/errors.js';
import { makeFolder, writeFiles } from '../../support/small-corpus.js';

const event = (sequence: number, url: string, more: Partial<CrawlEvent> = {}): CrawlEvent => ({
  sequence,
  time: '2024-01-01T00:00:00.000Z',
  url,
  state: 'done',
  depth: 0,
  fetched: true,
  ...more,
});
const EVENTS = [
  event(1, 'http://a.example/', { links: ['http://a.example/later', 'http://a.example/new'] }),
  event(2, 'http://a.example/old', { finalUrl: 'http://a.example/new' }),
  event(3, 'http://a.example/new', { state: 'skipped', code: 'redirect-target-known' }),
  event(4, 'http://a.example/old-2', { finalUrl: 'http://a.example/only-there' }),
];

let folder: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  folder = await makeFolder();
  await writeFiles(folder.path, { 'events.jsonl': EVENTS.map((one) => `${JSON.stringify(one)}\n`).join('') });
});
afterAll(() => folder.remove());

describe('findEvent', () => {
  it('finds the event of an address, however it is written', async () => {
    expect(await findEvent(folder.path, 'HTTP://A.example')).toEqual(EVENTS[0]);
    expect(await findEvent(folder.path, 'http://a.example/old#top')).toEqual(EVENTS[1]);
  });

  it('prefers the event of the address itself to the redirect that led there', async () => {
    expect(await findEvent(folder.path, 'http://a.example/new')).toEqual(EVENTS[2]);
    expect(await findEvent(folder.path, 'http://a.example/only-there')).toEqual(EVENTS[3]);
  });

  it('says why there is none', async () => {
    const linked = findEvent(folder.path, 'http://a.example/later');
    await expect(linked).rejects.toBeInstanceOf(InputError);
    await expect(linked).rejects.toMatchObject({
      hint: expect.stringContaining('http://a.example/ links to it'),
    });
    await expect(findEvent(folder.path, 'http://a.example/never')).rejects.toMatchObject({
      hint: 'no page of the crawl links to it',
    });
  });

  it('wants an address and a crawl', async () => {
    await expect(findEvent(folder.path, 'a.example')).rejects.toThrow(UsageError);
    await expect(findEvent(join(folder.path, 'nowhere'), 'http://a.example/')).rejects.toThrow(InputError);
  });
});
