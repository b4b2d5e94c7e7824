import { openWordNet } from '../../../language/wordnet/wordnet.js';
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
import { loadStrategy, type StrategyParts } from '../../../crawling/priority/strategy-parts.js';
import { STRATEGY_SETTINGS } from '../../../crawling/priority/strategy-settings.js';
import { createTopicSight } from '../../../crawling/priority/topic-sight.js';
import { once } from '../../../support/once.js';
import { openTopic, type OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { createFrequencyTable } from '../../../knowledge/places/frequency-table.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';
import { InputError } from '../../../model/errors.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import type { TitledText, TopicTexts } from '../../../crawling/priority/term-weights.js';
import {
  generalEnglishTexts,
  hasRecord,
  learnFromRecord,
  openRecord,
} from '../../topics/building/recorded-texts.js';
import { ENGLISH } from '../../../language/text/words-only-annotator.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';

interface StrategyOptions {
  /** SKOS file for the thesaurus strategy; default: made of the heaviest words of the corpus. */
  readonly thesaurus?: string;
  readonly plugins?: Plugins;
  readonly warn?: (message: string) => void;
}

/**
 * Makes a strategy for crawls of a topic, or of several: then it values links for each of them.
 * @throws UsageError for an unknown name; InputError for missing texts of the topic, and for the thesaurus
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
  // An object is there once, and sees the best judgement.
  const isOnce = own === undefined ? strategyOf(name).needs === 'order' : typeof own.part !== 'function';
  if (topics.length === 1 || isOnce) return open(topics.join(', '));
  const strategies: TopicStrategy[] = [];
  for (const one of topics) strategies.push({ topic: one, strategy: await open(one) });
  return byTopics(strategies);
}

async function openBuiltIn(
  name: StrategyName,
  kb: string,
  topic: string,
  { thesaurus, warn }: StrategyOptions,
): Promise<LinkPriority> {
  const parts = strategyParts(await textsFor(name, kb, topic, warn));
  const make = await loadStrategy(name);
  if (name !== 'thesaurus' || thesaurus === undefined) return make(parts);
  const { openTopicThesaurus } = await PARTS.thesauri();
  return make({ ...parts, thesaurus: await openTopicThesaurus(thesaurus) });
}

/** The texts that a strategy learns the topic from; the default one makes do with its nouns where there are none. */
async function textsFor(name: StrategyName, kb: string, topic: string, warn: StrategyOptions['warn']) {
  if (strategyOf(name).needs !== 'texts') return { corpus: [], background: [], language: ENGLISH };
  const { path } = parsePlace(kb);
  const hasTexts = path !== undefined && (await hasRecord(topicFile(path, topic)));
  if (name === DEFAULT_STRATEGY && !hasTexts) return nounTexts(await openTopic(kb, topic, {}, warn));
  return strategyTexts(kb, topic, name);
}

/** Parts from which strategies are made, for a topic of these texts: words as classifiers read them, meanings by WordNet. */
export function strategyParts({ language = ENGLISH, ...texts }: TopicTexts): StrategyParts {
  const { topicTerms } = STRATEGY_SETTINGS;
  return {
    sight: once(() => createTopicSight({ ...texts, language }, wordReaderFor(language), topicTerms)),
    meanings: once(() => {
      const wordNet = openWordNet();
      return {
        senseOf: (lemma) => wordNet.sensesOf(lemma)[0]?.offset,
        hypernymsOf: (sense) => {
          const { hypernyms = [], instanceHypernyms = [] } = wordNet.synset(sense) ?? {};
          return [...hypernyms, ...instanceHypernyms];
        },
      };
    }),
  };
}

/** The texts of a topic, and their language as an ISO 639-1 code. */
type TextsOfTopic = TopicTexts & { readonly language: string };

/** The background of a topic that was built without one: WordNet's glosses. */
const generalTexts = (): TitledText[] => generalEnglishTexts().map((text) => ({ title: '', text }));

/**
 * The texts that strategies learn a topic from, out of the record of its corpus.
 * @throws InputError when the texts are missing: the topic is in a SPARQL endpoint, or its record is missing or damaged
 */
export async function strategyTexts(kb: string, topic: string, strategy: string): Promise<TextsOfTopic> {
  const { path, name } = parsePlace(kb);
  if (path === undefined)
    throw new InputError(
      `strategy '${strategy}' needs the texts of topic '${topic}', which ${name} does not hold`,
      {
        hint: 'build the topic into a folder, or crawl with the strategy learning, krs, krs-best-first or breadth-first',
      },
    );
  const record = await openRecord(topicFile(path, topic));
  const titled = ({ document: { title, text } }: { readonly document: TitledText }) => ({ title, text });
  const { corpus, background } = await learnFromRecord(record, () => record.documents(), titled);
  const { textLanguage: language = ENGLISH, about: line } = record.header;
  return { corpus, background: background.length > 0 ? background : generalTexts(), language, line };
}

/** Nouns that are requested, the most frequent ones first. Endpoints often cut answers off at 10,000 rows. */
const MAX_NOUNS = 5000;
/** Maximum number of texts made of the nouns, for the corpus and for the background each. */
const MAX_TEXTS = 400;
/** Stride by which the texts with a noun are chosen, so that no text has all the frequent ones. */
const STRIDE = 7919;

/**
 * Texts that strategies learn a topic from where its own are missing, made of the nouns that the knowledge base counts: each
 * occurs in as many texts as in the corpus, and in the background. What words weigh depends on these counts alone.
 */
export async function nounTexts({ kb, facts }: OpenTopic): Promise<TextsOfTopic> {
  const { language, about: line } = facts;
  const { rows } = await kb.select(NOUNS_QUERY, { defaultGraphs: [facts.iri] });
  const counts = new Map(rows.map((row) => [row['lemma']?.value ?? '', Number(row['total']?.value)]));
  const corpus = spread(counts, facts.documents);
  const own = { corpus, language, line };
  if (facts.backgroundGraph === undefined) return { ...own, background: generalTexts() };
  const table = createFrequencyTable(kb, facts.iri, facts.backgroundGraph);
  const inBackground = await table.inBackground(counts.keys());
  const most = Math.max(MAX_TEXTS, ...inBackground.values());
  return { ...own, background: spread(inBackground, most) };
}

const NOUNS_QUERY = `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX nif: <${PREFIXES.nif}>
SELECT ?lemma (COUNT(DISTINCT ?doc) AS ?total) WHERE {
  ?s a sfwc:Entity ; nif:anchorOf ?lemma ; sfwc:inDocument ?doc .
} GROUP BY ?lemma ORDER BY DESC(?total) ?lemma LIMIT ${MAX_NOUNS}`;

/** So many texts, scaled down to {@link MAX_TEXTS}, with each noun in as many of them as it should be in. */
function spread(counts: ReadonlyMap<string, number>, documents: number): TitledText[] {
  const size = Math.max(1, Math.min(documents, MAX_TEXTS));
  const texts = Array.from({ length: size }, (): string[] => []);
  for (const [place, [lemma, count]] of [...counts].entries()) {
    const share = Math.min(size, Math.ceil((count * size) / Math.max(1, documents)));
    for (let step = 0; step < share; step += 1) texts[(place * STRIDE + step) % size]?.push(lemma);
  }
  return texts.map((nouns) => ({ title: '', text: nouns.join('. ') }));
}
