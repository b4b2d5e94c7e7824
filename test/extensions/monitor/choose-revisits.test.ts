import { describe, expect, it } from '@jest/globals';
import {
  chooseHubs,
  chooseRevisits,
  estimateRates,
} from '../../../src/extensions/monitor/choose-revisits.js';
import { DAY, type PageRecord } from '../../../src/extensions/monitor/page-record.js';

const NOW = 100 * DAY;

function page(
  name: string,
  daysAgo: number,
  changes: readonly boolean[] = [],
  more: Partial<PageRecord> = {},
): PageRecord {
  const asked = NOW - daysAgo * DAY;
  return {
    ...{
      url: `https://a.example/${name}`,
      state: 'kept',
      title: name,
      firstSeen: 0,
      lastAsked: asked,
      lastRead: asked,
    },
    visits: changes.map((changed) => ({ days: 1, changed })),
    ...{ failures: 0, leads: 0, depth: 1 },
    ...more,
  };
}

const settings = { now: NOW, budget: 2, every: 1, shortest: 0.25, longest: 60 };
const names = (pages: readonly PageRecord[], changes: Partial<Parameters<typeof chooseRevisits>[1]> = {}) =>
  chooseRevisits(pages, { ...settings, ...changes }).map(({ record }) => record.title);

const never = Array.from({ length: 30 }, () => false);
const sometimes = Array.from({ length: 30 }, (_, place) => place % 3 === 0);

describe('the pages that are visited again', () => {
  it('are those that are most overdue by their own rates', () => {
    const pages = [page('stable', 3, never), page('lively', 3, sometimes), page('fresh', 0.1, sometimes)];
    expect(names(pages)).toEqual(['lively']);
    expect(names([...pages, page('forgotten', 61, never)])).toEqual(['forgotten', 'lively']);
  });

  it('are first those that a sitemap says have changed, unless they were just visited', () => {
    const pages = [page('stable', 3, never), page('lively', 3, sometimes), page('fresh', 0.05, sometimes)];
    const modified = new Map(pages.map(({ url }) => [url, NOW - DAY / 100]));
    expect(names(pages, { modified, budget: 1 })).toEqual(['stable']);
    expect(names(pages, { modified, shortest: 0.2 })).not.toContain('fresh');
    expect(names(pages, { modified: new Map([[pages[0]!.url, NOW - 4 * DAY]]) })).toEqual(['lively']);
  });

  it('leave out what changes too fast to be kept fresh, until its longest interval', () => {
    const hectic = Array.from({ length: 20 }, (_, place) =>
      page(
        `hectic${place}`,
        1,
        Array.from({ length: 40 }, () => true),
      ),
    );
    const calm = Array.from({ length: 4 }, (_, place) => page(`calm${place}`, 4, sometimes));
    expect(names([...hectic, ...calm]).every((name) => name.startsWith('calm'))).toBe(true);
    expect(names([page('hectic', 61, [true, true])])).toEqual(['hectic']);
  });

  it('are visited once soon where their visits were too far apart to tell how often they change', () => {
    const far = (changed: boolean) => ({ visits: [1, 2, 3].map(() => ({ days: 10, changed })) });
    const others = Array.from({ length: 20 }, (_, place) => page(`o/${place}`, 0.5, sometimes));
    const many = (name: string, changed: boolean) =>
      Array.from({ length: 10 }, (_, place) => page(`${name}/${place}`, 1, [], far(changed)));
    const all = [...others, ...many('fast', true), ...many('slow', false)];
    const chosen = names(all, { budget: 10 });
    expect(chosen.filter((name) => name.startsWith('fast'))).toHaveLength(10);
    const probed = { visits: [...far(true).visits, { days: 1, changed: true }] };
    const later = [
      ...others,
      ...many('fast', true).map((one) => ({ ...one, ...probed })),
      ...many('slow', false),
    ];
    expect(names(later, { budget: 10 })).not.toContain('fast/0');
  });

  it('borrow their rates from pages of the same folder and host', () => {
    const ofFolder = (folder: string, changes: readonly boolean[]) =>
      Array.from({ length: 10 }, (_, place) => page(`${folder}/${place}`, 1, changes));
    const pages = [
      ...ofFolder('news', sometimes),
      ...ofFolder('about', never),
      page('news/x', 1),
      page('about/x', 1),
    ];
    const [news = 0, about = 1] = estimateRates(pages).slice(-2);
    expect(news).toBeGreaterThan(5 * about);
    expect(estimateRates([page('alone', 1)])).toEqual([0.033]);
  });
});

it('chooses hubs by what they led to', () => {
  const hubs = [
    page('good', 2, [], { leads: 2, state: 'rejected' }),
    page('best', 2, [], { leads: 5 }),
    page('recent', 0.1, [], { leads: 9 }),
    page('gone', 2, [], { leads: 9, state: 'gone' }),
    page('none', 2),
  ];
  expect(chooseHubs(hubs, { now: NOW, days: 1, most: 3 }).map(({ title }) => title)).toEqual([
    'best',
    'good',
  ]);
});
