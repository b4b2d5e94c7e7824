import { describe, expect, it } from '@jest/globals';
import { createCrawlLessons } from '../../../../src/extensions/discover/sources/crawl-lessons.js';
import {
  captureSource,
  learnedQueries,
  nounQueries,
  searchSources,
} from '../../../../src/extensions/discover/sources/services.js';
import type { AskState } from '../../../../src/extensions/discover/sources/source.js';
import type { SearchEngine } from '../../../../src/extensions/discover/search/search.js';
import { createTopicWords } from '../../../../src/extensions/discover/seeding/topic-words.js';
import { simulatedClock } from '../../../../src/support/time/simulated-clock.js';
import { crawlEvent } from '../../../support/crawl-events.js';

const read = (text: string): readonly string[] => text.toLowerCase().split(/\W+/).filter(Boolean);
const words = { nouns: ['hive', 'queen bee', 'honey'], read };
const never = new AbortController().signal;

function stateWith(asked: readonly string[] = [], lessons = createCrawlLessons(read)): AskState {
  return { lessons, times: (target) => Number(asked.includes(target)), left: () => [], isNew: () => true };
}

function engine(search: SearchEngine['search']): SearchEngine {
  return { name: 'http://s.example/', search };
}

describe('queries', () => {
  it('are of the most characteristic nouns, each with another one; several words stand alone', () => {
    const queries = nounQueries(words.nouns);
    expect(queries).toHaveLength(new Set(queries).size);
    expect(queries[0]).toMatch(/^hive (?:queen bee|honey)$/);
    expect(queries).toContain('queen bee');
    expect(nounQueries(words.nouns)).toEqual(queries);
    expect(nounQueries(['hive'])).toEqual(['hive']);
    expect(nounQueries([])).toEqual([]);
  });

  it('are of learned words that are not the topic’s own, with its most characteristic noun', () => {
    expect(learnedQueries(['smoker', 'queen', 'honey'], words)).toEqual(['smoker hive']);
  });
});

describe('a search engine', () => {
  const hit = { url: 'http://x.example/', title: '', snippet: '', foundAt: 'http://s.example/search?q=x' };

  it('receives each query once, and names pages with the query and the address of the answer', async () => {
    const queries: string[] = [];
    const [nouns] = searchSources(
      engine(async (query) => {
        queries.push(query);
        return [hit];
      }),
      words,
      { clock: simulatedClock() },
    );
    const ask = nouns!.next(stateWith());
    expect(await ask?.run(never)).toEqual([
      {
        ...{ url: hit.url, by: hit.foundAt },
        reason: `search for '${ask?.target}' at http://s.example/`,
      },
    ]);
    expect(queries).toEqual([ask?.target]);
    expect(nouns!.next(stateWith([ask?.target ?? '']))?.target).not.toBe(ask?.target);
    expect(nouns!.next(stateWith(nounQueries(words.nouns)))).toBeUndefined();
  });

  it('receives words of accepted pages once there are some', () => {
    const [, learned] = searchSources(
      engine(async () => []),
      words,
      { clock: simulatedClock() },
    );
    expect(learned!.next(stateWith())).toBeUndefined();
    const lessons = createCrawlLessons(read);
    for (const host of ['a', 'b'])
      lessons.note(crawlEvent({ url: `http://${host}.example/`, title: 'Smoker', score: 1 }));
    for (let n = 0; n < 5; n += 1)
      lessons.note(crawlEvent({ url: `http://c.example/${n}`, title: 'Market', score: 0 }));
    expect(learned!.next(stateWith([], lessons))?.target).toBe('smoker hive');
  });

  it('that takes longer than a minute fails', async () => {
    const clock = simulatedClock();
    const silent = engine(() => new Promise(() => undefined));
    const [nouns] = searchSources(silent, words, { clock });
    await expect(nouns!.next(stateWith())?.run(never)).rejects.toThrow(
      'http://s.example/ gave no answer within 60 s',
    );
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
  });
});

describe('a CDX server', () => {
  it('is queried for hosts with accepted pages, and what it names of other hosts is left out', async () => {
    const lessons = createCrawlLessons(read);
    lessons.note(crawlEvent({ url: 'http://a.example/1', score: 1 }));
    const queried: string[] = [];
    const source = captureSource(
      {
        name: 'http://cdx.example/cdx',
        captures: async ({ url }) => {
          queried.push(url);
          return ['http://a.example/shoes', 'http://a.example/honey', 'http://evil.example/honey', 'no url'];
        },
      },
      createTopicWords([{ lemma: 'honey', weight: 1 }], read),
      { clock: simulatedClock() },
    );
    const ask = source.next(stateWith([], lessons));
    expect((await ask?.run(never))?.map(({ url, by, reason }) => [url, by, reason])).toEqual([
      [
        'http://a.example/honey',
        'http://cdx.example/cdx',
        'captures of a.example at http://cdx.example/cdx; URL has honey',
      ],
      ['http://a.example/shoes', 'http://cdx.example/cdx', 'captures of a.example at http://cdx.example/cdx'],
    ]);
    expect(queried).toEqual(['a.example']);
    expect(source.next(stateWith(['a.example'], lessons))).toBeUndefined();
  });
});
