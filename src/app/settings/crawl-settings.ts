import { z } from 'zod';
import { FOLLOW } from '../../model/crawl-event.js';
import { messageOf, UsageError } from '../../model/errors.js';
import { STRATEGY_NAMES, type StrategyName } from '../../judging/plugins/built-in-strategies.js';
import { readStopCondition } from '../../crawling/engine/stop-condition.js';
import {
  accept,
  path,
  kb,
  topicNames,
  topics,
  classifier,
  plugin,
  thesaurus,
  anyLanguage,
  encoder,
  json,
  endpointFields,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
  webAddress,
} from './common.js';
import { boundaryFields, politenessFields, sourceFields } from './politeness-settings.js';
import { DOCUMENT_KINDS, type DocumentKind } from '../../model/page-reading.js';
import { renderFields } from './render-settings.js';
import { capturesFields } from './captures-settings.js';
import { webFields } from './web-settings.js';
import { spotlightServiceFields } from './linking-settings.js';
import { field, openName, withOptions, type Values, type OptionsOf } from '../../support/settings/field.js';

/** No documents are read, or those of these kinds. */
const DOCUMENT_CHOICES = ['none', ...(Object.keys(DOCUMENT_KINDS) as DocumentKind[])] as const;

/** Which documents besides HTML a crawl reads, and how far. */
const documentFields = {
  documents: field(
    z
      .array(z.enum(DOCUMENT_CHOICES))
      .min(1)
      .refine((chosen) => chosen.length === 1 || !chosen.includes('none'), {
        message: 'none cannot be given together with kinds of documents',
      })
      .default(['pdf', 'docx', 'odt', 'epub', 'text', 'markdown']),
    {
      help: 'documents that are read besides HTML: none, or some of pdf, docx, odt, epub, text, markdown',
      placeholder: 'LIST',
      written: 'list',
    },
  ),
} as const;

/** Settings of watching a crawl. */
export const watching = {
  notify: field(z.string().min(1).optional(), {
    help: 'when it has ended, send the report as JSON: to a URL by POST, or to a command on standard input',
    placeholder: 'URL|COMMAND',
    commandOnly: true,
  }),
  logFormat: field(z.enum(['text', 'json']).default('text'), {
    noOption: true,
    help: 'format of messages and progress on stderr: text, or one JSON object per line',
    placeholder: 'text|json',
    commandOnly: true,
  }),
  ui: field(z.boolean().default(false), {
    help: 'open the control room of this crawl: a page that shows and steers it; prints its address',
    commandOnly: true,
    written: 'switch',
  }),
  failOnLimit: field(z.boolean().default(false), {
    noOption: true,
    help: 'exit with 3 if the crawl ends at --max-pages or --max-seconds',
    commandOnly: true,
    written: 'switch',
  }),
} as const;

/** Settings of archiving. */
const archiveFields = {
  discardPages: field(z.boolean().default(false), {
    help: 'discard page bodies and text; keep only events and RDF',
    written: 'switch',
  }),
  warc: field(z.enum(['all', 'accepted']).optional(), {
    help: 'archive requests and responses as WARC in OUT/warc: all, or those of accepted pages',
    placeholder: 'all|accepted',
  }),
  warcSize: field(z.number().int().min(10_000).default(1_000_000_000), {
    help: 'with --warc: size in bytes at which a new file is started',
    placeholder: 'BYTES',
    written: 'number',
  }),
} as const;

const maxSeconds = field(z.number().positive().optional(), {
  help: 'maximum duration in seconds, earlier runs included; default: no limit',
  placeholder: 'S',
  written: 'number',
});

const maxIdle = field(z.number().min(0).default(300), {
  help: 'end when all hosts left refuse requests for longer than this; --resume continues',
  placeholder: 'S',
  written: 'number',
});

const until = field(z.array(z.string().transform(checkCondition)).default([]), {
  help: 'end when this is reached, such as recall=0.9; repeatable, any is enough; see below',
  placeholder: 'CONDITION',
  example: "['recall=0.9', 'harvest<0.02 over 500']",
  written: 'each',
});

