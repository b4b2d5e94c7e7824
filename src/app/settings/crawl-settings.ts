import { z } from 'zod';
import { readStopCondition } from '../../crawling/engine/stop-condition.js';
import { STRATEGY_NAMES, type StrategyName } from '../../judging/plugins/built-in-strategies.js';
import { FOLLOW } from '../../model/crawl-event.js';
import { messageOf, UsageError } from '../../model/errors.js';
import { DOCUMENT_KINDS, type DocumentKind } from '../../model/page-reading.js';
import { field, openName, withOptions, type Values, type OptionsOf } from '../../support/settings/field.js';
import {
  accept,
  allowPrivate,
  anyLanguage,
  classifier,
  connectTo,
  encoder,
  endpointFields,
  flag,
  json,
  kb,
  maxBytes,
  name,
  number,
  path,
  plugin,
  real,
  several,
  text,
  thesaurus,
  timeout,
  topicNames,
  topics,
  userAgent,
  webAddress,
  whole,
} from './common.js';

/** No documents are read, or those of these kinds. */
const DOCUMENT_CHOICES = ['none', ...(Object.keys(DOCUMENT_KINDS) as DocumentKind[])] as const;

const documents = several(
  z
    .array(z.enum(DOCUMENT_CHOICES))
    .min(1)
    .refine((chosen) => chosen.length === 1 || !chosen.includes('none'), {
      message: 'none cannot be given together with kinds of documents',
    })
    .default(['pdf', 'docx', 'odt', 'epub', 'text', 'markdown']),
  'list',
  'LIST',
  'documents that are read besides HTML: none, or some of pdf, docx, odt, epub, text, markdown',
);

export const watching = {
  notify: field(name.optional(), {
    help: 'when it has ended, send the report as JSON: to a URL by POST, or to a command on standard input',
    placeholder: 'URL|COMMAND',
    commandOnly: true,
  }),
  ui: field(z.boolean().default(false), {
    help: 'open the control room of this crawl: a page that shows and steers it; prints its address',
    commandOnly: true,
    written: 'switch',
  }),
} as const;

/** Rendering of pages whose scripts fill them. */
export const renderFields = {
  render: text(
    z.enum(['never', 'auto', 'always']).default('auto'),
    'never|auto|always',
    'run scripts of pages; auto: of pages that need it',
  ),
  browser: text(name.optional(), 'PATH', 'Chromium to render with; default: the first found', {
    noOption: true,
    path: true,
  }),
  noBrowserSandbox: flag('run the browser without its sandbox, as root in a container has to', {
    noOption: true,
  }),
} as const;

export const webFields = {
  webHost: text(name.optional(), 'NAME', 'host name of a folder that holds the pages of one host'),
} as const;
export type WebSettings = Values<typeof webFields>;

/** A year, month, day or instant: `2026`, `2026-10`, `2026-10-31`, or up to 14 digits as archives write them. */
const time = z
  .string()
  .regex(
    /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?|(?:\d\d){0,5})$/,
    'is not a time such as 2026, 2026-10 or 2026-10-31',
  );

/** The archive whose captures are crawled instead of hosts. */
const capturesFields = {
  captures: text(name.optional(), 'URL', 'CDX server of an archive to crawl instead of hosts', {
    argumentOnly: true,
  }),
  at: text(time.optional(), 'TIME', 'with captures: time to be nearest to; default: the latest', {
    argumentOnly: true,
  }),
  warcBase: text(name.optional(), 'URL', 'with captures: URL that names of WARC files start from', {
    argumentOnly: true,
  }),
} as const;

const maxSeconds = number(
  z.number().positive().optional(),
  'S',
  'maximum duration in seconds, earlier runs included',
);

const maxIdle = number(real(0).default(300), 'S', 'end when all hosts refuse requests for longer than this');

const until = several(
  z.array(z.string().transform(checkCondition)).default([]),
  'each',
  'CONDITION',
  'end when this is reached, such as recall=0.9; repeatable, any is enough',
  { example: "['recall=0.9', 'harvest<0.02 over 500']" },
);

/** The condition as it was written, once it is known that it can be read. */
function checkCondition(condition: string, context: z.RefinementCtx): string {
  try {
    readStopCondition(condition);
  } catch (thrown) {
    const hint = thrown instanceof UsageError && thrown.hint !== undefined ? `; ${thrown.hint}` : '';
    context.addIssue({ code: 'custom', message: `${messageOf(thrown)}${hint}` });
  }
  return condition;
}

