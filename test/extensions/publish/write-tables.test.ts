import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePages } from '../../../src/extensions/publish/write-pages.js';
import { writeCrawlFolder, type KeptPage } from '../../support/crawl-folder.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import type { PagesOptions } from '../../../src/app/settings/settings.js';

const place = placesIn(temporaryFolder());
const PROSE = 'Bees collect nectar from flowers and make honey of it for the long winter in the hive. ';
const TABLE =
  '<table><tr><th>Hive<th colspan=2>Honey<tr><td>=HYPERLINK("http://evil.example")<td>3<td>4, about</table>';

function page(number: number, tables: string, more: Partial<KeptPage> = {}): KeptPage {
  const html = `<main><h1>Bees ${number}</h1><p>${PROSE.repeat(4)}</p>${tables}</main>`;
  return { url: `http://a.example/${number}`, title: `Bees ${number}`, text: PROSE, html, ...more };
}

interface Written {
  readonly to: string;
  readonly tables: number;
  readonly warnings: readonly string[];
  readonly index: readonly Record<string, string>[];
}

async function written(pages: readonly KeptPage[], options: PagesOptions = {}): Promise<Written> {
  const [out, to] = [place(), place()];
  writeCrawlFolder(out, pages);
  const warnings: string[] = [];
  const tables = await writePages(out, { ...options, tables: to }, (message) =>
    warnings.push(message.replaceAll(out, 'OUT')),
  );
  const index = parse<Record<string, string>>(readFileSync(join(to, 'tables.csv'), 'utf8'), {
    columns: true,
  });
  return { to, tables, warnings, index };
}

describe('the tables of a crawl', () => {
  it('are a CSV file each, with an index', async () => {
    const pages = [page(1, TABLE + TABLE), page(2, ''), page(3, `<h2>@Last</h2>${TABLE}`)];
    const { to, tables, warnings, index } = await written(pages);
    expect([tables, warnings]).toEqual([3, []]);
    expect(index.map(({ url, table, caption }) => [url, table, caption])).toEqual([
      ['http://a.example/1', '1', 'Bees 1'],
      ['http://a.example/1', '2', 'Bees 1'],
      ['http://a.example/3', '1', "'@Last"],
    ]);
    expect(index[0]).toMatchObject({ title: 'Bees 1', rows: '2', headRows: '1', columns: '3' });
    const files = index.map(({ file }) => file!);
    expect(files).toEqual([
      expect.stringMatching(/^bees-1-[0-9a-f]{8}-001\.csv$/),
      expect.stringMatching(/^bees-1-[0-9a-f]{8}-002\.csv$/),
      expect.stringMatching(/^bees-3-[0-9a-f]{8}-001\.csv$/),
    ]);
    expect(readdirSync(to).sort()).toEqual([...files, 'tables.csv'].sort());
    // A spreadsheet must not take a cell from the Web for a formula.
    expect(readFileSync(join(to, files[0]!), 'utf8')).toBe(
      `Hive,Honey,Honey\r\n"'=HYPERLINK(""http://evil.example"")",3,"4, about"\r\n`,
    );
  });

  it('are those of the pages that are chosen', async () => {
    const licensed = { rights: { licences: ['https://creativecommons.org/licenses/by/4.0/'] } };
    const pages = [
      page(1, TABLE),
      page(2, TABLE, { event: { ...licensed, score: 2 } }),
      page(3, TABLE, { event: licensed }),
    ];
    const urls = async (options: PagesOptions): Promise<readonly (string | undefined)[]> =>
      (await written(pages, options)).index.map(({ url }) => url?.slice(-1));
    expect(await urls({ licence: 'CC*' })).toEqual(['2', '3']);
    expect(await urls({ minScore: 1 })).toEqual(['2']);
    expect(await urls({ maxPages: 1 })).toEqual(['1']);
    expect(await urls({ since: '2020' })).toEqual([]);
  });

  it('may be none', async () => {
    const { to, tables, warnings } = await written([page(1, ''), page(2, '<table><tr><td>Left</table>')]);
    expect([tables, warnings]).toEqual([0, ['no table of data in 2 accepted pages of OUT']]);
    expect(readdirSync(to)).toEqual(['tables.csv']);
    expect(readFileSync(join(to, 'tables.csv'), 'utf8')).toBe(
      'url,title,table,caption,rows,headRows,columns,file\r\n',
    );
  });

  it('are missing where a page was not kept', async () => {
    const { warnings, index } = await written([page(1, TABLE, { html: undefined }), page(2, TABLE)]);
    expect(warnings).toEqual([
      'http://a.example/1: tables could not be read, since its body was not kept, or is damaged',
    ]);
    expect(index.map(({ url }) => url)).toEqual(['http://a.example/2']);
  });

  it('say in one line what was cut', async () => {
    const wide = `<table><tr><th>A<th>B<tr><td colspan=1000000>x<tr><td colspan=9999>${'y'.repeat(40_000)}</table>`;
    expect((await written([page(1, wide)])).warnings).toEqual([
      'tables that are too large were cut in http://a.example/1: 2 spans of cells, 1 text of a cell',
    ]);
    const [line, ...others] = (await written([page(1, wide), page(2, wide), page(3, TABLE)])).warnings;
    expect(line).toMatch(/ in http:\/\/a\.example\/1 and 1 other page: 4 spans of cells, 2 texts of cells$/);
    expect(others).toEqual([]);
  });

  it('are not written into a folder that holds something', async () => {
    const [out, to] = [place(), place()];
    writeCrawlFolder(out, [page(1, TABLE)]);
    mkdirSync(to);
    await writePages(out, { tables: to });
    expect(readdirSync(to)).toHaveLength(2);
    writeFileSync(join(to, 'own.txt'), 'mine');
    expect((await failureOf(writePages(out, { tables: to }))).message).toBe(
      `${to} exists and is not an empty folder`,
    );
    expect(readdirSync(to)).toHaveLength(3);
  });

  it.each<[PagesOptions, string]>([
    [{ to: 'a' }, 'to'],
    [{ dataset: 'a' }, 'dataset'],
    [{ format: 'csv' }, 'format'],
    [{ chunks: 30 }, 'chunks'],
    [{ text: true }, 'text'],
    [{ allColumns: true }, 'all-columns'],
  ])('are not written with %j', async (options, name) => {
    const [out, tables] = [place(), place()];
    writeCrawlFolder(out, [page(1, TABLE)]);
    expect((await failureOf(writePages(out, { ...options, tables }))).message).toBe(
      `--tables writes tables as CSV, --${name} is about pages: give one of them`,
    );
    expect(existsSync(tables)).toBe(false);
  });
});