/** The condition as it was written, once it is known that it can be read. */
function checkCondition(text: string, context: z.RefinementCtx): string {
  try {
    readStopCondition(text);
  } catch (thrown) {
    const hint = thrown instanceof UsageError && thrown.hint !== undefined ? `; ${thrown.hint}` : '';
    context.addIssue({ code: 'custom', message: `${messageOf(thrown)}${hint}` });
  }
  return text;
}

/** Seconds that a crawl for a topic waits for better pages unless the user says otherwise. */
export const PATIENCE = 10;

/** Database in which several workers keep what is to be requested. */
export const frontier = field(
  z
    .string()
    .regex(
      /^postgres(?:ql)?:\/\//i,
      'is not the address of a PostgreSQL database, postgres://USER@HOST/DATABASE',
    )
    .optional(),
  {
    help: 'share the crawl with other workers through this PostgreSQL database; default: a file in OUT',
    placeholder: 'URL',
    secret: true,
  },
);

/** Threads that judge. */
export const workers = field(z.number().int().min(1).max(64).optional(), {
  help: 'threads that read and judge pages; default: one per core but one, at least one',
  placeholder: 'N',
  written: 'number',
});

const lease = field(z.number().min(1).max(3600).default(30), {
  help: "with frontier: seconds before other workers take over a lost worker's hosts",
  placeholder: 'S',
  written: 'number',
});

/** A language model that answers questions as people do. */
const teacherFields = {
  teacher: field(webAddress.optional(), {
    help: 'have a language model answer at most 12 questions about pages: URL of an OpenAI-compatible API',
    placeholder: 'URL',
  }),
  teacherModel: field(z.string().trim().min(1).max(100).optional(), {
    help: 'with teacher: name of the model',
    placeholder: 'NAME',
  }),
  teacherKey: field(z.string().min(1).optional(), {
    secret: true,
    noOption: true,
    help: 'with teacher: key of the API; preferably set in the environment',
    placeholder: 'TEXT',
  }),
} as const;

