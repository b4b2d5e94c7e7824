import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { licenceTag, writeDataset } from '../../../../src/extensions/publish/pages/dataset.js';
import { fileNameOf, writePages } from '../../../../src/extensions/publish/pages/write-pages.js';
import { checkSettings } from '../../../../src/app/settings/resolve.js';
import { pagesFields } from '../../../../src/app/settings/pages-settings.js';
import { checkCroissant, type Entity } from '../../../support/check-croissant.js';
import { sha256 } from '../../../../src/support/hash.js';
import { writeCrawlFolder } from '../../../support/crawl-folder.js';
import { actionLines, takenAction } from '../../../support/taken-action.js';
import { failureOf } from '../../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const CC = 'https://creativecommons.org/licenses/by-sa/4.0/';
const TITLES = ['=cmd|"/c calc"!A1', 'Züge, "trains" and more', 'Third'];
const out = place();
const urls = TITLES.map((_, number) => `http://a.example/${number}`);
const PROSE = 'Bees collect nectar from flowers and make honey of it for the long winter in the hive. ';

function bodyOf(number: number): string {
  return `<!-- ${number} --><h1>Bees</h1><p>${PROSE}</p><h2>Honey</h2><p>${PROSE}</p><p>${PROSE}</p>`;
}

beforeAll(() => {
  const paced = takenAction({ kind: 'pace', delay: 0.2 });
  const rights = { licences: [CC], tdmReserved: false, directives: ['noai'] } as const;
  writeCrawlFolder(
    out,
    TITLES.map((title, number) => ({
      title,
      url: urls[number]!,
      text: PROSE,
      event: {
        checksum: sha256(bodyOf(number === 2 ? 0 : number)),
        ...(number < 2 ? { rights } : {}),
      },
      ...(number < 2 ? { html: bodyOf(number) } : {}),
    })),
  );
  writeFileSync(join(out, 'actions.jsonl'), actionLines([paced]));
});

async function objectsIn(file: string): Promise<readonly Record<string, unknown>[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(file) });
}

describe('the pages of a crawl', () => {
  it('are files of HTML as they were read, named after their titles', async () => {
    const [to, warnings]: [string, string[]] = [place(), []];
    const warn = (message: string): void => void warnings.push(message);
    expect(await writePages(out, { format: 'html', to }, warn)).toBe(3);
    const files = readdirSync(to).sort();
    expect(files.map((file) => file.replace(/-[0-9a-f]{12}\.html$/, ''))).toEqual([
      'cmd-c-calc-a1',
      'züge-trains-and-more',
    ]);
    expect(readFileSync(join(to, files[0]!), 'utf8')).toBe(bodyOf(0));
    expect(warnings).toContain(`${urls[2]}: its body was not kept, or is damaged`);
  });

  it('have the same columns in all formats', async () => {
    const [csv, parquet, lines] = [place(), place(), place()];
    const warnings: [string[], string[]] = [[], []];
    expect(await writePages(out, { format: 'csv', to: csv }, (message) => warnings[0].push(message))).toBe(3);
    await writePages(out, { format: 'parquet', to: parquet }, (message) => warnings[1].push(message));
    await writePages(out, { allColumns: true, to: lines });
    // Markdown that is not written need not be there.
    expect(warnings).toEqual([
      [],
      [`${urls[2]!}: could not be converted to Markdown, since its body was not kept, or is damaged`],
    ]);

    const rows = (await objectsIn(parquet)).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined)),
    );
    const json = readFileSync(lines, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rows).toEqual(json);
    expect(rows[0]).toMatchObject({
      host: 'a.example',
      title: TITLES[0],
      score: 0.75,
      threshold: 0.5,
      licences: ['CC BY-SA 4.0'],
      aiDirectives: ['noai'],
      tdmReserved: false,
      depth: 1,
      markdown: expect.stringMatching(/^# Bees\n\nBees collect/),
    });

    const table = parse<Record<string, string>>(readFileSync(csv, 'utf8'), { columns: true });
    const whole = Object.keys((await objectsIn(parquet))[0]!);
    expect(Object.keys(table[0]!)).toEqual(whole.filter((name) => name !== 'text' && name !== 'markdown'));
    // A spreadsheet must not take a title from the Web for a formula.
    expect(table.map(({ title }) => title)).toEqual([`'${TITLES[0]!}`, TITLES[1], TITLES[2]]);
  });

  it('are written as Markdown files with front matter', async () => {
    const to = place();
    await writePages(out, { format: 'markdown', to });
    const names = readdirSync(to).sort();
    expect(names).toEqual([
      expect.stringMatching(/^cmd-c-calc-a1-[\da-f]{12}\.md$/),
      expect.stringMatching(/^third-[\da-f]{12}\.md$/),
      expect.stringMatching(/^züge-trains-and-more-[\da-f]{12}\.md$/),
    ]);
    const [, front = '', body] = readFileSync(join(to, names[2]!), 'utf8').split(/^---$/m);
    expect(parseYaml(front)).toMatchObject({ url: urls[1], title: TITLES[1], licences: ['CC BY-SA 4.0'] });
    expect(body).toMatch(/^\n\n# Bees\n\nBees collect.*\n\n## Honey/);
    // Nothing is overwritten.
    expect(await failureOf(writePages(out, { format: 'markdown', to }))).toHaveProperty(
      'hint',
      'name another folder',
    );
  });
});

