import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { FetchedResponse, Fetcher } from '../../model/crawl-event.js';
import { InputError, Interrupted, messageOf } from '../../model/errors.js';
import type { OnWait } from '../../model/wait.js';
import type { Logger } from '../../support/logger.js';
import { parseJson } from '../../support/parse-json.js';
import { parseUrl } from '../../support/parse-url.js';
import { isSuccess } from '../../support/text/content-type.js';
import type { Clock } from '../../support/time/clock.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import {
  busyReading,
  createPatientAsker,
  type PatientOptions,
  type Reading,
} from '../../web/http/patient-requests.js';

/** Injected services of harvests, proposals and maps, and their listeners. */
export interface DiscoverDeps {
  /** Ends the work when aborted. */
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for pages and searches. */
  readonly fetcher?: Fetcher;
  /** Called with the steps before the first page is requested and after the last one. */
  readonly onWait?: OnWait;
  /** As `WatchParts.watchActivity`; not called where time is simulated. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
}

/** A page that a search found. */
export interface SearchHit {
  /** Absolute, http or https. */
  readonly url: string;
  /** Empty where the search engine gives none. */
  readonly title: string;
  /** The address of the answer that listed it, without secrets. */
  readonly foundAt: string;
}

/** Finds pages by words. */
export interface SearchEngine {
  /** Its address, for messages. */
  readonly name: string;
  /**
   * The best pages for some words, best first, each address once. Further parts of the result are requested until there are
   * as many as wanted.
   * @param most number of wanted hits
   * @throws InputError when the search engine does not answer, or not as one; Interrupted
   */
  search(query: string, most: number): Promise<readonly SearchHit[]>;
}

/** Options of querying a search engine. */
interface EngineOptions extends Omit<PatientOptions, 'service' | 'accept' | 'hint' | 'warn'> {
  /** See {@link createSearchEngine}. */
  readonly address: string;
  readonly warn?: PatientOptions['warn'];
}

const HINT = 'check --engine: does it work in a browser?';
/** Maximum number of requested parts of a result. */
const MAX_PARTS = 20;

/**
 * A search engine that answers GET requests in JSON. The address is that of a SearXNG (`https://searx.example/`), of the API of a
 * MediaWiki (`https://en.wikipedia.org/w/api.php`), or a URL template with parameters of OpenSearch:
 * `https://search.example/api?q={searchTerms}&page={startPage}`.
 *
 * @throws InputError when the address is invalid
 */
export function createSearchEngine(options: EngineOptions): SearchEngine {
  const { address, clock, warn = () => undefined } = options;
  const template = templateOf(address);
  const name = withoutKeys(address);
  const service = { ...options, service: name, accept: 'application/json,*/*;q=0.1', hint: HINT, warn };
  const ask = createPatientAsker(
    service,
    (response): Reading<readonly SearchHit[]> =>
      busyReading(response, clock) ?? { answer: readAnswer(response, name) },
  );
  const hasParts = template.includes('{startPage}');
  return {
    name,
    async search(query, most) {
      const found = new Map<string, SearchHit>();
      for (let part = 1; part <= MAX_PARTS && found.size < most; part += 1) {
        const before = found.size;
        const values = { searchTerms: query, count: String(most), startPage: String(part) };
        for (const hit of await ask(fillTemplate(template, values)))
          if (!found.has(hit.url)) found.set(hit.url, hit);
        // After the last part, an engine repeats the first one or answers with an empty one.
        if (!hasParts || found.size === before) break;
      }
      return [...found.values()].slice(0, most);
    },
  };
}

function templateOf(address: string): string {
  const url = parseUrl(address.replaceAll(/[{}]/g, ''));
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new InputError(`'${withoutKeys(address)}' is not the URL of a search engine`, {
      hint: 'give the URL of a SearXNG, of the api.php of a MediaWiki, or a URL with {searchTerms}',
    });
  if (address.includes('{searchTerms}')) return address;
  if (url.pathname.endsWith('/api.php'))
    return `${address}?action=query&generator=search&gsrsearch={searchTerms}&gsrlimit={count}&prop=info&inprop=url&format=json&formatversion=2`;
  if (!url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/\/$/, '')}/search`;
  url.searchParams.set('format', 'json');
  return `${url.href}&q={searchTerms}&pageno={startPage}`;
}

/** Unknown parameters are empty. */
function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([A-Za-z:]+)\??\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}

function readAnswer({ status, body, url }: FetchedResponse, service: string): readonly SearchHit[] {
  if (!isSuccess(status)) {
    const searxng =
      status === 403 ? '; SearXNG answers 403 unless its settings.yml allows the format json' : '';
    throw new InputError(`${service} does not answer searches: status ${status}`, {
      hint: `${HINT}${searxng}`,
    });
  }
  const hits = hitsOfAnswer(new TextDecoder().decode(body));
  if (hits !== undefined) return hits.flatMap((hit) => toHit(hit, url));
  throw new InputError(`${service} does not answer with search results in JSON`, {
    hint: 'give a URL template: …?q={searchTerms}&page={startPage}',
  });
}

function toHit({ url, title }: StatedHit, address: string): SearchHit[] {
  const target = parseUrl(url.trim(), address);
  if (target === undefined || !/^https?:$/.test(target.protocol)) return [];
  target.hash = '';
  return [{ url: target.href, title: plain(title), foundAt: withoutKeys(address) }];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Removes the markup of matches in titles: `<b>hull</b>`. */
function plain(text: string): string {
  return text
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A URL without credentials and keys, for messages and storage. */
export function withoutKeys(address: string): string {
  const url = parseUrl(withoutCredentials(address));
  if (url === undefined) return address;
  for (const name of [...url.searchParams.keys()])
    if (/key|token|secret|passw|auth/i.test(name)) url.searchParams.delete(name);
  const isTemplate = /[{}]/.test(address);
  return isTemplate ? url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}') : url.href;
}

/** A hit as in the answer: anything may be wrong with it. */
interface StatedHit {
  readonly url: string;
  /** Empty where the answer has none. */
  readonly title: string;
}

type Json = Readonly<Record<string, unknown>>;

const ADDRESS_NAMES = ['url', 'link', 'href', 'uri', 'canonicalurl', 'pageurl'];
const TITLE_NAMES = ['title', 'name', 'heading'];
/** Maximum depth of the list of results, as in `{"web": {"results": […]}}`. */
const MAX_DEPTH = 4;

/**
 * The hits in a JSON answer: the first list, level by level, that has an object with a URL. This reads the answers of
 * SearXNG (`results`, `url`, `title`) and most other engines without configuration. Undefined if there is
 * neither such a list nor an empty one.
 */
export function hitsOfAnswer(text: string): readonly StatedHit[] | undefined {
  let level: readonly unknown[] = [parseJson(text)];
  let emptyList = false;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    for (const value of level) {
      // A MediaWiki leaves out a list that is empty.
      if (isObject(value)) emptyList ||= 'batchcomplete' in value;
      if (!Array.isArray(value)) continue;
      const items: readonly unknown[] = value;
      const hits = [...items].sort((a, b) => rankOf(a) - rankOf(b)).flatMap(jsonHit);
      if (hits.length > 0) return hits;
      emptyList ||= value.length === 0;
    }
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []));
  }
  return emptyList ? [] : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The place that a MediaWiki states; its lists are in the order of page ids. */
function rankOf(value: unknown): number {
  return isObject(value) && typeof value['index'] === 'number' ? value['index'] : 0;
}

function jsonHit(value: unknown): StatedHit[] {
  if (!isObject(value)) return [];
  const byName = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  const textAt = (names: readonly string[]): string | undefined =>
    names
      .map((name) => byName.get(name))
      .find((member): member is string => typeof member === 'string' && member !== '');
  const url = textAt(ADDRESS_NAMES);
  return url === undefined ? [] : [{ url, title: textAt(TITLE_NAMES) ?? '' }];
}

/** A search that was made. */
export interface MadeSearch {
  readonly query: string;
  readonly hits: readonly SearchHit[];
}

/** The searches that the engine answered. */
interface Searched {
  readonly made: readonly MadeSearch[];
  /** Present where the engine stopped answering: its answer. */
  readonly failure?: string;
}

/** Services for making searches. */
interface SearchDeps {
  readonly engine: SearchEngine;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
  /** Called before each search. */
  readonly onWait?: OnWait;
}

/**
 * Makes searches, one after the other. When the engine stops answering, those that were made count, and it is said.
 * @param top hits taken of each
 * @param goOn true if there is something to do without any search
 * @throws InputError when the engine does not answer the first search and there is nothing else to do
 */
export async function makeSearches(
  { engine, logger, signal, onWait }: SearchDeps,
  searches: readonly string[],
  top: number,
  goOn: boolean,
): Promise<Searched> {
  const made: MadeSearch[] = [];
  for (const [place, query] of searches.entries()) {
    if (signal?.aborted === true) break;
    const detail = `search ${place + 1} of ${searches.length}`;
    onWait?.(`waiting for an answer of ${engine.name}`, detail);
    try {
      made.push({ query, hits: await engine.search(query, top) });
    } catch (thrown) {
      if (thrown instanceof Interrupted) break;
      if (!(thrown instanceof InputError) || (made.length === 0 && !goOn)) throw thrown;
      const hint = thrown.hint === undefined ? '' : ` (${thrown.hint})`;
      const failure = `${messageOf(thrown)}${hint}`;
      logger.warn(
        `${failure}; ${made.length} of ${searches.length} searches were made, and what they found is used`,
      );
      return { made, failure };
    }
  }
  return { made };
}
