import { describe, expect, it } from '@jest/globals';
import {
  createYieldCounter,
  updateLists,
  type RunYields,
  type SourceLists,
  type SourceYield,
} from '../../../../src/extensions/discover/harvest/lists.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';

const NO_LISTS: SourceLists = { hubs: [], sites: [] };
const yields = (
  hubs: Readonly<Record<string, SourceYield>>,
  sites: Readonly<Record<string, SourceYield>> = {},
): RunYields => ({ hubs: new Map(Object.entries(hubs)), sites: new Map(Object.entries(sites)) });
const update = (lists: SourceLists, found: RunYields) => updateLists(lists, found);
const tried = (relevant: number): SourceYield => ({ relevant, asked: true });

describe('the lists of hubs and sites', () => {
  it('keep what had as many relevant pages as the threshold, the best first, and drop the others', () => {
    const first = update(
      NO_LISTS,
      yields({ a: tried(2), b: tried(1), c: tried(5) }, { s: tried(3), t: tried(1) }),
    );
    expect(first).toEqual({
      hubs: [
        { url: 'c', relevant: 5, asked: true },
        { url: 'a', relevant: 2, asked: true },
      ],
      sites: [{ url: 's', relevant: 3, asked: true }],
    });
    const second = update(first, yields({ a: tried(4), c: tried(0) }, { s: tried(1) }));
    expect(second).toEqual({ hubs: [{ url: 'a', relevant: 4, asked: true }], sites: [] });
  });

  it('leave what a run did not come to, and take back what was dropped when it is found again', () => {
    const first = update(NO_LISTS, yields({ a: tried(2), b: tried(1) }));
    expect(update(first, yields({})).hubs).toEqual(first.hubs);
    expect(update(first, yields({ b: tried(2) })).hubs.map(({ url }) => url)).toEqual(['a', 'b']);
  });

  it('give a hub whose links could not be followed yet a turn', () => {
    const first = update(NO_LISTS, yields({ far: { relevant: 0, asked: false } }));
    expect(first.hubs).toEqual([{ url: 'far', relevant: 0, asked: false }]);
    expect(update(first, yields({ far: tried(0) })).hubs).toEqual([]);
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
      sites: [{ url: 'http://poor.example/', relevant: 2, asked: true }],
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
