import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { optionName } from '../../../app/settings/setting-names.js';
import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';
import { packageVersion } from '../../../support/package-version.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { describeCrawl } from '../describe-crawl.js';
import { createCollectionFigures, datasetCard, licenceTag, type DatasetCard } from './card.js';
import { parquet } from './parquet.js';
import { makeFolder } from './new-folder.js';
import { tableOf, type PagesJob } from './table.js';
import { crawlDescribed } from '../../../app/crawl/pages.js';

/** Settings that say which pages a dataset has. */
const SELECTING = ['topic', 'minScore', 'licence', 'since', 'maxPages'] as const;
const DATA_FILE = 'data/train-00000-of-00001.parquet';

/**
 * Writes the pages of a crawl as a dataset folder, as Hugging Face has them: a Parquet file, a card (`README.md`), and
 * `croissant.json`, which describes file and columns.
 * @throws InputError when the folder is not of a crawl, or the target folder is not empty; OutputError
 */
export async function writeDataset(job: PagesJob, to: string, clock: Clock = systemClock): Promise<void> {
  const [rows, columns] = tableOf(job);
  const figures = createCollectionFigures();
  await makeFolder(to, async (folder) => {
    async function* counted(): AsyncGenerator<PageRow> {
      for await (const row of rows) {
        figures.add(row);
        yield row;
      }
    }
    await replaceFile(path.join(folder, DATA_FILE), parquet.write(counted(), columns));
    const crawl = await describeCrawl(job.out);
    const { topics, startedAt } = crawl;
    const card: DatasetCard = {
      title: `${topics === '' ? 'Pages' : `Pages about ${topics}`}, crawled ${startedAt.slice(0, 10)}`,
      ...{ crawl, columns, figures: figures.all() },
      selection: SELECTING.flatMap((name) => {
        const value = job.settings[name];
        return value === undefined ? [] : [`--${optionName(name)} ${[value].flat().join(' ')}`];
      }),
      madeBy: `sfwc ${packageVersion()}`,
      madeAt: new Date(clock.now()).toISOString(),
    };
    await replaceFile(path.join(folder, 'README.md'), datasetCard(card));
    const { crawl: iri } = await crawlDescribed(job.out);
    await replaceFile(path.join(folder, 'croissant.json'), jsonFile(await croissant(card, iri, folder)));
  });
}

/** The terms of Croissant 1.0 that are used, as its context has them. */
const CONTEXT = {
  ...{ '@language': 'en', '@vocab': 'https://schema.org/', sc: 'https://schema.org/' },
  ...{ cr: 'http://mlcommons.org/croissant/', dct: 'http://purl.org/dc/terms/' },
  ...{ conformsTo: 'dct:conformsTo', dataType: { '@id': 'cr:dataType', '@type': '@vocab' } },
  ...Object.fromEntries(
    'column extract field fileSet includes isLiveDataset key recordSet repeated source'
      .split(' ')
      .map((term) => [term, `cr:${term}`]),
  ),
};

/** Types of fields; lists are of texts. */
const TYPES: Readonly<Record<PageColumn['type'], string>> = {
  ...{ text: 'sc:Text', list: 'sc:Text', number: 'sc:Float', integer: 'sc:Integer', boolean: 'sc:Boolean' },
};

const PARQUET = { encodingFormat: 'application/vnd.apache.parquet' };

/**
 * Croissant 1.0 metadata (mlcommons.org/croissant/1.0): the file with its checksum, and the fields of its rows.
 * @param url IRI of the crawl
 */
async function croissant(card: DatasetCard, url: string, folder: string): Promise<object> {
  const { title, figures, crawl, columns, madeAt } = card;
  const file = path.join(folder, DATA_FILE);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const about = crawl.topics === '' ? '' : ` about ${crawl.topics}`;
  return {
    ...{ '@context': CONTEXT, '@type': 'sc:Dataset', conformsTo: 'http://mlcommons.org/croissant/1.0' },
    name: title,
    description: `${figures.pages} pages of the Web${about}, found by a focused crawl, each with its main text and why it was accepted.`,
    url,
    license: licenceAddress(licenceTag(figures)) ?? {
      '@type': 'sc:CreativeWork',
      name: 'No licence of the whole: the rights to each page stay with its authors',
    },
    creator: { '@type': 'sc:Organization', name: 'Not known: fill this in before you publish' },
    datePublished: madeAt.slice(0, 10),
    isLiveDataset: false,
    distribution: [
      {
        ...{ '@type': 'cr:FileObject', '@id': DATA_FILE, name: DATA_FILE, contentUrl: DATA_FILE },
        ...{ contentSize: `${(await stat(file)).size} B`, sha256: hash.digest('hex'), ...PARQUET },
      },
      {
        ...{ '@type': 'cr:FileSet', '@id': 'tables', name: 'tables', ...PARQUET },
        includes: 'data/train-*.parquet',
      },
    ],
    recordSet: [
      {
        ...{ '@type': 'cr:RecordSet', '@id': 'pages', name: 'pages' },
        key: { '@id': 'pages/id' },
        field: columns.map(({ name, type, meaning }) => ({
          ...{ '@type': 'cr:Field', '@id': `pages/${name}`, name: `pages/${name}` },
          description: meaning,
          dataType: TYPES[type],
          ...(type === 'list' ? { repeated: true } : {}),
          source: { fileSet: { '@id': 'tables' }, extract: { column: name } },
        })),
      },
    ],
  };
}

/** The address of a licence of Creative Commons by the name that Hugging Face has for it; undefined for others. */
function licenceAddress(tag: string): string | undefined {
  const [, kind = '', version = ''] = /^cc(0|-by(?:-nc)?(?:-sa|-nd)?)-(\d\.\d)$/.exec(tag) ?? [];
  if (kind === '') return undefined;
  const place = kind === '0' ? 'publicdomain/zero' : `licenses/${kind.slice(1)}`;
  return `https://creativecommons.org/${place}/${version}/`;
}
