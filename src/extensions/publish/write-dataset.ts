import { rename } from 'node:fs/promises';
import path from 'node:path';
import { createCollectionFigures, type CollectionFigures } from './collection/collection-figures.js';
import type { PageColumn, PageRow } from '../../judging/plugins/plugin.js';
import { datasetCard, licenceTag, type DatasetCard } from './collection/dataset-card.js';
import { parquetOf } from './collection/parquet.js';
import type { PagesSettings } from '../../app/settings/pages-settings.js';
import { optionName } from '../../app/settings/setting-names.js';
import { crawlDescribed } from '../../app/crawl/pages.js';
import { interruptible } from '../../support/interruptible.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { packageVersion } from '../../support/package-version.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { collectionOf } from './collection.js';
import { describeCrawl } from './describe-crawl.js';
import { makeFolder } from './new-folder.js';
import { CROISSANT, croissant } from './research/croissant.js';

/** Characters of the rows of one Parquet file: a few hundred megabytes at most. */
const SHARD = 400_000_000;
/** Settings that say which pages a dataset has, and how they are cut. */
const SELECTING = ['topic', 'minScore', 'licence', 'since', 'maxPages', 'chunks'] as const;

/**
 * Writes the pages of a crawl as a dataset folder, as Hugging Face has them: `data/train-00000-of-00001.parquet` and so on, a card
 * (`README.md`), and `croissant.json`, which describes files and columns.
 * @returns the number of rows
 * @throws InputError when the folder is not of a crawl, or the target folder is not empty; OutputError
 */
export async function writeDataset(
  out: string,
  settings: PagesSettings,
  to: string,
  warn: (message: string) => void,
  {
    clock = systemClock,
    shard = SHARD,
    signal,
  }: { readonly clock?: Clock; readonly shard?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  const { columns, rows } = collectionOf(out, { ...settings, format: 'parquet' }, warn);
  const figures = createCollectionFigures();
  await makeFolder(to, async (folder) => {
    const data = path.join(folder, 'data');
    const files: string[] = [];
    for await (const part of shardsOf(interruptible(rows, signal), shard)) {
      const file = path.join(data, `train-${fiveDigits(files.length)}.parquet`);
      await replaceFile(file, parquetOf(columns, noting(part, figures.add)));
      files.push(file);
    }
    const names = files.map(
      (_, place) => `train-${fiveDigits(place)}-of-${fiveDigits(files.length)}.parquet`,
    );
    for (const [place, file] of files.entries()) await rename(file, path.join(data, names[place] ?? ''));
    const card = await cardOf(out, settings, figures.all(), columns, clock);
    await replaceFile(path.join(folder, 'README.md'), datasetCard(card));
    const { crawl, topics } = await crawlDescribed(out);
    const { title, madeAt } = card;
    const { pages } = figures.all();
    const described = { title, topics, crawl, pages, madeAt, licence: licenceTag(figures.all()) };
    const paths = names.map((name) => `data/${name}`);
    await replaceFile(
      path.join(folder, CROISSANT),
      jsonFile(await croissant(described, folder, paths, columns)),
    );
  });
  return figures.all().rows;
}

async function cardOf(
  out: string,
  settings: PagesSettings,
  figures: CollectionFigures,
  columns: readonly PageColumn[],
  clock: Clock,
): Promise<DatasetCard> {
  const described = await describeCrawl(out);
  const { topics, startedAt } = described;
  return {
    ...described,
    columns,
    title: `${topics === '' ? 'Pages' : `Pages about ${topics}`}, crawled ${startedAt.slice(0, 10)}`,
    figures,
    selection: SELECTING.flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [`--${optionName(name)} ${[value].flat().join(' ')}`];
    }),
    version: packageVersion(),
    madeAt: new Date(clock.now()).toISOString(),
  };
}

function fiveDigits(value: number): string {
  return String(value).padStart(5, '0');
}

async function* noting(rows: AsyncIterable<PageRow>, note: (row: PageRow) => void): AsyncGenerator<PageRow> {
  for await (const row of rows) {
    note(row);
    yield row;
  }
}

/** Rows in parts of so many characters, one part at least; each is to be read before the next. */
async function* shardsOf(
  rows: AsyncIterable<PageRow>,
  characters: number,
): AsyncGenerator<AsyncIterable<PageRow>> {
  const source = rows[Symbol.asyncIterator]();
  let next = await source.next();
  async function* part(): AsyncGenerator<PageRow> {
    for (let left = characters; left > 0 && next.done !== true; next = await source.next()) {
      left -= Object.values(next.value).reduce<number>((sum, value) => sum + String(value ?? '').length, 0);
      yield next.value;
    }
  }
  do yield part();
  while (next.done !== true);
}
