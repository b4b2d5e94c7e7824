import type { CrawlEvent, LinkPriority } from '../../../model/crawl-event.js';
import { type Judgement, NOTHING_TO_JUDGE } from '../../../model/topic.js';
import type { StrategyMaker } from '../strategy-parts.js';
import type { StrategySettings } from '../strategy-settings.js';
import type { TopicSight } from '../topic-sight.js';
import { addLink, isEvidence, noEvidence, type LinkEvidence, type LinkGroups } from './evidence.js';
import { createYields, logit, oddsOfLink, priorityOf, type YieldsSnapshot } from './link-value.js';
import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import { addToList } from '../../../support/add-to-list.js';
import { sum } from '../../../support/statistics.js';
import { without } from '../../../support/without.js';
import { TRAINED_CLASSIFIERS } from '../../../judging/classifiers/classifier-table.js';

/** The state of the strategy, as JSON. */
interface Snapshot {
  readonly found: FoundPages;
  readonly scale: ScoreSums;
  /** True if queued URLs are to be valued again, and the URL with which a round continues. */
  readonly due: boolean;
  readonly roundAt?: string;
  /** Number of linking pages so far, and the address of the last. */
  readonly sources: number;
  readonly lastSource: string;
}

/** URLs whose evidence is kept; of others nothing is learned. */
const MAX_WAITING = 100_000;

/** URLs that are valued again after one page, in some 10 ms. Not by time: a crawl takes the same course on every machine. */
const MAX_AT_ONCE = 2500;
/** Number of pages as which a page counts that people corrected. */
const CORRECTED = 5;

/**
 * The priority of a URL is the expected relevance of its page. It is a logistic function of two cosines, of the text of the linking page
 * and of anchor text and words of the address with the topic's meaning (`TopicSight.nearness`), which need no page to learn from; of the
 * relevance of the best linking page; and of what the crawl has found so far: the yields of the URL's host, of its directory, of other
 * links of the linking pages, and of the same block. It is our own method, in the spirit of "Intelligent crawling" (Aggarwal et al. 2001).
 *
 * A page yields the relevance that its score says, not the verdict, corrected by what was expected of it. A request that brings no page
 * yields 0. Queued URLs are valued again whenever the number of pages has grown by a fifth.
 */
export function learning(sight: TopicSight, settings: StrategySettings['learning']): LinkPriority {
  let found = createFoundPages(settings);
  const waiting = createWaitingLinks(MAX_WAITING, (evidence) => oddsOfLink(evidence, found.yields));
  let scale = createRelevanceScale();
  let due = false;
  let [sources, lastSource] = [0, ''];

  const numberOf = (url: string): number => {
    if (url !== lastSource) sources += 1;
    lastSource = url;
    return sources;
  };
  return {
    name: 'learning',
    explores: true,
    prioritise: (candidate) => {
      const { link, entry, judgement } = candidate;
      const evidence = waiting.get(link.url) ?? noEvidence(link.url);
      const from = { number: numberOf(entry.url), relevance: scale.relevanceOf(judgement) };
      addLink(evidence, candidate, from, sight);
      waiting.set(link.url, evidence);
      return priorityOf(evidence, found.yields);
    },
    observe: (event) => {
      const { url, judgement } = event;
      if (judgement !== undefined) scale.note(judgement);
      const outcome = outcomeOf(event, scale);
      const evidence = waiting.get(url);
      waiting.delete(url);
      if (evidence !== undefined && outcome !== undefined && found.add(url, evidence, outcome)) due = true;
    },
    correct: ({ url, judgement }) => {
      if (judgement !== undefined && found.correct(url, Number(judgement.accepted))) due = true;
    },
    *revisions() {
      if (due && waiting.roundAt() === undefined) {
        due = false;
        waiting.beginRound();
      }
      const values = waiting.nextOfRound(MAX_AT_ONCE);
      for (const [url, evidence] of values) yield [url, priorityOf(evidence, found.yields)];
    },
    current: (url) => {
      const evidence = waiting.get(url);
      return evidence && priorityOf(evidence, found.yields);
    },
    snapshot: (): Snapshot => ({
      ...{ found: found.snapshot(), scale: scale.snapshot() },
      ...{ due, sources, lastSource, roundAt: waiting.roundAt() },
    }),
    changes: () => waiting.changes(),
    restore: (snapshot, kept = []) => {
      const saved = structuredClone(snapshot) as Partial<Snapshot>;
      if (saved.found === undefined || saved.scale === undefined)
        throw new Error('the crawl was begun with another version of strategy learning');
      found = createFoundPages(settings, saved.found);
      scale = createRelevanceScale(saved.scale);
      ({ due = false, sources = 0, lastSource = '' } = saved);
      waiting.restore(kept, saved.roundAt);
    },
  };
}

