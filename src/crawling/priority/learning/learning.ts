import type { CrawlEvent, LinkPriority, Priority } from '../../../model/crawl-event.js';
import { type Judgement, NOTHING_TO_JUDGE } from '../../../model/topic.js';
import type { StrategyMaker } from '../strategy-parts.js';
import type { StrategySettings } from '../strategy-settings.js';
import type { TopicSight } from '../topic-sight.js';
import { addLink, isEvidence, noEvidence, type LinkingPage, type LinkEvidence } from './evidence.js';
import { FEATURE_NAMES } from './link-features.js';
import { createLinkModel, explainedBy, type LinkModelSnapshot, type PageOutcome } from './link-model.js';
import { sigmoid } from '../../../judging/learning/logistic-regression.js';
import { TRAINED_CLASSIFIERS } from '../../../judging/classifiers/classifier-table.js';

/** The state of the strategy, as JSON. */
interface Snapshot {
  readonly model: LinkModelSnapshot;
  readonly scale: ScoreSums;
  /** Number of examples at which queued URLs are valued again, whether that is due, and the URL where a round continues. */
  readonly nextRound: number;
  readonly due: boolean;
  readonly roundAt?: string;
  /** Number of linking pages so far, and the address of the last. */
  readonly sources: number;
  readonly lastSource: string;
}

/** URLs whose evidence is kept. Beyond, that of those is dropped that were found first, and nothing is learned from them. */
const MAX_WAITING = 100_000;

/** URLs that are valued again after one page, in some 10 ms. Not by time: a crawl takes the same course on every machine. */
const MAX_AT_ONCE = 2500;

/**
 * Learns during the crawl which links lead to pages that the classifier finds relevant: an online logistic regression
 * over the features of a URL from all links to it (`features.ts`): likeness of page, anchor, context, content block and
 * URL; the judgements of the linking pages; the yield of the host, the directory, the template (the path of tags to the
 * link, as in the sleeping bandits of Gauquier, Manolescu and Senellart 2025), of the page's other links and of the same
 * block's; and the words of anchors, contexts and the URL. It is our own method, in the spirit of the apprentice of
 * Chakrabarti, Punera and Subramanyam 2002 ("Accelerated focused crawling through online relevance feedback"), which
 * learns from words around links, and of Aggarwal, Al-Garawi and Yu 2001 ("Intelligent crawling"), which also learns from
 * URLs and siblings.
 *
 * It learns the relevance that a page's score says, not the verdict, corrected by what was expected of the page. A request
 * that brings no page is an example of relevance 0. Each request is one example, and two earlier ones are learned again
 * with it: then with what the pages yielded that they link to, so that an index is worth a request. Queued URLs are valued
 * again whenever the number of examples has grown by a fifth. The priority is the expected relevance of the target.
 */
export function learning(sight: TopicSight, settings: StrategySettings['learning']): LinkPriority {
  const waiting = createWaitingLinks(MAX_WAITING);
  let model = createLinkModel(settings);
  let scale = createRelevanceScale();
  let [nextRound, due] = [1, false];
  let [sources, lastSource] = [0, ''];

  const linkingPage = (url: string, judgement: Judgement): LinkingPage => {
    if (url !== lastSource) sources += 1;
    lastSource = url;
    return { number: sources, relevance: scale.relevanceOf(judgement), accepted: judgement.accepted };
  };
  const priorityOf = (url: string, evidence: LinkEvidence): Priority =>
    explainedBy(model.valueOf(evidence), () => model.contributionsOf(waiting.get(url)));
  return {
    name: 'learning',
    readsTagPaths: true,
    prioritise: (candidate) => {
      const { link, entry, judgement } = candidate;
      const evidence =
        waiting.get(link.url) ?? noEvidence(link.url, sight, model.words, settings.wordsOfKind);
      const from = linkingPage(entry.url, judgement);
      addLink(evidence, candidate, from, sight, model.words, settings.wordsOfKind);
      waiting.set(link.url, evidence);
      return priorityOf(link.url, evidence);
    },
    observe: (event) => {
      const { url, judgement } = event;
      if (judgement !== undefined) scale.note(judgement);
      const outcome = outcomeOf(event, scale);
      const evidence = waiting.get(url);
      waiting.delete(url);
      if (evidence === undefined || outcome === undefined) return;
      model.learn(url, evidence, url === lastSource ? { ...outcome, number: sources } : outcome);
      const examples = model.examples();
      if (examples < nextRound) return;
      nextRound = Math.max(examples + 1, Math.ceil(examples * (1 + settings.growth)));
      due = true;
    },
    correct: ({ url, judgement }) => {
      if (judgement !== undefined && model.correct(url, Number(judgement.accepted))) due = true;
    },
    *revisions() {
      if (due && waiting.roundAt() === undefined) {
        due = false;
        waiting.beginRound();
      }
      for (const [url, evidence] of waiting.nextOfRound(MAX_AT_ONCE)) yield [url, priorityOf(url, evidence)];
    },
    current: (url) => {
      const evidence = waiting.get(url);
      return evidence && priorityOf(url, evidence);
    },
    snapshot: (): Snapshot => ({
      model: model.snapshot(),
      scale: scale.snapshot(),
      ...{ nextRound, due, sources, lastSource, roundAt: waiting.roundAt() },
    }),
    changes: () => waiting.changes(),
    restore: (snapshot, kept = []) => {
      const saved = structuredClone(snapshot) as Partial<Snapshot>;
      if (saved.model?.typical.length !== FEATURE_NAMES.length || saved.scale === undefined)
        throw new Error('the crawl was begun with another version of strategy learning');
      model = createLinkModel(settings, saved.model);
      scale = createRelevanceScale(saved.scale);
      ({ nextRound = 1, due = false, sources = 0, lastSource = '' } = saved);
      waiting.restore(kept, saved.roundAt);
    },
  };
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

/** The evidence of URLs that wait. @param limit beyond which those are forgotten that were found first */
export function createWaitingLinks(limit: number) {
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
  function remove(url: string | undefined): void {
    if (url === undefined || !links.delete(url)) return;
    changed.add(url);
    if (url === next) advance();
  }
  return {
    get: (url: string) => links.get(url),
    set(url: string, evidence: LinkEvidence): void {
      links.set(url, evidence);
      changed.add(url);
      if (links.size > limit) remove(links.keys().next().value);
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
