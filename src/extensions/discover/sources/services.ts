import type { Clock } from '../../../support/time/clock.js';
import { seededRandom } from '../../../support/random.js';
import { hostOf } from '../../../crawling/urls/urls.js';
import { InputError } from '../../../model/errors.js';
import { unlessAborted } from '../../../support/interruptible.js';
import type { WordReader } from '../../../model/topic.js';
import type { SearchEngine } from '../search/search.js';
import { cdxQuery, type CdxQuery } from '../seeding/cdx-pattern.js';
import { pickCaptures } from '../seeding/pick-captures.js';
import type { TopicWords } from '../seeding/topic-words.js';
import { askForMore, type Ask, type AskState, type NamedPage, type Source } from './source.js';
import { OutOfTime, within } from './within.js';
import { parseUrl } from '../../../support/parse-url.js';

/**
 * Hits of a search: one page of results of most engines. With 20, crawls of three topics found 1 % less in all
 * (`npm run bench -- sources`).
 */
const MOST_HITS = 10;
/** Captures that are taken of an answer, and those that are kept for later. */
const CAPTURES = { taken: 20, kept: 200 };
/** Before anything is known: shares of accepted pages. */
const PRIOR = { search: 0.4, cdx: 0.2 };
/** Seconds that an answer may take, with everything that is tried for it. */
export const MOST_SECONDS = 60;
/** The strongest nouns: those that others are combined with. */
const PARTNERS = 8;

/** A service as sources use it. */
export interface ServiceParts {
  readonly clock: Clock;
  /** Seconds that an answer may take. Default: {@link MOST_SECONDS}. */
  readonly seconds?: number;
}

/** What searches are made of. */
export interface SearchWords {
  /** The characteristic nouns of the topic, the most characteristic first. */
  readonly nouns: readonly string[];
  /** Reads words in base form. */
  readonly read: WordReader;
}

/** A search engine, asked for nouns of the topic, and for words of titles that accepted pages taught. */
export function searchSources(
  engine: SearchEngine,
  words: SearchWords,
  parts: ServiceParts,
): readonly Source[] {
  const { name } = engine;
  const service = { prior: PRIOR.search, most: MOST_HITS, service: name, raises: true } as const;
  const queries = nounQueries(words.nouns);
  const next =
    (queriesOf: (state: AskState) => readonly string[]): Source['next'] =>
    (state) => {
      const query = queriesOf(state).find((one) => state.times(one) === 0);
      return query === undefined ? undefined : askEngine(engine, query, parts);
    };
  return [
    { ...service, name: `search for nouns of the topic at ${name}`, next: next(() => queries) },
    {
      ...service,
      name: `search for words of accepted pages at ${name}`,
      next: next(({ lessons }) => learnedQueries(lessons.words(), words)),
    },
  ];
}

/**
 * Searches for nouns, the most characteristic first: each with another one, drawn from the most characteristic ones. Nouns of
 * several words stand alone.
 */
export function nounQueries(nouns: readonly string[]): readonly string[] {
  const queries = new Map<string, string>();
  for (const [place, noun] of nouns.entries()) {
    const partners = nouns.slice(0, PARTNERS).filter((other) => !sharesWord(other, noun));
    const drawn = partners[Math.floor(seededRandom(place)() * partners.length)];
    const query = noun.includes(' ') || drawn === undefined ? noun : `${noun} ${drawn}`;
    const key = query.split(' ').sort().join(' ');
    if (!queries.has(key)) queries.set(key, query);
  }
  return [...queries.values()];
}

/** Searches for words that are not the topic's own, each with its most characteristic noun. */
export function learnedQueries(learned: readonly string[], { nouns, read }: SearchWords): readonly string[] {
  const [strongest] = nouns;
  const own = new Set(nouns.flatMap((noun) => [...read(noun), noun]));
  return learned
    .filter((word) => !own.has(word))
    .map((word) => (strongest === undefined ? word : `${word} ${strongest}`));
}

function sharesWord(one: string, other: string): boolean {
  const words = one.split(' ');
  return other.split(' ').some((word) => words.includes(word));
}

function askEngine(engine: SearchEngine, query: string, parts: ServiceParts): Ask {
  return {
    target: query,
    run: (signal) =>
      patiently(engine.name, parts, signal, async (limit) => {
        const hits = await unlessAborted(engine.search(query, MOST_HITS), limit);
        return hits.map(({ url, foundAt }) => ({
          url,
          by: foundAt,
          reason: `search for '${query}' at ${engine.name}`,
        }));
      }),
  };
}

/** What of a CDX server sources use. */
export interface CaptureServer {
  /** Its address, for messages. */
  readonly name: string;
  readonly captures: (query: CdxQuery, signal: AbortSignal) => Promise<readonly string[]>;
}

/** A CDX server, asked for pages of hosts with accepted pages. */
export function captureSource(server: CaptureServer, words: TopicWords, parts: ServiceParts): Source {
  return {
    name: `captures at ${server.name}`,
    ...{ prior: PRIOR.cdx, most: CAPTURES.taken, service: server.name, raises: false },
    next(state) {
      for (const { host } of state.lessons.hosts()) {
        const query = cdxQuery(host);
        if (query === undefined) continue;
        const ask = state.times(host) > 0 ? askForMore(host, state) : askServer(host, query);
        if (ask !== undefined) return ask;
      }
      return undefined;
    },
  };

  function askServer(host: string, query: CdxQuery): Ask {
    return {
      target: host,
      run: (signal) =>
        patiently(server.name, parts, signal, async (limit) => {
          const urls = await server.captures(query, limit);
          // A server may answer with what was not asked for.
          const own = urls.filter((url) => parseUrl(url) !== undefined && hostOf(url) === host);
          return pickCaptures(own, words, CAPTURES.kept).map(({ url, note }): NamedPage => ({
            url,
            by: server.name,
            reason: `captures of ${host} at ${server.name}${note === '' ? '' : `; ${note}`}`,
          }));
        }),
    };
  }
}

/** @throws InputError for a service that takes too long */
async function patiently<T>(
  name: string,
  { clock, seconds = MOST_SECONDS }: ServiceParts,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return (await within(seconds, clock, signal, work)).value;
  } catch (thrown) {
    if (thrown instanceof OutOfTime)
      throw new InputError(`${name} gave ${thrown.message}`, { cause: thrown });
    throw thrown;
  }
}
