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

/** What the strategy keeps, as JSON. */
interface Snapshot {
  readonly words: readonly string[];
  readonly weights: OnlineWeights;
  readonly examples: number;
  /** The number of examples at which what waits is valued again; absent in snapshots of earlier versions. */
  readonly nextRound?: number;
  readonly waiting: readonly (readonly [string, LinkEvidence])[];
}

/**
 * Learns while crawling which links lead to pages that the classifier accepts: an online logistic regression over what is
 * known of a URL from all links to it (likeness of page, anchor, context and content block; the judgements of the pages;
 * the words of anchors, contexts and the address). Our own; in the spirit of the apprentice of Chakrabarti, Punera and
 * Subramanyam 2002 ("Accelerated focused crawling through online relevance feedback"), which learns from words around
 * links, and of Aggarwal, Al-Garawi and Yu 2001 ("Intelligent crawling"), which also learns from addresses and siblings.
 *
 * Before it has learned anything it is a best-first crawler by the sum of the four likenesses and the judgement. Each page that
 * was judged is one example. What waits is valued again whenever the examples have grown by a tenth, so that all this
 * valuing costs a fixed number of rounds for each tenfold growth. The priority is the probability that the target is accepted.
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
      waiting: [...waiting],
    }),
    restore: (snapshot) => {
      const saved = snapshot as Snapshot;
      places = createWordPlaces(saved.words);
      regression = createOnlineRegression(options, saved.weights);
      examples = saved.examples;
      nextRound = saved.nextRound ?? examples + 1;
      for (const [url, evidence] of structuredClone(saved.waiting)) waiting.set(url, evidence);
    },
  };
}
