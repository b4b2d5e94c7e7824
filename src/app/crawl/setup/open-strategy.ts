import { openWordNet, type WordNet } from '../../../language/wordnet/wordnet.js';
import { PARTS } from '../../../judging/parts.js';
import type { LinkPriority } from '../../../model/crawl-event.js';
import type { OpenName } from '../../../model/open-name.js';
import {
  DEFAULT_STRATEGY,
  strategyOf,
  type StrategyName,
} from '../../../judging/plugins/built-in-strategies.js';
import { guardStrategy } from '../../../judging/plugins/guarded-parts.js';
import { NO_PLUGINS, requirePart, type Plugins } from '../../../judging/plugins/registry.js';
import { byTopics, type TopicStrategy } from '../../../crawling/priority/by-topics.js';
import { createStrategy } from '../../../crawling/priority/create-strategy.js';
import type { StrategyParts, NounMeanings } from '../../../crawling/priority/strategy-parts.js';
import { STRATEGY_SETTINGS } from '../../../crawling/priority/strategy-settings.js';
import { createTopicSight } from '../../../crawling/priority/topic-sight.js';
import { once } from '../../../support/once.js';
import { hasTexts, strategyTexts, type TextsOfTopic } from './strategy-texts.js';
import { nounTexts } from './noun-texts.js';
import type { EndpointSettings } from '../../../model/endpoint.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';

/** Options with which strategies are opened. */
export interface StrategyOptions {
  /** SKOS file for the thesaurus strategy; default: made of the heaviest words of the corpus. */
  readonly thesaurus?: string;
  /** Plugins with strategies. */
  readonly plugins?: Plugins;
  /** Settings of an endpoint. */
  readonly endpoint?: EndpointSettings;
  readonly warn?: (message: string) => void;
}

/**
 * Makes a strategy for crawls of a topic, or of several: then it values links for each of them.
 * @param kb folder of the knowledge base, or an endpoint
 * @throws UsageError for a name that nothing has; InputError when the strategy has to know the topic's texts and they are not there; for a thesaurus with errors
 */
export async function openStrategy(
  name: OpenName<StrategyName>,
  kb: string,
  topic: string | readonly string[],
  options: StrategyOptions = {},
): Promise<LinkPriority> {
  const { plugins = NO_PLUGINS } = options;
  requirePart('strategies', name, plugins, 'strategy');
  const own = plugins.find('strategies', name);
  const open = (one: string): Promise<LinkPriority> =>
    own === undefined
      ? openBuiltIn(name as StrategyName, kb, one, options)
      : guardStrategy(own, { kb, topic: one });
  const topics = [topic].flat();
  if (topics.length === 1) return open(topics[0] ?? '');
  // An object is there once, and sees the best judgement.
  const isOnce = own === undefined ? strategyOf(name).needs === 'order' : typeof own.part !== 'function';
  if (isOnce) return open(topics.join(', '));
  const strategies: TopicStrategy[] = [];
  for (const one of topics) strategies.push({ topic: one, strategy: await open(one) });
  return byTopics(strategies);
}

async function openBuiltIn(
  name: StrategyName,
  kb: string,
  topic: string,
  options: StrategyOptions,
): Promise<LinkPriority> {
  const parts = strategyParts(await textsFor(name, kb, topic, options));
  const { thesaurus } = options;
  if (name !== 'thesaurus' || thesaurus === undefined) return createStrategy(name, parts);
  const { openTopicThesaurus } = await PARTS.thesauri();
  return createStrategy(name, { ...parts, thesaurus: await openTopicThesaurus(thesaurus) });
}

/** The texts that a strategy learns the topic from; the default one makes do with its nouns where there are none. */
async function textsFor(
  name: StrategyName,
  kb: string,
  topic: string,
  { endpoint, warn }: StrategyOptions,
): Promise<TextsOfTopic> {
  if (strategyOf(name).needs !== 'texts') return { corpus: [], background: [], language: ENGLISH };
  if (name === DEFAULT_STRATEGY && !(await hasTexts(kb, topic)))
    return nounTexts(await openTopic(kb, topic, endpoint, warn));
  return strategyTexts(kb, topic, name);
}

/** Warning before crawling so many pages by a strategy; undefined when there is nothing to say. */
export function strategyWarning(name: string, maxPages: number): string | undefined {
  const { browse } = STRATEGY_SETTINGS.hmm;
  return name.startsWith('hmm') && maxPages <= browse
    ? `strategy '${name}' learns from the first ${browse} pages, which it takes breadth-first; ${maxPages} pages are too few for it`
    : undefined;
}

/** Parts from which strategies are made, for a topic of these texts: words as classifiers read them, meanings by WordNet. */
export function strategyParts(
  texts: Omit<TextsOfTopic, 'language'> & Partial<Pick<TextsOfTopic, 'language'>>,
): StrategyParts {
  return {
    sight: once(() =>
      createTopicSight(texts, wordReaderFor(texts.language ?? ENGLISH), STRATEGY_SETTINGS.topicTerms),
    ),
    meanings: once(() => nounMeanings(openWordNet())),
  };
}

function nounMeanings(wordNet: WordNet): NounMeanings {
  return {
    senseOf: (lemma) => wordNet.sensesOf(lemma)[0]?.offset,
    hypernymsOf: (sense) => {
      const synset = wordNet.synset(sense);
      return synset === undefined ? [] : [...synset.hypernyms, ...synset.instanceHypernyms];
    },
  };
}
