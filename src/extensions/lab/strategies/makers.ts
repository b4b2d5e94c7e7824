import type { SettledParts, StrategyMaker } from '../../../crawling/priority/strategy-parts.js';
import type { LinkPriority } from '../../../model/crawl-event.js';
import { contentBlocks, linkContext, linkPriorityEvaluation } from './lpe.js';
import { hiddenMarkov, type HmmEvidence } from './hmm/hmm.js';
import { semantic } from './semantic-strategy.js';
import { sharkSearch } from './shark-search.js';
import { threePhase } from './three-phase.js';

/** The strategies of papers by name, each as made for a crawl. */
export const MAKERS = {
  'semantic-synonym': ({ sight, meanings }) => semantic('semantic-synonym', sight(), meanings(), 0),
  'semantic-hypernym': ({ sight, meanings, settings }) =>
    semantic('semantic-hypernym', sight(), meanings(), settings.semantic.hypernymSimilarity),
  hmm: (parts) => hmm('hmm', 'path', parts),
  'hmm-centroid': (parts) => hmm('hmm-centroid', 'path-page', parts),
  'hmm-centroid-anchor': (parts) => hmm('hmm-centroid-anchor', 'path-page-anchor', parts),
  'link-context': ({ sight }) => linkContext(sight()),
  cbp: ({ sight, settings }) => contentBlocks(sight(), settings.lpe),
  lpe: ({ sight, settings }) => linkPriorityEvaluation(sight(), settings.lpe),
  'three-phase': ({ sight, settings }) => threePhase(sight(), settings.threePhase),
  'shark-search': ({ sight, settings }) => sharkSearch(sight(), settings.sharkSearch),
} as const satisfies Readonly<Record<string, StrategyMaker>>;

/** A strategy of the family of hidden Markov models. */
function hmm(name: string, evidence: HmmEvidence, { sight, settings, label }: SettledParts): LinkPriority {
  return hiddenMarkov(name, sight(), { evidence, settings: settings.hmm, seed: settings.seed, label });
}
