import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Comparison } from '../../../../src/extensions/lab/evaluation/comparison.js';
import { sfwc, type Finished } from '../../../cli/run.js';
import { itInFull, rounds } from '../../../support/thorough.js';
import { diabetesTopic } from '../../../support/bee-topic.js';

/** Comparing and rating, through the command line, on the sample web. */

const WEB = 'corpora/sample-web';
const SEED = 'http://glucosecare.example/';
const { root, kb } = diabetesTopic();
const crawled = path.join(root, 'crawl');

beforeAll(async () => {
  const place = ['--kb', kb, '--topic', 'diabetes', '--web', WEB, '--seeds', SEED, '--out', crawled];
  const crawl = ['crawl', ...place, '--max-pages', '25', '--set', 'classifier=ensemble'];
  expect(await sfwc(crawl)).toMatchObject({ code: 0 });
});

function compare(out: string, ...more: string[]): Promise<Finished> {
  return sfwc(['compare', '--web', WEB, '--kb', kb, '--out', out, '--max-pages', '16', ...more]);
}

function saved(out: string): Comparison {
  return JSON.parse(readFileSync(path.join(out, 'results.json'), 'utf8')) as Comparison;
}

/** What does not depend on the order in which threads come to an end. */
function orders({ crawls, pages }: Comparison): unknown {
  return crawls.map(({ strategy, repeat, fetches }) => [
    strategy,
    repeat,
    fetches.map((page) => pages[page]),
  ]);
}

describe('compare', () => {
  it('prints the league table and writes the results', async () => {
    const out = path.join(root, 'out');
    const repeats = rounds(2, 1);
    const crawls = 3 * repeats;
    const strategies = ['--strategies', 'breadth-first,lpe,krs', '--repeat', `${repeats}`];
    const first = await compare(out, ...strategies);
    expect(first).toMatchObject({ code: 0 });
    const lines = first.stdout.split('\n');
    expect(lines[0]).toMatch(/^strategy +diabetes +mean/);
    const rank = (name: string): number => lines.findIndex((line) => line.startsWith(name));
    expect(rank('lpe')).toBeLessThan(rank('breadth-first'));
    for (const { fetches, seeds } of saved(out).crawls) {
      expect(fetches.length).toBeLessThanOrEqual(16);
      expect(fetches.slice(0, seeds.length).sort()).toEqual([...seeds].sort());
    }
    const csv = readFileSync(path.join(out, 'results.csv'), 'utf8').trim().split('\r\n');
    expect(csv).toHaveLength(1 + crawls);
    expect(new Set(csv.map((line) => line.split(',').length)).size).toBe(1);

    // From the second repeat on, seeds are drawn anew.
    expect(new Set(saved(out).crawls.map((crawl) => crawl.seeds.join())).size).toBe(repeats);
  });

  itInFull('gives the same in threads', async () => {
    const strategies = ['--strategies', 'breadth-first,lpe'];
    const [one, two] = [path.join(root, 'one'), path.join(root, 'two')];
    expect(await compare(one, ...strategies)).toMatchObject({ code: 0 });
    expect(await compare(two, ...strategies, '--workers', '2')).toMatchObject({ code: 0 });
    expect(orders(saved(two))).toEqual(orders(saved(one)));
  });

  it('counts verdicts where nothing is known, and says so', async () => {
    const web = path.join(root, 'web');
    const page = (links: string): string =>
      `<title>Insulin</title><p>Insulin is a hormone of the pancreas; patients with diabetes inject insulin.</p>${links}`;
    const { mkdirSync } = await import('node:fs');
    mkdirSync(path.join(web, 'a.example'), { recursive: true });
    writeFileSync(
      path.join(web, 'a.example/index.html'),
      page('<a href="b.html">b</a> <a href="c.html">c</a>'),
    );
    writeFileSync(path.join(web, 'a.example/b.html'), page(''));
    writeFileSync(
      path.join(web, 'a.example/c.html'),
      '<title>Chess</title><p>The bishop takes the rook.</p>',
    );
    const args = [
      'compare',
      '--web',
      web,
      '--kb',
      kb,
      '--topics',
      'diabetes',
      '--seeds',
      'http://a.example/',
    ];
    const strategies = ['--strategies', 'krs'];
    const verdicts = await sfwc([...args, ...strategies, '--out', path.join(root, 'verdicts')]);
    expect(verdicts.code).toBe(0);
    expect(verdicts.stdout).toContain('no labels');
  });

  it('says what is wrong', async () => {
    expect(await compare(path.join(root, 'x'), '--strategies', 'best')).toMatchObject({ code: 2 });
  });
});

describe('rate', () => {
  const rate = (input: string, ...args: string[]): Promise<Finished> =>
    sfwc(['rate', crawled, ...args], { input });

  const answer = (url: string, word: string, by: string): Promise<Finished> =>
    sfwc(['steer', crawled, 'rate', url, word, '--by', by]);

  const answersOf = (rater: string): Record<string, string> => {
    const file = path.join(crawled, `ratings/rater-${rater}.json`);
    return (JSON.parse(readFileSync(file, 'utf8')) as { judgements: Record<string, string> }).judgements;
  };

  it('asks several raters for the same sample, goes on later, and reports ratio and agreement', async () => {
    const first = await rate('y\nwhat\nn\nq\n', '--rater', 'ada', '--count', '4', '--random-seed', '5');
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(first.stderr).toContain('2 judged now, 2 left');
    expect((await rate('y\ns\n', '--rater', 'ada')).stderr).toContain('all 4 pages are judged by ada');
    await rate('y\nn\nn\ny\n', '--rater', 'ben');
    const report = await rate('', '--report');
    expect(report.stdout).toMatch(/^ada +3 +1 +0 +2\/3 +66\.7 %$/m);
    expect(report.stdout).toMatch(/^ben +4 +0 +0 +2\/4 +50\.0 %$/m);
    // Three pages by both: yes yes, no no, yes no: P = 2/3, Pe = 1/2, κ = 1/3.
    expect(report.stdout).toContain("Fleiss' κ 0.333: fair");
    expect(await rate('', '--rater', 'cy', '--random-seed', '6')).toMatchObject({ code: 2 });
  });

  it('reports answers about other pages apart from the sample', async () => {
    const nearest = ['--rater', 'dan', '--choose', 'nearest', '--count', '5'];
    await rate('y\ny\nn\nq\n', ...nearest);
    const [page] = (await sfwc(['pages', crawled])).stdout.split('\n');
    const { id, url } = JSON.parse(page ?? '') as { id: string; url: string };
    expect((await answer(url, 'yes', 'eva')).code).toBe(0);
    const report = await rate('', '--report');
    expect(report.stdout).toMatch(/^dan +nearest to the threshold +2 +1 +0 +2$/m);
    expect(report.stdout).toContain('they do not count in the harvest ratio');
    expect(answersOf('eva')).toEqual({ [id]: 'yes' });
    expect(report.stdout).toMatch(/^eva /m);
    await rm(path.join(crawled, 'ratings/rater-dan.json'));
    await rm(path.join(crawled, 'ratings/rater-eva.json'));
  });

  it('refuses an answer about a URL that the crawl does not know', async () => {
    const { code, stderr } = await answer('http://nowhere.example/', 'yes', 'fay');
    expect([code, stderr]).toEqual([
      1,
      `error: the crawl in ${crawled} has neither requested nor queued http://nowhere.example/\n` +
        `       rate one of its pages, or add the URL first: sfwc steer ${crawled} seed http://nowhere.example/\n`,
    ]);
    expect(existsSync(path.join(crawled, 'ratings/rater-fay.json'))).toBe(false);
  });
});
