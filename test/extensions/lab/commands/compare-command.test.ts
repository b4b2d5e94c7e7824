import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Comparison } from '../../../../src/extensions/lab/evaluation/comparison.js';
import { sfwc, type Finished } from '../../../cli/run.js';
import { copyCrawl } from '../../../support/crawl-folder.js';
import { itInFull } from '../../../support/thorough.js';
import { writeFiles } from '../../../support/small-corpus.js';
import { diabetesTopic } from '../../../support/bee-topic.js';

/** Comparing and rating, through the command line, on the sample web. */

const WEB = 'corpora/sample-web';
const { root, kb } = diabetesTopic();

function compare(out: string, ...more: string[]): Promise<Finished> {
  return sfwc(['compare', '--web', WEB, '--kb', kb, '--out', out, '--max-pages', '16', ...more]);
}

function saved(out: string): Comparison {
  return JSON.parse(readFileSync(path.join(out, 'results.json'), 'utf8')) as Comparison;
}

describe('compare', () => {
  itInFull('prints the league table and writes the results', async () => {
    const out = path.join(root, 'out');
    const repeats = 2;
    const crawls = 3 * repeats;
    const strategies = ['--strategies', 'breadth-first,lpe,krs', '--repeat', `${repeats}`];
    const first = await compare(out, ...strategies);
    expect(first).toMatchObject({ code: 0 });
    const lines = first.stdout.split('\n');
    expect(lines[0]).toMatch(/^strategy +diabetes +mean/);
    const rank = (name: string): number => lines.findIndex((line) => line.startsWith(name));
    expect(rank('lpe')).toBeLessThan(rank('breadth-first'));
    const csv = readFileSync(path.join(out, 'results.csv'), 'utf8').trim().split('\r\n');
    expect(csv).toHaveLength(1 + crawls);

    // From the second repeat on, seeds are drawn anew.
    expect(new Set(saved(out).crawls.map((crawl) => crawl.seeds.join())).size).toBe(repeats);
  });

  it('counts verdicts where nothing is known, and says so', async () => {
    const page = '<title>Insulin</title><p>Insulin is a hormone; patients with diabetes inject insulin.</p>';
    const web = await writeFiles(path.join(root, 'web'), {
      'a.example/index.html': `${page}<a href="b.html">b</a>`,
      'a.example/b.html': page,
    });
    const topic = ['--kb', kb, '--topics', 'diabetes', '--seeds', 'http://a.example/'];
    const out = path.join(root, 'verdicts');
    const verdicts = await sfwc(['compare', '--web', web, ...topic, '--strategies', 'krs', '--out', out]);
    expect(verdicts).toMatchObject({ code: 0, stdout: expect.stringContaining('no labels') });
  });

  it('says what is wrong', async () => {
    expect(await compare(path.join(root, 'x'), '--strategies', 'best')).toMatchObject({ code: 2 });
  });
});

describe('rate', () => {
  const crawled = copyCrawl(path.join(root, 'crawl'));
  const rate = (input: string, ...args: string[]): Promise<Finished> =>
    sfwc(['rate', crawled, ...args], { input });

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
});
