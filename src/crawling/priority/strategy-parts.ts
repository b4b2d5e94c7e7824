import { STRATEGY_PARTS } from '../../judging/parts.js';
import type { StrategyName } from '../../judging/plugins/built-in-strategies.js';
import type { CrawlEvent, LinkPriority } from '../../model/crawl-event.js';
import type { TopicThesaurus } from '../../model/thesaurus.js';
import { STRATEGY_SETTINGS, type StrategySettings } from './strategy-settings.js';
import type { TopicSight } from './topic-sight.js';

/** Meanings of nouns: the part of a dictionary such as WordNet that strategies use. */
export interface NounMeanings {
  /** The most frequent sense of a noun, as a number; undefined if the dictionary does not have the noun. */
  senseOf(lemma: string): number | undefined;
  /** The direct hypernyms of a sense. */
  hypernymsOf(sense: number): readonly number[];
}

/** Services from which strategies are made. */
export interface StrategyParts {
  /** The topic; used only by strategies that need texts. */
  readonly sight: () => TopicSight;
  readonly meanings: () => NounMeanings;
  /** Default: a thesaurus of the heaviest words of the corpus. */
  readonly thesaurus?: TopicThesaurus;
  /** The user's labels for the browse of the HMM strategies. Default: the classifier's judgements. */
  readonly label?: (event: CrawlEvent) => boolean | undefined;
  readonly settings?: StrategySettings;
}

/** Services from which strategies are made, all settings known. */
export type SettledStrategy = StrategyParts & { readonly settings: StrategySettings };
export type StrategyMaker = (parts: SettledStrategy) => LinkPriority;

/** Loads a strategy, of which a fresh one is made for each crawl. */
export async function loadStrategy(name: StrategyName): Promise<(parts: StrategyParts) => LinkPriority> {
  const make: StrategyMaker = await STRATEGY_PARTS[name].load();
  return (parts) => make({ ...parts, settings: parts.settings ?? STRATEGY_SETTINGS });
}
