import { stringify } from 'yaml';
import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';
import { createCounts } from '../counts.js';
import type { DescribedCrawl } from '../describe-crawl.js';

/** Figures of the rows of a collection. */
export type CollectionFigures = ReturnType<ReturnType<typeof createCollectionFigures>['all']>;

/** Hosts and licences that are counted one by one, and that are listed. */
const MAX = { counted: 5000, listed: 20 } as const;

/** Counts the rows of a collection as they pass; chunks of a page come one after the other. */
export function createCollectionFigures() {
  const counts = () => createCounts(MAX.counted, 'others');
  const [hosts, languages, licences, classifiers] = [counts(), counts(), counts(), counts()];
  const sums = { rows: 0, pages: 0, words: 0, duplicates: 0, tdmReserved: 0, noAi: 0 };
  let [last, firstFetched, lastFetched] = ['', '', ''];
  return {
    add(row: PageRow): void {
      sums.rows += 1;
      if (textOf(row['id']) === last) return;
      last = textOf(row['id']);
      sums.pages += 1;
      sums.words += Number(row['words'] ?? 0);
      sums.duplicates += Number((row['duplicateOf'] ?? row['nearDuplicateOf']) !== undefined);
      sums.tdmReserved += Number(row['tdmReserved'] === true);
      sums.noAi += Number(row['aiDirectives'] !== undefined);
      hosts.add(textOf(row['host']));
      languages.add(textOf(row['language']));
      classifiers.add(textOf(row['classifier']));
      const named = [row['licences'] ?? []].flat();
      for (const name of new Set(named.length === 0 ? [''] : named)) licences.add(textOf(name));
      const fetched = textOf(row['fetched']);
      if (firstFetched === '' || fetched < firstFetched) firstFetched = fetched;
      if (fetched > lastFetched) lastFetched = fetched;
    },
    all: () => ({
      ...{ ...sums, firstFetched, lastFetched, hosts: hosts.all() },
      ...{ languages: languages.all(), licences: licences.all(), classifiers: classifiers.all() },
    }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Facts for a dataset card. */
export interface DatasetCard {
  readonly title: string;
  readonly crawl: DescribedCrawl;
  readonly figures: CollectionFigures;
  /** Options of the command by which pages were chosen from the accepted ones, and cut. */
  readonly selection: readonly string[];
  readonly columns: readonly PageColumn[];
  /** Version of sfwc. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
}

/** Sizes as Hugging Face names them, by powers of ten from a thousand on. */
const SIZES = ['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M', '1M<n<10M', '10M<n<100M'];

/** The README.md of a dataset folder: metadata in YAML that Hugging Face reads, figures, and the columns. */
export function datasetCard(card: DatasetCard): string {
  const { figures, title, crawl, columns } = card;
  const languages = [...figures.languages.keys()].filter((tag) => /^[a-z]{2,3}(?:-|$)/i.test(tag)).sort();
  const metadata = {
    pretty_name: title,
    license: licenceTag(figures),
    ...(languages.length === 0 ? {} : { language: languages }),
    size_categories: [SIZES.find((_, power) => figures.rows < 10 ** (power + 3)) ?? 'n>1T'],
    tags: ['web-crawl', 'sfwc', ...crawl.topics.split(', ').filter((topic) => topic !== '')],
    configs: [{ config_name: 'default', data_files: [{ split: 'train', path: 'data/train-*' }] }],
  };
  return [
    `---\n${stringify(metadata)}---`,
    `# ${title.replace(/[\\`*_{}[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ')}`,
    '## Pages',
    table(['figure', 'value'], pageFigures(figures)),
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

function pageFigures(figures: CollectionFigures): readonly (readonly [string, string])[] {
  return [
    ['pages', number(figures.pages)],
    ['rows', number(figures.rows)],
    ['words', number(figures.words)],
    ['hosts', listed(figures.hosts, 'no host')],
    ['languages', listed(figures.languages, 'not detected')],
    ['licences', listed(figures.licences, 'no licence named')],
    ['text and data mining reserved', number(figures.tdmReserved)],
    ['not to be used by machine learning', number(figures.noAi)],
    ['the same or nearly the same text as an earlier page', number(figures.duplicates)],
    ['classifiers', listed(figures.classifiers, 'not judged')],
  ];
}

function collection(card: DatasetCard): readonly (readonly [string, string])[] {
  const { figures, crawl, selection, version, madeAt } = card;
  const simulated = crawl.simulatedTime ? ' (simulated: a stored web, or archives)' : '';
  return [
    ['topics', crawl.topics === '' ? 'none' : code(crawl.topics)],
    ['fetched', `${figures.firstFetched} to ${figures.lastFetched}${simulated}`],
    ['state of the crawl', crawl.state],
    ...crawl.settings.map(([name, value]) => [name, code(value)] as const),
    ...crawl.changes
      .slice(0, MAX.listed)
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
    .slice(0, MAX.listed)
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
