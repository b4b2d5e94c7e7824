import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import { KNOWN_ENDINGS } from '../../../language/corpus/file-kinds.js';
import { packageVersion } from '../../../support/package-version.js';
import { crawlNamed } from '../control-room/room-operations.js';
import { Problem } from '../http.js';
import { archivedPage, type ArchivedPage } from './archived-page.js';
import { summaryOf } from './crawl-list.js';
import { crawlWishSchema } from './crawl-plan.js';
import { type ExportedFile, type ExportFormat, type Workbench, EXPORTS } from './workbench.js';
import { operation, type Operation } from './operation.js';
import {
  building,
  buildWishSchema,
  checkedAddress,
  fetching,
  judging,
  proposing,
  seedWishSchema,
} from './topic-jobs.js';
import { MAX_TEXTS } from './topics.js';

/** Characters of a text that is pasted. */
const LONGEST_TEXT = 1_000_000;
/** Path under which tickets are shown. */
export const FILES = '/files';

/** Facts about the folder of a workbench. JSON. */
export interface Folder {
  readonly folder: string;
  readonly version: string;
  /** Endings of the files that can be texts of a topic. */
  readonly endings: readonly string[];
  readonly formats: readonly { readonly format: string; readonly title: string; readonly summary: string }[];
  /** Bytes of a file of texts at most. */
  readonly textBytes: number;
}

/** The operations of the workbench. */
export function workbenchOperations(bench: Workbench): readonly Operation[] {
  return [
    ...folderOperations(bench),
    ...topicOperations(bench),
    ...topicJobs(bench),
    ...crawlOperations(bench),
    ...resultOperations(bench),
    ...jobOperations(bench),
  ];
}

function folderOperations({ folder, webs }: Workbench): readonly Operation[] {
  return [
    operation({
      ...{ method: 'get', path: '/api/folder' },
      summary: 'The folder, the kinds of files that are read, and the formats of exports.',
      run: (): Folder => ({
        ...{ folder, version: packageVersion(), endings: KNOWN_ENDINGS },
        formats: Object.entries(EXPORTS).map(([format, { title, summary }]) => ({ format, title, summary })),
        textBytes: MAX_TEXTS.bytes,
      }),
    }),
    operation({
      ...{ method: 'get', path: '/api/webs' },
      summary: 'Webs in files, which a crawl can take in place of the Web.',
      run: () => webs.list(),
    }),
  ];
}

function topicOperations({ topics }: Workbench): readonly Operation[] {
  return [
    operation({
      ...{ method: 'get', path: '/api/topics', summary: 'The topics of the folder, built or begun.' },
      run: () => topics.list(),
    }),
    operation({
      ...{ method: 'post', path: '/api/topics', summary: 'Begins a topic.' },
      body: z.strictObject({ name: z.string() }),
      run: ({ body }) => topics.make(body.name),
    }),
    operation({
      ...{ method: 'get', path: '/api/topics/:topic' },
      summary: 'A topic: its texts, their check, and its nouns once it is built.',
      run: ({ value }) => topics.whole(value('topic')),
    }),
    operation({
      ...{ method: 'put', path: '/api/topics/:topic/texts/:file', body: 'bytes', most: MAX_TEXTS.bytes },
      summary: 'Adds a file of texts, or replaces it.',
      run: async ({ value, body }) => ({ name: await topics.keep(value('topic'), value('file'), body) }),
    }),
    operation({
      ...{
        method: 'delete',
        path: '/api/topics/:topic/texts/:file{.+}',
        summary: 'Removes a file of texts.',
      },
      run: async ({ value }) => {
        await topics.remove(value('topic'), value('file'));
        return { done: true };
      },
    }),
  ];
}

function topicJobs(bench: Workbench): readonly Operation[] {
  const { jobs } = bench;
  const job = { method: 'post', returns: 'job' } as const;
  return [
    operation({
      ...{ ...job, path: '/api/topics/:topic/addresses' },
      summary: 'Fetches pages, as robots.txt allows, and adds their texts: a job.',
      body: z.strictObject({
        addresses: z.array(z.string()).min(1).max(MAX_TEXTS.addresses),
        contact: crawlWishSchema.shape.contact,
      }),
      run: ({ value, body }) => {
        const addresses = body.addresses.map(checkedAddress);
        return jobs.start('fetch', value('topic'), fetching(bench, value('topic'), addresses, body.contact));
      },
    }),
    operation({
      ...{ ...job, path: '/api/topics/:topic/build' },
      summary: 'Builds a topic from its texts: a job.',
      body: buildWishSchema,
      run: ({ value, body }) => jobs.start('build', value('topic'), building(bench, value('topic'), body)),
    }),
    operation({
      ...{ ...job, path: '/api/topics/:topic/judge' },
      summary: 'Judges a text or a page by a topic: a job, whose result has the verdict with its reasons.',
      body: z.union([
        z.strictObject({ text: z.string().trim().min(1).max(LONGEST_TEXT) }),
        z.strictObject({ address: z.string() }),
      ]),
      run: ({ value, body }) => jobs.start('judge', value('topic'), judging(bench, value('topic'), body)),
    }),
    operation({
      ...{ ...job, path: '/api/topics/:topic/seeds' },
      summary: 'Proposes addresses to start a crawl from, each with its score and reason: a job.',
      body: seedWishSchema,
      run: ({ value, body }) => jobs.start('seeds', value('topic'), proposing(bench, value('topic'), body)),
    }),
  ];
}

