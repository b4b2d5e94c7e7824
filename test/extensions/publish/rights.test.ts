import { describe, expect, it } from '@jest/globals';
import { createTdmFiles } from '../../../src/extensions/publish/rights.js';
import type { Fetcher, FetchOptions } from '../../../src/model/crawl-event.js';
import { FetchError } from '../../../src/model/errors.js';
import { manualClock } from '../../support/manual-clock.js';

const HOST = 'http://a.example';
const NO_ROBOTS = { knows: () => true, decide: () => ({ allowed: true }) as const };

function filesOf(answer: (options: FetchOptions) => Promise<string> | string, clock = manualClock(0)) {
  const asked: string[] = [];
  const fetcher: Fetcher = {
    fetch: async (url, options = {}) => {
      asked.push(url);
      return { url, status: 200, headers: {}, body: Buffer.from(await answer(options)) };
    },
  };
  return { asked, files: createTdmFiles({ fetcher, clock }) };
}

async function reservations(file: unknown, ...paths: readonly string[]): Promise<unknown> {
  const { files } = filesOf(() => (typeof file === 'string' ? file : JSON.stringify(file)));
  await files.load(`${HOST}/x`);
  return paths.map((path) => files.reservation(`${HOST}${path}`));
}

describe('what hosts reserve', () => {
  it('is said by the first rule that matches', async () => {
    const file = [
      { location: '/open/*', 'tdm-reservation': 0 },
      { location: '/*.html$', 'tdm-reservation': 1, 'tdm-policy': '/policy.json' },
      { location: '/all', 'tdm-reservation': '1', 'tdm-policy': 'javascript:alert(1)' },
    ];
    expect(await reservations(file, '/open/a.html', '/a.html', '/all/x', '/other')).toEqual([
      { tdmReserved: false },
      { tdmReserved: true, tdmPolicy: `${HOST}/policy.json` },
      { tdmReserved: true },
      undefined,
    ]);
  });

  it.each<[string, unknown]>([
    ['is not JSON', '<!doctype html><title>Not found</title>'],
    ['is not an array', { location: '/', 'tdm-reservation': 1 }],
    [
      'holds no rules',
      [null, 1, 'x', {}, { location: 7, 'tdm-reservation': 1 }, { location: '/', 'tdm-reservation': 2 }],
    ],
    ['is nested very deeply', '['.repeat(400_000)],
  ])('is nothing where the file %s', async (_what, file) => {
    expect(await reservations(file, '/')).toEqual([undefined]);
  });

  it('is asked for once a day and origin', async () => {
    const clock = manualClock(0);
    const { asked, files } = filesOf(() => '[]', clock);
    expect(files.knows(`${HOST}/x`, NO_ROBOTS)).toBe(false);
    await files.load(`${HOST}/x`);
    expect([files.knows(`${HOST}/y`, NO_ROBOTS), files.knows('http://b.example/', NO_ROBOTS)]).toEqual([
      true,
      false,
    ]);
    await clock.sleep(25 * 60 * 60 * 1000);
    expect(files.knows(`${HOST}/x`, NO_ROBOTS)).toBe(false);
    expect(asked).toEqual([`${HOST}/.well-known/tdmrep.json`]);
  });

  it('is read up to a limit, and is nothing behind endless redirects', async () => {
    let limit = Infinity;
    const large = filesOf(({ cutAfter = Infinity }) => {
      limit = cutAfter;
      return `[{"location":"/","tdm-reservation":1}${' '.repeat(cutAfter)}`.slice(0, cutAfter);
    });
    await large.files.load(HOST);
    expect(limit).toBe(500 * 1024);
    expect(large.files.reservation(`${HOST}/`)).toBeUndefined();
    let followed = 0;
    const endless = filesOf(async ({ onRedirect }) => {
      for (; followed < 1000; followed += 1) await onRedirect?.(`${HOST}/${followed}`);
      return '[]';
    });
    await endless.files.load(HOST);
    expect(followed).toBe(5);
    expect(endless.files.knows(`${HOST}/`, NO_ROBOTS)).toBe(true);
  });

  it('is nothing where the file cannot be fetched, unless the crawl is interrupted', async () => {
    const { files } = filesOf(() => Promise.reject(new FetchError('timeout', HOST, 'late')));
    await files.load(HOST);
    expect(files.reservation(`${HOST}/`)).toBeUndefined();
    await expect(files.load(HOST, AbortSignal.abort())).rejects.toThrow();
  });
});
