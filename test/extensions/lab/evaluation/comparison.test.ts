import { describe, expect, it } from '@jest/globals';
import {
  curveNumber,
  foundAt,
  harvestRateAt,
  hitsOf,
  targetRecallAt,
  targetsOf,
  type ComparedCrawl,
  type Comparison,
} from '../../../../src/extensions/lab/evaluation/comparison.js';
import { leagueOf, measureAll, measureRetrieval } from '../../../../src/extensions/lab/evaluation/league.js';
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
});

describe('the results', () => {
  const crawls = [crawlOf('lpe', [1, 10, 2]), crawlOf('krs', [3, 4, 1])];

  it('are a table for people', () => {
    expect(leagueText(comparisonOf(crawls))).toMatch(/^strategy +bees +mean.*\nkrs +0\.\d{3} \(3\/4\)/);
  });

  it('are lines of CSV, one for each crawl', () => {
    const [header = '', line = ''] = resultsCsv(comparisonOf(crawls)).split('\r\n');
    const column = header.split(',').indexOf('found');
    expect(line.split(',').slice(column - 1, column + 1)).toEqual(['4', '2']);
  });
});

/** Fetches 2, 3 and 6 found targets; there are four. */
const HITS = [false, true, true, false, false, true];

describe('measures along a crawl', () => {
  it('counts what was found by a fetch, and keeps it after the end', () => {
    expect([0, 1, 2, 3, 6, 100].map((n) => foundAt(HITS, n))).toEqual([0, 0, 1, 2, 3, 3]);
  });

  it('divides by the fetches (Lu: harvest rate) and by the targets (target recall)', () => {
    expect(harvestRateAt(HITS, 3)).toBeCloseTo(2 / 3);
    expect(harvestRateAt(HITS, 100)).toBeCloseTo(3 / 6);
    expect(harvestRateAt([], 10)).toBeNull();
    expect(targetRecallAt(HITS, 3, 4)).toBe(0.5);
    expect(targetRecallAt(HITS, 3, 0)).toBeNull();
  });

  it('gives one number for the curve: 0+1+2+2+2+3 of 1+2+3+4+4+4', () => {
    expect(curveNumber(HITS, 6, 4)).toBeCloseTo(10 / 18);
  });

  it('is 1 for a crawl that fetches nothing but targets until none is left, also when it ends there', () => {
    expect(curveNumber([true, true, false, false], 4, 2)).toBe(1);
    expect(curveNumber([true, true], 4, 2)).toBe(1);
    expect(curveNumber([false, false], 4, 2)).toBe(0);
    expect(curveNumber([true], 4, 0)).toBeNull();
  });
});

it('measures precision, recall and accuracy on a closed web', () => {
  // Retrieved 1, 2, 3; relevant 2, 3, 4; ten pages: 2 right, 1 wrong, 1 missed, 6 rightly left.
  const quality = measureRetrieval([1, 2, 3, 3], new Set([2, 3, 4]), 10);
  expect(quality).toEqual({ precision: expect.closeTo(2 / 3), recall: expect.closeTo(2 / 3), accuracy: 0.8 });
  expect(measureRetrieval([], new Set(), 5)).toEqual({ precision: null, recall: null, accuracy: 1 });
});
