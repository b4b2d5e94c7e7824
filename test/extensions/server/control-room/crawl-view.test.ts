import { expect, it } from '@jest/globals';
import {
  createCrawlView,
  type CrawlView,
} from '../../../../src/extensions/server/control-room/crawl-view.js';
import { createHostTable, MAX_HOSTS } from '../../../../src/extensions/server/control-room/crawl-tables.js';
import { VERDICTS } from '../../../../src/model/verdict.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { crawlEvent, noun, type EventWish } from '../../../support/crawl-events.js';

/** A view of events; the line of each is as long as its place, and begins there. */
function viewOf(events: readonly CrawlEvent[]): CrawlView {
  const view = createCrawlView();
  events.forEach((event, place) => view.add(event, { begin: place, length: place }));
  return view;
}

/** The event of a page that is judged again. */
function rejudged(before: CrawlEvent, wish: Omit<EventWish, 'url'>): CrawlEvent {
  const { url: address, referrer, sequence, time, judgement } = before;
  return crawlEvent({
    ...wish,
    ...(referrer === undefined ? {} : { referrer }),
    url: address,
    fetched: false,
    rejudged: { sequence, time, accepted: judgement?.accepted === true, threshold: 0.5 },
  });
}

const url = (name: string | number): string => `http://a.example/${name}`;
const SCORES = [0.95, 0.1, 0.55, 0.45, 0.3];
const judged = SCORES.map((score, place) => crawlEvent({ url: url(place), score }));

it('counts verdicts, reasons and the harvest rate', () => {
  const view = viewOf([
    ...judged,
    crawlEvent({ url: url('x'), state: 'failed', code: 'timeout' }),
    crawlEvent({ url: url('y'), state: 'skipped', code: 'not-html', fetched: false }),
    crawlEvent({ url: url('z'), state: 'failed', code: 'timeout' }),
  ]);
  expect(VERDICTS.map((verdict) => view.list(verdict).length)).toEqual([2, 3, 1, 2]);
  expect(view.reasons()).toEqual({ timeout: 2, 'not-html': 1 });
  expect(view.list('timeout')).toEqual([7, 5]);
  expect([view.harvest(100), view.harvest(2)]).toEqual([2 / 7, 0]);
  expect(view.curve().at(-1)).toEqual([7, 2]);
});

it('takes a page that was judged again out of its former place', () => {
  const view = viewOf(judged);
  const again = crawlEvent({ url: url(3), score: 0.45, threshold: 0.4, fetched: false });
  view.add(again, { begin: 1000, length: 7 });
  expect([view.size, view.version]).toEqual([5, 6]);
  expect([view.list('accepted'), view.list('rejected')]).toEqual([
    [3, 2, 0],
    [4, 1],
  ]);
  expect(view.lineOf(view.placeOf(url(3)) ?? -1)).toEqual({ begin: 1000, length: 7 });
  // Nothing was requested for it.
  expect(view.hosts()).toMatchObject([{ host: 'a.example', fetched: 5, accepted: 3, rejected: 2 }]);
  expect(view.curve().slice(-2)).toEqual([
    [4, 3],
    [5, 3],
  ]);
  expect(view.histogram(10).threshold).toBe(0.4);
});

it('counts the nouns of pages by the last verdicts', () => {
  const evidence = [noun('bee')];
  const first = [1, 2, 3].map((at) => crawlEvent({ url: `http://b.example/${at}`, score: 0.6, evidence }));
  const [one = crawlEvent({ url: '' }), other = one] = first;
  const view = viewOf([
    ...first,
    rejudged(one, { score: 0.6, threshold: 0.7, evidence }),
    // Judged by another model: accepted for another noun.
    rejudged(other, { score: 0.9, evidence: [noun('queen')] }),
  ]);
  expect(view.nouns()).toEqual([
    { noun: 'bee', pages: 1, documents: 3 },
    { noun: 'queen', pages: 1, documents: 3 },
  ]);
});

it('previews another threshold, the pages next to it first', () => {
  const view = viewOf([...judged, crawlEvent({ url: url('none'), state: 'failed', code: 'timeout' })]);
  expect(view.preview(0.5, 10)).toEqual({ accepted: 2, newlyAccepted: 0, newlyRejected: 0, changed: [] });
  expect(view.preview(0.25, 10)).toMatchObject({ accepted: 4, newlyAccepted: 2, changed: [4, 3] });
  // A score itself is a threshold that its page reaches.
  expect(view.preview(0.55, 10)).toMatchObject({ accepted: 2, newlyRejected: 0 });
  expect(view.preview(0.7, 10)).toMatchObject({ accepted: 1, newlyRejected: 1, changed: [2] });
});

it('puts scores into a histogram', () => {
  const { bins, to, threshold } = viewOf(judged).histogram(10);
  expect([bins.length, bins[0]?.from, to, threshold]).toEqual([10, 0, 1, 0.5]);
  expect(bins.map(({ accepted }) => accepted)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(bins.map(({ rejected }) => rejected)).toEqual([0, 1, 0, 1, 1, 0, 0, 0, 0, 0]);
});

it('lists near misses, pages whose scores are nearest to the threshold, and lower ones', () => {
  const view = viewOf(judged);
  expect(view.list('near')).toEqual([3, 4, 1]);
  expect(view.list('accepted')).toEqual([2, 0]);
  expect(view.list('all')).toEqual([4, 3, 2, 1, 0]);
  const all = Array.from({ length: 100 }, (_, at) => crawlEvent({ url: url(at), score: at / 100 }));
  const many = viewOf(all).askable(4);
  expect(many.slice(0, 4).toSorted((a, b) => a - b)).toEqual([49, 50, 51, 52]);
  // 0 to 48 are left below.
  expect(many.slice(4)).toEqual([48, 35, 23, 11]);
});

it('shows events of addresses without a host', () => {
  const view = viewOf(['javascript:x', '', 'http://'].map((at) => crawlEvent({ url: at, score: 0.9 })));
  expect(view.hosts()).toMatchObject([{ host: 'no host', accepted: 3 }]);
});

it('counts hosts beyond the bound together', () => {
  const table = createHostTable();
  for (let host = 0; host < MAX_HOSTS + 10; host += 1) {
    const name = `h${host}.example`;
    table.add(name, crawlEvent({ url: `http://${name}/` }), 'rejected', undefined);
  }
  const rows = table.rows();
  expect(rows).toHaveLength(MAX_HOSTS + 1);
  expect(rows.at(-1)).toMatchObject({ host: 'other hosts', fetched: 10, rejected: 10 });
});
