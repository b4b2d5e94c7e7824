import { describe, expect, it } from '@jest/globals';
import {
  updateLists,
  YieldCounter,
  type RunYields,
  type SourceLists,
} from '../../../../src/extensions/discover/harvest/lists.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';

const NO_LISTS: SourceLists = { hubs: [], sites: [] };
const yields = (
  hubs: Readonly<Record<string, number>>,
  sites: Readonly<Record<string, number>> = {},
): RunYields => ({ hubs: new Map(Object.entries(hubs)), sites: new Map(Object.entries(sites)) });

describe('the lists of hubs and sites', () => {
  it('keep what had as many relevant pages as the threshold, the best first, and drop the others', () => {
    const first = updateLists(NO_LISTS, yields({ a: 2, b: 1, c: 5 }, { s: 3, t: 1 }));
    expect(first).toEqual({
      hubs: [
        { url: 'c', relevant: 5 },
        { url: 'a', relevant: 2 },
      ],
      sites: [{ url: 's', relevant: 3 }],
    });
    const second = updateLists(first, yields({ a: 4, c: 0 }, { s: 1 }));
    expect(second).toEqual({ hubs: [{ url: 'a', relevant: 4 }], sites: [] });
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
    const counter = new YieldCounter({
      ...NO_LISTS,
      sites: [{ url: 'http://poor.example/', relevant: 2 }],
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
    expect(Object.fromEntries(hubs)).toEqual({ 'http://hub.example/': 3 });
    expect(Object.fromEntries(sites)).toEqual({
      'http://a.example/': 2,
      'http://b.example/': 1,
      'http://poor.example/': 0,
    });
  });
});
