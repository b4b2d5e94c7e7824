import { describe, expect, it } from '@jest/globals';
import { createWaitingRoom } from '../../src/app/waiting-room.js';

describe('the waiting room', () => {
  const started = (free: string): Promise<string> => Promise.resolve(`got ${free}`);

  it('serves first come, first', async () => {
    const room = createWaitingRoom<string>({ places: 2, seconds: 10 }, () => undefined);
    const [first, second] = [room.enter(started), room.enter(started)];
    room.next()?.('one');
    room.next()?.('two');
    expect(room.next()).toBeUndefined();
    expect(await Promise.all([first, second])).toEqual(['got one', 'got two']);
  });

  it('sends away whom it has no place for, who has waited too long, and who has left', async () => {
    const room = createWaitingRoom<string>({ places: 1, seconds: 0.05 }, () => undefined);
    const late = room.enter(started);
    await expect(room.enter(started)).rejects.toMatchObject({
      failure: 'busy',
      message: expect.stringContaining('1 are waiting'),
    });
    await expect(late).rejects.toMatchObject({
      failure: 'busy',
      message: expect.stringContaining('0.05 seconds'),
    });
    const leaving = new AbortController();
    const left = room.enter(started, leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ failure: 'cancelled' });
    expect(room.next()).toBeUndefined();
  });

  it('sends everybody away when it closes', async () => {
    const room = createWaitingRoom<string>({ places: 1, seconds: 10 }, () => undefined);
    const waiting = room.enter(started);
    room.close();
    await expect(waiting).rejects.toMatchObject({ failure: 'unavailable' });
  });
});
