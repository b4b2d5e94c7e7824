import { InputError } from '../../model/errors.js';
import type { FetchedResponse, Fetcher } from '../../model/crawl-event.js';
import { parseUrl } from '../../support/parse-url.js';
import type { Clock } from '../../support/time/clock.js';
import { busyReading, createPatientAsker, type Reading } from '../../web/http/patient-requests.js';
import { hitsOfAnswer, type StatedHit } from './answer-hits.js';
import { withoutCredentials } from '../../support/without-credentials.js';

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
export interface EngineOptions {
  /** See {@link createSearchEngine}. */
  readonly address: string;
  readonly fetcher: Fetcher;
  /** Seconds between requests. */
  readonly delaySeconds: number;
  /** Retries of a request after a network error or when the server is busy. */
  readonly retries: number;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Called with the reason of each retry. */
  readonly warn?: (message: string) => void;
}

const HINT = 'check --engine: does it work in a browser?';
const ACCEPT = 'application/json,application/atom+xml,application/rss+xml,*/*;q=0.1';
/** Maximum number of requested parts of a result. */
const MAX_PARTS = 20;

/**
 * A search engine that answers GET requests in JSON, RSS or Atom. The address is that of a SearXNG (`https://searx.example/`), of
 * the API of a MediaWiki (`https://en.wikipedia.org/w/api.php`), or a URL template with the parameters of OpenSearch:
 * `https://search.example/api?q={searchTerms}&page={startPage}`.
 *
 * @throws InputError when the address is invalid
 */
export function createSearchEngine(options: EngineOptions): SearchEngine {
  const { address } = options;
  const template = templateOf(address);
  const name = withoutKeys(address);
  const ask = askerOf(options, name);
  const hasParts = /\{start(?:Page|Index)\??\}/.test(template);
  return {
    name,
    async search(query, most) {
      const found = new Map<string, SearchHit>();
      let stated = 0;
      for (let part = 0; part < MAX_PARTS && found.size < most; part += 1) {
        const url = fillTemplate(template, { query, part, before: stated, count: most });
        const hits = await ask(url);
        const before = found.size;
        stated += hits.length;
        for (const hit of hits.flatMap((one) => toHit(one, url)))
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

/** Requests answers one at a time, with retries. */
function askerOf(
  { fetcher, delaySeconds, retries, clock, signal, warn = () => undefined }: EngineOptions,
  service: string,
): (url: string) => Promise<readonly StatedHit[]> {
  const options = {
    service,
    fetcher,
    clock,
    delaySeconds,
    retries,
    accept: ACCEPT,
    hint: HINT,
    signal,
    warn,
  };
  return createPatientAsker(
    options,
    (response): Reading<readonly StatedHit[]> =>
      busyReading(response, clock) ?? { answer: readAnswer(response, service) },
  );
}

function readAnswer({ status, body }: FetchedResponse, service: string): readonly StatedHit[] {
  if (status < 200 || status > 299) {
    const searxng =
      status === 403 ? '; SearXNG answers 403 unless its settings.yml allows the format json' : '';
    throw new InputError(`${service} does not answer searches: status ${status}`, {
      hint: `${HINT}${searxng}`,
    });
  }
  const hits = hitsOfAnswer(new TextDecoder().decode(body));
  if (hits !== undefined) return hits;
  throw new InputError(`${service} does not answer with search results in JSON, RSS or Atom`, {
    hint: 'give a URL template: …?q={searchTerms}&page={startPage}',
  });
}

/** Fills a URL template of OpenSearch 1.1 (draft 6, section 4.5.4). Unknown parameters are empty. */
function fillTemplate(
  template: string,
  values: { readonly query: string; readonly part: number; readonly before: number; readonly count: number },
): string {
  const { query, part, before, count } = values;
  const places: Readonly<Record<string, string>> = {
    searchTerms: query,
    count: String(count),
    startIndex: String(before + 1),
    startPage: String(part + 1),
    language: '*',
    inputEncoding: 'UTF-8',
    outputEncoding: 'UTF-8',
  };
  return template.replace(/\{([A-Za-z:]+)\??\}/g, (_, name: string) =>
    encodeURIComponent(places[name] ?? ''),
  );
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
  const isTemplate = /[{}]/.test(address);
  for (const name of [...url.searchParams.keys()])
    if (/key|token|secret|passw|auth/i.test(name)) url.searchParams.delete(name);
  return isTemplate ? url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}') : url.href;
}
