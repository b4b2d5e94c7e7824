import { checkSettings } from '../../src/app/settings/resolve.js';
import { expandFields } from '../../src/extensions/thesaurus/thesaurus-settings.js';
import {
  type CharacteristicNoun,
  characteristicNouns,
} from '../../src/extensions/thesaurus/expansion/nouns-of-topic.js';
import { expandNouns, expansionQuads } from '../../src/extensions/thesaurus/expansion/expand-nouns.js';
import { expansionIri } from '../../src/knowledge/krs/iris.js';
import { createOxigraphStore } from '../../src/knowledge/oxigraph/oxigraph-store.js';
import { documentFrequencies } from '../../src/judging/learning/term-counts.js';
import type { LinkedNoun } from '../../src/model/noun.js';
import type { Page } from '../../src/model/page.js';
import type { AnnotatedPage, Judgement, TopicClassifier, TopicExpansion } from '../../src/model/topic.js';
import { toNQuads } from '../../src/support/rdf/quads.js';
import { inverseDocumentFrequency, weightedSpread } from '../../src/support/statistics.js';
import { meaningKey, type FrequencyTable } from '../../src/knowledge/places/frequency-table.js';
import type { PageContent } from '../../src/judging/topic/page-content.js';
import { createPaperRule } from '../../src/judging/topic/paper-rule.js';
import { openWordNet } from '../../src/language/wordnet/wordnet.js';
import { readExpansion } from '../../src/extensions/thesaurus/expansion/expand-topic.js';

/** The texts of a topic and its background. */
export interface TaskTexts {
  readonly corpus: readonly PageContent[];
  readonly background: readonly PageContent[];
}

/** Judges a page by the counts of its nouns. */
export type CountsRule = (content: PageContent) => Promise<Judgement>;

/** The settings with which topics are expanded. */
export const DEFAULT_EXPANSION = checkSettings(expandFields, { kb: 'kb', topic: 'topic' });

const EMPTY = { url: '', title: '', headline: '', keywords: '', text: '', blocks: [], links: [] };
/** A page without text, for rules that read the nouns only. */
export const EMPTY_PAGE: Page = { ...EMPTY, robots: { noIndex: false, noFollow: false } };

function frequenciesOf(of: readonly PageContent[]): ReadonlyMap<string, number> {
  return documentFrequencies(of.map(({ nouns }) => new Map(nouns.lemmas.map((lemma) => [lemma, 1])))).byTerm;
}

/** The characteristic nouns of a topic, from counts in memory. */
export function characteristicOf({ corpus, background }: TaskTexts): CharacteristicNoun[] {
  const elsewhere = frequenciesOf(background);
  const counts = [...frequenciesOf(corpus)].map(([lemma, documents]) => ({
    lemma,
    documents,
    background: elsewhere.get(lemma) ?? 0,
  }));
  const texts = {
    documents: corpus.length,
    backgroundDocuments: background.length,
    commonness: () => 0,
  };
  return characteristicNouns(counts, texts, DEFAULT_EXPANSION.terms);
}

/** Expands a topic as `sfwc expand` does. */
export async function expansionOf(
  set: TaskTexts,
  least: number = DEFAULT_EXPANSION.least,
): Promise<TopicExpansion> {
  const documents = set.corpus.map(({ nouns }) => nouns.lemmas);
  const topic = { characteristic: characteristicOf(set), documents };
  const nouns = expandNouns(openWordNet(), topic, least);
  const about = { topic: 'urn:topic', topicName: '', topicChecksum: '', source: '', settings: '' };
  const kb = createOxigraphStore();
  await kb.load(toNQuads(expansionQuads({ ...about, nouns })));
  return readExpansion(kb, expansionIri(about.topic));
}

/** The published rule of a topic, as if every noun of its corpus were linked. */
export function paperRule({ corpus, background }: TaskTexts): CountsRule {
  const counts = frequenciesOf(corpus);
  const idf = weightedSpread(
    [...counts].map(([, count]) => [inverseDocumentFrequency(corpus.length, count), count] as const),
  );
  const rule: TopicClassifier = createPaperRule(
    { documents: corpus.length, idf },
    tableOf(corpus, background),
  );
  return (content) => {
    const nouns = mentionsOf(content).map((noun) => ({ ...noun, iri: iriOf(noun.lemma) }));
    const page: AnnotatedPage = { page: EMPTY_PAGE, nouns };
    return rule.judge(page);
  };
}

function iriOf(lemma: string): string {
  return `urn:noun:${encodeURIComponent(lemma)}`;
}

function tableOf(corpus: readonly PageContent[], background: readonly PageContent[]): FrequencyTable {
  const own = frequenciesOf(corpus);
  const counts = (of: ReadonlyMap<string, number>) => (lemmas: Iterable<string>) =>
    Promise.resolve(new Map([...lemmas].map((lemma) => [lemma, of.get(lemma) ?? 0])));
  return {
    byLemma: counts(own),
    inBackground: counts(frequenciesOf(background)),
    byMeaning: (meanings) =>
      Promise.resolve(new Map([...meanings].map((one) => [meaningKey(one), own.get(one.lemma) ?? 0]))),
  };
}

/** A mention of each noun of a page: the rules count nouns once. */
export function mentionsOf({ nouns }: PageContent): LinkedNoun[] {
  return nouns.lemmas.map((lemma) => ({
    lemma,
    surface: lemma,
    kind: 'word',
    tag: 'NN',
    entityClass: 'other',
    begin: 0,
    end: 0,
  }));
}
