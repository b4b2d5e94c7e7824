import { z } from 'zod';
import type { FeatureModule, FeatureParts } from '../../app/crawl/feature-module.js';
import { isTimeSimulated } from '../../app/crawl/setup/network.js';
import type { CrawlSettings } from '../../app/settings/crawl-settings.js';
import type { Crawl, CrawlFeature } from '../../crawling/engine/crawl-context.js';
import type { SearchCounts } from '../../crawling/engine/crawl-counts.js';
import { countsOf, type CrawlHooks } from '../../crawling/engine/feature.js';
import { requestLimit, secondsLeft } from '../../crawling/engine/url-choice.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';
import { PARTS } from '../../judging/parts.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import { BEFORE_ALL, isBeforeAll } from '../../model/crawl-event.js';
import { FetchError, InputError, Interrupted, messageOf, UsageError } from '../../model/errors.js';
import { systemClock } from '../../support/time/clock.js';
import type { Own } from '../../support/with-resources.js';
import { without } from '../../support/without.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { createSearchEngine, type SearchEngine, type SearchHit } from './search-engine.js';
import type { WeightedNoun } from './topic-words.js';

/** Nouns of each topic that searches are made of. */
const MAX_NOUNS = 100;
/** The strongest nouns: those that others are combined with. */
const PARTNERS = 7;
/**
 * Hits of a search: one page of results of most engines. With 20, crawls of three topics found 1 % less in all.
 */
const MAX_HITS = 10;
/** The share of accepted pages among the last requests below which a crawl is dry; it is as well where links alone bring little more. */
const DRY = 0.2;
/** Requests before the first search, and between two searches at least. */
const [FIRST_SEARCH, BETWEEN_SEARCHES] = [20, 10];
/** URLs that may still wait of earlier searches, and requests after which those that wait longer do not count. */
const [MAX_WAITING, LONG_SINCE] = [5, 40];
/** Failures in a row, and searches in a row without a new URL, after which no more are made. */
const [MAX_FAILURES, MAX_EMPTY] = [3, 5];
/** Values of hits: before all that strategies value, and behind seeds and what a person pins. */
const VALUE = 0.75 * BEFORE_ALL;
/** Beginning of the reasons of hits. */
const REASON = 'search for ';

const stateSchema = z.looseObject({
  asked: z.number(),
  brought: z.number(),
  empty: z.number(),
  after: z.number(),
});
type SearchState = z.output<typeof stateSchema>;

/** Asks a search engine for further URLs when a crawl is dry. */
export const searching: FeatureModule = {
  refuseUnfit(settings) {
    if (settings.topic === undefined)
      throw new UsageError('--engine needs a topic', {
        hint: 'without one, nothing tells what to search for',
      });
    if (settings.frontier !== undefined)
      throw new UsageError('--engine does not go together with frontier', {
        hint: 'leave one of them out: the workers of a shared crawl follow links alone',
      });
  },
  open: openSearching,
};

async function openSearching(settings: CrawlSettings, parts: FeatureParts, own: Own): Promise<CrawlFeature> {
  const { engine: address = '', delay: delaySeconds } = settings;
  const closing = new AbortController();
  const engine = createSearchEngine({
    ...{ address, delaySeconds, retries: 1, signal: closing.signal },
    // Where the engine lies in a private network, its host may be contacted.
    fetcher: parts.instead ?? own(openFetcher(settings, [address])),
    // The time of the engine is real.
    clock: isTimeSimulated(settings) ? systemClock : parts.clock,
  });
  const lines = parts.judges.flatMap(({ facts: { about } }) => about ?? []);
  const queries = [...lines, ...nounQueries(await nounsOf(settings, parts))];
  return {
    name: 'search',
    stateSchema,
    begin(context, saved) {
      context.stop.signal.addEventListener('abort', () => closing.abort(), { once: true });
      return hooksOf(context, { engine, queries }, saved as SearchState | undefined);
    },
  };
}

/** The characteristic nouns of all topics, each once, the most characteristic first. */
async function nounsOf(settings: CrawlSettings, { judges }: FeatureParts): Promise<readonly string[]> {
  const { characteristicNouns } = await PARTS.expansion();
  const nouns = new Map<string, WeightedNoun>();
  for (const { facts } of judges) {
    const topic = await openTopic(settings.kb ?? '', facts.name);
    for (const noun of await characteristicNouns(topic, MAX_NOUNS))
      if ((nouns.get(noun.lemma)?.weight ?? -Infinity) < noun.weight) nouns.set(noun.lemma, noun);
  }
  return [...nouns.values()].sort((a, b) => b.weight - a.weight).map(({ lemma }) => lemma);
}

/**
 * Searches for nouns, the most characteristic first: each with another one, of the most characteristic ones in turn. Nouns of
 * several words stand alone.
 */
function nounQueries(nouns: readonly string[]): readonly string[] {
  return nouns.map((noun, place) => {
    const partner = nouns[place % PARTNERS];
    const isAlone = noun.includes(' ') || partner === undefined || partner.split(' ').includes(noun);
    return isAlone ? noun : `${noun} ${partner}`;
  });
}

/** Values of the feature. */
interface SearchPlan {
  readonly engine: SearchEngine;
  readonly queries: readonly string[];
}

/** The searches of a crawl. */
interface Searching {
  readonly context: Crawl;
  readonly plan: SearchPlan;
  readonly state: SearchState;
  /** Hits that came to their end; of them, those that were requested and accepted. */
  readonly hits: { ended: number; fetched: number; accepted: number };
  fetched: number;
  failures: number;
}

