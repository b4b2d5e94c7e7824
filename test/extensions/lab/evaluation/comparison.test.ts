import { describe, expect, it } from '@jest/globals';
import {
  hitsOf,
  targetsOf,
  type ComparedCrawl,
  type Comparison,
} from '../../../../src/extensions/lab/evaluation/comparison.js';
import { leagueOf, measureAll } from '../../../../src/extensions/lab/evaluation/league.js';
import { leagueText, resultsCsv } from '../../../../src/extensions/lab/comparison/league-table.js';

/** Page 0 is the seed, 1 to 9 are targets, 10 and up are not. */
function crawlOf(
  strategy: string,
  fetches: readonly number[],
  more: Partial<ComparedCrawl> = {},
): ComparedCrawl {
  return {
    topic: 'bees',
    classifier: 'judge',
    strategy,
    repeat: 0,
    seeds: [0],
    fetches: [0, ...fetches],
    accepted: fetches.filter((page) => page < 10),
    maxAverageSimilarity: null,
    ended: 'max-pages',
    seconds: 1,
    ...more,
  };
}

function comparisonOf(
  crawls: readonly ComparedCrawl[],
  truth: 'labels' | 'verdicts' = 'labels',
  pages: readonly string[] = [],
): Comparison {
  return {
    settings: {},
    maxPages: 10,
    webPages: 40,
    pages,
    topics: [{ name: 'bees', truth, targets: truth === 'labels' ? [1, 2, 3, 4] : [], given: [0] }],
    crawls,
  };
}

describe('targets of a crawl', () => {
  it('are those of the topic without the seeds', () => {
    const crawl = crawlOf('krs', [1], { seeds: [0, 4] });
    expect([...targetsOf(comparisonOf([crawl]), crawl)]).toEqual([1, 2, 3]);
  });

  it('are what any crawl by the same classifier accepted, where nothing is known', () => {
    const crawls = [
      crawlOf('krs', [1, 11], { accepted: [0, 1] }),
      crawlOf('lpe', [2], { accepted: [2] }),
      crawlOf('lpe', [3], { accepted: [3], classifier: 'other' }),
    ];
    const comparison = comparisonOf(crawls, 'verdicts');
    expect([...targetsOf(comparison, crawls[0]!)].sort()).toEqual([1, 2]);
  });

  it('are found once', () => {
    const crawl = crawlOf('krs', [1, 1, 12]);
    expect(hitsOf(crawl, new Set([1]))).toEqual([false, true, false, false]);
  });
});

describe('the league table', () => {
  it('has the best first', () => {
    const comparison = comparisonOf([
      crawlOf('breadth-first', [10, 11, 1, 2]),
      crawlOf('krs', [1, 2, 3, 4]),
      crawlOf('lpe', [1, 10, 2, 3]),
    ]);
    const rows = leagueOf(measureAll(comparison), ['bees']);
    expect(rows.map(({ strategy }) => strategy)).toEqual(['krs', 'lpe', 'breadth-first']);
    // Fetches 2 to 5 find the four targets, best would be 1 to 4: 0+1+2+3+4·6 of 1+2+3+4·7.
    expect(rows[0]?.cells[0]?.curve?.mean).toBeCloseTo(30 / 34);
  });

  it('has bands over repeats, and no mean where a topic is missing', () => {
    const comparison = comparisonOf([crawlOf('lpe', [1, 2]), crawlOf('lpe', [10, 11, 1], { repeat: 1 })]);
    const [row] = leagueOf(measureAll(comparison), ['bees', 'wasps']);
    expect(row?.cells[0]?.curve?.count).toBe(2);
    expect(row?.cells[0]?.curve?.high).toBeGreaterThan(row?.cells[0]?.curve?.mean ?? 1);
    expect(row?.cells[1]).toBeUndefined();
    expect(row?.mean).toBeNull();
  });

  it('counts as accepted rightly only what was not given', () => {
    const comparison = comparisonOf([crawlOf('krs', [1, 10, 11], { accepted: [0, 1, 10] })]);
    expect(measureAll(comparison)[0]?.acceptedRightly).toBe(0.5);
  });
});

describe('the results', () => {
  const crawls = [crawlOf('lpe', [1, 10, 2]), crawlOf('krs', [3, 4, 1])];

  it('are a table for people', () => {
    const [header, first] = leagueText(comparisonOf(crawls)).split('\n');
    expect(header).toMatch(/^strategy +bees +mean/);
    expect(first).toMatch(/^krs +0\.\d{3} \(3\/4\)/);
  });

  it('are lines of CSV, one for each crawl', () => {
    const [header = '', line = ''] = resultsCsv(comparisonOf(crawls)).split('\r\n');
    const column = header.split(',').indexOf('found');
    expect(line.split(',').slice(column - 1, column + 1)).toEqual(['4', '2']);
  });
});
