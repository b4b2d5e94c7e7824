import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { QueuedUrl } from '../../src/model/crawl-event.js';
import type { Frontier, HostTimes } from '../../src/model/frontier.js';
import { always, only, queued } from '../support/queued-urls.js';
import { rounds } from '../support/thorough.js';
import { frontierStep, listBeside } from './frontier-list.js';

/**
 * What every frontier has to do.
 * @param meet lets a frontier that several workers share take hosts with new URLs; others do not need it
 * @param runs of the comparison with a list
 */
export function frontierContract(
  name: string,
  make: () => Frontier | Promise<Frontier>,
  meet: (frontier: Frontier) => Promise<void> | undefined = () => undefined,
  runs = rounds(200, 30),
): void {
  describe(`frontier contract: ${name}`, () => {
    it('leases larger priority first, then first come first served, across hosts', async () => {
      const frontier = await make();
      frontier.enqueue(queued('http://a.example/1', 1));
      frontier.enqueue(queued('http://b.example/2', 3));
      frontier.enqueue(queued('http://a.example/3', 3));
      frontier.enqueue(queued('http://c.example/4', 2));
      await meet(frontier);
      const order = [1, 2, 3, 4].map(() => frontier.lease(always)?.url);
      expect(order).toEqual([
        'http://b.example/2',
        'http://a.example/3',
        'http://c.example/4',
        'http://a.example/1',
      ]);
      expect(frontier.lease(always)).toBeUndefined();
    });

    it('hands out the entry as it was queued', async () => {
      const frontier = await make();
      const entry: QueuedUrl = {
        ...queued('http://a.example/1', 1),
        referrer: 'http://a.example/',
        anchorText: 'one',
      };
      frontier.enqueue(entry);
      await meet(frontier);
      expect(frontier.lease(always)).toEqual(entry);
    });

    it('passes over hosts that may not be asked, and keeps their URLs', async () => {
      const frontier = await make();
      frontier.enqueue(queued('http://a.example/1', 9));
      frontier.enqueue(queued('http://a.example/2', 8));
      frontier.enqueue(queued('http://b.example:8080/3', 1));
      const notA = only((host) => host !== 'a.example');
      await meet(frontier);
      expect(frontier.lease(notA)?.url).toBe('http://b.example:8080/3');
      expect(frontier.lease(notA)).toBeUndefined();
      expect(frontier.counts()).toMatchObject({ hosts: 1, heldHosts: 1 });
      expect(frontier.waitFor(notA)).toBeUndefined();
      expect(frontier.lease(always)?.url).toBe('http://a.example/1');
    });

    it('asks about hosts with their port', async () => {
      const frontier = await make();
      frontier.enqueue(queued('https://a.example/'));
      frontier.enqueue(queued('http://a.example:8080/'));
      const seen: string[] = [];
      const readyAt = (host: string): undefined => void seen.push(host);
      await meet(frontier);
      expect(frontier.lease({ now: 0, readyAt })).toBeUndefined();
      expect([...new Set(seen)].sort()).toEqual(['a.example', 'a.example:8080']);
      expect(frontier.counts().hosts).toBe(2);
    });

    it('takes a URL once, in whatever state it is', async () => {
      const frontier = await make();
      const url = 'http://a.example/1';
      expect(frontier.knows(url)).toBe(false);
      expect(frontier.enqueue(queued(url))).toBe(true);
      expect(frontier.enqueue(queued(url, 9))).toBe(false);
      expect(frontier.claim(url, 'http://a.example/by')).toBe(false);
      await meet(frontier);
      frontier.lease(always);
      expect(frontier.enqueue(queued(url))).toBe(false);
      frontier.end(url, 'done');
      expect(frontier.enqueue(queued(url))).toBe(false);
      expect(frontier.knows(url)).toBe(true);
    });

    it('claims a URL: known from then on, never leased, counted nowhere', async () => {
      const frontier = await make();
      expect(frontier.claim('http://a.example/t', 'http://a.example/by')).toBe(true);
      expect(frontier.claim('http://a.example/t', 'http://a.example/by')).toBe(false);
      expect(frontier.knows('http://a.example/t')).toBe(true);
      expect(frontier.enqueue(queued('http://a.example/t'))).toBe(false);
      await meet(frontier);
      expect(frontier.lease(always)).toBeUndefined();
      expect(frontier.counts().done).toBe(0);
    });

    it('gives up a claim with the lease that made it, and keeps it when the lease has ended', async () => {
      const frontier = await make();
      const [from, target] = ['http://a.example/old', 'http://a.example/new'];
      frontier.enqueue(queued(from));
      await meet(frontier);
      frontier.lease(always);
      expect(frontier.claim(target, from)).toBe(true);
      frontier.release(from);
      expect(frontier.knows(target)).toBe(false);
      frontier.lease(always);
      expect(frontier.claim(target, from)).toBe(true);
      frontier.end(from, 'done');
      expect(frontier.enqueue(queued(target))).toBe(false);
    });

    it('tells when the first host may be asked', async () => {
      const frontier = await make();
      const readyAt = new Map<string, number | undefined>([
        ['a.example', 5000],
        ['b.example', 3000],
        ['c.example', undefined],
      ]);
      const at = (now: number): HostTimes => ({ now, readyAt: (host) => readyAt.get(host) });
      for (const host of readyAt.keys()) frontier.enqueue(queued(`http://${host}/1`));
      await meet(frontier);
      expect(frontier.lease(at(1000))).toBeUndefined();
      expect(frontier.waitFor(at(1000))).toBe(2000);
      expect(frontier.counts().heldHosts).toBe(3);
      expect(frontier.lease(at(2999))).toBeUndefined();
      expect(frontier.lease(at(3000))?.url).toBe('http://b.example/1');
      expect(frontier.waitFor(at(3000))).toBe(2000);
      // The one that was being asked rests now, and is the first.
      readyAt.set('c.example', 4000);
      expect(frontier.waitFor(at(3000))).toBe(1000);
      // It was asked once more by another way, and rests longer than it seemed.
      readyAt.set('c.example', 6000);
      expect(frontier.lease(at(4000))).toBeUndefined();
      expect(frontier.waitFor(at(4000))).toBe(1000);
      expect(frontier.lease(at(5000))?.url).toBe('http://a.example/1');
      expect(frontier.lease(at(5000))).toBeUndefined();
      expect(frontier.waitFor(at(5000))).toBe(1000);
      expect(frontier.lease(at(6000))?.url).toBe('http://c.example/1');
      expect(frontier.waitFor(at(6000))).toBeUndefined();
    });

    it('hands out better URLs that were found while their host was held', async () => {
      const frontier = await make();
      frontier.enqueue(queued('http://a.example/1', 1));
      await meet(frontier);
      expect(frontier.lease(only(() => false))).toBeUndefined();
      frontier.enqueue(queued('http://a.example/2', 2));
      frontier.enqueue(queued('http://b.example/3', 1));
      await meet(frontier);
      expect(frontier.lease(only((host) => host === 'b.example'))?.url).toBe('http://b.example/3');
      expect([1, 2].map(() => frontier.lease(always)?.url.slice(-1))).toEqual(['2', '1']);
    });

    it('hands out only what has the value that is asked for, and waits for the hosts of such URLs', async () => {
      const frontier = await make();
      const readyAt = new Map([
        ['good.example', 5000],
        ['poor.example', 3000],
        ['free.example', 0],
      ]);
      const at = (now: number): HostTimes => ({ now, readyAt: (host) => readyAt.get(host) });
      frontier.enqueue(queued('http://good.example/1', 9));
      frontier.enqueue(queued('http://poor.example/2', 3));
      frontier.enqueue(queued('http://free.example/3', 1));
      frontier.enqueue(queued('http://free.example/4', -1));
      // Holds the hosts that rest.
      await meet(frontier);
      expect(frontier.lease(at(1000))?.url).toBe('http://free.example/3');
      expect(frontier.lease(at(1000), 0)).toBeUndefined();
      expect(frontier.waitFor(at(1000), 9)).toBe(4000);
      expect(frontier.waitFor(at(1000), 10)).toBeUndefined();
      expect(frontier.lease(at(3000), 4)).toBeUndefined();
      expect(frontier.lease(at(3000), 3)?.url).toBe('http://poor.example/2');
      expect(frontier.lease(at(5000), 10)).toBeUndefined();
      expect(frontier.lease(at(5000), 9)?.url).toBe('http://good.example/1');
      expect(frontier.lease(at(5000))?.url).toBe('http://free.example/4');
    });

    it('tells which value the best so many have', async () => {
      const frontier = await make();
      let made = 0;
      expect(frontier.valueAt(1)).toBeUndefined();
      for (const value of [4, 2, 2, -1]) frontier.enqueue(queued(`http://a.example/${made++}`, value));
      const values = (): (number | undefined)[] => [1, 2, 3, 4, 5].map((rank) => frontier.valueAt(rank));
      await meet(frontier);
      expect(values()).toEqual([4, 2, 2, -1, undefined]);
      const { url } = frontier.lease(always)!;
      expect(values()).toEqual([2, 2, -1, undefined, undefined]);
      frontier.release(url);
      expect(frontier.requeue(queued(url, 1))).toBe(true);
      expect(values()).toEqual([2, 2, 1, -1, undefined]);
      frontier.end(frontier.lease(always)!.url, 'done');
      expect(values()).toEqual([2, 1, -1, undefined, undefined]);
    });

    it('queues several in one step as one after the other', async () => {
      const frontier = await make();
      frontier.enqueue(queued('http://a.example/1', 2));
      const urls = [1, 2, 3, 2, 4].map((n) => queued(`http://${n < 3 ? 'a' : 'b'}.example/${n}`, n % 3));
      const added = frontier.transaction(() => urls.map((url) => frontier.enqueue(url)));
      expect(added).toEqual([false, true, true, false, true]);
      await meet(frontier);
      expect(frontier.counts()).toMatchObject({ queued: 4, hosts: 2 });
      expect(urls.map(() => frontier.lease(always)?.url.slice(-1))).toEqual(['1', '2', '4', '3', undefined]);
    });

    it('does several steps as one', async () => {
      const frontier = await make();
      const both = frontier.transaction(() =>
        [1, 2].map((n) => frontier.enqueue(queued(`http://a.example/${n}`))),
      );
      expect(both).toEqual([true, true]);
      await meet(frontier);
      expect(frontier.counts().queued).toBe(2);
    });

    it('puts a released URL back at its place', async () => {
      const frontier = await make();
      frontier.enqueue(queued('http://a.example/1'));
      frontier.enqueue(queued('http://a.example/2'));
      await meet(frontier);
      expect(frontier.lease(always)?.url).toBe('http://a.example/1');
      frontier.release('http://a.example/1');
      expect(frontier.counts().queued).toBe(2);
      expect(frontier.counts().leased).toBe(0);
      expect(frontier.lease(always)?.url).toBe('http://a.example/1');
    });

    it('counts each URL in one state', async () => {
      const frontier = await make();
      for (const n of [1, 2, 3, 4, 5]) frontier.enqueue(queued(`http://a.example/${n}`));
      await meet(frontier);
      for (const state of ['done', 'skipped', 'failed'] as const) {
        frontier.end(frontier.lease(always)?.url ?? '', state);
      }
      frontier.lease(always);
      const each = { queued: 1, leased: 1, done: 1, skipped: 1, failed: 1 };
      expect(frontier.counts()).toMatchObject(each);
    });

    it('gives a queued URL another entry, at its place in the order of discovery', async () => {
      const frontier = await make();
      for (const n of [1, 2, 3]) frontier.enqueue(queued(`http://a.example/${n}`, n));
      frontier.enqueue(queued('http://b.example/4', 2));
      await meet(frontier);
      expect(frontier.requeue({ ...queued('http://a.example/3', 2), anchorText: 'three' })).toBe(true);
      expect(frontier.requeue(queued('http://a.example/1', 5))).toBe(true);
      expect(frontier.waiting('http://a.example/3')?.anchorText).toBe('three');
      expect(frontier.valueOf('http://a.example/3')).toBe(2);
      expect(frontier.counts().queued).toBe(4);
      const order = [1, 2, 3, 4].map(() => frontier.lease(always)?.url.slice(-1));
      expect(order).toEqual(['1', '2', '3', '4']);
      expect(frontier.lease(always)).toBeUndefined();
      expect(frontier.counts().hosts).toBe(0);
    });

    it('gives queued URLs other values, and leaves the rest of their entries', async () => {
      const frontier = await make();
      for (const n of [1, 2, 3])
        frontier.enqueue({ ...queued(`http://a.example/${n}`, n), anchorText: `${n}` });
      await meet(frontier);
      const [first, second] = ['http://a.example/1', 'http://a.example/2'];
      const values = (): readonly unknown[] =>
        [1, 2, 3].map((n) => frontier.valueOf(`http://a.example/${n}`));
      expect(frontier.valueAt(1)).toBe(3);
      frontier.transaction(() => {
        expect(frontier.revalue(first, 5)).toBe(true);
        expect(frontier.revalue(first, 4)).toBe(true);
        expect(frontier.revalue(second, 9)).toBe(true);
        frontier.requeue({ ...queued(second, 0), anchorText: 'two' });
        expect(values()).toEqual([4, 0, 3]);
      });
      await meet(frontier);
      expect(frontier.revalue(second, 3.5)).toBe(true);
      await meet(frontier);
      expect(values()).toEqual([4, 3.5, 3]);
      expect([1, 2, 3, 4].map((rank) => frontier.valueAt(rank))).toEqual([4, 3.5, 3, undefined]);
      const [one, two, three] = [...frontier.queued()].flat();
      expect([one, two, three]).toMatchObject([
        { anchorText: '1', priority: { value: 4 } },
        { anchorText: 'two', priority: { value: 3.5 } },
        { anchorText: '3', priority: { value: 3 } },
      ]);
      expect([1, 2, 3].map(() => frontier.lease(always))).toEqual([one, two, three]);
      expect(frontier.revalue(first, 1)).toBe(false);
      expect(values()).toEqual([undefined, undefined, undefined]);
      frontier.release(second);
      expect(frontier.valueOf(second)).toBe(3.5);
    });

    it('gives no other entry to a URL that is not queued', async () => {
      const frontier = await make();
      frontier.enqueue(queued('http://a.example/1'));
      await meet(frontier);
      frontier.lease(always);
      frontier.claim('http://a.example/2', 'http://a.example/by');
      for (const n of [1, 2, 3]) {
        expect(frontier.waiting(`http://a.example/${n}`)).toBeUndefined();
        expect(frontier.valueOf(`http://a.example/${n}`)).toBeUndefined();
        expect(frontier.requeue(queued(`http://a.example/${n}`, 9))).toBe(false);
      }
      expect(frontier.lease(always)).toBeUndefined();
    });

    it('keeps order and count where everything is valued again and again', async () => {
      const frontier = await make();
      const urls = Array.from({ length: 300 }, (_, n) => `http://h${n % 7}.example/${n}`);
      for (const url of urls) frontier.enqueue(queued(url, 0));
      await meet(frontier);
      for (let round = 0; round < 12; round += 1)
        urls.forEach((url, n) => frontier.requeue(queued(url, (n * (round + 1)) % 101)));
      expect(frontier.counts().queued).toBe(300);
      const expected = urls
        .map((url, n) => ({ url, value: (n * 12) % 101 }))
        .sort((a, b) => b.value - a.value)
        .map(({ url }) => url);
      expect(urls.map(() => frontier.lease(always)?.url)).toEqual(expected);
      expect(frontier.lease(always)).toBeUndefined();
    });

    it('refuses to end a lease that does not exist', async () => {
      const frontier = await make();
      frontier.enqueue(queued('http://a.example/1'));
      expect(() => frontier.end('http://a.example/1', 'done')).toThrow('not leased');
      await meet(frontier);
      expect(() => frontier.release('http://a.example/2')).toThrow('not leased');
    });

    it('names all that is queued, in the order of discovery, while priorities are changed', async () => {
      const frontier = await make();
      const urls = Array.from({ length: 2500 }, (_, place) => `http://h${place % 7}.example/${place}`);
      for (const [place, url] of urls.entries()) frontier.enqueue(queued(url, place % 3));
      await meet(frontier);
      const leased = frontier.lease(always);
      const found: string[] = [];
      for (const batch of frontier.queued())
        for (const entry of batch) {
          found.push(entry.url);
          frontier.requeue({ ...entry, priority: { value: 9, reason: 'changed' } });
        }
      expect(found).toEqual(urls.filter((url) => url !== leased?.url));
      expect(frontier.lease(always)).toMatchObject({ url: found[0], priority: { value: 9 } });
    });

    it('behaves as a list that is searched from end to end', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(frontierStep, { maxLength: 80 }), async (steps) => {
          const frontier = await make();
          const list = listBeside(frontier);
          for (const step of steps) {
            list[step.action](step);
            // What is deferred is written now and then.
            if (step.path % 2 === 0) await frontier.commit();
            await meet(frontier);
            list.compare();
          }
        }),
        { seed: 3, numRuns: runs },
      );
    });
  });
}
