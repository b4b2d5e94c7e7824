import { describe, expect, it } from '@jest/globals';
import { fingerprintOf, sketchOf } from '../../../src/support/text/text-sketch.js';
import { openCrawlDatabase } from '../../../src/crawling/store/crawl-database.js';
import { openCrawlMemory } from '../../../src/crawling/store/crawl-memory.js';
import {
  createTrapWatch,
  formOf,
  looksLikeTrap,
  trapSight,
  type TrapWatch,
} from '../../../src/crawling/pages/traps.js';

const A = 'http://a.example';

describe('looksLikeTrap', () => {
  it.each([
    `${A}/a/b/a/b/a/b`,
    `${A}/x/news/news/news/y`,
    `${A}/${'d/'.repeat(2)}${Array.from({ length: 26 }, (_, n) => `s${n}`).join('/')}`,
    `${A}/?${Array.from({ length: 11 }, (_, n) => `page=${n}`).join('&')}`,
  ])('%s does', (url) => {
    expect(looksLikeTrap(url)).toBe(true);
  });

  it.each([
    `${A}/`,
    `${A}/2011/11/11/11/x`,
    `${A}/a/b/a/b`,
    `${A}/news/newspaper/news`,
    `${A}/?f[]=1&f[]=2`,
    'x',
  ])('%s does not', (url) => {
    expect(looksLikeTrap(url)).toBe(false);
  });
});

it.each([
  [`${A}/calendar/2024/05?view=month`, `${A}/calendar/1999/1?view=day`],
  [`${A}/p/0a1b2c3d4e/x`, `${A}/p/99ffee00aa/x`],
])('%s and %s are of one form', (one, other) => {
  expect(formOf(one)).toBe(formOf(other));
  expect(formOf(one)).toBeDefined();
});

it('an address in which nothing varies has no form', () => {
  expect(formOf(`${A}/about/us`)).toBeUndefined();
});

function saw(watch: TrapWatch, url: string, text: string): void {
  const sight = trapSight(url, fingerprintOf(sketchOf({ title: '', headline: '', text, blocks: [] })));
  if (sight !== undefined) watch.saw(sight);
}

describe('createTrapWatch', () => {
  const filler =
    'the department of rivers publishes its programme of events here and nothing else is to be said of it';

  it('finds a calendar whose months bring nothing, and nothing beside it', () => {
    const watch = createTrapWatch();
    let month = 1;
    while (!watch.isTrap(`${A}/calendar/${month}`) && month < 100) {
      saw(watch, `${A}/calendar/${month}`, `Month ${month}. ${filler}. Page ${month * 7} of 12.`);
      month += 1;
    }
    expect(month).toBe(22);
    expect(watch.isTrap(`${A}/calendar/5000`)).toBe(true);
    expect(watch.isTrap(`${A}/article/5000`)).toBe(false);
    expect(watch.isTrap('http://b.example/calendar/1')).toBe(false);
  });

  it('finds the same content under many session names', () => {
    const watch = createTrapWatch();
    for (let n = 0; n < 30; n += 1) saw(watch, `${A}/shop?visit=${n}abc`, filler);
    expect(watch.isTrap(`${A}/shop?visit=new`)).toBe(true);
  });

  it('counts on where an earlier process stopped, and forgets with it', () => {
    const database = openCrawlDatabase(':memory:');
    const first = createTrapWatch(openCrawlMemory(database));
    for (let n = 0; n < 15; n += 1) saw(first, `${A}/shop?visit=${n}abc`, filler);
    const second = createTrapWatch(openCrawlMemory(database));
    for (let n = 0; n < 5; n += 1) saw(second, `${A}/shop?visit=${n}abc`, filler);
    expect(second.isTrap(`${A}/shop?visit=new`)).toBe(false);
    saw(second, `${A}/shop?visit=5abc`, filler);
    expect(createTrapWatch(openCrawlMemory(database)).isTrap(`${A}/shop?visit=new`)).toBe(true);
    for (let n = 0; n < 20_000; n += 1) second.saw({ form: `form ${n}`, print: { high: 0, low: 0 } });
    expect(database.prepare('SELECT count(*) FROM memory').first()).toEqual([20_000]);
    expect(createTrapWatch(openCrawlMemory(database)).isTrap(`${A}/shop?visit=new`)).toBe(false);
    database.close();
  });

  it('leaves numbered articles alone', () => {
    const watch = createTrapWatch();
    for (let n = 0; n < 100; n += 1) {
      const words = Array.from(
        { length: 60 },
        (_, k) =>
          `word${String.fromCharCode(97 + ((n * 7 + k * 13) % 26))}${'xyz'.charAt(n % 3)}${'klmnop'.charAt((n + k) % 6)}`,
      );
      saw(watch, `${A}/article/${n}`, words.join(' '));
    }
    expect(watch.isTrap(`${A}/article/101`)).toBe(false);
  });
});
