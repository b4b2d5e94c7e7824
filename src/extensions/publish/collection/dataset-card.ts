import { stringify } from 'yaml';
import type { CollectionFigures } from './collection-figures.js';
import type { Column } from './collection-columns.js';
import { datasheet, type DatasheetFacts } from './datasheet.js';

/** What a card is made of. */
export interface DatasetCard extends DatasheetFacts {
  readonly columns: readonly Column[];
}

/** Sizes as Hugging Face names them: up to so many rows. */
const SIZES: readonly (readonly [most: number, name: string])[] = [
  [1e3, 'n<1K'],
  [1e4, '1K<n<10K'],
  [1e5, '10K<n<100K'],
  [1e6, '100K<n<1M'],
  [1e7, '1M<n<10M'],
  [1e8, '10M<n<100M'],
];

/** The README.md of a dataset folder: metadata in YAML that Hugging Face reads, the columns, and a datasheet. */
export function datasetCard(card: DatasetCard): string {
  const { figures, title, topics, columns } = card;
  const languages = [...figures.languages.keys()].filter((tag) => /^[a-z]{2,3}(?:-|$)/i.test(tag)).sort();
  const metadata = {
    pretty_name: title,
    license: licenceTag(figures),
    ...(languages.length === 0 ? {} : { language: languages }),
    size_categories: [SIZES.find(([most]) => figures.rows < most)?.[1] ?? 'n>1T'],
    tags: ['web-crawl', 'sfwc', ...(topics === '' ? [] : topics.split(', '))],
    configs: [{ config_name: 'default', data_files: [{ split: 'train', path: 'data/train-*' }] }],
  };
  const rows = columns.map(({ name, type, meaning }) => `| \`${name}\` | ${type} | ${meaning} |`);
  return [
    `---\n${stringify(metadata)}---`,
    `# ${plain(title)}`,
    datasheet(card),
    '## Columns',
    `| column | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}`,
    '',
  ].join('\n\n');
}

/**
 * The licence of the whole as Hugging Face names it: that of all pages where they name the same one of Creative Commons;
 * `unknown` where pages name none, else `other`.
 */
export function licenceTag({ licences, pages }: Pick<CollectionFigures, 'licences' | 'pages'>): string {
  const [first] = licences;
  if (first === undefined || licences.has('')) return 'unknown';
  const [name, count] = first;
  if (licences.size > 1 || count < pages) return 'other';
  const [, kind = '', version = ''] = /^CC ?(0|BY(?:-NC)?(?:-SA|-ND)?) (\d\.\d)$/.exec(name) ?? [];
  if (kind === '') return 'other';
  return kind === '0' ? `cc0-${version}` : `cc-${kind.toLowerCase()}-${version}`;
}

/** A text for a heading: on one line, without what Markdown reads. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ');
}