/** The pages of a crawl so far, as JSON. */
interface FoundPages {
  readonly yields: YieldsSnapshot;
  /** The latest pages with their groups, for corrections. */
  readonly remembered: readonly (readonly [url: string, groups: LinkGroups])[];
  /** Pages so far, and their number at which queued URLs are valued again. */
  readonly pages: number;
  readonly nextRound: number;
}

function createFoundPages(settings: StrategySettings['learning'], saved: Partial<FoundPages> = {}) {
  const yields = createYields(saved.yields);
  const remembered = new Map(saved.remembered);
  let { pages = 0, nextRound = 1 } = saved;
  return {
    yields,
    /** @returns true if queued URLs are to be valued again */
    add(url: string, evidence: LinkEvidence, { relevance: observed, isCertain }: PageOutcome): boolean {
      const surprise = oddsOfLink(evidence, yields) - logit(yields.usual());
      yields.add(evidence, isCertain ? observed : sigmoid(logit(observed) + settings.expectation * surprise));
      remembered.set(url, without(evidence, 'page', 'anchor', 'best'));
      const [oldest] = remembered.keys();
      if (remembered.size > settings.remembered && oldest !== undefined) remembered.delete(oldest);
      pages += 1;
      if (pages < nextRound) return false;
      nextRound = Math.max(pages + 1, Math.ceil(pages * (1 + settings.growth)));
      return true;
    },
    /** Learns what people said of a page. False where the page is not remembered. */
    correct(url: string, relevance: number): boolean {
      const groups = remembered.get(url);
      if (groups === undefined) return false;
      for (let time = 0; time < CORRECTED; time += 1) yields.add(groups, relevance);
      return true;
    },
    snapshot: (): FoundPages => {
      return { yields: yields.snapshot(), remembered: [...remembered], pages, nextRound };
    },
  };
}

/** Outcome of a request. */
interface PageOutcome {
  readonly relevance: number;
  /** True if the relevance is known, and not what a classifier makes of the page. */
  readonly isCertain: boolean;
}

/** Makes `learning` for a crawl. */
export const makeLearning: StrategyMaker = ({ sight, settings }) => learning(sight(), settings.learning);

/** Undefined where nothing was requested. A request that brings no page to judge is one in vain. */
function outcomeOf(
  { judgement, fetched }: CrawlEvent,
  scale: ReturnType<typeof createRelevanceScale>,
): PageOutcome | undefined {
  if (judgement === undefined) return fetched ? { relevance: 0, isCertain: true } : undefined;
  const isCertain = judgement.reason.overruled !== undefined;
  return { relevance: isCertain ? Number(judgement.accepted) : scale.relevanceOf(judgement), isCertain };
}

/** Sums of the scores of accepted and of rejected pages. JSON. */
type ScoreSums = Readonly<Record<'accepted' | 'rejected', { count: number; sum: number }>>;

/** Log odds at the mean score of accepted pages, and minus those at the mean of rejected ones. */
const AT_MEAN = 2;
const PROBABLE = 0.9;
const NONE: ScoreSums = { accepted: { count: 0, sum: 0 }, rejected: { count: 0, sum: 0 } };

/**
 * Relevance of a page according to a judgement, from 0 to 1. The scores of trained classifiers are probabilities; others are put
 * on a scale by the mean scores of accepted and rejected pages so far, and until there are both, the verdict counts.
 */
