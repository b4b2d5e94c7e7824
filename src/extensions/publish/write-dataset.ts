import { rename } from 'node:fs/promises';
import path from 'node:path';
import { createCollectionFigures, type CollectionFigures } from './collection/collection-figures.js';
import type { CollectionRow, Column } from './collection/collection-columns.js';
import { datasetCard, licenceTag, type DatasetCard } from './collection/dataset-card.js';
import { parquetOf } from './collection/parquet.js';
import type { PagesSettings } from '../../app/settings/pages-settings.js';
import { optionName } from '../../app/settings/setting-names.js';
import { crawlDescribed } from '../../app/crawl/accepted-pages.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { gatherFacts } from './report/crawl-facts.js';
import { interruptible } from '../../support/interruptible.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { packageVersion } from '../../support/package-version.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { collectionOf } from './collection.js';
import { describeCrawl } from './describe-crawl.js';
import { makeFolder } from './new-folder.js';
import { CROISSANT, croissant } from './research/croissant.js';
import { dataFile, licenceNamed, type DataFile } from './research/described-data.js';
import { RO_CRATE, roCrate } from './research/ro-crate.js';

/** Characters of the rows of one Parquet file: a few hundred megabytes at most. */
const SHARD = 400_000_000;
/** Settings that say which pages a dataset has, and how they are cut. */
const SELECTING = ['topic', 'minScore', 'licence', 'since', 'maxPages', 'chunks'] as const;

/**
 * Writes the pages of a crawl as a dataset folder, as Hugging Face has them: `data/train-00000-of-00001.parquet` and so on, and
 * `README.md` with metadata and a datasheet; `croissant.json` and `ro-crate-metadata.json` describe files and columns.
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
    await writeMetadata(out, folder, names, card);
  });
  return figures.all().rows;
}

async function cardOf(
  out: string,
  settings: PagesSettings,
  figures: CollectionFigures,
  columns: readonly Column[],
  clock: Clock,
): Promise<DatasetCard & { readonly startedAt: string }> {
  const described = await describeCrawl(out);
  const { topics, startedAt } = described;
  return {
    ...described,
    columns,
    title: `${topics === '' ? 'Pages' : `Pages about ${topics}`}, crawled ${startedAt.slice(0, 10)}`,
    figures,
    crawl: await gatherFacts(readEvents(out)),
    selection: SELECTING.flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [`--${optionName(name)} ${[value].flat().join(' ')}`];
    }),
    version: packageVersion(),
    startedAt,
    madeAt: new Date(clock.now()).toISOString(),
  };
}

/** Describes the folder for catalogues of data and for programs, in Croissant and as RO-Crate. */
async function writeMetadata(
  out: string,
  folder: string,
  names: readonly string[],
  card: DatasetCard & { readonly startedAt: string },
): Promise<void> {
  const { crawl, topics } = await crawlDescribed(out);
  const { title, startedAt, madeAt, version, figures, columns } = card;
  const about = topics.length === 0 ? '' : ` about ${topics.join(', ')}`;
  const data = {
    ...{ title, topics, crawl, startedAt, madeAt, version },
    description: `${figures.pages} pages of the Web${about}, found by a focused crawl, each with its main text and why it was accepted. README.md has a datasheet.`,
    licence: licenceNamed(licenceTag(figures)),
  };
  const tables: DataFile[] = [];
  for (const name of names) tables.push(await dataFile(folder, `data/${name}`, 'Pages with their columns.'));
  await replaceFile(path.join(folder, CROISSANT), jsonFile(croissant(data, tables, columns)));
  const others = [
    await dataFile(folder, 'README.md', 'Metadata for Hugging Face, a datasheet, and the columns.'),
    await dataFile(folder, CROISSANT, 'Metadata in Croissant 1.0: files and fields.'),
  ];
  await replaceFile(path.join(folder, RO_CRATE), jsonFile(roCrate(data, [...tables, ...others])));
}

function fiveDigits(value: number): string {
  return String(value).padStart(5, '0');
}

async function* noting(
  rows: AsyncIterable<CollectionRow>,
  note: (row: CollectionRow) => void,
): AsyncGenerator<CollectionRow> {
  for await (const row of rows) {
    note(row);
    yield row;
  }
}

/** Rows in parts of so many characters, one part at least; each is to be read before the next. */
async function* shardsOf(
  rows: AsyncIterable<CollectionRow>,
  characters: number,
): AsyncGenerator<AsyncIterable<CollectionRow>> {
  const source = rows[Symbol.asyncIterator]();
  let next = await source.next();
  async function* part(): AsyncGenerator<CollectionRow> {
    for (let left = characters; left > 0 && next.done !== true; next = await source.next()) {
      left -= Object.values(next.value).reduce<number>((sum, value) => sum + String(value ?? '').length, 0);
      yield next.value;
    }
  }
  do yield part();
  while (next.done !== true);
}