function hooksOf(context: Crawl, plan: SearchPlan, saved: SearchState | undefined): CrawlHooks {
  const state = saved ?? { asked: 0, brought: 0, empty: 0, after: 0 };
  const hits = { ended: 0, fetched: 0, accepted: 0 };
  const search: Searching = { context, plan, state, hits, fetched: 0, failures: 0 };
  const counts = (): SearchCounts => {
    const { asked, brought } = state;
    return { engine: plan.engine.name, asked, brought, fetched: hits.fetched, accepted: hits.accepted };
  };
  return {
    ended({ fetched, priority, judgement, rejudged }) {
      search.fetched += Number(fetched);
      if (priority?.reason.startsWith(REASON) !== true) return;
      hits.ended += 1;
      hits.fetched += Number(fetched);
      hits.accepted += Number(rejudged?.accepted ?? judgement?.accepted ?? false);
    },
    async beforeChoice() {
      // Another one is due at once where nothing is queued any more.
      for (let query = dueQuery(search); query !== undefined; query = dueQuery(search))
        await ask(query, search);
    },
    state() {
      const searches = counts();
      // The kept counts are for those who look at the crawl from outside.
      return { kept: { ...state, counts: searches }, counts: { searches } };
    },
  };
}

/** The next search where the crawl is dry and hits could be requested; undefined where none is to be made. */
function dueQuery(search: Searching): string | undefined {
  const { context, plan, state, failures } = search;
  const { tally, steering, stop, plan: bounds, deps } = context;
  if (stop.signal.aborted || steering.isPaused() || bounds.maxDepth < 1) return undefined;
  if (tally.now.fetched >= requestLimit(context) || secondsLeft(context) <= 0) return undefined;
  if (failures >= MAX_FAILURES || state.empty >= MAX_EMPTY) return undefined;
  const { queued, leased } = deps.frontier.counts();
  const isLow = (): boolean => tally.recentHarvest < DRY || countsOf(context.features).driedUp !== undefined;
  const isDry = queued + leased === 0 || (isTime(search) && isLow());
  return isDry ? plan.queries[state.asked] : undefined;
}

/** True if enough pages were requested since the last search, and its hits were requested or wait for long. */
function isTime({ state, hits, fetched }: Searching): boolean {
  if (state.asked === 0) return fetched >= FIRST_SEARCH;
  const since = fetched - state.after;
  return since >= BETWEEN_SEARCHES && (state.brought - hits.ended <= MAX_WAITING || since >= LONG_SINCE);
}

/** Makes a search, and queues its hits in one step. @throws OutputError */
async function ask(query: string, search: Searching): Promise<void> {
  const { context, state, plan } = search;
  const { untimed = <T>(work: Promise<T>): Promise<T> => work, frontier } = context.deps;
  const answer = await untimed(plan.engine.search(query, MAX_HITS)).catch(failureOf);
  if (context.stop.signal.aborted) return;
  let brought = 0;
  if (typeof answer !== 'string')
    context.recorder.whole(() =>
      frontier.transaction(() => {
        const reason = `${REASON}'${query}' at ${plan.engine.name}`;
        for (const hit of answer) brought += Number(enqueue(hit, reason, MAX_HITS - brought, context));
      }),
    );
  state.asked += 1;
  state.brought += brought;
  state.after = search.fetched;
  search.failures = typeof answer === 'string' ? search.failures + 1 : 0;
  if (typeof answer !== 'string') state.empty = brought === 0 ? state.empty + 1 : 0;
  await context.recorder.flush();
  warn(answer, search);
}

/** Message about a search that failed. @throws what is not the fault of the engine */
function failureOf(thrown: unknown): string {
  if (thrown instanceof InputError || thrown instanceof FetchError || thrown instanceof Interrupted)
    return messageOf(thrown);
  throw thrown;
}

function warn(answer: string | readonly SearchHit[], { context, plan, state, failures }: Searching): void {
  const { logger } = context.deps;
  const end = '; no more searches are made';
  if (typeof answer === 'string')
    logger.warn(`search engine ${plan.engine.name}: ${answer}${failures < MAX_FAILURES ? '' : end}`);
  else if (state.empty >= MAX_EMPTY)
    logger.warn(`search engine ${plan.engine.name}: ${MAX_EMPTY} searches in a row found no new URL${end}`);
}

/**
 * Queues a hit before all links; a URL that waits is requested earlier.
 * @param place larger for what comes first
 * @returns true if it is requested because of the search
 */
function enqueue(hit: SearchHit, reason: string, place: number, context: Crawl): boolean {
  const { deps, plan, scope, steering } = context;
  const { frontier } = deps;
  const url = normaliseUrl(hit.url, plan.keepParameters);
  if (url === undefined || !scope.includes(url) || !plan.admits(url)) return false;
  const priority = steering.adjusted(url, { value: VALUE + place, reason });
  const waiting = frontier.waiting(url);
  if (waiting === undefined)
    return !frontier.knows(url) && frontier.enqueue({ url, depth: 1, referrer: hit.foundAt, priority });
  if (waiting.sample !== undefined || isBeforeAll(waiting.priority.value)) return false;
  const { state } = waiting.priority;
  return frontier.requeue({ ...without(waiting, 'revalued'), priority: { ...priority, state } });
}
