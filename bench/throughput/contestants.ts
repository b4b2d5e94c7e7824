import { existsSync } from 'node:fs';
import path from 'node:path';

/** What a run is to do. */
export interface Task {
  /** What the addresses of the pages begin with. */
  readonly prefixes: readonly string[];
  readonly first: string;
  /** For `--connect-to`. */
  readonly connect?: string;
  /** Pages at most. */
  readonly pages: number;
  /** An empty folder for the run's own files. */
  readonly scratch: string;
  /** The knowledge base that `sfwc` judges by, and its topic. */
  readonly kb: string;
  readonly topic: string;
}

/** What a run says of itself. */
export interface Account {
  /** Undefined: it does not say. */
  readonly pages?: number;
  /** From its first request to its end, without start-up. */
  readonly ownSeconds?: number;
}

/** A crawler that takes part. */
export interface Contestant {
  readonly name: string;
  /** What `--only` calls it and its kin. */
  readonly family: string;
  /** Why it cannot take part; undefined where it can. */
  readonly missing: (pages: number | undefined) => string | undefined;
  readonly command: (task: Task) => readonly string[];
  /** Exit codes that are no failure. */
  readonly codes?: readonly number[];
  readonly account: (stdout: string) => Account;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
const RIVALS = path.join(ROOT, 'bench/throughput/rivals');
const MAIN = path.join(ROOT, 'dist/cli/main.js');
/** The system's, whatever else is in the path: that is the one that Debian's Scrapy is for. */
const PYTHON = '/usr/bin/python3';
/** One with what Debian does not have. */
const VENV_PYTHON = path.join(RIVALS, 'venv/bin/python');

/** The last line of what it prints, as JSON. */
function lastLine(stdout: string): Account {
  const said = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { pages: number; seconds: number };
  return { pages: said.pages, ownSeconds: said.seconds };
}

function sfwcAccount(stdout: string): Account {
  const { summary } = JSON.parse(stdout) as {
    readonly summary: { readonly fetched: number; readonly seconds: number };
  };
  return { pages: summary.fetched, ownSeconds: summary.seconds };
}

function scrapy(name: string, variant: 'links' | 'text'): Contestant {
  return {
    name,
    family: 'scrapy',
    missing: () =>
      existsSync('/usr/lib/python3/dist-packages/scrapy')
        ? undefined
        : 'Scrapy is not installed: apt-get install python3-scrapy',
    command: ({ prefixes, first, pages }) => [
      PYTHON,
      '-E',
      path.join(RIVALS, 'scrapy_site.py'),
      prefixes.join(' '),
      first,
      String(pages),
      variant,
    ],
    account: lastLine,
  };
}

/** What people would use in place of sfwc: Scrapy, an extractor of main text, and a classifier trained on the same texts. */
const COLLECTING_SCRAPY: Contestant = {
  name: 'Scrapy, trafilatura and scikit-learn',
  family: 'collecting',
  missing: () =>
    existsSync(VENV_PYTHON)
      ? undefined
      : `it is not installed: python3 -m venv ${RIVALS}/venv && ${RIVALS}/venv/bin/pip install scrapy trafilatura scikit-learn lxml_html_clean`,
  command: ({ prefixes, first, pages, scratch }) => [
    VENV_PYTHON,
    path.join(RIVALS, 'scrapy_site.py'),
    ...[prefixes.join(' '), first, String(pages), 'judged'],
    ...['computer-science', 'background'].map((name) => path.join(ROOT, 'corpora', name)),
    path.join(scratch, 'pages.jsonl'),
  ],
  account: lastLine,
};

function crawlee(name: string, kind: 'cheerio' | 'jsdom'): Contestant {
  return {
    name,
    family: kind,
    missing: () =>
      existsSync(path.join(RIVALS, 'node_modules/@crawlee', kind))
        ? undefined
        : 'Crawlee is not installed: npm ci --prefix bench/throughput/rivals',
    command: ({ prefixes, first, pages }) => [
      process.execPath,
      path.join(RIVALS, 'crawlee-site.mjs'),
      prefixes.join(' '),
      first,
      String(pages),
      kind,
    ],
    account: lastLine,
  };
}

/** The product's own command. */
function sfwc(name: string, family: string, options: (task: Task) => readonly string[]): Contestant {
  return {
    name,
    family,
    missing: () => (existsSync(MAIN) ? undefined : 'sfwc is not built: npm run build'),
    command: (task) => [
      ...['/usr/bin/env', 'SFWC_KEEP_DUPLICATES=1'],
      ...[process.execPath, MAIN, 'crawl', '--json', '--out', task.scratch, '--seeds', task.first],
      ...(task.prefixes.length === 1 ? ['--scope', 'host'] : ['--scope', 'any']),
      ...task.prefixes.flatMap((prefix) => ['--include', `${prefix}*`]),
      ...(task.connect === undefined ? [] : ['--set', `connectTo=${task.connect}`]),
      ...['--max-pages', String(task.pages), '--delay', '0', '--set', 'allowPrivate=true'],
      ...options(task),
    ],
    account: sfwcAccount,
  };
}

/** All that are known; the first is what ratios are taken against. */
export const CONTESTANTS: readonly Contestant[] = [
  scrapy('Scrapy, title and links', 'links'),
  scrapy('Scrapy, with body text', 'text'),
  COLLECTING_SCRAPY,
  crawlee('Crawlee Cheerio', 'cheerio'),
  crawlee('Crawlee JSDOM', 'jsdom'),
  {
    name: 'wget',
    family: 'wget',
    missing: (pages) => {
      if (!existsSync('/usr/bin/wget')) return 'wget is not installed';
      return pages === undefined ? undefined : 'wget cannot be told how many pages to fetch';
    },
    command: ({ first, scratch }) => [
      '/usr/bin/wget',
      ...['-q', '-r', '-l', 'inf', '-np', '-nH', '-e', 'robots=off', '-P', scratch, first],
    ],
    // 8: a link led to a page that is not there.
    codes: [0, 8],
    account: () => ({}),
  },
  sfwc('sfwc plain', 'plain', () => []),
  sfwc('sfwc, judged by krs-paper', 'krs', ({ kb, topic }) => [
    ...['--kb', kb, '--topic', topic, '--set', 'follow=all', '--set', 'classifier=krs-paper'],
  ]),
  sfwc('sfwc, judged by ensemble', 'ensemble', ({ kb, topic }) => [
    ...['--kb', kb, '--topic', topic, '--set', 'follow=all', '--set', 'classifier=ensemble'],
  ]),
];

/** The contestants that `--only` names, by family; `sfwc` stands for all of its. */
export function chosen(only: string | undefined): readonly Contestant[] {
  if (only === undefined) return CONTESTANTS;
  const wanted = new Set(only.split(',').flatMap((name) => FAMILIES[name.trim()] ?? [name.trim()]));
  const known = new Set(CONTESTANTS.map(({ family }) => family));
  for (const name of wanted)
    if (!known.has(name)) throw new Error(`--only names ${name}; there are ${[...known].join(', ')}`);
  return CONTESTANTS.filter(({ family }) => wanted.has(family));
}

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  sfwc: ['plain', 'krs', 'ensemble'],
  crawlee: ['cheerio', 'jsdom'],
};
