import { stringify } from 'yaml';
import type { DescribedCrawl } from '../describe-crawl.js';
import type { CollectionFigures } from './collection-figures.js';
import type { PageColumn } from '../../../judging/plugins/plugin.js';

/** Facts for a dataset card. */
export interface DatasetCard extends Pick<
  DescribedCrawl,
  'topics' | 'state' | 'settings' | 'changes' | 'simulatedTime'
> {
  readonly title: string;
  readonly figures: CollectionFigures;
  /** Options of the command by which pages were chosen from the accepted ones, and cut. */
  readonly selection: readonly string[];
  readonly columns: readonly PageColumn[];
  /** Version of sfwc. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
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

/** Hosts, licences and changes that are listed. */
const MAX_LISTED = 20;

/** The README.md of a dataset folder: metadata in YAML that Hugging Face reads, figures, and the columns. */
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
  return [
    `---\n${stringify(metadata)}---`,
    `# ${title.replace(/[\\`*_{}[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ')}`,
    '## Pages',
    table(['figure', 'value'], pageFigures(card)),
    'Pages that name no licence are under the copyright of their authors. Pages may name people, who have not agreed to it. A program chose the pages: some are not about the topic, and they are not a random sample of the Web.',
    '## Collection',
    table(['setting', 'value'], collection(card)),
    '## Columns',
    table(
      ['column', 'type', 'meaning'],
      columns.map(({ name, type, meaning }) => [code(name), type, meaning]),
    ),
    '',
  ].join('\n\n');
}

function pageFigures({ figures, topics }: DatasetCard): readonly (readonly [string, string])[] {
  const { rows, pages, words, hosts, languages, licences, classifiers } = figures;
  return [
    ['topics', topics === '' ? 'none' : code(topics)],
    ['pages', number(pages)],
    ...(rows === pages ? [] : [['chunks', number(rows)] as const]),
    ['words', number(words)],
    ['hosts', listed(hosts, 'no host')],
    ['languages', listed(languages, 'not detected')],
    ['licences', listed(licences, 'no licence named')],
    ['text and data mining reserved', number(figures.tdmReserved)],
    ['not to be used by machine learning', number(figures.noAi)],
    ['the same body as an earlier page', number(figures.duplicates)],
    ['nearly the same text as an earlier page', number(figures.nearDuplicates)],
    ['classifiers', listed(classifiers, 'not judged')],
  ];
}

function collection(card: DatasetCard): readonly (readonly [string, string])[] {
  const { figures, state, settings, changes, simulatedTime, selection, version, madeAt } = card;
  const { firstFetched, lastFetched = '' } = figures;
  const simulated = simulatedTime ? ' (simulated: a stored web, or archives)' : '';
  return [
    ...(firstFetched === undefined
      ? []
      : [['fetched', `${firstFetched} to ${lastFetched}${simulated}`] as const]),
    ['end of the crawl', state],
    ...settings.map(([name, value]) => [name, code(value)] as const),
    ...changes
      .slice(0, MAX_LISTED)
      .map(({ time, by, effect }) => [`changed at ${time}`, `${code(effect)}, by ${code(by)}`] as const),
    ['chosen by', selection.map(code).join(', ') || 'all accepted pages'],
    ['made', `by sfwc ${version} at ${madeAt}`],
  ];
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

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Names with their counts, the most frequent first. @param unnamed stands for the empty name */
function listed(counts: ReadonlyMap<string, number>, unnamed: string): string {
  const all = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const some = all
    .slice(0, MAX_LISTED)
    .map(([name, count]) => `${name === '' ? unnamed : code(name)} (${number(count)})`);
  const rest = all.length - some.length;
  return `${some.join(', ') || 'none'}${rest > 0 ? ` and ${number(rest)} more` : ''}`;
}

/** Text from elsewhere, which Markdown shows as it is, also in a table. */
function code(value: string): string {
  return `\`${value.replace(/[`|\s]+/g, ' ').slice(0, 300)}\``;
}

function number(value: number): string {
  return value.toLocaleString('en');
}
