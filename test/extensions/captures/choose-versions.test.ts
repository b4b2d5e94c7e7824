import { describe, expect, it } from '@jest/globals';
import type { IndexedCapture } from '../../../src/extensions/captures/choose-captures.js';
import { chooseVersions } from '../../../src/extensions/captures/choose-versions.js';

const URL = 'http://h.example/';

/** A month, or a time up to the second, in 14 digits. */
function stamp(time: string): string {
  return `${time}${'01000000'.slice(Math.max(0, time.length - 6))}`;
}

function capture(timestamp: string, changes: Partial<IndexedCapture> = {}): IndexedCapture {
  return {
    url: URL,
    timestamp: stamp(timestamp),
    digest: timestamp,
    status: 200,
    mime: 'text/html',
    ...changes,
  };
}

/** The times of versions, with those of the captures that are the same. */
function shown(
  captures: readonly IndexedCapture[],
  wish: Parameters<typeof chooseVersions>[2] = {},
  chosen = '',
) {
  const { versions, left } = chooseVersions(URL, captures, wish, stamp(chosen));
  const short = (timestamp: string): string => timestamp.slice(0, 6);
  return {
    left,
    versions: versions.map(({ capture: { timestamp }, again, isChosen }) =>
      [short(timestamp), ...again.map((one) => `=${short(one)}`), ...(isChosen ? ['*'] : [])].join(' '),
    ),
  };
}

describe('the versions of a page', () => {
  it('are its captures in the order of time, the same ones in a row together', () => {
    const captures = [
      capture('202203', { digest: 'B' }),
      capture('202001', { digest: 'A' }),
      capture('202006', { digest: 'A', mime: 'warc/revisit' }),
      capture('202101', { digest: 'B' }),
      capture('202209', { digest: 'A' }),
    ];
    expect(shown(captures, {}, '202203')).toEqual({
      left: 0,
      versions: ['202001 =202006', '202101 =202203 *', '202209'],
    });
  });

  it('leave out busy servers, other spellings that redirect, the same second, and other times', () => {
    const captures = [
      capture('201912'),
      capture('202001', { status: 503 }),
      capture('202002', { status: 429 }),
      capture('202003', { status: 304 }),
      capture('202004', { url: 'https://h.example/', status: 301 }),
      capture('202005', { status: 301 }),
      capture('202006', { url: 'https://h.example/' }),
      capture('202006', { digest: 'own' }),
      capture('202007', { status: 404 }),
      capture('202101'),
      capture('20201399999999'),
    ];
    expect(shown(captures, { from: '20200101000000', to: '20201231235959' }, '202006').versions).toEqual([
      '202005',
      '202006 *',
      '202007',
    ]);
  });

  it('without a digest are versions of their own', () => {
    const captures = ['202001', '202002'].map((time) => ({ url: URL, timestamp: `${time}01000000` }));
    expect(shown(captures).versions).toEqual(['202001', '202002']);
  });

  it('are at most 100, spread over the period, with the first, the last and the chosen one', () => {
    // Many at the beginning, few later.
    const early = Array.from({ length: 600 }, (_, at) =>
      capture(
        `200001${String(1 + (at % 28)).padStart(2, '0')}${String(Math.floor(at / 28)).padStart(2, '0')}`,
      ),
    );
    const late = Array.from({ length: 60 }, (_, at) =>
      capture(`20${String(10 + Math.floor(at / 12))}${String(1 + (at % 12)).padStart(2, '0')}`),
    );
    const chosen = early[301]!;
    const { versions, left } = chooseVersions(URL, [...early, ...late], {}, chosen.timestamp);
    expect([versions.length, left]).toEqual([100, 560]);
    const times = versions.map(({ capture: { timestamp } }) => timestamp);
    expect(times).toEqual([...times].sort());
    expect([times[0], times.at(-1)]).toEqual(['20000101000000', '20141201000000']);
    expect(versions.filter(({ isChosen }) => isChosen).map(({ capture: one }) => one)).toEqual([chosen]);
    expect(times.filter((time) => time >= '2010').length).toBe(60);
  });

  it('are few of an index with very many captures, within a second', () => {
    const captures = Array.from({ length: 48_000 }, (_, at) =>
      capture(
        String(
          20_000_101_000_000 +
            (at % 60) +
            100 * (Math.floor(at / 60) % 60) +
            10_000 * (Math.floor(at / 3600) % 24),
        ),
        { digest: String(at) },
      ),
    );
    const began = performance.now();
    expect(chooseVersions(URL, captures, {}, '').versions).toHaveLength(100);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
