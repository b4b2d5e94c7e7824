import { z } from 'zod';
import { KNOWN_ENDINGS } from '../../../language/corpus/file-kinds.js';
import { packageVersion } from '../../../support/package-version.js';
import { Problem } from '../problem.js';
import { archivedPage } from './archived-page.js';
import { crawlWishSchema } from './crawl-plan.js';
import { EXPORTS, type ExportFormat } from './exports.js';
import { jobSchema } from './jobs.js';
import { operation, question, upload, type Operation } from './operation.js';
import { runCommand } from './own-process.js';
import * as schemas from './schemas.js';
import { MAX_IMPORTED } from './stored-webs.js';
import {
  building,
  buildWishSchema,
  checkedAddress,
  fetching,
  judging,
  userAgentOf,
  type TopicPlace,
} from './topic-jobs.js';
import { MAX_TEXTS } from './topics.js';
import type { Workbench } from './workbench.js';
import type { NamedCrawl } from './crawl-list.js';

/** Characters of a text that is pasted. */
const LONGEST_TEXT = 1_000_000;
const done = z.object({ done: z.literal(true) });
const DONE = { done: true } as const;

/** The operations of the workbench. */
export function workbenchOperations(bench: Workbench): readonly Operation[] {
  return [
    ...folderOperations(bench),
    ...topicOperations(bench),
    ...topicJobs(bench),
    ...seedOperations(bench),
    ...crawlOperations(bench),
    ...resultOperations(bench),
    ...jobOperations(bench),
  ];
}

function folderOperations({ folder, webs }: Workbench): readonly Operation[] {
  return [
    question(
      {
        ...{ method: 'get', path: '/api/folder', tag: 'folder' },
        summary:
          'The folder, the kinds of files that are read, and the formats of exports; null without a workbench.',
        response: schemas.folderSchema.nullable(),
      },
      () => ({
        folder,
        version: packageVersion(),
        endings: KNOWN_ENDINGS,
        formats: Object.entries(EXPORTS).map(([format, { title, summary }]) => ({ format, title, summary })),
        limits: {
          textBytes: MAX_TEXTS.bytes,
          files: MAX_TEXTS.files,
          archiveBytes: MAX_IMPORTED.bytes,
        },
      }),
    ),
    question(
      {
        ...{ method: 'get', path: '/api/webs', tag: 'folder' },
        summary: 'Webs in files, which a crawl can take in place of the Web.',
        response: z.array(schemas.webSchema),
      },
      () => webs.list(),
    ),
    upload(
      {
        ...{ method: 'put', path: '/api/webs/:web', tag: 'folder' },
        summary: 'Imports a web archive, or a page of a folder of pages.',
        query: [{ name: 'file', summary: 'name of the file, with its path in the folder of pages' }],
        response: schemas.webSchema,
      },
      MAX_IMPORTED.bytes,
      ({ value, body }) => webs.keep(value('web'), value('file'), body),
    ),
  ];
}

function topicOperations({ topics }: Workbench): readonly Operation[] {
  const at = (rest = ''): string => `/api/topics${rest}`;
  return [
    question(
      {
        ...{ method: 'get', path: at(), tag: 'topics' },
        summary: 'The topics of the folder, built or begun.',
        response: z.array(schemas.topicSchema),
      },
      () => topics.list(),
    ),
    operation(
      {
        ...{ method: 'post', path: at(), tag: 'topics' },
        summary: 'Begins a topic.',
        body: z.strictObject({ name: z.string() }),
        response: schemas.topicSchema,
      },
      ({ body }) => topics.make(body.name),
    ),
    question(
      {
        ...{ method: 'get', path: at('/:topic'), tag: 'topics' },
        summary: 'A topic: its texts, what could not be read, the check, and its nouns once it is built.',
        response: schemas.wholeTopicSchema,
      },
      ({ value }) => topics.whole(value('topic')),
    ),
    upload(
      {
        ...{ method: 'put', path: at('/:topic/texts/:file'), tag: 'topics' },
        summary: 'Adds a file of texts, or replaces it.',
        response: z.object({ name: z.string() }),
      },
      MAX_TEXTS.bytes,
      async ({ value, body }) => ({ name: await topics.keep(value('topic'), value('file'), body) }),
    ),
    question(
      {
        ...{ method: 'delete', path: at('/:topic/texts/:file{.+}'), tag: 'topics' },
        summary: 'Removes a file of texts.',
        response: done,
      },
      async ({ value }) => {
        await topics.remove(value('topic'), value('file'));
        return DONE;
      },
    ),
  ];
}