it.each([
  ['Insulin pumps: a guide', 'insulin-pumps-a-guide'],
  ['../../etc/passwd', 'etc-passwd'],
  ['糖尿病', '糖尿病'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('calls the file of the title %j %s', (title, slug) => {
  const name = fileNameOf(title, 'http://a.example/');
  expect(name).toBe(`${slug}-${sha256('http://a.example/').slice(0, 12)}`);
});

it('stays within the length of names of files, whatever the script', () => {
  for (const title of ['𒀀'.repeat(300), '糖'.repeat(300), 'a\u0301'.repeat(300)]) {
    expect(Buffer.byteLength(fileNameOf(title, ''))).toBeLessThanOrEqual(140);
    // No half of a surrogate pair.
    expect(fileNameOf(title, '')).not.toMatch(/\p{Surrogate}/u);
  }
});

describe('a dataset folder', () => {
  const clock = { now: () => Date.parse('2024-05-01T10:00:00Z'), sleep: async () => undefined };

  it('has a card whose figures are those of its pages', async () => {
    const to = place();
    const settings = checkSettings(pagesFields, { licence: 'CC*' });
    const job = { out, settings, warn: () => undefined, rows: 0 };
    await writeDataset(job, to, clock);
    expect(job.rows).toBe(2);
    expect(await objectsIn(join(to, 'data/train-00000-of-00001.parquet'))).toMatchObject([
      { url: urls[0] },
      { url: urls[1] },
    ]);
    const [, front = '', card = ''] = readFileSync(join(to, 'README.md'), 'utf8').split(/^---$/m);
    expect(parseYaml(front)).toMatchObject({
      license: 'cc-by-sa-4.0',
      size_categories: ['n<1K'],
      configs: [{ config_name: 'default', data_files: [{ split: 'train', path: 'data/train-*' }] }],
    });
    for (const line of [
      '| pages | 2 |',
      '| words | 34 |',
      '| hosts | `a.example` (2) |',
      '| licences | `CC BY-SA 4.0` (2) |',
      '| text and data mining, or use for machine learning, reserved | 2 |',
      '| changed at 2024-01-01T00:00:10.000Z | `done`, by `ada` |',
      '| chosen by | `--licence CC*` |',
      '| `url` | text | address after redirects |',
    ])
      expect(card).toContain(`\n${line}\n`);
  });

  it('is described in Croissant', async () => {
    const to = place();
    const settings = checkSettings(pagesFields, { licence: 'CC*' });
    await writeDataset({ out, settings, warn: () => undefined, rows: 0 }, to, clock);
    const data = checkCroissant(to);
    expect(data).toMatchObject({
      ...{ name: 'Pages about bees, crawled 2024-01-01', url: 'urn:crawl', datePublished: '2024-05-01' },
      license: 'https://creativecommons.org/licenses/by-sa/4.0/',
      recordSet: [{ '@id': 'pages', key: { '@id': 'pages/id' } }],
    });
    const [{ field }] = data['recordSet'] as [{ field: readonly Entity[] }];
    expect(field.find((one) => one['@id'] === 'pages/licences')).toMatchObject({
      ...{ dataType: 'sc:Text', repeated: true },
      source: { fileSet: { '@id': 'tables' }, extract: { column: 'licences' } },
    });
  });
});

it.each([
  [{ 'CC BY 4.0': 3 }, 'cc-by-4.0'],
  [{ 'CC0 1.0': 3 }, 'cc0-1.0'],
  [{ 'CC BY 4.0': 2, 'CC BY-SA 4.0': 1 }, 'other'],
  [{ 'CC BY 4.0': 2, '': 1 }, 'unknown'],
])('calls the licence of pages under %j %s', (licences, tag) => {
  expect(licenceTag({ licences: new Map(Object.entries(licences)), pages: 3 })).toBe(tag);
});
