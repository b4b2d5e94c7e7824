import { describe, expect, it } from '@jest/globals';
import {
  NO_LISTS,
  updateLists,
  type RunYields,
  type SourceLists,
  type SourceYield,
} from '../../../../src/extensions/discover/harvest/lists.js';
import { createYieldCounter } from '../../../../src/extensions/discover/harvest/yields.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';

const thresholds = { hub: 2, site: 3 };
const yields = (
  hubs: Readonly<Record<string, SourceYield>>,
  sites: Readonly<Record<string, SourceYield>> = {},
): RunYields => ({ hubs: new Map(Object.entries(hubs)), sites: new Map(Object.entries(sites)) });
const update = (lists: SourceLists, run: string, found: RunYields) =>
  updateLists(lists, run, found, thresholds);
const tried = (relevant: number): SourceYield => ({ relevant, asked: true });

describe('the lists of hubs and sites', () => {
  it('keep what had as many relevant pages as the threshold, the best first, and drop the others', () => {
    const first = update(
      NO_LISTS,
      '001',
      yields({ a: tried(2), b: tried(1), c: tried(5) }, { s: tried(3), t: tried(2) }),
    );
    expect(first).toEqual({
      runs: ['001'],
      hubs: [
        { url: 'c', relevant: 5, run: '001', since: '001', asked: true },
        { url: 'a', relevant: 2, run: '001', since: '001', asked: true },
      ],
      sites: [{ url: 's', relevant: 3, run: '001', since: '001', asked: true }],
      dropped: [{ kind: 'hub', url: 'b', relevant: 1, run: '001' }],
    });
    const second = update(first, '002', yields({ a: tried(4), c: tried(0) }, { s: tried(1) }));
    expect(second.hubs).toEqual([{ url: 'a', relevant: 4, run: '002', since: '001', asked: true }]);
    expect(second.sites).toEqual([]);
    expect(second.dropped.map(({ kind, url, run }) => [kind, url, run])).toEqual([
      ['hub', 'b', '001'],
      ['hub', 'c', '002'],
      ['site', 's', '002'],
    ]);
  });

  it('leave what a run did not come to, and take back what was dropped when it is found again', () => {
    const first = update(NO_LISTS, '001', yields({ a: tried(2), b: tried(1) }));
    expect(update(first, '002', yields({})).hubs).toEqual(first.hubs);
    const again = update(first, '002', yields({ b: tried(2) }));
    expect(again.hubs.map(({ url }) => url)).toEqual(['a', 'b']);
    expect(again.dropped).toEqual([]);
  });

  it('give a hub whose links could not be followed yet a turn', () => {
    const first = update(NO_LISTS, '001', yields({ far: { relevant: 0, asked: false } }));
    expect(first.hubs).toEqual([{ url: 'far', relevant: 0, run: '001', since: '001', asked: false }]);
    expect(update(first, '002', yields({ far: tried(0) })).hubs).toEqual([]);
  });
});

describe('what hubs and sites brought', () => {
  const event = (url: string, more: Partial<CrawlEvent>): CrawlEvent => ({
    sequence: 1,
    time: '',
    url,
    state: 'done',
    depth: 0,
    fetched: true,
    ...more,
  });
  const judged = (accepted: boolean) => ({ judgement: { accepted } as NonNullable<CrawlEvent['judgement']> });

  it('is what they link to, and what is on them, unchanged pages as they were judged', () => {
    const counter = createYieldCounter({
      ...NO_LISTS,
      sites: [{ url: 'http://poor.example/', relevant: 2, run: '', since: '', asked: true }],
    });
    counter.observe(
      event('http://hub.example/', {
        state: 'skipped',
        code: 'hub',
        links: ['http://a.example/1', 'http://a.example/2', 'http://b.example/moved', 'http://b.example/3'],
      }),
      false,
    );
    counter.observe(
      event('http://far.example/', { state: 'skipped', code: 'hub', depth: 1, links: [] }),
      false,
    );
    counter.observe(event('http://a.example/1', judged(true)), false);
    counter.observe(event('http://a.example/2', { state: 'skipped', code: 'unchanged' }), true);
    counter.observe(
      event('http://b.example/', { ...judged(true), finalUrl: 'http://b.example/moved' }),
      false,
    );
    counter.observe(event('http://b.example/3', { state: 'skipped', code: 'unchanged' }), false);
    counter.observe(event('http://poor.example/x', judged(false)), false);
    counter.observe(event('http://other.example/x', judged(false)), false);
    const { hubs, sites } = counter.yields();
    expect(Object.fromEntries(hubs)).toEqual({
      'http://hub.example/': { relevant: 3, asked: true },
      'http://far.example/': { relevant: 0, asked: false },
    });
    expect(Object.fromEntries(sites)).toEqual({
      'http://a.example/': { relevant: 2, asked: true },
      'http://b.example/': { relevant: 1, asked: true },
      'http://poor.example/': { relevant: 0, asked: true },
    });
  });
});
