import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FILE_FORMATS, FOLDER_FORMATS } from '../../../../src/judging/plugins/plugin.js';
import { writeCrawlFolder } from '../../../support/crawl-folder.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';
import { begin, sfwc, type Finished } from '../../../cli/run.js';

const folder = temporaryFolder();
const place = placesIn(folder);
const out = place();
const PROSE = 'Bees collect nectar from flowers and make honey of it for the long winter in the hive. ';
const TITLES = ['First', 'Second'];
const PAGES = TITLES.map((title, number) => ({
  title,
  url: `http://a.example/${number}`,
  text: PROSE,
  html: `<h1>Bees</h1><p>${PROSE}</p><h2>Honey</h2><p>${PROSE.repeat(3)}</p>`,
}));

beforeAll(() => writeCrawlFolder(out, PAGES));

async function written(...options: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await sfwc(['pages', out, ...options]);
  const to = options.findIndex((option) => option === '--to' || option === '--dataset');
  const said = to < 0 ? '' : `wrote 2 pages to ${options[to + 1]}\n`;
  expect([code, stderr]).toEqual([0, said]);
  return stdout;
}

async function parquetTitles(file: string): Promise<readonly unknown[]> {
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
  return rows.map(({ title }) => title as unknown);
}

describe('sfwc pages', () => {
  it.each([
    [
      'jsonl',
      (text: string) =>
        text
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as Titled).title),
    ],
    ['csv', (text: string) => parse<Titled>(text, { columns: true }).map(({ title }) => title)],
    ['text', (text: string) => [...text.matchAll(/^=== .*\n\n(.*)$/gm)].map(([, title]) => title)],
  ] as const)('writes %s to standard output, or the same to a file', async (format, titlesOf) => {
    const text = await written('--format', format);
    expect(titlesOf(text)).toEqual(TITLES);
    const to = place();
    expect(await written('--format', format, '--to', to)).toBe('');
    expect(readFileSync(to, 'utf8')).toBe(text);
  });

  it.each([...Object.keys(FILE_FORMATS), ...Object.keys(FOLDER_FORMATS)])(
    'writes the format %s of the help',
    async (format) => {
      const to = place();
      await written('--format', format, '--to', to);
      expect(existsSync(to)).toBe(true);
      expect((await sfwc(['pages', '--help'])).stdout).toContain(format);
    },
  );

  it('writes with --all-columns what it writes without', async () => {
    const subjects = [{ iri: 'http://a.example/hives', label: 'hives', weight: 1 }];
    const reading = { from: 'pdf', signs: [] } as const;
    const known = place();
    writeCrawlFolder(
      known,
      PAGES.slice(1).map((page) => ({ ...page, event: { subjects, reading } })),
    );
    const keys = async (...options: readonly string[]): Promise<readonly string[]> =>
      Object.keys(JSON.parse((await sfwc(['pages', known, ...options])).stdout) as object);
    const few = await keys();
    expect(few).toEqual(expect.arrayContaining(['subjects', 'subjectIris', 'readFrom']));
    expect(await keys('--all-columns')).toEqual(expect.arrayContaining([...few]));
  });

  it('says that there is no page', async () => {
    const { stderr } = await sfwc(['pages', out, '--min-score', '7']);
    expect(stderr).toBe(
      `warning: no accepted page in ${out} fits; sfwc explain ${out} counts the accepted pages\n`,
    );
  });

  it('writes Markdown into a folder, and Parquet into a file', async () => {
    const [markdown, parquet] = [place(), place()];
    await written('--format', 'markdown', '--to', markdown);
    expect(readdirSync(markdown)).toHaveLength(2);
    await written('--format', 'parquet', '--to', parquet);
    expect(await parquetTitles(parquet)).toEqual(TITLES);
  });

  it.each([
    [['--format', 'markdown'], /name a folder with --to/],
    [['--format', 'parquet'], /is binary: name a file with --to/],
    [['--format', 'toString', '--to', 'b'], /'toString' is not one of jsonl, text/],
    [['--dataset', 'a', '--to', 'b'], /--to or --dataset, one of them/],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await sfwc(['pages', out, ...options]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

interface Titled {
  readonly title: string;
}

describe('an interruption of sfwc pages', () => {
  const interrupted = (...options: readonly string[]): Promise<Finished> => {
    const command = begin(['pages', out, ...options]);
    void command.interrupt();
    return command.ended;
  };

  it.each([
    ['Markdown files', ['--format', 'markdown', '--to']],
    ['a dataset', ['--dataset']],
  ])('leaves nothing of %s, and says so', async (_, options) => {
    const to = path.join(place(), 'whole');
    const { code, stdout, stderr } = await interrupted(...options, to);
    expect([code, stdout, stderr]).toEqual([130, '', 'interrupted\n']);
    expect(existsSync(to)).toBe(false);
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('a format of a plugin', () => {
  const FORMATS = `export default { formats: {
    titles: { write: async function* (pages, columns) {
      yield columns.some(({ name }) => name === 'markdown') + '\\n';
      for await (const { title } of pages) yield title + '\\n';
    } },
    bytes: { isBinary: true, write: async function* (pages) { for await (const _ of pages) yield new Uint8Array([7]); } },
    broken: { write: async function* () { throw new Error('no ink'); } },
    wrong: { write: async function* () { yield 3; } },
  } };`;
  let own: readonly string[] = [];
  beforeAll(() => {
    const module = path.join(folder, 'formats.mjs');
    writeFileSync(module, FORMATS);
    own = ['--plugin', module, '--format'];
  });

  it('writes pages to standard output and into files', async () => {
    const text = 'true\nFirst\nSecond\n';
    expect(await written(...own, 'titles')).toBe(text);
    const [to, bytes] = [place(), place()];
    await written(...own, 'titles', '--to', to);
    expect(readFileSync(to, 'utf8')).toBe(text);
    await written(...own, 'bytes', '--to', bytes);
    expect([...readFileSync(bytes)]).toEqual([7, 7]);
  });

  it.each<[string, string, number, RegExp]>([
    ['fails', 'broken', 1, /^error: the format 'broken' failed: no ink\n$/],
    ['no plugin has', 'titels', 2, /--format: 'titels' is not one of .*; did you mean 'titles'\?/],
  ])('that %s is reported', async (_, format, code, message) => {
    const done = await sfwc(['pages', out, ...own, format]);
    expect([done.code, done.stderr]).toEqual([code, expect.stringMatching(message)]);
  });
});
