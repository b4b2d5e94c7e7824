import { z } from 'zod';
import { path, webAddress } from './common.js';
import { field } from '../../support/settings/field.js';

/** Settings of politeness towards hosts. */
export const politenessFields = {
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
} as const;

/** Settings of the part of the Web that a crawl enters. */
export const boundaryFields = {
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
} as const;

/** Sources of pages other than links. */
export const sourceFields = {
  sitemaps: field(z.boolean().default(false), {
    help: "also crawl the sitemaps named in robots.txt of the seeds' hosts",
    written: 'switch',
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
} as const;
