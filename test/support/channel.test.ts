import { describe, expect, it } from '@jest/globals';
import { createChannel, type Channel } from '../../src/support/channel.js';

/** Puts values until one has to wait; says how many did not, and goes on behind. */
async function putUntilFull(channel: Channel<number>, most: number): Promise<{ readonly put: () => number }> {
  let put = 0;
  void (async () => {
    for (let value = 1; value <= most; value += 1) {
      await channel.put(value);
      put = value;
    }
    channel.end();
  })();
  await settled();
  return { put: () => put };
}

/** Lets everything run that can. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a channel', () => {
  it('lets the writer be ahead by its capacity and no more', async () => {
    const channel = createChannel<number>(3);
    const { put } = await putUntilFull(channel, 10);
    expect(put()).toBe(3);
    const reader = channel[Symbol.asyncIterator]();
    for (let value = 1; value <= 4; value += 1) {
      expect(await reader.next()).toEqual({ done: false, value });
      await settled();
      expect(put()).toBe(3 + value);
    }
    const rest: number[] = [];
    for (let next = await reader.next(); next.done !== true; next = await reader.next())
      rest.push(next.value);
    expect(rest).toEqual([5, 6, 7, 8, 9, 10]);
  });

  it('hands out what is in the buffer before the error that ended it', async () => {
    const channel = createChannel<number>(3);
    await channel.put(1);
    channel.end({ error: new Error('the end') });
    const seen: number[] = [];
    const reading = async (): Promise<void> => {
      for await (const value of channel) seen.push(value);
    };
    await expect(reading()).rejects.toThrow('the end');
    expect(seen).toEqual([1]);
  });

  it('frees the writer when the reader leaves, and lets the reader wait for what follows', async () => {
    const heard: string[] = [];
    const channel = createChannel<number>(1, async () => {
      await settled();
      heard.push('stopped');
    });
    const { put } = await putUntilFull(channel, 5);
    for await (const value of channel) if (value === 2) break;
    expect(heard).toEqual(['stopped']);
    expect(put()).toBe(5);
  });

  it('drops values where nobody has to read, until somebody does', async () => {
    const channel = createChannel<number>(1);
    channel.needNoReader();
    await channel.put(1);
    await channel.put(2);
    const reader = channel[Symbol.asyncIterator]();
    const { put } = await putUntilFull(channel, 5);
    expect(put()).toBe(1);
    expect(await reader.next()).toEqual({ done: false, value: 1 });
  });
});