/** Shown by `--help`; the others by `--help-all`. */
const BASICS = [
  'kb',
  'topic',
  'seeds',
  'out',
  'accept',
  'maxPages',
  'until',
  'scope',
  'strategy',
  'delay',
  'userAgent',
  'resume',
  'ui',
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
  seeds: field(z.array(z.string().min(1)).min(1, 'needs at least one address to start from'), {
    help: 'URLs to start from, or files with one URL per line',
    placeholder: 'URL|FILE',
    example: "['https://example.org/', 'more-seeds.txt']",
    written: 'repeatable',
  }),
  out: field(path, { help: 'folder for the results', placeholder: 'PATH' }),
  classifier,
  accept,
  plugin,
  thesaurus,
  anyLanguage,
  encoder,
  ...spotlightServiceFields,
  retrainFrom: field(z.number().int().min(0).default(50), {
    help: 'answered pages from which the ensemble is trained again while the crawl runs; 0: never',
    placeholder: 'N',
    written: 'number',
  }),
  maxPages: field(z.number().int().min(1).default(1000), {
    help: 'maximum number of pages to request',
    placeholder: 'N',
    written: 'number',
  }),
  maxSeconds,
  maxIdle,
  until,
  sampleFrontier: field(z.number().min(0).max(0.5).default(0.02), {
    help: 'share of requests spent on random URLs of the queue, to estimate what is left; 0: none',
    placeholder: 'SHARE',
    written: 'number',
  }),
  patience: field(z.number().min(0).max(86_400).optional(), {
    help: 'wait at most this long for the hosts of better pages; default: 10, without a topic 0 (never)',
    placeholder: 'S',
    written: 'number',
  }),
  maxDepth: field(z.number().int().min(0).default(20), {
    help: 'maximum number of links from a seed',
    placeholder: 'N',
    written: 'number',
  }),
  scope: field(z.enum(['host', 'domain', 'any']).default('any'), {
    help: "follow links to: host (the seeds' hosts), domain (their registered domains), any",
    placeholder: 'SCOPE',
  }),
  strategy: field(openName<StrategyName>().optional(), {
    help: 'the order in which links are followed, see below; default: learning',
    placeholder: 'NAME',
    choices: STRATEGY_NAMES,
  }),
  follow: field(z.enum(FOLLOW).optional(), {
    help: 'whose links to follow: accepted, accepted-first, all; default by strategy, see below',
    placeholder: 'WHICH',
  }),
  delay: field(z.number().min(0).max(3600).default(1), {
    help: 'seconds between requests to the same host',
    placeholder: 'S',
    written: 'number',
  }),
  concurrency: field(z.number().int().min(1).max(256).default(8), {
    help: 'hosts contacted in parallel',
    placeholder: 'N',
    written: 'number',
  }),
  workers,
  userAgent,
  connectTo,
  timeout,
  maxBytes,
  allowPrivate,
  ...teacherFields,
  ...politenessFields,
  ...boundaryFields,
  ...sourceFields,
  ...archiveFields,
  web: field(z.union([path, z.array(path).min(1)]).optional(), {
    path: true,
    help: 'crawl a folder of pages, or WARC or WACZ files (repeatable) instead of the network',
    placeholder: 'PATH',
    written: 'names',
  }),
  ...capturesFields,
  ...webFields,
  cookies: field(path.optional(), {
    help: 'cookies for the hosts in this file: cookies.txt, or the storage state of Playwright',
    placeholder: 'FILE',
    path: true,
  }),
  ...renderFields,
  ...documentFields,
  extract: field(z.boolean().default(false), {
    help: 'read what accepted pages say of themselves (date, authors, licence …), for events and RDF',
    written: 'switch',
  }),
  nif: field(z.boolean().default(false), {
    help: 'include the texts of accepted pages and the places of the evidence in the RDF (NIF)',
    written: 'switch',
  }),
  ...endpointFields,
  force: field(z.boolean().default(false), {
    help: 'replace the results of an earlier crawl in the folder',
    written: 'switch',
  }),
  resume: field(z.boolean().default(false), {
    help: 'continue the crawl in the folder --out, however it ended; see below',
    written: 'switch',
  }),
  frontier,
  crawlName: field(
    z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'has letters, digits, dots, hyphens and underscores, 100 at most')
      .optional(),
    {
      help: 'with frontier: the name under which other workers join the crawl',
      placeholder: 'NAME',
    },
  ),
  lease,
  ...watching,
  json,
} as const);

/** Settings of `sfwc crawl --resume` and `resumeCrawl`: all others are those that the crawl was begun with. */
export const resumeFields = {
  resume: field(z.boolean().default(true), { help: 'continue the crawl in the folder', written: 'switch' }),
  out: crawlFields.out,
  maxPages: field(z.number().int().min(1).optional(), {
    help: 'maximum number of pages to request, those before included',
    placeholder: 'N',
    written: 'number',
  }),
  maxSeconds,
  maxIdle: field(maxIdle.schema.unwrap().optional(), crawlFields.maxIdle.meta),
  until: field(until.schema.unwrap().optional(), {
    ...until.meta,
    help: 'end when this is reached, instead of the conditions before; repeatable',
  }),
  plugin: field(plugin.schema.unwrap().optional(), plugin.meta),
  kbUser: endpointFields.kbUser,
  kbPassword: endpointFields.kbPassword,
  kbToken: endpointFields.kbToken,
  teacherKey: teacherFields.teacherKey,
  ...watching,
  json,
} as const;

/** Settings of `sfwc status`. */
export const statusFields = { json } as const;

export type CrawlSettings = Values<typeof crawlFields>;

/** Options of crawl. */
export type CrawlOptions = OptionsOf<typeof crawlFields>;

/** Options of crawl with `resume: true`. */
export type ResumeOptions = OptionsOf<typeof resumeFields>;
