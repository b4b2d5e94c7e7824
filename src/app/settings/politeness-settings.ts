import { z } from 'zod';
import { MAX_URL_LENGTH } from '../../model/crawl-event.js';
import { path, webAddress } from './common.js';
import { field, grouped } from '../../support/settings/field.js';
import { PAGE_LIMITS } from '../../web/page/limits.js';

/** How hard a crawl may press a host, and how long it puts up with one. */
export const politenessFields = grouped('Options of politeness', {
  delayFactor: field(z.number().min(0).max(100).default(2), {
    noOption: true,
    help: "pause at least this many times the host's response time; ignored with --delay 0",
    placeholder: 'K',
    written: 'number',
  }),
  maxDelay: field(z.number().min(0).max(86_400).default(30), {
    noOption: true,
    help: 'maximum pause between requests to a host in seconds, whatever its robots.txt says',
    placeholder: 'S',
    written: 'number',
  }),
  retries: field(z.number().int().min(0).max(99).default(2), {
    noOption: true,
    help: 'retries of a page that answers 429 or 503, and of an unreachable robots.txt',
    placeholder: 'N',
    written: 'number',
  }),
  retryDelay: field(z.number().min(0).max(86_400).default(30), {
    noOption: true,
    help: 'seconds until the next attempt; doubles each time, up to an hour',
    placeholder: 'S',
    written: 'number',
  }),
} as const);

/** What of the Web a crawl enters, and how much of it. */
export const boundaryFields = grouped('Options of what is crawled', {
  include: field(z.array(z.string().min(1)).default([]), {
    help: 'follow only links to matching URLs: * matches anything, /…/ is a regular expression',
    placeholder: 'PATTERN',
    written: 'each',
  }),
  exclude: field(z.array(z.string().min(1)).default([]), {
    help: 'do not follow links to matching URLs; overrides --include',
    placeholder: 'PATTERN',
    written: 'each',
  }),
  sortQueries: field(z.boolean().default(false), {
    help: 'treat URLs that differ only in the order of query parameters as the same',
    written: 'switch',
  }),
  keepParameters: field(z.boolean().default(false), {
    help: 'keep tracking (utm_…) and session parameters in URLs',
    written: 'switch',
  }),
  maxUrlLength: field(z.number().int().min(64).max(65_536).default(MAX_URL_LENGTH), {
    help: 'maximum length of a URL, in characters',
    placeholder: 'N',
    written: 'number',
  }),
  maxRedirects: field(z.number().int().min(0).max(50).default(10), {
    help: 'maximum number of redirects per page',
    placeholder: 'N',
    written: 'number',
  }),
  maxLinks: field(z.number().int().min(0).max(PAGE_LIMITS.links).default(2000), {
    help: 'maximum number of links considered per page, the first ones; 10,000 at most',
    placeholder: 'N',
    written: 'number',
  }),
  maxPagesPerHost: field(z.number().int().min(1).optional(), {
    help: 'maximum number of pages requested per host; default: no limit',
    placeholder: 'N',
    written: 'number',
  }),
  respectTdm: field(z.boolean().default(false), {
    help: 'skip pages that reserve text and data mining (TDMRep), or that say noai; see docs/crawling.md',
    written: 'switch',
  }),
  keepDuplicates: field(z.boolean().default(false), {
    help: 'also keep copies of accepted pages; see docs/crawling.md',
    written: 'switch',
  }),
  followTraps: field(z.boolean().default(false), {
    help: 'also request what calendars and mazes without end lead to; see docs/crawling.md',
    written: 'switch',
  }),
} as const);

/** Sources of pages other than links. */
export const sourceFields = grouped('Options of further sources of URLs', {
  sitemaps: field(z.boolean().default(false), {
    help: "also crawl the sitemaps named in robots.txt of the seeds' hosts",
    written: 'switch',
  }),
  sitemap: field(z.array(z.string().regex(/^https?:\/\//i, 'must be a web address')).default([]), {
    help: 'also crawl this sitemap (XML, index, text, RSS, Atom, JSON Feed; may be gzipped)',
    placeholder: 'URL',
    written: 'each',
  }),
  maxSitemapUrls: field(z.number().int().min(1).default(50_000), {
    help: 'maximum number of URLs from sitemaps',
    placeholder: 'N',
    written: 'number',
  }),
  engine: field(
    webAddress
      .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'must not hold a name or a password')
      .optional(),
    {
      help: 'search engine to ask when links bring little: SearXNG, MediaWiki api.php, or URL with {searchTerms}',
      placeholder: 'URL',
    },
  ),
  revisit: field(path.optional(), {
    path: true,
    help: 'results of an earlier crawl; pages that have not changed since keep their judgement',
    placeholder: 'PATH',
  }),
} as const);
