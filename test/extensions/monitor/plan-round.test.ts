import { expect, it } from '@jest/globals';
import { DAY, type PageRecord } from '../../../src/extensions/monitor/page-record.js';
import { planRound } from '../../../src/extensions/monitor/plan-round.js';

const NOW = 100 * DAY;
const at = (name: string): string => `https://a.example/${name}`;
const page = (name: string, more: Partial<PageRecord>): PageRecord => ({
  ...{ url: at(name), state: 'kept', title: name, firstSeen: 0, lastAsked: NOW - 90 * DAY },
  ...{ visits: [], failures: 0, leads: 0, depth: 2, ...more },
});
const listed = (name: string, source: string, days?: number) => ({
  ...{ url: at(name), source: at(source) },
  ...(days === undefined ? {} : { lastModified: new Date(NOW - days * DAY).toISOString() }),
});
const settings = { now: NOW, budget: 20, revisits: 0.5, every: 1, shortest: 0.25, longest: 60 };

it('puts hubs first, then what lists name as new, then revisits, then what the strategy values', () => {
  const pages = [page('due', {}), page('hub', { leads: 2, state: 'rejected' })];
  const found = planRound(
    pages,
    {
      inFeeds: [listed('fed', 'feed', 0.5), listed('due', 'feed', 0.5)],
      inSitemaps: [
        listed('fed', 'map'),
        listed('old', 'map', 30),
        listed('new', 'map', 0.5),
        listed('future', 'map', -9),
      ],
      queued: [
        { url: at('queued'), depth: 3, priority: { value: 0.5, reason: 'similar' } },
        { url: at('due'), depth: 3, priority: { value: 0.5, reason: 'similar' } },
      ],
    },
    (url) => [at('due'), at('hub')].includes(url),
    NOW - DAY,
    settings,
  );
  expect(found.map(({ url }) => url)).toEqual(
    ['hub', 'fed', 'new', 'due', 'old', 'future', 'queued'].map(at),
  );
  const values = found.map(({ priority }) => priority?.value);
  expect(values.slice(4)).toEqual([undefined, undefined, 0.5]);
  expect(values.slice(0, 4)).toEqual([1, 2, 3, 4].map((place) => Number.MAX_SAFE_INTEGER - place));
});

it('spends on revisits and lists no more than their shares', () => {
  const pages = Array.from({ length: 50 }, (_, place) => page(`due${place}`, {}));
  const inFeeds = Array.from({ length: 50 }, (_, place) => listed(`fed${place}`, 'feed', 0.5));
  const known = new Set(pages.map(({ url }) => url));
  const lists = { inFeeds, inSitemaps: [], queued: [] };
  const found = planRound(pages, lists, (url) => known.has(url), NOW - DAY, settings);
  const firm = found.filter(({ priority }) => priority !== undefined);
  expect(firm.filter(({ url }) => known.has(url))).toHaveLength(10);
  expect(firm.filter(({ url }) => !known.has(url))).toHaveLength(5);
});