function crawlOperations({ crawls, starts }: Workbench): readonly Operation[] {
  return [
    operation({
      ...{ method: 'get', path: '/api/summaries' },
      summary: 'Figures and curves of all crawls, and those that were started and have no results.',
      run: async () => ({
        crawls: await Promise.all((await crawls.refreshed()).map(summaryOf)),
        unbegun: await starts.unbegun(),
      }),
    }),
    operation({
      ...{ method: 'post', path: '/api/plans' },
      summary: 'Checks the settings of a crawl, and gives the command line. Nothing is started.',
      body: z.looseObject({}),
      run: ({ body }) => starts.plan(body),
    }),
    operation({
      ...{ method: 'post', path: '/api/crawls' },
      summary: 'Starts a crawl. It continues when the server is closed.',
      body: crawlWishSchema,
      run: ({ body }) => starts.start(body),
    }),
    operation({
      ...{ method: 'get', path: '/api/starts/:name', summary: 'Progress of a crawl that was started.' },
      run: async ({ value }) => {
        const standing = await starts.standing(value('name'));
        if (standing.state === 'begun') await crawls.refreshed();
        return standing;
      },
    }),
  ];
}

function resultOperations({ crawls, exports, jobs, tickets }: Workbench): readonly Operation[] {
  return [
    operation({
      ...{ method: 'post', path: '/api/crawls/:crawl/exports', returns: 'job' },
      summary: 'Makes a file of the accepted pages: a job, whose result has its address.',
      body: z.strictObject({ format: z.enum(Object.keys(EXPORTS) as [ExportFormat, ...ExportFormat[]]) }),
      run: ({ value, body }) => {
        const { out, name } = crawlNamed(crawls, value('crawl'));
        const work = exports.making(out, name, body.format, (file) => ({
          ...{ name: file.name, bytes: file.bytes },
          address: `${FILES}/${tickets.issue(() => download(file))}`,
        }));
        return jobs.start('export', name, work);
      },
    }),
    operation({
      ...{ method: 'post', path: '/api/crawls/:crawl/archived' },
      summary: 'Opens the page as it was fetched: an address that shows it without scripts.',
      body: z.strictObject({ url: z.string() }),
      run: async ({ value, body }) => {
        const { out, watch } = crawlNamed(crawls, value('crawl'));
        await watch.refresh();
        const { event } = await watch.page(body.url);
        const page = await archivedPage(out, event);
        if (page === undefined) throw new Problem(404, 'this page was not archived');
        const { from, capturedAt = event.capturedAt } = page;
        return { address: `${FILES}/${tickets.issue(() => show(page))}`, from, capturedAt };
      },
    }),
  ];
}

function jobOperations({ jobs }: Workbench): readonly Operation[] {
  return [
    operation({
      ...{ method: 'get', path: '/api/jobs', summary: 'The jobs of this server, the oldest first.' },
      run: () => jobs.list(),
    }),
    operation({
      ...{ method: 'get', path: '/api/jobs/:job', summary: 'Progress of a job, and its result.' },
      run: ({ value }) => jobs.find(value('job')),
    }),
    operation({
      ...{ method: 'delete', path: '/api/jobs/:job', summary: 'Cancels a job.' },
      run: ({ value }) => jobs.cancel(value('job')),
    }),
  ];
}

/** Serves what tickets open. */
export function addTicketRoute(app: Hono, { tickets }: Workbench): void {
  app.get(`${FILES}/:ticket`, archivedPagePolicy(), (context: Context) => {
    const open = tickets.find(context.req.param('ticket') ?? '');
    if (open === undefined)
      throw new Problem(404, 'this address is not good any more; open the page or the file again');
    return open();
  });
}

/** Pages that are shown run no scripts, load nothing and send nothing, whatever is in them. */
function archivedPagePolicy(): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      imgSrc: ['data:'],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'self'"],
      sandbox: [],
    },
    xFrameOptions: false,
    strictTransportSecurity: false,
  });
}

function download({ file, name, type, bytes }: ExportedFile): Response {
  return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream, {
    headers: {
      'content-type': type,
      'content-length': String(bytes),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}

/** Anything but HTML and text is shown as text, so that the browser does not run or save it. */
function show({ body, contentType }: ArchivedPage): Response {
  const isShown = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i.test(contentType);
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': isShown ? contentType.replace(/[^\x20-\x7e]/g, '') : 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}