export function createRelevanceScale(saved = NONE) {
  const { accepted, rejected } = structuredClone(saved);
  return {
    relevanceOf(judgement: Judgement): number {
      const { score } = judgement;
      if (isProbability(judgement)) return Math.min(1, Math.max(0, score));
      if (score === NOTHING_TO_JUDGE) return 0;
      const [high, low] = [accepted.sum / accepted.count, rejected.sum / rejected.count];
      if (!(high > low)) return judgement.accepted ? PROBABLE : 1 - PROBABLE;
      return sigmoid((AT_MEAN * (2 * score - high - low)) / (high - low));
    },
    /** Counts a page, by which the scales of other classifiers are learned. */
    note(judgement: Judgement): void {
      if (isProbability(judgement) || judgement.score === NOTHING_TO_JUDGE) return;
      const sums = judgement.accepted ? accepted : rejected;
      sums.count += 1;
      sums.sum += judgement.score;
    },
    snapshot: (): ScoreSums => structuredClone({ accepted, rejected }),
  };
}

function isProbability({ classifier, score }: Judgement): boolean {
  return (TRAINED_CLASSIFIERS as readonly string[]).includes(classifier) && score !== NOTHING_TO_JUDGE;
}

/** Share of the URLs that are forgotten at once. */
const FORGOTTEN = 0.01;

type Valued = readonly [url: string, value: number];

/** The evidence of URLs that wait. @param limit beyond which the hosts with most of them lose those that promise least */
export function createWaitingLinks(limit: number, valueOf: (evidence: LinkEvidence) => number) {
  const links = new Map<string, LinkEvidence>();
  let changed = new Set<string>();
  /** Rest of the round after the next URL. A map's iterator continues through what is added and deleted meanwhile. */
  let round = links.keys();
  let next: string | undefined;

  function advance(): void {
    const { value, done } = round.next();
    next = done === true ? undefined : value;
  }
  function begin(): void {
    round = links.keys();
    advance();
  }
  function remove(url: string): void {
    if (!links.delete(url)) return;
    changed.add(url);
    if (url === next) advance();
  }
  /** Cuts the largest hosts down to one size, so that seeds and hubs, which were found first, stay. */
  function forget(): void {
    const hosts = new Map<number, Valued[]>();
    for (const [url, evidence] of links) addToList(hosts, evidence.host, [url, valueOf(evidence)]);
    const crowds = [...hosts.values()];
    const surplus = (size: number): number => sum(crowds.map(({ length }) => Math.max(0, length - size)));
    let size = crowds.reduce((most, { length }) => Math.max(most, length), 0) - 1;
    while (surplus(size) < FORGOTTEN * limit) size = Math.floor(0.9 * size);
    const byValue = ([, a]: Valued, [, b]: Valued): number => a - b;
    const spare = crowds.flatMap((crowd) => crowd.sort(byValue).slice(0, Math.max(0, crowd.length - size)));
    for (const [url] of spare.sort(byValue).slice(0, Math.ceil(FORGOTTEN * limit))) remove(url);
  }
  return {
    get: (url: string) => links.get(url),
    set(url: string, evidence: LinkEvidence): void {
      links.set(url, evidence);
      changed.add(url);
      if (links.size > limit) forget();
    },
    delete: remove,
    /** Begins a round through all URLs, from the one that was found first. */
    beginRound: begin,
    /** The next URLs of the round, with their evidence. It takes new URLs as well. */
    *nextOfRound(most: number): Iterable<readonly [url: string, evidence: LinkEvidence]> {
      for (let count = 0; count < most && next !== undefined; count += 1) {
        const url = next;
        const evidence = links.get(url);
        advance();
        if (evidence !== undefined) yield [url, evidence];
      }
    },
    /** The URL with which the round continues; undefined where none is under way. */
    roundAt: () => next,
    /** Rows that were set, and undefined for those deleted, since the last call. */
    *changes(): Iterable<readonly [url: string, kept: LinkEvidence | undefined]> {
      const urls = changed;
      changed = new Set();
      for (const url of urls) yield [url, links.get(url)];
    },
    /** @param at the URL with which a round continues @throws RangeError for what is no evidence */
    restore(kept: Iterable<readonly [url: string, kept: unknown]>, at?: string): void {
      for (const [url, evidence] of kept) {
        if (!isEvidence(evidence)) throw new RangeError(`the stored evidence for ${url} is malformed`);
        links.set(url, evidence);
      }
      if (at === undefined || !links.has(at)) return;
      begin();
      while (next !== at) advance();
    },
  };
}
