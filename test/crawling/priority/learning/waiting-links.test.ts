import { describe, expect, it } from '@jest/globals';
import type { LinkEvidence } from '../../../../src/crawling/priority/learning/evidence.js';
import { createWaitingLinks } from '../../../../src/crawling/priority/learning/learning.js';

type WaitingLinks = ReturnType<typeof createWaitingLinks>;

const evidence = (host: number, anchor = 0.2): LinkEvidence => ({
  ...{ page: 0.1, anchor, best: 0.3, host, directories: [7] },
  ...{ sources: [1, 2], blocks: [] },
});

function linksTo(urls: readonly string[], limit = 100): WaitingLinks {
  const waiting = createWaitingLinks(limit, ({ anchor }) => anchor);
  for (const [host, url] of urls.entries()) waiting.set(url, evidence(host));
  return waiting;
}

const urlsOf = (round: ReturnType<WaitingLinks['nextOfRound']>): readonly string[] =>
  Array.from(round, ([url]) => url);

describe('links that wait', () => {
  it('leave a round when they are deleted, forgotten or found again, and join it when they are new', () => {
    const waiting = linksTo(['a', 'b', 'c', 'd'], 5);
    waiting.beginRound();
    expect(urlsOf(waiting.nextOfRound(1))).toEqual(['a']);
    waiting.delete('b');
    waiting.set('e', evidence(4));
    waiting.set('b', evidence(1));
    waiting.set('c', evidence(5));
    expect(waiting.roundAt()).toBe('c');
    waiting.set('f', evidence(6));
    expect(waiting.get('a')).toBeUndefined();
    waiting.set('g', evidence(7));
    expect(urlsOf(waiting.nextOfRound(10))).toEqual(['d', 'e', 'b', 'f', 'g']);
  });

  it('go on with a round where they are restored', () => {
    const waiting = linksTo(['a', 'b', 'c', 'd']);
    waiting.beginRound();
    expect(urlsOf(waiting.nextOfRound(1))).toEqual(['a']);
    waiting.delete('b');
    const kept = [...waiting.changes()].flatMap(([url, bytes]) =>
      bytes === undefined ? [] : [[url, bytes] as const],
    );
    const restored = linksTo([]);
    restored.restore(kept, waiting.roundAt());
    expect(urlsOf(restored.nextOfRound(10))).toEqual(['c', 'd']);
    const [other, unknown] = [linksTo([]), linksTo([])];
    other.restore(kept);
    unknown.restore(kept, 'gone');
    expect([other.roundAt(), unknown.roundAt()]).toEqual([undefined, undefined]);
    expect(() => other.restore([['e', { ...evidence(1), sources: ['x'] }]])).toThrow(RangeError);
  });

  it('forget what promises least, of the hosts with most of them', () => {
    const waiting = linksTo([], 300);
    for (let n = 0; n < 100; n += 1) waiting.set(`seed ${n}`, evidence(1, 0));
    for (let n = 0; n < 201; n += 1) waiting.set(`crowd ${n}`, evidence(2, n === 0 ? 1 : n / 1000));
    const left = new Set(
      Array.from(waiting.changes()).flatMap(([url, kept]) => (kept === undefined ? [] : url)),
    );
    expect(left.size).toBe(298);
    expect(['crowd 1', 'crowd 2', 'crowd 3'].filter((url) => left.has(url))).toEqual([]);
    expect([left.has('seed 0'), left.has('crowd 0'), left.has('crowd 4')]).toEqual([true, true, true]);
  });

  it('forget a few where each host has one', () => {
    const waiting = linksTo(
      Array.from({ length: 301 }, (_, n) => String(n)),
      300,
    );
    expect([...waiting.changes()].filter(([, kept]) => kept !== undefined)).toHaveLength(298);
  });
});