function topicJobs({ folder, topics, jobs }: Workbench): readonly Operation[] {
  const place = (name: string): TopicPlace => ({ folder, topics, name });
  const at = (rest = ''): string => `/api/topics${rest}`;
  return [
    operation(
      {
        ...{ method: 'post', path: at('/:topic/addresses'), tag: 'topics' },
        summary: 'Fetches pages, as robots.txt allows, and adds their texts: a job.',
        body: z.strictObject({
          addresses: z.array(z.string()).min(1).max(MAX_TEXTS.addresses),
          contact: crawlWishSchema.shape.contact,
        }),
        response: jobSchema,
      },
      ({ value, body }) => {
        const addresses = body.addresses.map(checkedAddress);
        return jobs.start('fetch', value('topic'), fetching(place(value('topic')), addresses, body.contact));
      },
    ),
    operation(
      {
        ...{ method: 'post', path: at('/:topic/build'), tag: 'topics' },
        summary: 'Builds a topic from its texts: a job.',
        body: buildWishSchema,
        response: jobSchema,
      },
      ({ value, body }) => jobs.start('build', value('topic'), building(place(value('topic')), body)),
    ),
    operation(
      {
        ...{ method: 'post', path: at('/:topic/judge'), tag: 'topics' },
        summary: 'Judges a text or a page by a topic: a job, whose result has the verdict with its reasons.',
        body: z.union([
          z.strictObject({ text: z.string().trim().min(1).max(LONGEST_TEXT) }),
          z.strictObject({ address: z.string() }),
        ]),
        response: jobSchema,
      },
      ({ value, body }) => jobs.start('judge', value('topic'), judging(place(value('topic')), body)),
    ),
  ];
}

function seedOperations({ folder, topics, jobs, webs }: Workbench): readonly Operation[] {
  return [
    operation(
      {
        ...{ method: 'post', path: '/api/topics/:topic/seeds', tag: 'topics' },
        summary: 'Proposes addresses to start a crawl from, each with its score and reason: a job.',
        body: z.strictObject({
          texts: z.boolean().default(true).describe('links in the texts of the topic'),
          engine: z.url().optional().describe('a search engine'),
          web: z.string().optional().describe('a stored web in place of the Web'),
          contact: crawlWishSchema.shape.contact,
        }),
        response: jobSchema,
      },
      ({ value, body }) =>
        jobs.start('seeds', value('topic'), async (report, signal) => {
          const { folder: corpus } = await topics.whole(value('topic'));
          const { texts, engine, web, contact } = body;
          if (!texts && engine === undefined) throw new Problem(400, 'choose where to look for addresses');
          const words = [
            ...['seeds', '--kb', await topics.placeOf(value('topic')), '--topic', value('topic'), '--json'],
            ...(texts ? ['--corpus', corpus] : []),
            ...(engine === undefined ? [] : ['--engine', engine]),
            ...(web === undefined ? [] : ['--web', webs.pathOf(web)]),
            ...(contact === undefined ? [] : ['--user-agent', userAgentOf(contact)]),
          ];
          const onLine = (line: string): void => report(seedProgress(line));
          report({ text: 'looking for addresses' });
          return JSON.parse(await runCommand(words, { folder, signal, onLine })) as unknown;
        }),
    ),
  ];
}

function seedProgress(line: string): { text?: string; done?: number; total?: number; note?: string } {
  const counted = /\b(\d+)\/(\d+) pages probed/.exec(line);
  if (counted !== null) return { text: 'judging', done: Number(counted[1]), total: Number(counted[2]) };
  const step = /^seeds for [^:]*: (.*)$/.exec(line)?.[1];
  return step === undefined ? { note: line.replace(/^(?:warning|note): /, '') } : { text: step };
}

