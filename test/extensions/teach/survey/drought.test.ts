import { describe, expect, it } from '@jest/globals';
import { watchDrought } from '../../../../src/extensions/teach/survey/drought.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { crawlEvent } from '../../../support/crawl-events.js';

const HOSTS = new Map([
  ['a.example', { pages: 4, revealed: 0 }],
  ['directory.example', { pages: 2, revealed: 9 }],
  ['new.example', { pages: 0, revealed: 0 }],
]);

const request = (value: number, more: Partial<CrawlEvent> = {}) =>
  crawlEvent({ url: 'http://a.example/', fetched: true, priority: { value, reason: 'x' }, ...more });

const TRIED = new Set(['a.example', 'directory.example']);
const WAITING = ['http://new.example/', 'http://directory.example/b'];

/** A crawl that has made requests of these expected relevances. */
function requested(...values: readonly number[]) {
  const drought = watchDrought();
  for (const value of values) drought.note(request(value));
  return drought;
}
const many = (count: number, value: number): readonly number[] => Array.from({ length: count }, () => value);

describe('a drought', () => {
  it('is where the last 100 requests were expected to bring less than a fifth of the best hundred', () => {
    const found = (...values: readonly number[]) => requested(...values).found(HOSTS, WAITING, TRIED, 1);
    expect(found(...many(99, 0.01))).toBeUndefined();
    expect(found(...many(150, 0.5), ...many(80, 0.05))).toBeUndefined();
    expect(found(...many(150, 0.5), ...many(89, 0.05))).toEqual({
      neverAsked: 1,
      text:
        'dried up: the last 100 requests were expected to be relevant by 0.10, at best by 0.50; ' +
        'hosts: 3 known, 2 asked, 1 with accepted pages; ' +
        'pages of directory.example wait, which named most new hosts: sfwc steer OUT pin directory.example; ' +
        'further seeds: sfwc steer OUT seed URL',
    });
    // Where nothing waits that could name hosts, it is not said.
    expect(
      requested(...many(100, 0.5), ...many(100, 0.05)).found(HOSTS, ['http://a.example/'], TRIED, 1)?.text,
    ).not.toContain('boost');
    // One that was never better has not dried up.
    expect(found(...many(500, 0.01))).toBeUndefined();
  });

  it('ends with better links', () => {
    const drought = requested(...many(100, 0.5), ...many(100, 0.05));
    expect(drought.found(HOSTS, WAITING, TRIED, 1)).toBeDefined();
    for (const value of many(20, 0.9)) drought.note(request(value));
    expect(drought.found(HOSTS, WAITING, TRIED, 1)).toBeUndefined();
  });

  it('is not a matter of seeds, random samples, URLs that were not requested, and what people pin', () => {
    const drought = requested(...many(100, 0.5));
    for (const ignored of [{ priority: undefined }, { fetched: false }, { sample: true as const }])
      for (const value of many(100, 0)) drought.note(request(value, ignored));
    expect(drought.found(HOSTS, WAITING, TRIED, 1)).toBeUndefined();
    // Counts as certain, not as a billion.
    drought.note(request(1e9));
    for (const value of many(100, 0.11)) drought.note(request(value));
    expect(drought.found(HOSTS, WAITING, TRIED, 1)).toBeUndefined();
  });
});
