import { z } from 'zod';
import { readStopCondition } from '../../crawling/engine/stop-condition.js';
import { STRATEGY_NAMES, type StrategyName } from '../../judging/plugins/built-in-strategies.js';
import { FOLLOW } from '../../model/crawl-event.js';
import { messageOf, UsageError } from '../../model/errors.js';
import { DOCUMENT_KINDS, type DocumentKind } from '../../model/page-reading.js';
import { parseUrl } from '../../support/parse-url.js';
import { field, openName, withOptions, type Values, type OptionsOf } from '../../support/settings/field.js';
import * as common from './common.js';

const { WHEN, accept, flag, json, judgingFields, name, number, path, real } = common;
const { several, text, webAddress, whole } = common;

/** No documents are read, or those of these kinds. */
const DOCUMENT_CHOICES = ['none', ...(Object.keys(DOCUMENT_KINDS) as DocumentKind[])] as const;
const documentKinds = z
  .array(z.enum(DOCUMENT_CHOICES))
  .min(1)
  .refine((chosen) => chosen.length === 1 || !chosen.includes('none'), {
    message: 'none cannot be given together with kinds of documents',
  })
  .default(['pdf', 'docx', 'odt', 'epub', 'text', 'markdown']);

const NOTIFY =
  'when it has ended, send the report as JSON: to a URL by POST, or to a command on standard input';
const UI = 'open the control room of this crawl: a page that shows and steers it; prints its address';
export const watching = {
  notify: field(name.optional(), { help: NOTIFY, placeholder: 'URL|COMMAND', commandOnly: true }),
  ui: field(z.boolean().default(false), { help: UI, commandOnly: true, written: 'switch' }),
} as const;

/** A year, month, day or instant: `2026`, `2026-10`, `2026-10-31`, or up to 14 digits as archives write them. */
const TIME = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?|(?:\d\d){0,5})$/;
const NO_TIME = 'has an at that is not a time such as 2026, 2026-10 or 2026-10-31';
const CAPTURES = 'CDX server of an archive to crawl instead of hosts; may end in ?at=TIME or ?warcs=URL';

function hasTime(captures: string): boolean {
  return TIME.test(parseUrl(captures)?.searchParams.get('at') ?? '2026');
}

const ARGUMENT = { argumentOnly: true } as const;

const conditions = z.array(z.string().transform(checkCondition)).default([]);
const seconds = z.number().positive().optional();
const UNTIL = 'end when this is reached, such as recall=0.9; repeatable';
/** Settings that a resumed crawl may change. */
const changeable = {
  maxSeconds: number(seconds, 'S', 'maximum duration in seconds, earlier runs included'),
  until: several(conditions, 'each', 'CONDITION', UNTIL, {
    example: "['recall=0.9', 'harvest<0.02 over 500']",
  }),
} as const;

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

const POSTGRES = 'is not the address of a PostgreSQL database, postgres://USER@HOST/DATABASE';
const SHARED =
  'share the crawl through this PostgreSQL database, ending in ?crawl=NAME; default: a file in OUT';
