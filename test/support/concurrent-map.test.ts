import { describe, expect, it } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { concurrentMap } from '../../src/support/concurrent-map.js';
import { collected } from './collected.js';

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

describe('concurrentMap', () => {
  it.each([1, 2, 3, 10])('keeps the order and holds the limit of %i', async (limit) => {
    let running = 0;
    let most = 0;
    const slowFirst = async (value: number): Promise<number> => {
      most = Math.max(most, (running += 1));
      await turns(8 - value);
      running -= 1;
      return value * 10;
    };
    expect(await collected(concurrentMap([1, 2, 3, 4, 5, 6, 7], limit, slowFirst))).toEqual([
      10, 20, 30, 40, 50, 60, 70,
    ]);
    expect(most).toBe(Math.min(limit, 7));
  });

  it('reads no further ahead than the limit', async () => {
    const read: number[] = [];
    async function* endless(): AsyncGenerator<number> {
      for (let value = 1; ; value += 1) {
        read.push(value);
        yield value;
      }
    }
    for await (const value of concurrentMap(endless(), 3, async (one) => one)) if (value === 2) break;
    expect(read).toEqual([1, 2, 3, 4]);
  });

  it('ends with a failure when its turn comes; others that fail go unheard, not unhandled', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listen);
    try {
      const seen: number[] = [];
      const apply = async (value: number): Promise<number> => {
        await turns(value === 1 ? 5 : 0);
        if (value >= 2) throw new Error(`failure of ${value}`);
        return value;
      };
      const reading = (async () => {
        for await (const value of concurrentMap([1, 2, 3, 4, 5], 3, apply)) seen.push(value);
      })();
      await expect(reading).rejects.toThrow('failure of 2');
      await turns(10);
      expect(seen).toEqual([1]);
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });
});
