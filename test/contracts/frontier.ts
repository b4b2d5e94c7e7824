import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Frontier, QueuedUrl } from '../../src/model/crawl.js';

const always = (): boolean => true;

/** A queued URL for tests of frontiers. */
export function queued(url: string, value = 0): QueuedUrl {
  return { url, depth: 1, priority: { value, reason: 'test' } };
}

/** What every frontier has to do. */
export function frontierContract(name: string, make: () => Frontier): void {
  describe(`frontier contract: ${name}`, () => {
    it('leases larger priority first, then first come first served, across hosts', () => {
      const frontier = make();
      frontier.enqueue(queued('http://a.example/1', 1));
      frontier.enqueue(queued('http://b.example/2', 3));
      frontier.enqueue(queued('http://a.example/3', 3));
      frontier.enqueue(queued('http://c.example/4', 2));
      const order = [1, 2, 3, 4].map(() => frontier.lease(always)?.url);
      expect(order).toEqual([
        'http://b.example/2',
        'http://a.example/3',
        'http://c.example/4',
        'http://a.example/1',
      ]);
      expect(frontier.lease(always)).toBeUndefined();
    });

    it('hands out the entry as it was queued', () => {
      const frontier = make();
      const entry: QueuedUrl = {
        ...queued('http://a.example/1', 1),
        referrer: 'http://a.example/',
        anchorText: 'one',
      };
      frontier.enqueue(entry);
      expect(frontier.lease(always)).toEqual(entry);
    });

    it('passes over hosts that may not be asked, and keeps their URLs', () => {
      const frontier = make();
      frontier.enqueue(queued('http://a.example/1', 9));
      frontier.enqueue(queued('http://a.example/2', 8));
      frontier.enqueue(queued('http://b.example:8080/3', 1));
      const notA = (host: string): boolean => host !== 'a.example';
      expect(frontier.lease(notA)?.url).toBe('http://b.example:8080/3');
      expect(frontier.lease(notA)).toBeUndefined();
      expect(frontier.queuedHosts()).toEqual(['a.example']);
      expect(frontier.lease(always)?.url).toBe('http://a.example/1');
    });

    it('asks about hosts with their port', () => {
      const frontier = make();
      frontier.enqueue(queued('https://a.example/'));
      frontier.enqueue(queued('http://a.example:8080/'));
      expect([...frontier.queuedHosts()].sort()).toEqual(['a.example', 'a.example:8080']);
    });

    it('takes a URL once, in whatever state it is', () => {
      const frontier = make();
      const url = 'http://a.example/1';
      expect(frontier.knows(url)).toBe(false);
      expect(frontier.enqueue(queued(url))).toBe(true);
      expect(frontier.enqueue(queued(url, 9))).toBe(false);
      expect(frontier.claim(url)).toBe(false);
      frontier.lease(always);
      expect(frontier.enqueue(queued(url))).toBe(false);
      frontier.acknowledge(url, 'done');
      expect(frontier.enqueue(queued(url))).toBe(false);
      expect(frontier.knows(url)).toBe(true);
    });

    it('claims a URL: known from then on, never leased, counted nowhere', () => {
      const frontier = make();
      expect(frontier.claim('http://a.example/t')).toBe(true);
      expect(frontier.claim('http://a.example/t')).toBe(false);
      expect(frontier.knows('http://a.example/t')).toBe(true);
      expect(frontier.enqueue(queued('http://a.example/t'))).toBe(false);
      expect(frontier.lease(always)).toBeUndefined();
      expect(frontier.count('done')).toBe(0);
    });

    it('puts a released URL back at its place', () => {
      const frontier = make();
      frontier.enqueue(queued('http://a.example/1'));
      frontier.enqueue(queued('http://a.example/2'));
      expect(frontier.lease(always)?.url).toBe('http://a.example/1');
      frontier.release('http://a.example/1');
      expect(frontier.count('queued')).toBe(2);
      expect(frontier.count('leased')).toBe(0);
      expect(frontier.lease(always)?.url).toBe('http://a.example/1');
    });

    it('counts each URL in one state', () => {
      const frontier = make();
      for (const n of [1, 2, 3, 4, 5]) frontier.enqueue(queued(`http://a.example/${n}`));
      for (const state of ['done', 'skipped', 'failed'] as const) {
        frontier.acknowledge(frontier.lease(always)?.url ?? '', state);
      }
      frontier.lease(always);
      const states = ['queued', 'leased', 'done', 'skipped', 'failed'] as const;
      expect(states.map((state) => frontier.count(state))).toEqual([1, 1, 1, 1, 1]);
    });

    it('gives a queued URL another entry, at its place in the order of discovery', () => {
      const frontier = make();
      for (const n of [1, 2, 3]) frontier.enqueue(queued(`http://a.example/${n}`, n));
      frontier.enqueue(queued('http://b.example/4', 2));
      expect(frontier.requeue({ ...queued('http://a.example/3', 2), anchorText: 'three' })).toBe(true);
      expect(frontier.requeue(queued('http://a.example/1', 5))).toBe(true);
      expect(frontier.waiting('http://a.example/3')?.anchorText).toBe('three');
      expect(frontier.count('queued')).toBe(4);
      const order = [1, 2, 3, 4].map(() => frontier.lease(always)?.url.slice(-1));
      expect(order).toEqual(['1', '2', '3', '4']);
      expect(frontier.lease(always)).toBeUndefined();
      expect(frontier.queuedHosts()).toEqual([]);
    });

    it('gives no other entry to a URL that is not queued', () => {
      const frontier = make();
      frontier.enqueue(queued('http://a.example/1'));
      frontier.lease(always);
      frontier.claim('http://a.example/2');
      for (const n of [1, 2, 3]) {
        expect(frontier.waiting(`http://a.example/${n}`)).toBeUndefined();
        expect(frontier.requeue(queued(`http://a.example/${n}`, 9))).toBe(false);
      }
      expect(frontier.lease(always)).toBeUndefined();
    });

    it('keeps order and count where everything is valued again and again', () => {
      const frontier = make();
      const urls = Array.from({ length: 300 }, (_, n) => `http://h${n % 7}.example/${n}`);
      for (const url of urls) frontier.enqueue(queued(url, 0));
      for (let round = 0; round < 12; round += 1)
        urls.forEach((url, n) => frontier.requeue(queued(url, (n * (round + 1)) % 101)));
      expect(frontier.count('queued')).toBe(300);
      const expected = urls
        .map((url, n) => ({ url, value: (n * 12) % 101 }))
        .sort((a, b) => b.value - a.value)
        .map(({ url }) => url);
      expect(urls.map(() => frontier.lease(always)?.url)).toEqual(expected);
      expect(frontier.lease(always)).toBeUndefined();
    });

    it('refuses to end a lease that does not exist', () => {
      const frontier = make();
      frontier.enqueue(queued('http://a.example/1'));
      expect(() => frontier.acknowledge('http://a.example/1', 'done')).toThrow('not leased');
      expect(() => frontier.release('http://a.example/2')).toThrow('not leased');
    });

    it('behaves as a list that is searched from end to end', () => {
      const step = fc.record({
        action: fc.constantFrom('enqueue', 'enqueue', 'requeue', 'lease', 'release', 'acknowledge'),
        host: fc.integer({ min: 0, max: 3 }),
        path: fc.integer({ min: 0, max: 20 }),
        value: fc.integer({ min: 0, max: 3 }),
        blocked: fc.subarray([0, 1, 2, 3]),
      });
      fc.assert(
        fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
          const frontier = make();
          const waiting: { url: string; host: string; value: number; order: number }[] = [];
          const leased: typeof waiting = [];
          let order = 0;
          for (const { action, host: number, path, value, blocked } of steps) {
            const host = `h${number}.example`;
            const url = `http://${host}/${path}`;
            if (action === 'enqueue' && frontier.enqueue(queued(url, value))) {
              waiting.push({ url, host, value, order: order++ });
            } else if (action === 'requeue') {
              const entry = waiting.find((candidate) => candidate.url === url);
              expect(frontier.requeue(queued(url, value))).toBe(entry !== undefined);
              if (entry !== undefined) entry.value = value;
            } else if (action === 'lease') {
              const mayAsk = (name: string): boolean => !blocked.some((n) => name === `h${n}.example`);
              waiting.sort((a, b) => b.value - a.value || a.order - b.order);
              const index = waiting.findIndex((entry) => mayAsk(entry.host));
              const expected = index < 0 ? [] : waiting.splice(index, 1);
              leased.push(...expected);
              expect(frontier.lease(mayAsk)?.url).toBe(expected[0]?.url);
            } else if (action === 'release') {
              const entry = leased.shift();
              if (entry !== undefined) {
                frontier.release(entry.url);
                waiting.push(entry);
              }
            } else if (action === 'acknowledge') {
              const entry = leased.shift();
              if (entry !== undefined) frontier.acknowledge(entry.url, 'done');
            }
            expect(frontier.count('queued')).toBe(waiting.length);
            expect(new Set(frontier.queuedHosts())).toEqual(new Set(waiting.map((entry) => entry.host)));
          }
        }),
        { seed: 3, numRuns: 200 },
      );
    });
  });
}
