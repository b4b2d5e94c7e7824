import type { CrawlEvent, LinkPriority } from '../model/crawl.js';
import type { StrategyName } from '../model/strategy.js';
import type { TopicThesaurus } from '../model/thesaurus.js';
import { bestFirst } from './best-first.js';
import { breadthFirst } from './breadth-first.js';
import { contentBlocks } from './cbp.js';
import { hiddenMarkov, type HmmEvidence } from './hmm/hmm.js';
import { krs, krsBestFirst } from './krs.js';
import { learning } from './learning/learning.js';
import { linkContext } from './link-context.js';
import { linkPriorityEvaluation } from './lpe.js';
import type { NounMeanings } from './meanings.js';
import { parentQuality } from './parent-quality.js';
import { semantic } from './semantic.js';
import { sharkSearch } from './shark-search.js';
import { STRATEGY_SETTINGS, type StrategySettings } from './strategy-settings.js';
import { tagPath } from './tag-path.js';
import { thesaurusOf, thesaurusPriority } from './thesaurus.js';
import { threePhase } from './three-phase.js';
import type { TopicSight } from './topic-sight.js';
import { treeFrontier } from './tree-frontier.js';
import { given } from '../support/given.js';

/** What strategies are made of. */
export interface StrategyParts {
  /** The topic; used only by strategies that need texts ({@link needsTexts}). */
  readonly sight: () => TopicSight;
  readonly meanings: () => NounMeanings;
  /** Default: a thesaurus of the heaviest words of the corpus. */
  readonly thesaurus?: TopicThesaurus;
  /** The user's labels for the browse of the HMM strategies. Default: the classifier's judgements. */
  readonly label?: (event: CrawlEvent) => boolean | undefined;
  readonly settings?: StrategySettings;
}

/** Whether a strategy takes links in the order of their discovery, whatever the topic. */
export function isBlind(name: StrategyName): boolean {
  return ['breadth-first', 'krs'].includes(name);
}

/** Whether a strategy needs the texts of the topic. */
export function needsTexts(name: StrategyName): boolean {
  return !['breadth-first', 'krs', 'krs-best-first', 'tag-path', 'parent-quality'].includes(name);
}

/** Whether a strategy reads the paths of tags to links, as its `readsTagPaths` says. */
export function needsTagPaths(name: string): boolean {
  return name === 'tag-path';
}

/** Arguments of the makers. */
type ReadyParts = StrategyParts & { readonly settings: StrategySettings };

function hmm(name: string, evidence: HmmEvidence): (parts: ReadyParts) => LinkPriority {
  return ({ sight, settings, label }) =>
    hiddenMarkov(name, sight(), {
      evidence,
      settings: settings.hmm,
      seed: settings.seed,
      ...given({ label }),
    });
}

function byThesaurus({ sight, meanings, thesaurus, settings }: ReadyParts): LinkPriority {
  const topic = sight();
  return thesaurusPriority(topic, thesaurus ?? thesaurusOf(topic.terms, meanings()), settings.thesaurus);
}

const MAKERS: Readonly<Record<StrategyName, (parts: ReadyParts) => LinkPriority>> = {
  krs: () => krs(),
  'krs-best-first': () => krsBestFirst(),
  learning: ({ sight, settings }) => learning(sight(), settings.learning),
  'breadth-first': () => breadthFirst(),
  'best-first-page': ({ sight }) => bestFirst('best-first-page', sight(), 'page'),
  'best-first-anchor': ({ sight }) => bestFirst('best-first-anchor', sight(), 'anchor'),
  'best-first-page-anchor': ({ sight }) => bestFirst('best-first-page-anchor', sight(), 'page-anchor'),
  'n-best-first': ({ sight, settings }) =>
    bestFirst('n-best-first', sight(), 'page-anchor', settings.nBest.size),
  'semantic-synonym': ({ sight, meanings }) => semantic('semantic-synonym', sight(), meanings(), 0),
  'semantic-hypernym': ({ sight, meanings, settings }) =>
    semantic('semantic-hypernym', sight(), meanings(), settings.semantic.hypernymSimilarity),
  hmm: hmm('hmm', 'path'),
  'hmm-centroid': hmm('hmm-centroid', 'path-page'),
  'hmm-centroid-anchor': hmm('hmm-centroid-anchor', 'path-page-anchor'),
  'link-context': ({ sight }) => linkContext(sight()),
  cbp: ({ sight, settings }) => contentBlocks(sight(), settings.lpe),
  lpe: ({ sight, settings }) => linkPriorityEvaluation(sight(), settings.lpe),
  'three-phase': ({ sight, settings }) => threePhase(sight(), settings.threePhase),
  'shark-search': ({ sight, settings }) => sharkSearch(sight(), settings.sharkSearch),
  thesaurus: byThesaurus,
  'tag-path': ({ settings }) => tagPath(settings.tagPath, settings.seed),
  'tree-frontier': ({ sight, settings }) => treeFrontier(sight(), settings.treeFrontier, settings.seed),
  'parent-quality': () => parentQuality(),
};

/** Makes a fresh strategy for one crawl. */
export function createStrategy(name: StrategyName, parts: StrategyParts): LinkPriority {
  return MAKERS[name]({ ...parts, settings: parts.settings ?? STRATEGY_SETTINGS });
}
