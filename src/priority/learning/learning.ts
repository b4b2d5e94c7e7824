import { sigmoid } from '../../learning/logistic-regression.js';
import type { LinkPriority, Priority } from '../../model/crawl.js';
import type { StrategySettings } from '../strategy-settings.js';
import type { TopicSight } from '../topic-sight.js';
import {
  addLink,
  createWordPlaces,
  featuresOf,
  noEvidence,
  PRIOR_WEIGHTS,
  type LinkEvidence,
} from './link-features.js';
import { createOnlineRegression, type OnlineWeights } from './online-regression.js';

/** The state of the strategy, as JSON. */
interface Snapshot {
  readonly words: readonly string[];
  readonly weights: OnlineWeights;
  readonly examples: number;
  /** Number of examples at which queued URLs are valued again, and whether that is due. */
  readonly nextRound: number;
  readonly due: boolean;
  readonly waiting: readonly (readonly [string, LinkEvidence])[];
}

/**
 * Learns during the crawl which links lead to pages that the classifier accepts: an online logistic regression over the
 * features of a URL from all links to it (likeness of page, anchor, context and content block; the judgements of the pages;
 * the words of anchors, contexts and the URL). It is our own method, in the spirit of the apprentice of Chakrabarti, Punera and
 * Subramanyam 2002 ("Accelerated focused crawling through online relevance feedback"), which learns from words around
 * links, and of Aggarwal, Al-Garawi and Yu 2001 ("Intelligent crawling"), which also learns from URLs and siblings.
 *
 * Before learning, it is a best-first crawler by the sum of the four likenesses and the judgement. Each judged page is one
 * example. Queued URLs are valued again whenever the number of examples has grown by a tenth, so that this takes a fixed
 * number of rounds per tenfold growth. The priority is the probability that the target is accepted.
 */
export function learning(sight: TopicSight, settings: StrategySettings['learning']): LinkPriority {
  const options = { step: settings.step, decay: settings.decay, prior: PRIOR_WEIGHTS };
  const waiting = new Map<string, LinkEvidence>();
  let places = createWordPlaces();
  let regression = createOnlineRegression(options);
  let examples = 0;
  let nextRound = 1;
  let due = false;

  const valueOf = (evidence: LinkEvidence): Priority => {
    const value = sigmoid(regression.score(featuresOf(evidence)));
    const { anchor, context, page, block } = evidence;
    const likenesses = `anchor ${anchor.toFixed(2)}, context ${context.toFixed(2)}, block ${block.toFixed(2)}, page ${page.toFixed(2)}`;
    return { value, reason: `learned ${value.toFixed(3)} from ${examples} pages: ${likenesses}` };
  };

  return {
    name: 'learning',
    prioritise: (candidate) => {
      const evidence = waiting.get(candidate.link.url) ?? noEvidence();
      waiting.set(candidate.link.url, evidence);
      addLink(evidence, candidate, sight, places, settings.contextWords);
      return valueOf(evidence);
    },
    observe: ({ url, judgement }) => {
      const evidence = waiting.get(url);
      waiting.delete(url);
      if (evidence === undefined || judgement === undefined) return;
      regression.learn(featuresOf(evidence), judgement.accepted);
      examples += 1;
      if (examples < nextRound) return;
      nextRound = Math.max(examples + 1, Math.ceil(examples * (1 + settings.growth)));
      due = true;
    },
    *revisions() {
      if (!due) return;
      due = false;
      for (const [url, evidence] of waiting) yield [url, valueOf(evidence)];
    },
    snapshot: (): Snapshot => ({
      words: places.snapshot(),
      weights: regression.snapshot(),
      examples,
      nextRound,
      due,
      waiting: [...waiting],
    }),
    restore: (snapshot) => {
      const saved = snapshot as Snapshot;
      places = createWordPlaces(saved.words);
      regression = createOnlineRegression(options, saved.weights);
      ({ examples, nextRound, due } = saved);
      for (const [url, evidence] of structuredClone(saved.waiting)) waiting.set(url, evidence);
    },
  };
}
