import path from 'node:path';
import { z } from 'zod';
import * as common from '../../app/settings/common.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { textWithStars } from '../../crawling/urls/url-patterns.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError, Interrupted } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { fileExists } from '../../support/files/file-exists.js';
import { jsonFile, removeAbandoned, replaceFile } from '../../support/files/replace-file.js';
import type { OptionsOf, Values } from '../../support/settings/field.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import {
  categoryName,
  listMembers,
  readExtract,
  readFacts,
  readSite,
  sameName,
  type Member,
  type PageFacts,
  type WikiSite,
} from './api-queries.js';
import { openFetchedPages, wikiRecord, type FetchedPages, type PageVersion } from './fetched-pages.js';
import { createWikiApi, type WikiApi } from './mediawiki-api.js';

const { flag, number, real, several, text, whole } = common;

/** Settings of `sfwc corpus wikipedia`. */
export const corpusWikipediaFields = {
  category: text(
    z.string().min(1).max(255),
    'NAME',
    "the category whose pages become the corpus, with or without 'Category:'",
  ),
  out: text(
    common.path.regex(
      /\.(?:jsonl|ndjson)(?:\.gz)?$/i,
      'must end in .jsonl or .jsonl.gz, which sfwc build reads',
    ),
    'PATH',
    'file for the documents: .jsonl or .jsonl.gz',
  ),
  maxDepth: number(
    whole(0, 50).default(0),
    'N',
    'levels of subcategories to read; 0 reads only the category itself',
  ),
  api: text(
    z.url({ protocol: /^https?$/ }).default('https://en.wikipedia.org/w/api.php'),
    'URL',
    'URL of the api.php of a MediaWiki with the extension TextExtracts',
  ),
  excludePersons: flag('skip pages in categories of births, deaths or living people'),
  excludeCategory: several(
    z.array(z.string().min(1)).default([]),
    'repeatable',
    'PATTERN',
    'skip pages and subcategories of matching categories; * matches anything',
  ),
  maxDocuments: number(whole(1).optional(), 'N', 'maximum number of documents'),
  delay: number(real(0, 3600).default(1), 'S', 'seconds between requests to the wiki'),
  retries: common.patientRetries,
  timeout: common.timeout,
  userAgent: common.userAgent,
  connectTo: common.connectTo,
  force: flag('replace the file, and start over after an interruption'),
  json: common.json,
} as const;

export type CorpusWikipediaSettings = Values<typeof corpusWikipediaFields>;

/** Options of makeWikiCorpus. */
export type CorpusWikipediaOptions = OptionsOf<typeof corpusWikipediaFields>;

/** A corpus that was made. All but `out` is also in the file next to it, `NAME.about.json`. */
export interface WikiCorpusReport {
  readonly out: string;
  /** Address of the API, and the settings by which pages were chosen. */
  readonly from: Pick<
    CorpusWikipediaSettings,
    'api' | 'category' | 'maxDepth' | 'excludePersons' | 'excludeCategory' | 'maxDocuments'
  >;
  readonly wiki: string;
  /** Software that made the pages. */
  readonly generator: string;
  /** Of the texts, as the wiki states it; empty where it does not. */
  readonly licence: string;
  readonly documents: number;
  /** Categories that were read, the named one among them. */
  readonly categories: number;
  /** Pages that became no document, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Time at which the corpus was finished, ISO 8601. */
  readonly finished: string;
}

/** Reports and services of making a corpus of a wiki. */
export interface WikiCorpusDeps {
  /** Documents made, of how many pages known so far. */
  readonly onProgress?: (taken: number, known: number) => void;
  readonly onWarning?: (message: string) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Default: HTTP as the settings have it. */
  readonly fetcher?: Fetcher;
}

/** Services and state of reading a category. */
interface Reading {
  readonly api: WikiApi;
  readonly site: WikiSite;
  readonly settings: CorpusWikipediaSettings;
  readonly exclusion: Exclusion;
  readonly kept: FetchedPages;
  readonly deps: WikiCorpusDeps;
  readonly categories: Set<string>;
  readonly pages: Set<number>;
  /** Pages that become documents. */
  readonly taken: PageVersion[];
  readonly leftOut: Map<string, number>;
}

/** Pages whose facts are requested at once; the most that an API allows everyone. */
const GROUP = 50;

/** Largest answer of an API in bytes; MediaWiki itself ends answers at 8 MiB. */
const MAXIMUM_ANSWER = 64_000_000;

