import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { findEvent } from '../../../src/app/crawl/explain.js';
import type { CrawlEvent } from '../../../src/model/crawl.js';
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
const EVENTS = [
  event(1, 'http://a.example/', { links: ['http://a.example/later', 'http://a.example/new'] }),
  event(2, 'http://a.example/old', { finalUrl: 'http://a.example/new' }),
  event(3, 'http://a.example/new', { state: 'skipped', code: 'redirect-target-known' }),
  event(4, 'http://a.example/old-2', { finalUrl: 'http://a.example/only-there' }),
];

const folder = temporaryFolder();
beforeAll(() =>
  writeFiles(folder, { 'events.jsonl': EVENTS.map((one) => `${JSON.stringify(one)}\n`).join('') }),
);

describe('findEvent', () => {
  it('finds the event of an address, however it is written', async () => {
    expect(await findEvent(folder, 'HTTP://A.example')).toEqual(EVENTS[0]);
    expect(await findEvent(folder, 'http://a.example/old#top')).toEqual(EVENTS[1]);
  });

  it('prefers the event of the address itself to the redirect that led there', async () => {
    expect(await findEvent(folder, 'http://a.example/new')).toEqual(EVENTS[2]);
    expect(await findEvent(folder, 'http://a.example/only-there')).toEqual(EVENTS[3]);
  });

  it('says why there is none', async () => {
    const linked = findEvent(folder, 'http://a.example/later');
    await expect(linked).rejects.toBeInstanceOf(InputError);
    await expect(linked).rejects.toMatchObject({
      hint: expect.stringContaining('http://a.example/ links to it'),
    });
    await expect(findEvent(folder, 'http://a.example/never')).rejects.toMatchObject({
      hint: 'no page of the crawl links to it',
    });
  });

  it('wants an address and a crawl', async () => {
    await expect(findEvent(folder, 'a.example')).rejects.toThrow(UsageError);
    await expect(findEvent(join(folder, 'nowhere'), 'http://a.example/')).rejects.toThrow(InputError);
  });
});