/** Seconds that a crawl for a topic waits for better pages unless the user says otherwise. */
export const PATIENCE = 10;

const POSTGRES = 'is not the address of a PostgreSQL database, postgres://USER@HOST/DATABASE';
/** Database in which several workers keep what is to be requested. */
export const frontier = text(
  z
    .string()
    .regex(/^postgres(?:ql)?:\/\//i, POSTGRES)
    .optional(),
  'URL',
  'share the crawl with other workers through this PostgreSQL database; default: a file in OUT',
  { secret: true },
);

export const workers = number(
  whole(1, 64).optional(),
  'N',
  'threads that judge pages; default: one per core',
);

/** A language model that answers questions as people do. */
const teacherFields = {
  teacher: text(webAddress.optional(), 'URL', 'OpenAI-compatible API that answers 12 questions on pages'),
  teacherModel: text(z.string().trim().min(1).max(100).optional(), 'NAME', 'with teacher: name of the model'),
  teacherKey: text(name.optional(), 'TEXT', 'with teacher: key of the API; best set in the environment', {
    secret: true,
    noOption: true,
  }),
} as const;

/** The part of the Web that a crawl enters, and sources of pages other than links. */
const boundaryFields = {
  include: several(
    z.array(name).default([]),
    'each',
    'PATTERN',
    'follow only links to such URLs: * is anything, /…/ an expression',
  ),
  exclude: several(z.array(name).default([]), 'each', 'PATTERN', 'do not follow links to such URLs'),
  maxPagesPerHost: number(whole(1).optional(), 'N', 'maximum number of pages requested per host'),
  respectTdm: flag('skip pages that reserve text and data mining (TDMRep), or that say noai'),
  keepDuplicates: flag('also keep copies of accepted pages; see docs/crawling.md'),
  sitemaps: flag("also crawl the sitemaps named in robots.txt of the seeds' hosts"),
  engine: text(
    webAddress
      .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'must not hold a name or a password')
      .optional(),
    'URL',
    'search engine to ask when links bring little: SearXNG, MediaWiki api.php, or URL with {searchTerms}',
  ),
  revisit: text(path.optional(), 'PATH', 'earlier crawl; pages unchanged since keep their judgement', {
    path: true,
  }),
} as const;

const BASICS = [
  ...(['kb', 'topic', 'seeds', 'out', 'accept', 'maxPages', 'until', 'scope'] as const),
  ...(['strategy', 'delay', 'userAgent', 'resume', 'ui'] as const),
] as const;

/** Options that only `--help-all` shows. */
const OTHERS = [
  ...(['plugin', 'maxSeconds', 'maxDepth', 'include', 'exclude', 'engine', 'web'] as const),
  ...(['concurrency', 'cookies', 'render', 'warc', 'force', 'notify', 'json'] as const),
] as const;

