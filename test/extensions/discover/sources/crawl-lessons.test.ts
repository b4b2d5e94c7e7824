import { describe, expect, it } from '@jest/globals';
import { createCrawlLessons } from '../../../../src/extensions/discover/sources/crawl-lessons.js';
import { crawlEvent } from '../../../support/crawl-events.js';

const read = (text: string): readonly string[] => text.toLowerCase().split(' ');

function lessonsOf(pages: readonly (readonly [url: string, title: string, accepted: boolean])[]) {
  const lessons = createCrawlLessons(read);
  for (const [n, [url, title, accepted]] of pages.entries())
    lessons.note(crawlEvent({ sequence: n + 1, url, title, score: accepted ? 1 : 0 }));
  return lessons;
}

describe('the lessons of a crawl', () => {
  it('name hosts with accepted pages, those with the greatest share first', () => {
    const lessons = lessonsOf([
      ['http://mixed.example/a', 'a', true],
      ['http://mixed.example/b', 'b', false],
      ['http://mixed.example/c', 'c', false],
      ['http://rich.example/a', 'a', true],
      ['http://rich.example/b', 'b', true],
      ['http://poor.example/a', 'a', false],
    ]);
    expect(lessons.hosts().map(({ host, fetched, accepted }) => [host, fetched, accepted])).toEqual([
      ['rich.example', 2, 2],
      ['mixed.example', 3, 1],
    ]);
    expect(lessons.hosts()[0]?.pages).toEqual(['http://rich.example/a', 'http://rich.example/b']);
  });

  it('teach words of accepted titles on several hosts, not the names of sites nor words of all titles', () => {
    const lessons = lessonsOf([
      ['http://one.example/1', 'the hive One', true],
      ['http://one.example/2', 'the smoker One', true],
      ['http://two.example/1', 'the hive Two', true],
      ['http://two.example/2', 'the smoker Two', true],
      ['http://two.example/3', 'the hive again', true],
      ...Array.from({ length: 6 }, (_, n) => [`http://x.example/${n}`, 'the market', false] as const),
    ]);
    expect(lessons.words()).toEqual(['hive', 'smoker']);
  });

  it('does not count what was not requested', () => {
    const lessons = createCrawlLessons(read);
    lessons.note(crawlEvent({ sequence: 1, url: 'http://a.example/', state: 'skipped', fetched: false }));
    expect(lessons.hosts()).toEqual([]);
  });
});
