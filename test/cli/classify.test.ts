import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { beeTopic } from '../support/bee-topic.js';
import { FOREIGN_TEXTS } from '../support/foreign-texts.js';
import { BEE_HTML, MARKET_HTML, writeFiles } from '../support/small-corpus.js';
import { begin, sfwc } from './run.js';

const { root, kb } = beeTopic();
const place = (name: string): string => path.join(root, name);
const topic = ['--kb', kb, '--topic', 'bees'];
beforeAll(() =>
  writeFiles(root, {
    'pages/bees.html': BEE_HTML,
    'pages/market.html': MARKET_HTML,
    'pages/german.txt': FOREIGN_TEXTS.de,
  }),
);

function lines(stdout: string): Record<string, unknown>[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('classify with several pages', () => {
  it('writes a line of JSON for each page, and counts on stderr', async () => {
    const { code, stdout, stderr } = await sfwc(['classify', place('pages'), place('none'), ...topic]);
    expect(code).toBe(0);
    const [bees, german, market, none, ...more] = lines(stdout);
    expect(more).toEqual([]);
    expect(bees).toEqual({
      file: place('pages/bees.html'),
      title: 'Bees',
      accepted: true,
      score: expect.any(Number),
      classifier: 'ensemble',
      reason: expect.stringMatching(/^accepted: /),
    });
    expect(german).toMatchObject({
      accepted: false,
      score: null,
      reason: 'rejected: the page is in German, and only pages in English are judged',
      otherLanguage: 'de',
    });
    expect(market).toMatchObject({ title: 'Markets', accepted: false });
    expect(none).toEqual({ file: place('none'), error: expect.stringMatching(/^it cannot be read: ENOENT/) });
    expect(stderr).toMatch(/^4 pages: 1 accepted, 2 rejected, 1 could not be judged\n$/m);
  });

  it('adds the evidence, or writes text, where that is wanted', async () => {
    const files = [place('pages/bees.html'), place('pages/market.html')];
    const explained = await sfwc(['classify', ...files, ...topic, '--explain']);
    expect(lines(explained.stdout)[0]).toMatchObject({
      evidence: expect.arrayContaining([expect.objectContaining({ lemma: expect.any(String) })]),
      nouns: { distinct: expect.any(Number) },
    });
    for (const page of ['bees', 'market']) {
      const one = await sfwc(['classify', place(`pages/${page}.html`), ...topic, '--explain']);
      const [verdict = '', title] = one.stdout.split('\n');
      expect(verdict).toMatch(/^(?:accepted|rejected)\t[\d.-]+\t.*html$/);
      expect(title).toBe(page === 'bees' ? 'Bees' : 'Markets');
    }
    const text = await sfwc(['classify', ...files, place('none'), ...topic, '--format', 'text']);
    expect(text.stdout).toMatch(
      /^accepted\t[\d.-]+\t.*bees\.html\nrejected\t[\d.-]+\t.*market\.html\nerror\t\t.*none\t/,
    );
    const single = await sfwc(['classify', place('pages/bees.html'), ...topic, '--format', 'json']);
    expect(lines(single.stdout)).toMatchObject([{ accepted: true, title: 'Bees' }]);
  });

  it('takes a list of addresses from standard input', async () => {
    const { code, stdout } = await sfwc(['classify', '--urls', '-', ...topic], {
      input: 'mailto:a@b.example\n',
    });
    expect(lines(stdout)).toEqual([{ url: 'mailto:a@b.example', error: 'this is not a web address' }]);
    // Not a single page could be judged.
    expect(code).toBe(1);
  });

  it('needs a page', async () => {
    const { code, stderr } = await sfwc(['classify', ...topic]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: no page to judge is given\n/);
  });

  it('keeps what it has written when it is interrupted', async () => {
    const many = Array.from({ length: 500 }, () => place('pages/bees.html'));
    const command = begin(['classify', ...many, ...topic]);
    // The line with the counts comes at the end.
    setTimeout(() => void command.interrupt(), 0);
    const { code, stdout, stderr } = await command.ended;
    expect(code).toBe(130);
    expect(stdout === '' || lines(stdout).every(({ accepted }) => accepted === true)).toBe(true);
    expect(stderr).toMatch(/interrupted\n$/);
  });
});