/**
 * Makes a corpus of the pages of a wiki's category and of its subcategories: JSON lines that `sfwc build` reads, and
 * next to them a file that says where they are from. What has been fetched is on disk at once (`OUT.partial`): after an
 * interruption the same call continues. Text comes from the extension TextExtracts. Redirects, pages without text and pages in
 * excluded categories are left out and counted.
 *
 * @throws InputError when there is no such category, the source cannot be read, or the file already exists; Interrupted; the hint of
 *   either says what is saved and how to continue; OutputError
 */
export async function makeWikiCorpus(
  given: CorpusWikipediaOptions,
  deps: WikiCorpusDeps = {},
): Promise<WikiCorpusReport> {
  checkArguments('makeWikiCorpus', { options: [given, 'object'], deps: [deps, 'object'] });
  const settings = checkSettings(corpusWikipediaFields, given);
  const { out, force, api, category, maxDepth, excludePersons, excludeCategory, maxDocuments } = settings;
  if (!force && (await fileExists(out)))
    throw new InputError(`${out} already exists`, { hint: 'name another --out, or replace it with --force' });
  const { clock = systemClock, onWarning } = deps;
  // Wikimedia, for one, blocks clients that do not name a contact.
  const isLocal = /^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(api);
  if (!isLocal && !/@|https?:\/\//.test(settings.userAgent))
    onWarning?.('set SFWC_USER_AGENT to include contact details; wikis require them');
  await removeAbandoned(path.dirname(out), (name) => name === path.basename(out));
  const { site, taken, categories, leftOut } = await readCategory(settings, { ...deps, clock });
  const about = {
    from: { api, category, maxDepth, excludePersons, excludeCategory, maxDocuments },
    ...{ wiki: site.name, generator: site.generator, licence: site.licence },
    ...{ documents: taken.length, categories: categories.size },
    leftOut: Object.fromEntries([...leftOut].sort(([a], [b]) => (a < b ? -1 : 1))),
    finished: new Date(clock.now()).toISOString(),
  };
  await replaceFile(out.replace(/\.(?:jsonl|ndjson)(?:\.gz)?$/i, '.about.json'), jsonFile(about));
  return { ...about, out };
}

/** Reads the pages of a category into the corpus. */
async function readCategory(
  settings: CorpusWikipediaSettings,
  deps: WikiCorpusDeps & { readonly clock: Clock },
): Promise<Reading> {
  const { out, force, delay: delaySeconds } = settings;
  const { onWarning: warn = () => undefined } = deps;
  const kept = await openFetchedPages(out, force);
  if (kept.size > 0) warn(`continues where it was interrupted: ${kept.size} documents are in ${kept.file}`);
  try {
    return await withResources(async (own) => {
      const network = { ...settings, maxBytes: MAXIMUM_ANSWER, allowPrivate: true };
      const fetcher = deps.fetcher ?? own(openFetcher(network));
      const api = createWikiApi({ ...settings, ...deps, fetcher, delaySeconds, warn });
      const site = await readSite(api);
      const reading: Reading = {
        ...{ api, site, settings, kept, deps, taken: [], leftOut: new Map() },
        ...{ categories: new Set(), pages: new Set(), exclusion: exclusionOf(settings) },
      };
      await readAll(categoryName(settings.category, site), reading);
      await kept.finish(out, reading.taken);
      return reading;
    });
  } catch (thrown) {
    if (kept.size === 0) await kept.remove();
    throw kept.size === 0 ? thrown : resumable(thrown, kept);
  }
}

async function readAll(category: string, reading: Reading): Promise<void> {
  const { taken, pages, leftOut } = reading;
  for await (const group of groupsOf(category, reading)) {
    await readPages(group, reading);
    if (isFull(reading)) break;
  }
  if (taken.length > 0) return;
  const reasons = [...leftOut].sort().map(([reason, count]) => `${reason} ${count}`);
  const why = reasons.length === 0 ? '' : ` (left out: ${reasons.join(', ')})`;
  throw new InputError(`none of the ${pages.size} pages of category '${category}' became a document${why}`, {
    hint: 'read subcategories with --max-depth, or leave less out',
  });
}

/** True if as many pages as allowed have become documents. */
function isFull({ taken, settings: { maxDocuments = Infinity } }: Reading): boolean {
  return taken.length >= maxDocuments;
}

/**
 * The pages of a category in groups: breadth first, each category and page once, however often it is listed, so that circles
 * end. @throws InputError where the category is empty
 */
async function* groupsOf(root: string, reading: Reading): AsyncGenerator<readonly Member[]> {
  const { api, site, settings, exclusion, categories, pages } = reading;
  const open = [{ name: root, depth: 0 }];
  categories.add(root);
  let group: Member[] = [];
  // Subcategories are added behind those that are read.
  for (const { name, depth } of open)
    for await (const part of listMembers(api, site, name)) {
      if (name === root && part.size === 0)
        throw new InputError(`${site.name} has nothing in a category '${root}'`, {
          hint: 'check its name on the wiki',
        });
      for (const below of depth < settings.maxDepth ? part.subcategories : []) {
        if (categories.has(below) || exclusion(below) !== undefined) continue;
        categories.add(below);
        open.push({ name: below, depth: depth + 1 });
      }
      for (const page of part.pages) {
        if (pages.has(page.id)) continue;
        pages.add(page.id);
        group.push(page);
        if (group.length < GROUP) continue;
        yield group;
        group = [];
      }
    }
  if (group.length > 0) yield group;
}

async function readPages(group: readonly Member[], reading: Reading): Promise<void> {
  const { api, site, kept, exclusion, deps, taken, pages, leftOut } = reading;
  const leave = (reason: string): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const wanted = (await readFacts(api, site, group)).filter((facts) => {
    const reason = facts.unfit ?? facts.categories.map(exclusion).find((why) => why !== undefined);
    if (reason !== undefined) leave(reason);
    return reason === undefined;
  });
  for (const facts of wanted) {
    if (isFull(reading)) return;
    if (!kept.has(versionOf(facts))) {
      const record = wikiRecord(facts, await readExtract(api, facts.id));
      if (record !== undefined) await kept.keep(record);
    }
    if (kept.has(versionOf(facts))) taken.push(versionOf(facts));
    else leave('no-text');
    deps.onProgress?.(taken.length, pages.size);
  }
}

function versionOf({ url, title, revision }: PageFacts): PageVersion {
  return { id: url ?? title, revision };
}

/** The same error, with what is saved and how to continue. */
function resumable(thrown: unknown, { size, file }: FetchedPages): unknown {
  const hint = `${size} documents are saved in ${file}; run the same command again to continue`;
  if (thrown instanceof Interrupted) return new Interrupted('interrupted', { hint });
  if (!(thrown instanceof InputError)) return thrown;
  return new InputError(thrown.message, {
    hint: thrown.hint === undefined ? hint : `${thrown.hint}; ${hint}`,
    cause: thrown,
  });
}

/**
 * Names of categories whose pages are about a person, in the larger Wikipedias: births, deaths, living people, and
 * English stubs of biographies. A page is judged by the categories it is in itself.
 *
 * Hernandez et al. took persons out of their corpora and do not say how. What this rule rests on is that Wikipedia puts
 * every biography into a category of births or of living people; wikis that do not need patterns of their own.
 */
const PERSONS: readonly RegExp[] = [
  /^(?:possibly )?living people$/,
  /^(?:.* )?(?:births|deaths)$/,
  /^(?:year|date|place) of (?:birth|death) (?:missing|unknown|uncertain).*$/,
  /^.*\b(?:people|biograph(?:y|ical)|person) stubs$/,
  /^(?:mann|frau|geboren (?:im |in |\d).*|gestorben (?:im |in |\d).*)$/,
  /^(?:naissance|décès) (?:en|à|dans) .*$/,
  /^(?:nacidos|fallecidos) en .*$/,
  /^(?:nati|morti) (?:nel|a|ad) .*$/,
  /^(?:nascidos|mortos) em .*$|^pessoas vivas$/,
];

/** Why a category leaves its pages out; undefined when it does not. */
type Exclusion = (category: string) => 'person' | 'excluded-category' | undefined;

/** Makes the test on names of categories (without prefix) of a rule. `*` stands for anything, case does not matter. */
function exclusionOf({ excludePersons, excludeCategory }: CorpusWikipediaSettings): Exclusion {
  const patterns = excludeCategory.map((pattern) => textWithStars(sameName(pattern)));
  return (category) => {
    const name = sameName(category);
    if (patterns.some((fits) => fits(name))) return 'excluded-category';
    return excludePersons && PERSONS.some((pattern) => pattern.test(name)) ? 'person' : undefined;
  };
}
