import { describe, expect, it } from '@jest/globals';
import { createActionQueue } from '../../../src/extensions/cluster/action-queue.js';
import { shareControl } from '../../../src/extensions/cluster/shared-control.js';
import type { Command, TakenAction } from '../../../src/model/steering.js';

const command = (id: string): Command => ({ id, by: 'ada', action: { kind: 'pause' } });
const taken = (id: string, worker = 1): TakenAction => ({
  ...command(id),
  ...{ time: '2026-01-01T00:00:00.000Z', after: 0, effect: 'paused', worker },
});

describe('what people asked of a shared crawl', () => {
  it('is taken up once, whether this worker took it or another', () => {
    const queue = createActionQueue();
    let rings = 0;
    queue.onArrival(() => (rings += 1));
    queue.arrive([
      { place: 1, action: taken('a') },
      { place: 2, action: command('b') },
    ]);
    expect(queue.next().map(({ id }) => id)).toEqual(['a', 'b']);
    queue.note(taken('a'));
    // The database tells of it again as long as it is not taken, and once it is.
    queue.arrive([{ place: 2, action: command('b') }]);
    expect([queue.isEmpty, queue.after]).toEqual([true, 1]);
    queue.note(taken('b', 2));
    queue.arrive([{ place: 2, action: taken('b', 2) }]);
    expect([queue.isEmpty, queue.after, rings]).toEqual([true, 2, 1]);
    expect(queue.all().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('is what another worker made of it, where that was faster', () => {
    const queue = createActionQueue();
    queue.arrive([{ place: 1, action: command('a') }]);
    queue.next();
    queue.arrive([{ place: 1, action: taken('a', 7) }]);
    expect(queue.next()).toMatchObject([{ id: 'a', worker: 7 }]);
  });

  it('goes to the database when it comes through a folder, once', async () => {
    const asked: string[] = [];
    const told: string[] = [];
    const folder = {
      hasNews: () => true,
      look: () => Promise.resolve(true),
      news: () => Promise.resolve([command('a')]),
      onNews: () => undefined,
      note: () => undefined,
      tell: ({ id }: TakenAction) => Promise.resolve(void told.push(id)),
    };
    const control = shareControl(folder, {
      hasNews: () => false,
      news: () => asked.map((id) => taken(id)),
      onNews: () => undefined,
      ask: ({ id }) => Promise.resolve(void asked.push(id)),
    });
    expect(await control.news()).toMatchObject([{ id: 'a', effect: 'paused' }]);
    await control.news();
    expect(asked).toEqual(['a']);
    await control.tell(taken('a'));
    expect(told).toEqual(['a']);
    expect(await control.look()).toBe(true);
  });
});