function crawlOperations({ crawls, starts, summaryOf }: Workbench): readonly Operation[] {
  return [
    question(
      {
        ...{ method: 'get', path: '/api/summaries', tag: 'crawls' },
        summary: 'Figures and curves of all crawls, and those that were started and have no results.',
        response: z.object({
          crawls: z.array(schemas.summarySchema),
          unbegun: z.array(schemas.startedSchema),
        }),
      },
      async () => ({
        crawls: await Promise.all((await crawls.refreshed()).map(summaryOf)),
        unbegun: await starts.unbegun(),
      }),
    ),
    operation(
      {
        ...{ method: 'post', path: '/api/plans', tag: 'crawls' },
        summary:
          'Checks the settings of a crawl, estimates it, and gives the command line. Nothing is started.',
        body: z.looseObject({}),
        response: schemas.planSchema,
      },
      ({ body }) => starts.plan(body),
    ),
    operation(
      {
        ...{ method: 'post', path: '/api/crawls', tag: 'crawls' },
        summary: 'Starts a crawl. It continues when the server is closed.',
        body: crawlWishSchema,
        response: schemas.startedSchema,
      },
      ({ body }) => starts.start(body),
    ),
    question(
      {
        ...{ method: 'get', path: '/api/starts/:name', tag: 'crawls' },
        summary: 'How far a crawl that was started is.',
        response: schemas.startedSchema,
      },
      async ({ value }) => {
        const standing = await starts.standing(value('name'));
        if (standing.state === 'begun') await crawls.refreshed();
        return standing;
      },
    ),
  ];
}

function resultOperations(bench: Workbench): readonly Operation[] {
  const { exports, jobs, tickets } = bench;
  return [
    operation(
      {
        ...{ method: 'post', path: '/api/crawls/:crawl/exports', tag: 'crawls' },
        summary: 'Makes a file of the accepted pages: a job, whose result has its address.',
        body: z.strictObject({ format: z.enum(Object.keys(EXPORTS) as [ExportFormat, ...ExportFormat[]]) }),
        response: jobSchema,
      },
      ({ value, body }) => {
        const { out, name } = crawlOf(bench, value('crawl'));
        const work = exports.making(out, name, body.format, (file) => ({
          ...{ name: file.name, bytes: file.bytes },
          address: `/files/${tickets.issue({ kind: 'file', file })}`,
        }));
        return jobs.start('export', name, work);
      },
    ),
    operation(
      {
        ...{ method: 'post', path: '/api/crawls/:crawl/archived', tag: 'crawls' },
        summary: 'Opens the page as it was fetched: an address that shows it without scripts.',
        body: z.strictObject({ url: z.string() }),
        response: z.object({
          address: z.string(),
          from: z.enum(['warc', 'pages']),
          capturedAt: z.string().optional(),
        }),
      },
      async ({ value, body }) => {
        const { out, watch } = crawlOf(bench, value('crawl'));
        await watch.refresh();
        const { event } = await watch.page(body.url);
        const page = await archivedPage(out, event);
        if (page === undefined) throw new Problem(404, 'this page was not archived');
        const { from, capturedAt = event.capturedAt } = page;
        return {
          address: `/files/${tickets.issue({ kind: 'page', page })}`,
          from,
          ...(capturedAt === undefined ? {} : { capturedAt }),
        };
      },
    ),
  ];
}

function crawlOf({ crawls }: Workbench, key: string): NamedCrawl {
  const found = crawls.find(key);
  if (found === undefined) throw new Problem(404, `crawl ${key} does not exist`);
  return found;
}

function jobOperations({ jobs }: Workbench): readonly Operation[] {
  return [
    question(
      {
        ...{ method: 'get', path: '/api/jobs', tag: 'jobs' },
        summary: 'The jobs of this server, the oldest first.',
        response: z.array(jobSchema),
      },
      () => jobs.list(),
    ),
    question(
      {
        ...{ method: 'get', path: '/api/jobs/:job', tag: 'jobs' },
        summary: 'How far a job is, and its result.',
        response: jobSchema,
      },
      ({ value }) => jobs.find(value('job')),
    ),
    question(
      {
        ...{ method: 'delete', path: '/api/jobs/:job', tag: 'jobs' },
        summary: 'Cancels a job.',
        response: jobSchema,
      },
      ({ value }) => jobs.cancel(value('job')),
    ),
  ];
}
