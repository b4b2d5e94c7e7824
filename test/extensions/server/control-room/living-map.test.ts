import { expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { createCrawlView } from '../../../../src/extensions/server/control-room/crawl-view.js';
import { watchMap, type LivingMap } from '../../../../src/extensions/server/control-room/living-map.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import { crawlEvent, noun } from '../../../support/crawl-events.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';
import { storePage } from '../../../support/stored-pages.js';

const place = placesIn(temporaryFolder());
const BEES = ['hive', 'honey', 'queen', 'swarm', 'nectar', 'comb'];
const SHIPS = ['mast', 'sail', 'anchor', 'harbour', 'deck', 'tide'];

/** A crawl whose pages are added one after the other, and its map. */
function mappedCrawl() {
  const out = place();
  mkdirSync(out, { recursive: true });
  const view = createCrawlView();
  const events: CrawlEvent[] = [];
  let now = 0;
  return {
    /** Has that many milliseconds pass. */
    pass(milliseconds: number): void {
      now += milliseconds;
    },
    add(words: readonly string[], number: number, score = 0.9): void {
      const url = `http://a.example/${words[0] ?? ''}-${number}`;
      const evidence = [noun(words[0] ?? ''), noun(words[1] ?? '')];
      const text = [0, 1, 2, 3].map((step) => words[(number + step) % words.length]).join(' ');
      const event = crawlEvent({
        url,
        stored: storePage(out, { url, text: `page\n\n${text}` }),
        score,
        evidence,
        title: `page ${number}`,
        sequence: events.length + 1,
      });
      view.add(event, { begin: events.length, length: 1 });
      events.push(event);
    },
    map: watchMap(
      out,
      () => view,
      (at) => Promise.resolve(events[view.lineOf(at).begin]),
      () => now,
    ),
  };
}

/** The group of each page, by the beginning of its address. */
function groupsIn({ dots }: LivingMap, word: string): ReadonlySet<number> {
  return new Set(dots.filter(({ url }) => url.includes(word)).map(({ group }) => group));
}

it('places pages with the same words in a group, named by nouns of the topic alone', async () => {
  const crawl = mappedCrawl();
  expect(await crawl.map.look()).toEqual({ dots: [], groups: [], unread: 0 });
  for (let number = 0; number < 7; number += 1) crawl.add(BEES, number);
  for (let number = 0; number < 5; number += 1) crawl.add(SHIPS, number);
  const map = await crawl.map.look();
  expect(map.dots).toHaveLength(12);
  expect([groupsIn(map, 'hive'), groupsIn(map, 'mast')]).toEqual([new Set([0]), new Set([1])]);
  expect(map.groups.map(({ size }) => size)).toEqual([7, 5]);
  for (const { label } of map.groups)
    expect(label).toMatch(/^(?:hive|honey|mast|sail)(?:, (?:hive|honey|mast|sail))?$/);
  for (const { x, y } of map.dots) expect([x >= 0 && x <= 1, y >= 0 && y <= 1]).toEqual([true, true]);
});

it('places later pages on the map that there is, and near misses among them', async () => {
  const crawl = mappedCrawl();
  for (let number = 0; number < 7; number += 1) crawl.add(BEES, number);
  for (let number = 0; number < 5; number += 1) crawl.add(SHIPS, number);
  const before = await crawl.map.look();
  crawl.add(SHIPS, 8);
  crawl.add(BEES, 9, 0.3);
  expect(await crawl.map.look()).toBe(before);
  crawl.pass(2500);
  const after = await crawl.map.look();
  expect(after.groups).toEqual(before.groups);
  expect(after.dots.filter(({ url }) => before.dots.some((dot) => dot.url === url))).toEqual(
    expect.arrayContaining([...before.dots]),
  );
  const added = after.dots.filter(({ url }) => /mast-8|hive-9/.test(url));
  expect(added.map(({ group, accepted }) => [group, accepted]).sort()).toEqual([
    [0, false],
    [1, true],
  ]);
});

it('reads some pages at a time, and says how many are left', async () => {
  const crawl = mappedCrawl();
  for (let number = 0; number < 160; number += 1) crawl.add(number % 2 === 0 ? BEES : SHIPS, number);
  expect((await crawl.map.look()).unread).toBe(10);
  crawl.pass(250);
  const { unread, dots } = await crawl.map.look();
  expect([unread, dots.length]).toEqual([0, 160]);
});