/** Settings of `sfwc crawl` and `crawl`. */
export const crawlFields = withOptions(BASICS, OTHERS, {
  kb: field(kb.schema.optional(), {
    ...kb.meta,
    help: 'knowledge base: folder or SPARQL endpoint; without it, every page in scope is kept',
  }),
  topic: field(topicNames.optional(), topics.meta),
  seeds: several(
    z.array(name).min(1, 'needs at least one address to start from'),
    'repeatable',
    'URL|FILE',
    'URLs to start from, or files with one URL per line',
    { example: "['https://example.org/', 'more-seeds.txt']" },
  ),
  out: text(path, 'PATH', 'folder for the results'),
  classifier,
  accept,
  plugin,
  thesaurus,
  anyLanguage,
  encoder,
  retrainFrom: number(
    whole(0).default(50),
    'N',
    'answers from which the ensemble is trained again; 0: never',
  ),
  maxPages: number(whole(1).default(1000), 'N', 'maximum number of pages to request'),
  maxSeconds,
  maxIdle,
  until,
  sampleFrontier: number(
    real(0, 0.5).default(0.02),
    'SHARE',
    'share of random requests, to estimate what is left',
  ),
  patience: number(real(0, 86_400).optional(), 'S', 'longest wait for hosts of better pages; default: 10'),
  maxDepth: number(whole(0).default(20), 'N', 'maximum number of links from a seed'),
  scope: text(
    z.enum(['host', 'domain', 'any']).default('any'),
    'host|domain|any',
    "follow links to: the seeds' hosts, their registered domains, any",
  ),
  strategy: text(openName<StrategyName>().optional(), 'NAME', 'the order of links; default: learning', {
    choices: STRATEGY_NAMES,
  }),
  follow: text(
    z.enum(FOLLOW).optional(),
    'WHICH',
    'whose links to follow: accepted, accepted-first, all; default: by strategy',
  ),
  delay: number(real(0, 3600).default(1), 'S', 'seconds between requests to the same host'),
  concurrency: number(whole(1, 256).default(8), 'N', 'hosts contacted in parallel'),
  workers,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
  ...teacherFields,
  retries: number(
    whole(0, 99).default(2),
    'N',
    'retries of a page that answers 429 or 503, and of robots.txt',
  ),
  retryDelay: number(real(0, 86_400).default(30), 'S', 'seconds until the next attempt; doubles each time'),
  ...boundaryFields,
  warc: text(
    z.enum(['all', 'accepted']).optional(),
    'all|accepted',
    'archive as WARC: all exchanges, or those of accepted pages',
  ),
  warcSize: number(
    whole(10_000).default(1_000_000_000),
    'BYTES',
    'with --warc: bytes at which a new file is started',
  ),
  web: several(
    z.union([path, z.array(path).min(1)]).optional(),
    'names',
    'PATH',
    'crawl a folder of pages, WARC or WACZ files instead of the network',
    { path: true },
  ),
  ...capturesFields,
  ...webFields,
  cookies: text(path.optional(), 'FILE', 'cookies.txt, or the storage state of Playwright', { path: true }),
  ...renderFields,
  documents,
  extract: flag('read what accepted pages say of themselves (date, authors, licence …), for events and RDF'),
  nif: flag('include the texts of accepted pages and the places of the evidence in the RDF (NIF)'),
  ...endpointFields,
  force: flag('replace the results of an earlier crawl in the folder'),
  resume: flag('continue the crawl in the folder --out, however it ended'),
  frontier,
  crawlName: text(
    z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'has letters, digits, dots, hyphens and underscores, 100 at most')
      .optional(),
    'NAME',
    'with frontier: the name under which other workers join the crawl',
  ),
  lease: number(real(1, 3600).default(30), 'S', "seconds until others take over a lost worker's hosts"),
  ...watching,
  json,
} as const);

/** Settings of `sfwc crawl --resume` and `resumeCrawl`: all others are those that the crawl was begun with. */
export const resumeFields = {
  resume: field(z.boolean().default(true), { help: 'continue the crawl in the folder', written: 'switch' }),
  out: crawlFields.out,
  maxPages: number(whole(1).optional(), 'N', 'maximum number of pages to request, those before included'),
  maxSeconds,
  maxIdle: field(maxIdle.schema.unwrap().optional(), crawlFields.maxIdle.meta),
  until: field(until.schema.unwrap().optional(), {
    ...until.meta,
    help: 'end when this is reached, instead of the conditions before; repeatable',
  }),
  plugin: field(plugin.schema.unwrap().optional(), plugin.meta),
  ...endpointFields,
  teacherKey: teacherFields.teacherKey,
  ...watching,
  json,
} as const;

export type CrawlSettings = Values<typeof crawlFields>;

export type CrawlOptions = OptionsOf<typeof crawlFields>;

/** Options of crawl with `resume: true`. */
export type ResumeOptions = OptionsOf<typeof resumeFields>;

export const explainFields = { json } as const;

const ARGUMENT = { argumentOnly: true } as const;
export const steerFields = {
  by: text(name.max(100).optional(), 'NAME', 'who asks for it, for the record; default: your user name'),
  wait: number(real(0, 3600).default(10), 'S', 'seconds to wait until the crawl has taken it'),
  times: number(
    real(-100, 100).optional(),
    'N',
    'boost: standard deviations to add; below 0: later',
    ARGUMENT,
  ),
  delay: number(real(0, 3600).optional(), 'S', 'adjust: seconds between requests to one host', ARGUMENT),
  concurrency: number(whole(1, 1000).optional(), 'N', 'adjust: hosts to contact at the same time', ARGUMENT),
  accept: field(accept.schema.unwrap().optional(), {
    ...accept.meta,
    help: 'adjust: precise, balanced, broad, or a share from 0 to 1; judges the pages so far again',
    ...ARGUMENT,
  }),
  threshold: number(z.number().optional(), 'SCORE', 'adjust: lowest score of an accepted page', ARGUMENT),
  alike: field(z.boolean().optional(), {
    help: 'rate: also for alike pages near the threshold; with skip, for those answered together',
    written: 'switch',
    ...ARGUMENT,
  }),
  json,
} as const;

export type SteerSettings = Values<typeof steerFields>;
