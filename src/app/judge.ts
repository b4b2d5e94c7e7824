import { LINKER_NAMES, type LinkerName, type Rule } from '../config/settings.js';
import { GAZETTEER_NAME } from '../linking/gazetteer.js';
import type { LabelEntry } from '../linking/label-entry.js';
import { openWordNet } from '../linking/wordnet.js';
import { InputError } from '../model/errors.js';
import type { Annotator } from '../model/noun.js';
import type { Page } from '../model/page.js';
import type { KnowledgeBase } from '../model/rdf.js';
import type { AnnotatedPage, TopicClassifier } from '../model/topic.js';
import { PREFIXES } from '../model/vocabulary.js';
import { createCompromiseAnnotator } from '../text/compromise-annotator.js';
import { createCalibratedRule } from '../topic/calibrated-rule.js';
import { locatingEvidence } from '../topic/evidence-mentions.js';
import { createFrequencyTable } from '../topic/frequency-table.js';
import { createPaperRule } from '../topic/paper-rule.js';
import type { TopicFacts } from '../topic/topic-facts.js';
import { createAnalyser, createGeneralFrequency } from './analyser.js';
import { fullText } from '../support/full-text.js';
import type { OpenTopic } from './knowledge-base.js';

/** Everything that is needed to judge pages by one topic. */
export interface Judge {
  /** Finds and links the nouns of a page as those of the corpus were. */
  readonly annotate: (page: Page) => Promise<AnnotatedPage>;
  readonly classifier: TopicClassifier;
}

/**
 * Prepares to judge pages by a topic. The nouns of pages are found and linked by what the corpus's were: the same
 * annotator, the same linkers; the gazetteer takes its labels from the links that it made in the corpus, since a noun
 * that was never linked there has no count to ask for.
 *
 * @throws InputError when the topic was built with a linker or an annotator that this version does not have
 */
export async function openJudge(
  { kb, facts }: OpenTopic,
  rule: Rule,
  annotator: Annotator = createCompromiseAnnotator(),
): Promise<Judge> {
  if (annotator.name !== facts.annotator) {
    throw new InputError(
      `topic '${facts.name}' was annotated by ${facts.annotator}, this is ${annotator.name}`,
      {
        hint: 'build the topic again, so that pages and corpus are read alike',
      },
    );
  }
  const wordNet = openWordNet();
  const plan = { linkers: linkersOf(facts), labels: [await gazetteerLabels(kb, facts.iri)] };
  const analyse = createAnalyser(plan, wordNet, annotator);
  return {
    annotate: async (page) => ({ page, nouns: (await analyse(fullText(page))).nouns }),
    classifier: locatingEvidence(createClassifier(kb, facts, rule, createGeneralFrequency(wordNet))),
  };
}

function createClassifier(
  kb: KnowledgeBase,
  facts: TopicFacts,
  rule: Rule,
  generalFrequency: (lemma: string) => number,
): TopicClassifier {
  const table = createFrequencyTable(kb, facts.iri, facts.backgroundGraph ?? facts.iri);
  switch (rule) {
    case 'paper':
      return createPaperRule(facts, table);
    case 'calibrated':
      return createCalibratedRule({ ...facts, generalFrequency }, table);
  }
}

function linkersOf({ name, linkers }: TopicFacts): readonly LinkerName[] {
  return linkers.map((linker) => {
    const known = LINKER_NAMES.find((candidate) => candidate === linker);
    if (known === undefined)
      throw new InputError(`topic '${name}' was linked by '${linker}', which is not known here`);
    return known;
  });
}

async function gazetteerLabels(kb: KnowledgeBase, graph: string): Promise<readonly LabelEntry[]> {
  const query = `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX nif: <${PREFIXES.nif}>
PREFIX itsrdf: <${PREFIXES.itsrdf}>
SELECT DISTINCT ?label ?iri WHERE {
  ?s sfwc:linkedBy "${GAZETTEER_NAME}" ; nif:anchorOf ?label ; itsrdf:taIdentRef ?iri .
} ORDER BY ?label ?iri`;
  const { rows } = await kb.select(query, { defaultGraphs: [graph] });
  return rows.map((row) => ({
    label: row['label']?.value ?? '',
    iri: row['iri']?.value ?? '',
    kind: 'preferred',
  }));
}
