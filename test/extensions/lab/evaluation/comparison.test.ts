import { describe, expect, it } from '@jest/globals';
import { judgeClaims } from '../../../../src/extensions/lab/evaluation/claims.js';
import {
  hitsOf,
  targetsOf,
  type ComparedCrawl,
  type Comparison,
} from '../../../../src/extensions/lab/evaluation/comparison.js';
import { leagueOf, measureAll } from '../../../../src/extensions/lab/evaluation/league.js';
import { reportHtml } from '../../../../src/extensions/lab/comparison/league-report-html.js';
import { leagueRows, resultsCsv } from '../../../../src/extensions/lab/comparison/league-table.js';
import { lossesOf } from '../../../../src/extensions/lab/evaluation/losses.js';

/** Page 0 is the seed, 1 to 9 are targets, 10 and up are not. */
function crawlOf(
  strategy: string,
  fetches: readonly number[],
  more: Partial<ComparedCrawl> = {},
): ComparedCrawl {
  return {
    key: strategy,
    topic: 'bees',
    classifier: 'judge',
    strategy,
    repeat: 0,
    seeds: [0],
    fetches: [0, ...fetches],
    referrers: [-1, ...fetches.map(() => 0)],
    accepted: fetches.filter((page) => page < 10),
    missed: [],
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
  it('has the best first, and bounds below whatever they reach', () => {
    const comparison = comparisonOf([
      crawlOf('breadth-first', [10, 11, 1, 2]),
      crawlOf('label-greedy', [1, 2, 3, 4]),
      crawlOf('lpe', [1, 10, 2, 3]),
    ]);
    const { rows } = leagueOf(measureAll(comparison), ['bees']);
    expect(rows.map(({ strategy, realisable }) => [strategy, realisable])).toEqual([
      ['lpe', true],
      ['breadth-first', true],
      ['label-greedy', false],
    ]);
    // Fetches 2 to 5 find the four targets, best would be 1 to 4: 0+1+2+3+4·6 of 1+2+3+4·7.
    expect(rows[2]?.cells[0]?.curve?.mean).toBeCloseTo(30 / 34);
  });

  it('has bands over repeats, and no mean where a topic is missing', () => {
    const comparison = comparisonOf([
      crawlOf('lpe', [1, 2]),
      crawlOf('lpe', [10, 11, 1], { repeat: 1, key: 'second' }),
    ]);
    const [row] = leagueOf(measureAll(comparison), ['bees', 'wasps']).rows;
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

describe('hosts with targets', () => {
  /** Targets 1 and 2 lie on one host, 3 and 4 on others. */
  const pages = ['a', 'b', 'b', 'c', 'd'].map((host, page) => `http://${host}.example/${page}`);

  it('are counted at the first target of each, up to N fetches', () => {
    const late = crawlOf('lpe', [1, 10, 2, 11, 12, 13, 14, 3, 15, 16, 4]);
    const comparison = comparisonOf([late, crawlOf('krs', [3, 4, 1])], 'labels', pages);
    const [one, other] = measureAll(comparison);
    expect(one?.hosts).toMatchObject({ found: 2, all: 3 });
    expect(one?.hosts.hits.flatMap((hit, fetch) => (hit ? [fetch] : []))).toEqual([1, 8, 11]);
    expect(other?.hosts.found).toBe(3);
    expect(leagueRows(comparison).map((row) => [row[0], row.at(-2)])).toEqual([
      ['strategy', 'hosts'],
      ['krs', '3/3'],
      ['lpe', '2/3'],
    ]);
    const [header = '', line = ''] = resultsCsv(comparison).split('\r\n');
    const column = header.split(',').indexOf('hosts_found');
    expect(line.split(',').slice(column - 1, column + 1)).toEqual(['3', '2']);
    const html = reportHtml(comparison);
    expect(html).toContain('aria-label="hosts with targets by fetches"');
    expect(html).toContain('aria-description="at the end krs: 3; lpe: 3"');
    expect(html).toContain('<td>lpe</td><td>1</td><td>1</td><td>1</td><td>2</td><td>3</td>');
  });

  it('are means over repeats, and count the accepted pages where nothing is known', () => {
    const crawls = [
      crawlOf('krs', [1, 3], { accepted: [1, 3] }),
      crawlOf('krs', [2], { repeat: 1, key: 'second', accepted: [2] }),
    ];
    expect(leagueRows(comparisonOf(crawls, 'verdicts', pages))[1]?.at(-2)).toBe('1.5/2');
  });

  it('are not shown where all targets lie on one host', () => {
    const comparison = comparisonOf(
      [crawlOf('krs', [1, 2])],
      'labels',
      pages.map((url) => url.replace(/\w\.example/, 'a.example')),
    );
    expect(leagueRows(comparison)[0]).toEqual(['strategy', 'bees', 'mean', '']);
    expect(reportHtml(comparison)).not.toContain('hosts with targets');
  });
});

describe('losses', () => {
  it('name the pages whose links brought nothing, late targets, and those never reached', () => {
    const crawl = crawlOf('lpe', [10, 11, 1, 12], {
      referrers: [-1, 0, 10, 10, 11],
      missed: [{ page: 2 }, { page: 3, waiting: { value: 0.2, referrer: 10, anchorText: 'wax' } }],
    });
    const [measured] = measureAll(comparisonOf([crawl]));
    const losses = lossesOf(measured!);
    expect(losses.wasted).toBe(4);
    expect(losses.late).toEqual([{ page: 1, fetch: 4, referrer: 10 }]);
    expect(losses.wastefulPages.find(({ page }) => page === 10)).toEqual({
      page: 10,
      fetches: 2,
      targets: 1,
    });
    expect(losses.waiting.map(({ page }) => page)).toEqual([3]);
    expect(losses.unseen.map(({ page }) => page)).toEqual([2]);
    expect(losses.halfFoundAt).toBe(4);
  });
});

describe("the papers' claims", () => {
  const verdicts = (crawls: readonly ComparedCrawl[]) =>
    new Map(judgeClaims(comparisonOf(crawls)).map(({ claim, verdict }) => [claim.slice(0, 25), verdict]));

  it('follow from the results: what is better holds, the other way round it does not', () => {
    const good = [1, 2, 3, 4];
    const bad = [10, 11, 12, 13, 14, 15, 1];
    const one = verdicts([crawlOf('lpe', good), crawlOf('breadth-first', bad)]);
    const other = verdicts([crawlOf('lpe', bad), crawlOf('breadth-first', good)]);
    expect(one.get('LPE harvests 5.0 times as')).toBe('held');
    expect(other.get('LPE harvests 5.0 times as')).toBe('did not hold');
    const krs = verdicts([crawlOf('krs', good), crawlOf('breadth-first', bad)]);
    expect(krs.get('following only accepted p')).toBe('held');
    const hypernyms = verdicts([crawlOf('semantic-synonym', bad), crawlOf('semantic-hypernym', good)]);
    expect(hypernyms.get('hypernyms and hyponyms ma')).toBe('did not hold');
  });

  it('say that they were not compared where a strategy is missing', () => {
    expect(new Set(verdicts([crawlOf('lpe', [1])]).values())).toEqual(new Set(['missing']));
  });

  it('hold in direction only when gains are smaller than claimed, and not at all when level', () => {
    const found = verdicts([crawlOf('lpe', [10, 1, 2, 3]), crawlOf('breadth-first', [10, 1, 11, 2])]);
    expect(found.get('LPE harvests 5.0 times as')).toBe('in direction only');
    const level = verdicts([crawlOf('krs', [1, 2]), crawlOf('breadth-first', [1, 2])]);
    expect(level.get('following only accepted p')).toBe('did not hold');
  });
});
