import { describe, expect, it } from '@jest/globals';
import { createHostOrder } from '../../../src/crawling/frontier/frontier.js';

const HOSTS = 1000;

/** Hosts of which each is contacted in turn, and rests for a second afterwards. */
function restingHosts() {
  const order = createHostOrder();
  const readyAt = new Map<string, number | undefined>();
  const times = {
    now: 0,
    looks: 0,
    readyAt: (host: string) => {
      times.looks += 1;
      return readyAt.has(host) ? readyAt.get(host) : 0;
    },
  };
  for (let place = 0; place < HOSTS; place += 1) {
    const host = `h${place}.example`;
    order.set(host, { host, value: HOSTS - place, place });
    readyAt.set(host, 1000 + place);
  }
  return { order, readyAt, times };
}

describe('the order of hosts', () => {
  it('does not look at hosts that rest until their time has come', () => {
    const { order, times } = restingHosts();
    expect(order.first(times, 0)).toBeUndefined();
    expect(order.sizes().heldHosts).toBe(HOSTS);
    times.looks = 0;
    times.now = 999;
    expect(order.first(times, 0)).toBeUndefined();
    expect(order.waitFor(times, 0)).toBe(1);
    expect(times.looks).toBe(0);
    times.now = 1002;
    expect(order.first(times, 0)?.host).toBe('h0.example');
    expect(order.sizes().heldHosts).toBe(HOSTS - 3);
    expect(times.looks).toBeLessThan(10);
  });

  it('waits for hosts of that value alone, and for those that rest behind others', () => {
    const { order, times } = restingHosts();
    expect(order.first(times, 0)).toBeUndefined();
    order.set('h0.example', undefined);
    order.set('h1.example', { host: 'h1.example', value: 0.5, place: 1 });
    expect(order.waitFor(times, 1)).toBe(1002);
    times.now = 2000;
    expect(order.first(times, 1)?.host).toBe('h2.example');
    order.set('h1.example', { host: 'h1.example', value: 5000, place: 1 });
    expect(order.first(times, 1)?.host).toBe('h1.example');
  });
});
