import { expect, it } from '@jest/globals';
import type { CrawlState } from '../../../../src/extensions/server/control-room/crawl-watch.js';
import { stateMessages } from '../../../../src/extensions/server/control-room/state-messages.js';

/** A crawl that counts how often it is read. */
function watched() {
  let reads = 0;
  return {
    refresh: () => Promise.resolve(),
    state: () => Promise.resolve({ version: (reads += 1) } as CrawlState),
    reads: () => reads,
  };
}

it('reads a state once for all who watch a crawl, and again when its time is over or a command was received', async () => {
  let now = 0;
  const messages = stateMessages(1000, () => now);
  const [one, other] = [watched(), watched()];
  const three = await Promise.all([messages.of(one), messages.of(one), messages.of(other)]);
  expect(three).toEqual([1, 1, 1].map((version) => ({ event: 'state', data: JSON.stringify({ version }) })));
  now = 999;
  await messages.of(one);
  expect([one.reads(), other.reads()]).toEqual([1, 1]);
  now = 1000;
  expect(await messages.of(one)).toEqual({ event: 'state', data: '{"version":2}' });
  messages.forget();
  expect(await messages.of(one)).toEqual({ event: 'state', data: '{"version":3}' });
});

it('reports in one line why a state cannot be read', async () => {
  const broken = { ...watched(), refresh: () => Promise.reject(new Error('out/events.jsonl\nis gone')) };
  expect(await stateMessages(1000).of(broken)).toEqual({
    event: 'problem',
    data: 'out/events.jsonl is gone',
  });
});
