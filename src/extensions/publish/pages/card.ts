import { stringify } from 'yaml';
import type { PageColumn, PageRow } from '../../../judging/plugins/plugin.js';
import { createCounts, type DescribedCrawl } from '../describe-crawl.js';

/** Figures of the pages of a collection. */
type CollectionFigures = ReturnType<ReturnType<typeof createCollectionFigures>['all']>;

/** Names that are counted one by one, and that are listed. */
const MAX = { counted: 5000, listed: 20 } as const;

/** Counts the pages of a collection as they pass. */
export function createCollectionFigures() {
  const counts = () => createCounts(MAX.counted, 'others');
  const [hosts, languages, licences] = [counts(), counts(), counts()];
  const sums = { pages: 0, words: 0, tdmReserved: 0, noAi: 0 };
  return {
    add(row: PageRow): void {
      sums.pages += 1;
      sums.words += Number(row['words'] ?? 0);
      sums.tdmReserved += Number(row['tdmReserved'] === true);
      sums.noAi += Number(row['aiDirectives'] !== undefined);
      hosts.add(String(row['host'] ?? ''));
      languages.add(String(row['language'] ?? ''));
      const named = [row['licences'] ?? []].flat();
      for (const name of new Set(named.length === 0 ? [''] : named)) licences.add(String(name));
    },
    all: () => ({ ...sums, hosts: hosts.all(), languages: languages.all(), licences: licences.all() }),
  };
}

/** Facts for a dataset card. */
export interface DatasetCard {
  readonly title: string;
  readonly crawl: DescribedCrawl;
  readonly figures: CollectionFigures;
  /** Options of the command by which pages were chosen from the accepted ones. */
  readonly selection: readonly string[];
  readonly columns: readonly PageColumn[];
  /** The program, and when it made the dataset: ISO 8601, UTC. */
  readonly madeBy: string;
  readonly madeAt: string;
}

/** Sizes as Hugging Face names them, by powers of ten from a thousand on. */
const SIZES = ['n<1K', '1K<n<10K', '10K<n<100K', '100K<n<1M', '1M<n<10M', '10M<n<100M'];

/** The README.md of a dataset folder: metadata in YAML that Hugging Face reads, figures, and the columns. */
export function datasetCard(card: DatasetCard): string {
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
    ['pages', number(figures.pages)],
    ['words', number(figures.words)],
    ['hosts', listed(figures.hosts, 'no host')],
    ['languages', listed(figures.languages, 'not detected')],
    ['licences', listed(figures.licences, 'no licence named')],
    ['text and data mining reserved', number(figures.tdmReserved)],
    ['not to be used by machine learning', number(figures.noAi)],
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
