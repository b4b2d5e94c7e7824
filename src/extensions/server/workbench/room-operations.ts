import { z } from 'zod';
import { actionSchema } from '../../../crawling/steering/command-folder.js';
import type { DescribedOperation } from './operation.js';

const listedPage = z.looseObject({ url: z.string(), title: z.string(), verdict: z.string() });
const view = (name: string, summary: string, more: Partial<DescribedOperation> = {}): DescribedOperation => ({
  method: 'get',
  path: `/api/crawls/:crawl/${name}`,
  tag: 'watching',
  summary,
  ...more,
});
const parameter = (name: string, summary: string) => ({ name, summary });
const paging = [
  parameter('count', 'entries at most'),
  parameter('offset', 'entries before those in the answer'),
];

/** The operations that the control room's routes answer. */
export const ROOM_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: '/api/crawls',
    tag: 'crawls',
    summary: 'The crawls, each under its name.',
    response: z.array(z.object({ name: z.string(), out: z.string() })),
  },
  view(
    'state',
    'A crawl at a glance: counts, curve, harvest, histogram of scores, what people asked of it.',
    {
      response: z.looseObject({
        version: z.number(),
        curve: z.array(z.tuple([z.number(), z.number()])),
        status: z.looseObject({
          topic: z.string(),
          out: z.string(),
          state: z.string(),
          maxPages: z.number(),
        }),
      }),
    },
  ),
  view('stream', 'The same, again whenever it has changed.', { response: 'events' }),
  view('pages', 'Pages of a crawl, the latest first.', {
    query: [
      parameter('which', 'all, near, accepted, rejected, skipped, failed, or a reason'),
      parameter('text', 'a text in the address or title'),
      ...paging,
    ],
    response: z.looseObject({ total: z.number(), pages: z.array(listedPage) }),
  }),
  view('page', 'Everything about one page: the event, the reasons, the way to it, its text.', {
    query: [parameter('url', 'its address')],
  }),
  view('frontier', 'What waits to be requested, the best first.'),
  view('hosts', 'Hosts with their figures.', {
    query: [
      parameter('by', 'the order'),
      parameter('text', 'a part of the name'),
      paging[0] ?? parameter('count', ''),
    ],
  }),
  view('host', 'One host: figures, pages, robots.txt, and what people asked of it.', {
    query: [parameter('name', 'the host')],
  }),
  view('changes', 'Pages whose verdict an action or an answer changed.', {
    query: [parameter('action', 'the action')],
  }),
  view('nouns', 'Nouns of the accepted pages and of the topic.'),
  view('questions', 'Pages whose answers change most verdicts, each with pages that are alike.', {
    query: [parameter('count', 'pages at most')],
    response: z.array(listedPage.extend({ alike: z.array(z.looseObject({ url: z.string() })) })),
  }),
  view('preview', 'What another threshold would change.', { query: [parameter('score', 'the threshold')] }),
  view('search', 'Searches the accepted pages; the index is brought up to date first.', {
    tag: 'search',
    query: [
      parameter('q', 'words and phrases'),
      parameter('host', 'only pages of this host'),
      parameter('topic', 'only pages of this topic'),
      parameter('noun', 'only pages with this noun'),
      parameter('site', 'only pages of this site, as they state it'),
      parameter('author', 'only pages by this author'),
      parameter('language', 'only pages in this language'),
      parameter('licence', 'only pages under this licence'),
      parameter('since', 'only pages published from this date on'),
      ...paging,
    ],
    response: z.looseObject({
      all: z.number(),
      some: z.number(),
      hits: z.array(z.looseObject({ url: z.string(), host: z.string(), score: z.number() })),
    }),
  }),
  {
    method: 'post',
    path: '/api/crawls/:crawl/actions',
    tag: 'steering',
    summary: 'Asks a crawl for something: pause, resume, stop, seed, block, boost, rate and others.',
    body: z.strictObject({ by: z.string().min(1).max(40), action: actionSchema }),
    response: z.looseObject({ running: z.boolean() }),
  },
  {
    method: 'post',
    path: '/api/crawls/:crawl/resume',
    tag: 'steering',
    summary: 'Continues a crawl that has ended or was interrupted, in a process of its own.',
    body: z.strictObject({ maxPages: z.number().int().min(1).optional() }),
  },
];
