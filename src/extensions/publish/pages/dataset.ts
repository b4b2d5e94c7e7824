import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'yaml';
import { optionName } from '../../../app/settings/setting-names.js';
import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';
import { numberText } from '../../../crawling/engine/activity.js';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';
import { packageVersion } from '../../../support/package-version.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { reservationIn } from '../../../crawling/politeness/content-usage.js';
import { createCounts, describeCrawl } from '../describe-crawl.js';
import { parquet } from './parquet.js';
import { makeFolder } from './new-folder.js';
import { tableOf, type PagesJob } from './table.js';
import { crawlDescribed } from '../../../app/crawl/pages.js';

/** Settings that say which pages a dataset has. */
const SELECTING = ['topic', 'minScore', 'licence', 'unreserved', 'since', 'maxPages'] as const;
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
    const card = await cardOf(job, figures.all(), columns, clock);
    await replaceFile(path.join(folder, 'README.md'), datasetCard(card));
    const { crawl: iri } = await crawlDescribed(job.out);
    await replaceFile(path.join(folder, 'croissant.json'), jsonFile(await croissant(card, iri, folder)));
  });
}

type DatasetCard = Awaited<ReturnType<typeof cardOf>>;

/** Facts for a dataset card, with the options by which pages were chosen from the accepted ones. */
async function cardOf(
  { out, settings }: PagesJob,
  figures: CollectionFigures,
  columns: readonly PageColumn[],
  clock: Clock,
) {
  const crawl = await describeCrawl(out);
  const about = crawl.topics === '' ? 'Pages' : `Pages about ${crawl.topics}`;
  const selection = SELECTING.flatMap((name) => {
    const value = settings[name];
    if (value === undefined || value === false) return [];
    return [`--${optionName(name)} ${value === true ? '' : [value].flat().join(' ')}`.trim()];
  });
  const title = `${about}, crawled ${crawl.startedAt.slice(0, 10)}`;
  const made = { madeBy: `sfwc ${packageVersion()}`, madeAt: new Date(clock.now()).toISOString() };
  return { title, crawl, columns, figures, selection, ...made };
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

/** Figures of the pages of a collection. */
type CollectionFigures = ReturnType<ReturnType<typeof createCollectionFigures>['all']>;

/** Names that are counted one by one, and that are listed. */
const MAX = { counted: 5000, listed: 20 } as const;

/** Counts the pages of a collection as they pass. */
function createCollectionFigures() {
  const counts = () => createCounts(MAX.counted, 'others');
  const [hosts, languages, licences] = [counts(), counts(), counts()];
  const sums = { pages: 0, words: 0, reserved: 0 };
  return {
    add(row: PageRow): void {
      sums.pages += 1;
      sums.words += Number(row['words'] ?? 0);
      const usage = [row['aiDirectives'] ?? [], row['usage'] ?? []].flat().map(String);
      const reservation = reservationIn({ tdmReserved: row['tdmReserved'] === true, usage });
      sums.reserved += Number(reservation !== undefined);
      hosts.add(String(row['host'] ?? ''));
      languages.add(String(row['language'] ?? ''));
      const named = [row['licences'] ?? []].flat();
      for (const name of new Set(named.length === 0 ? [''] : named)) licences.add(String(name));
    },
    all: () => ({ ...sums, hosts: hosts.all(), languages: languages.all(), licences: licences.all() }),
  };
}

/** Sizes as Hugging Face names them, by powers of ten from a thousand on. */
const SIZES = ['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M', '1M<n<10M', '10M<n<100M'];

/** The README.md of a dataset folder: metadata in YAML that Hugging Face reads, figures, and the columns. */
function datasetCard(card: DatasetCard): string {
  const { figures, title, crawl, columns, selection, madeBy, madeAt } = card;
  const languages = [...figures.languages.keys()].filter((tag) => /^[a-z]{2,3}(?:-|$)/i.test(tag)).sort();
  const metadata = {
    pretty_name: title,
    license: licenceTag(figures),
    ...(languages.length === 0 ? {} : { language: languages }),
    size_categories: [SIZES.find((_, power) => figures.pages < 10 ** (power + 3)) ?? 'n>1T'],
    tags: ['web-crawl', 'sfwc', ...crawl.topics.split(', ').filter((topic) => topic !== '')],
    configs: [{ config_name: 'default', data_files: [{ split: 'train', path: 'data/train-*' }] }],
  };
  const facts: readonly (readonly [string, string])[] = [
    ['pages', numberText(figures.pages)],
    ['words', numberText(figures.words)],
    ['hosts', listed(figures.hosts, 'no host')],
    ['languages', listed(figures.languages, 'not detected')],
    ['licences', listed(figures.licences, 'no licence named')],
    ['text and data mining, or use for machine learning, reserved', numberText(figures.reserved)],
    ['begin of the crawl', `${crawl.startedAt}${crawl.simulatedTime ? ' (simulated)' : ''}`],
    ['state of the crawl', crawl.state],
    ...crawl.settings.map(([name, value]) => [name, code(value)] as const),
    ...crawl.changes.slice(0, MAX.listed).map(({ time, by, effect }) => {
      return [`changed at ${time}`, `${code(effect)}, by ${code(by)}`] as const;
    }),
    ['chosen by', selection.map(code).join(', ') || 'all accepted pages'],
    ['made', `by ${madeBy} at ${madeAt}`],
  ];
  return [
    `---\n${stringify(metadata)}---`,
    `# ${title.replace(/[\\`*_{}[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ')}`,
    table(['fact', 'value'], facts),
    'Pages that name no licence are under the copyright of their authors. Pages may name people, who have not agreed to it. A program chose the pages: some are not about the topic, and they are not a random sample of the Web.',
    '## Columns',
    table(
      ['column', 'type', 'meaning'],
      columns.map(({ name, type, meaning }) => [code(name), type, meaning]),
    ),
    '',
  ].join('\n\n');
}

/**
 * The licence of the whole as Hugging Face names it: that of all pages where they name the same one of Creative Commons;
 * `unknown` where pages name none, else `other`.
 */
export function licenceTag({ licences, pages }: Pick<CollectionFigures, 'licences' | 'pages'>): string {
  const [[name, count] = ['', 0]] = licences;
  if (licences.has('') || licences.size === 0) return 'unknown';
  const [, kind = '', version = ''] = /^CC ?(0|BY(?:-NC)?(?:-SA|-ND)?) (\d\.\d)$/.exec(name) ?? [];
  if (licences.size > 1 || count < pages || kind === '') return 'other';
  return kind === '0' ? `cc0-${version}` : `cc-${kind.toLowerCase()}-${version}`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Names with their counts, the most frequent first. @param unnamed stands for the empty name */
function listed(counts: ReadonlyMap<string, number>, unnamed: string): string {
  const some = [...counts]
    .slice(0, MAX.listed)
    .map(([name, count]) => `${name === '' ? unnamed : code(name)} (${numberText(count)})`);
  const rest = counts.size - some.length;
  return `${some.join(', ') || 'none'}${rest > 0 ? ` and ${numberText(rest)} more` : ''}`;
}

/** Text from elsewhere, which Markdown shows as it is, also in a table. */
function code(value: string): string {
  return `\`${value.replace(/[`|\s]+/g, ' ').slice(0, 300)}\``;
}