/** Database in which several workers keep what is to be requested. */
const database = z.string().regex(/^postgres(?:ql)?:\/\//i, POSTGRES);
export const frontier = text(database.optional(), 'URL', SHARED, { secret: true });
const THREADS = 'threads that judge pages; default: one per core';
export const workers = number(whole(1, 64).optional(), 'N', THREADS);

const patterns = z.array(name).default([]);
const hasCredentials = (url: string): boolean => /^https?:\/\/[^/]*@/i.test(url);
const openAddress = webAddress.refine((url) => !hasCredentials(url), 'must not hold a name or a password');
const ENGINE =
  'search engine to ask when links bring little: SearXNG, MediaWiki api.php, or URL with {searchTerms}';

const BASICS = [
  ...(['kb', 'topic', 'seeds', 'out', 'accept', 'maxPages', 'until', 'scope'] as const),
  ...(['strategy', 'delay', 'userAgent', 'resume', 'ui'] as const),
] as const;

/** Options that only `--help-all` shows. */
const OTHERS = [
  ...(['plugin', 'maxSeconds', 'maxDepth', 'include', 'exclude', 'engine', 'web'] as const),
  ...(['concurrency', 'cookies', 'render', 'warc', 'force', 'notify', 'json'] as const),
] as const;

const scopes = z.enum(['host', 'domain', 'any']);
const TEACHER = 'OpenAI-compatible API that answers 12 questions on pages, ending in ?model=NAME';
const records = z.array(z.enum(['metadata', 'texts'])).default([]);
const RECORD = 'more on accepted pages: metadata (date, authors …) in events and RDF, texts (NIF) in the RDF';
const RENDER = 'run scripts of pages: never, auto (where needed), always';
const starts = z.array(name).min(1, 'needs at least one address to start from');
const places = z.union([path, z.array(path).min(1)]).optional();
const WITHOUT_KB = 'knowledge base: folder or SPARQL endpoint; without it, every page is accepted';

/** Settings of `sfwc crawl` and `crawl`. */
export const crawlFields = withOptions(BASICS, OTHERS, {
  kb: field(common.kb.schema.optional(), { ...common.kb.meta, help: WITHOUT_KB }),
  topic: field(common.topicNames.optional(), common.topics.meta),
  seeds: several(starts, 'repeatable', 'URL|FILE', 'URLs to start from, or files with one URL per line', {
    example: "['https://example.org/', 'more-seeds.txt']",
  }),
  out: text(path, 'PATH', 'folder for the results'),
  ...judgingFields,
  maxPages: number(whole(1).default(1000), 'N', 'maximum number of pages to request'),
  ...changeable,
  maxDepth: number(whole(0).default(20), 'N', 'maximum number of links from a seed'),
  scope: text(scopes.default('any'), 'SCOPE', 'links to follow: host, domain or any'),
  strategy: text(openName<StrategyName>().optional(), 'NAME', 'the order of links; default: learning', {
    choices: STRATEGY_NAMES,
  }),
  follow: text(z.enum(FOLLOW).optional(), 'WHICH', 'whose links to follow: accepted, accepted-first, all'),
  delay: number(real(0, 3600).default(1), 'S', 'seconds between requests to the same host'),
  concurrency: number(whole(1, 256).default(8), 'N', 'hosts contacted in parallel'),
  workers,
  ...common.networkFields,
  teacher: text(webAddress.optional(), 'URL', TEACHER),
  include: several(patterns, 'each', 'PATTERN', 'follow only links to such URLs: with *, or /an expression/'),
  exclude: several(patterns, 'each', 'PATTERN', 'do not follow links to such URLs'),
  maxPagesPerHost: number(whole(1).optional(), 'N', 'maximum number of pages requested per host'),
  respectTdm: flag('skip pages that reserve text and data mining, or use for machine learning'),
  keepDuplicates: flag('also keep copies of accepted pages; see docs/crawling.md'),
  sitemaps: flag("also crawl the sitemaps named in robots.txt of the seeds' hosts"),
  engine: text(openAddress.optional(), 'URL', ENGINE),
  warc: text(z.enum(['all', 'accepted']).optional(), 'WHICH', 'archive exchanges as WARC: all, accepted'),
  web: several(places, 'names', 'PATH', 'crawl stored pages, WARC or WACZ files instead', { path: true }),
  captures: text(name.refine(hasTime, NO_TIME).optional(), 'URL', CAPTURES, ARGUMENT),
  cookies: text(path.optional(), 'FILE', 'cookies.txt, or the storage state of Playwright', { path: true }),
  render: text(z.enum(WHEN).default('auto'), 'WHEN', RENDER),
  documents: several(documentKinds, 'list', 'LIST', 'documents to read besides HTML: none, or these kinds'),
  record: several(records, 'list', 'LIST', RECORD),
  force: flag('replace the results of an earlier crawl in the folder'),
  resume: flag('continue the crawl in the folder --out, however it ended'),
  frontier,
  ...watching,
  json,
} as const);

const UNTIL_NOW = 'end when this is reached, instead of the conditions before; repeatable';

/** Settings of `sfwc crawl --resume` and `resumeCrawl`: all others are those that the crawl was begun with. */
export const resumeFields = {
  resume: field(z.boolean().default(true), { help: 'continue the crawl in the folder', written: 'switch' }),
  out: crawlFields.out,
  maxPages: number(whole(1).optional(), 'N', 'maximum number of pages to request, those before included'),
  maxSeconds: changeable.maxSeconds,
  until: field(changeable.until.schema.unwrap().optional(), { ...changeable.until.meta, help: UNTIL_NOW }),
  plugin: field(common.plugin.schema.unwrap().optional(), common.plugin.meta),
  ...watching,
  json,
} as const;

export type CrawlSettings = Values<typeof crawlFields>;

export type CrawlOptions = OptionsOf<typeof crawlFields>;

/** Options of crawl with `resume: true`. */
export type ResumeOptions = OptionsOf<typeof resumeFields>;

export const explainFields = { json } as const;

const ACCEPT = 'adjust: precise, balanced, broad, or a share from 0 to 1; judges the pages so far again';
const TIMES = 'boost: standard deviations to add; below 0: later';
const ALIKE = 'rate: also for alike pages near the threshold; with skip, for those answered together';

export const steerFields = {
  by: text(name.max(100).optional(), 'NAME', 'who asks for it, for the record; default: your user name'),
  wait: number(real(0, 3600).default(10), 'S', 'seconds to wait until the crawl has taken it'),
  times: number(real(-100, 100).optional(), 'N', TIMES, ARGUMENT),
  delay: number(real(0, 3600).optional(), 'S', 'adjust: seconds between requests to one host', ARGUMENT),
  concurrency: number(whole(1, 1000).optional(), 'N', 'adjust: hosts to contact at the same time', ARGUMENT),
  accept: field(accept.schema.unwrap().optional(), { ...accept.meta, help: ACCEPT, ...ARGUMENT }),
  threshold: number(z.number().optional(), 'SCORE', 'adjust: lowest score of an accepted page', ARGUMENT),
  alike: field(z.boolean().optional(), { help: ALIKE, written: 'switch', ...ARGUMENT }),
  json,
} as const;

export type SteerSettings = Values<typeof steerFields>;
