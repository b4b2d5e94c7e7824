import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { without } from '../../src/support/without.js';
import { beesAndOtherThings } from '../support/bee-topic.js';
import { FOREIGN_TEXTS } from '../support/foreign-texts.js';
import { BEE_HTML, BEE_TEXTS, MARKET_HTML, OTHER_TEXTS, writeFiles } from '../support/small-corpus.js';
import { sfwc } from './run.js';

const { root, kb } = beesAndOtherThings();
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
    const places = [place('pages'), place('none')];
    const { code, stdout, stderr } = await sfwc(['classify', ...places, ...topic, '--json']);
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

  it('takes a list of addresses from standard input', async () => {
    const { code, stdout } = await sfwc(['classify', '--urls', '-', ...topic, '--json'], {
      input: 'mailto:a@b.example\n',
    });
    expect(lines(stdout)).toEqual([{ url: 'mailto:a@b.example', error: 'this is not a web address' }]);
    // Not a single page could be judged.
    expect(code).toBe(1);
  });
});

const BACKGROUND = Object.values(OTHER_TEXTS).join('\n\n');

describe('classify with many pages of a kind', () => {
  const bees = Object.values(BEE_TEXTS);
  // Three in four are about something else.
  const articles = bees
    .slice(0, 10)
    .flatMap((text) => [text, ...Array<string>(3).fill(`${BACKGROUND} Bees.`)]);
  const recordsOf = (texts: readonly string[]): string[] =>
    texts.map((text, place) => JSON.stringify({ id: `${place}`, title: '', text }));
  const records = recordsOf(articles);
  beforeAll(() =>
    writeFiles(root, {
      'articles.jsonl': records.join('\n'),
      'reversed.jsonl': records.toReversed().join('\n'),
      'few.jsonl': records.slice(0, 8).join('\n'),
      'web.jsonl': recordsOf([...bees, ...bees]).join('\n'),
    }),
  );

  /** The lines of a file by their ids, without its name. */
  async function judged(
    name: string,
    ...more: readonly string[]
  ): Promise<Map<unknown, Record<string, unknown>>> {
    const { stdout } = await sfwc(['classify', place(name), ...topic, '--explain', '--json', ...more]);
    return new Map(lines(stdout).map((line) => [line['id'], without(line, 'file')]));
  }
  /** The thresholds that decided on lines; no threshold decides on texts of few words. */
  const thresholds = (judged: ReadonlyMap<unknown, Record<string, unknown>>): unknown[] => [
    ...new Set(
      [...judged.values()].flatMap(({ band, members }) =>
        members === undefined ? [] : [(band as { readonly low: number }).low],
      ),
    ),
  ];

  it('has one threshold for all, which few pages do not move', async () => {
    const [articles, few, pages] = [
      await judged('articles.jsonl'),
      await judged('few.jsonl'),
      await judged('web.jsonl'),
    ];
    expect([articles, few, pages].map((all) => thresholds(all).length)).toEqual([1, 1, 1]);
    expect(thresholds(few)).toEqual([0.5]);
    const summaries = [...articles.values()].map(({ reason }) => reason);
    expect(summaries).toContainEqual(expect.stringMatching(/, among \d\d pages$/));
  });
});
