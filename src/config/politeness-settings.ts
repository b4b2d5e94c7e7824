import { z } from 'zod';
import { MAX_URL_LENGTH } from '../model/crawl.js';
import { path } from './common.js';
import { field } from './field.js';

/** How hard a crawl may press a host, and how long it puts up with one. */
export const politenessFields = {
  delayFactor: field(z.number().min(0).max(100).default(2), {
    help: 'pause at least so many times as long as the host took to answer; not with --delay 0',
    placeholder: 'K',
    written: 'number',
  }),
  maxDelay: field(z.number().min(0).max(86_400).default(30), {
    help: 'longest pause between two requests to a host, even if its robots.txt wants more, in seconds',
    placeholder: 'S',
    written: 'number',
  }),
  maxTries: field(z.number().int().min(1).max(100).default(3), {
    help: 'requests for a page that answers 429 or 503, and for a robots.txt that cannot be had',
    placeholder: 'N',
    written: 'number',
  }),
  retryDelay: field(z.number().min(0).max(86_400).default(30), {
    help: 'seconds until such a host is asked again; twice as many each further time, at most an hour',
    placeholder: 'S',
    written: 'number',
  }),
} as const;

/** What of the Web a crawl enters, and how much of it. */
export const boundaryFields = {
  include: field(z.array(z.string().min(1)).default([]), {
    help: 'follow links only to addresses like this: * stands for anything, /…/ is a regular expression',
    placeholder: 'PATTERN',
    written: 'each',
  }),
  exclude: field(z.array(z.string().min(1)).default([]), {
    help: 'follow no links to addresses like this, whatever --include says',
    placeholder: 'PATTERN',
    written: 'each',
  }),
  sortQueries: field(z.boolean().default(false), {
    help: 'take addresses whose queries differ in the order of parameters for the same',
    written: 'switch',
  }),
  keepParameters: field(z.boolean().default(false), {
    help: 'leave parameters of trackers (utm_…) and sessions in addresses',
    written: 'switch',
  }),
  maxUrlLength: field(z.number().int().min(64).max(65_536).default(MAX_URL_LENGTH), {
    help: 'characters of an address at most',
    placeholder: 'N',
    written: 'number',
  }),
  maxRedirects: field(z.number().int().min(0).max(50).default(10), {
    help: 'redirects that are followed for one page',
    placeholder: 'N',
    written: 'number',
  }),
  maxLinks: field(z.number().int().min(0).default(2000), {
    help: 'links of a page that are looked at, the first ones',
    placeholder: 'N',
    written: 'number',
  }),
  maxPagesPerHost: field(z.number().int().min(1).optional(), {
    help: 'pages of one host that are requested at most; default: as many as there are',
    placeholder: 'N',
    written: 'number',
  }),
  keepDuplicates: field(z.boolean().default(false), {
    help: 'judge near-duplicates of accepted pages as well',
    written: 'switch',
  }),
} as const;

/** Where a crawl learns of pages beside links. */
export const sourceFields = {
  sitemaps: field(z.boolean().default(false), {
    help: "also take pages from the sitemaps that the robots.txt files of the seeds' hosts name",
    written: 'switch',
  }),
  sitemap: field(z.array(z.string().regex(/^https?:\/\//i, 'must be a web address')).default([]), {
    help: 'also take pages from this sitemap (XML, index, text, RSS, Atom; also gzipped)',
    placeholder: 'URL',
    written: 'each',
  }),
  maxSitemapUrls: field(z.number().int().min(1).default(50_000), {
    help: 'addresses taken from sitemaps at most',
    placeholder: 'N',
    written: 'number',
  }),
  revisit: field(path.optional(), {
    path: true,
    help: 'results of an earlier crawl: pages that have not changed since keep their judgement',
    placeholder: 'PATH',
  }),
} as const;
