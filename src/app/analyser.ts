import type { LinkerName } from '../config/settings.js';
import { applyLinks, chainLinkers } from '../linking/chain.js';
import { createGazetteer } from '../linking/gazetteer.js';
import type { LabelEntry } from '../linking/label-entry.js';
import { createWordNetLinker } from '../linking/wordnet-linker.js';
import type { AnnotatedText, Annotator, EntityLinker, LinkedNoun } from '../model/noun.js';
import type { WordNet } from '../linking/wordnet.js';
import type { NounMeanings } from '../topic/semantic-rule.js';
import { createCompromiseAnnotator } from '../text/compromise-annotator.js';

/** A text with its sentences, and its nouns with what they mean. */
export interface AnalysedText extends AnnotatedText {
  readonly nouns: readonly LinkedNoun[];
}

/** Finds the nouns of a text and what they mean. The same analyser reads corpora and pages. */
export type Analyse = (text: string) => Promise<AnalysedText>;

/** What an analyser is made of, as plain data that can be handed to a worker thread. */
export interface AnalyserPlan {
  /** Linkers, the first asked first. */
  readonly linkers: readonly LinkerName[];
  /** Labels for the gazetteer by source, the most trusted source first. */
  readonly labels: readonly (readonly LabelEntry[])[];
}

/** Makes an analyser; WordNet is handed in, since reading it takes a moment. */
export function createAnalyser(
  plan: AnalyserPlan,
  wordNet: WordNet,
  annotator = createCompromiseAnnotator(),
): Analyse {
  const linker = chainLinkers(plan.linkers.map((name) => createLinker(name, plan, wordNet, annotator)));
  return async (text) => {
    const annotated = annotator.annotate(text.normalize('NFC'));
    return { ...annotated, nouns: applyLinks(annotated, await linker.link(annotated)) };
  };
}

function createLinker(
  name: LinkerName,
  plan: AnalyserPlan,
  wordNet: WordNet,
  annotator: Annotator,
): EntityLinker {
  switch (name) {
    case 'gazetteer':
      return createGazetteer(plan.labels, annotator);
    case 'wordnet':
      return createWordNetLinker(wordNet);
  }
}

/** How often a noun was met in WordNet's tagged texts, over all its senses as a noun. */
export function createGeneralFrequency(wordNet: WordNet): (lemma: string) => number {
  return (lemma) => wordNet.sensesOf(lemma).reduce((sum, { tagCount }) => sum + tagCount, 0);
}

/** What nouns mean by WordNet: the most frequent sense, and the synsets right above it. */
export function createNounMeanings(wordNet: WordNet): NounMeanings {
  return {
    senseOf: (lemma) => wordNet.sensesOf(lemma)[0]?.offset,
    hypernymsOf: (sense) => {
      const synset = wordNet.synset(sense);
      return synset === undefined ? [] : [...synset.hypernyms, ...synset.instanceHypernyms];
    },
  };
}
