import { openThesaurus } from './thesaurus-file.js';
import { toTopicThesaurus } from './check-thesaurus.js';
import type { CorpusRole } from '../../knowledge/files/corpus-record.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import type { AnnotatedPage } from '../../model/topic.js';
import type { ClassifierKind } from '../../judging/classifiers/classifier.js';
import { THESAURUS, type TopicThesaurus } from '../../model/thesaurus.js';
import { createThesaurusRule, thesaurusScorer, thesaurusThreshold } from './thesaurus-rule.js';
import { folderOf, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { openRecord } from '../../app/topics/building/recorded-texts.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { openWordReader } from '../../language/text/english.js';

/** A thesaurus to judge by, and the score from which pages are accepted. */
export interface ThesaurusPlan {
  readonly thesaurus: TopicThesaurus;
  readonly threshold: number;
}

/** Terms of a thesaurus by facet (Badia, Muezzinoglu, Nasraoui 2006). */
export const thesaurusClassifier: ClassifierKind<ThesaurusPlan> = {
  name: THESAURUS,
  reads: 'nouns',
  plan: async (topic, file) => (file === undefined ? undefined : planFor(topic, file)),
  make: ({ thesaurus, threshold }, { wordNet }) =>
    createThesaurusRule(thesaurus, openWordReader({ numbers: true }, wordNet), threshold),
};

/**
 * The threshold is learned from the topic's texts and its background each time, since scoring is fast and a thesaurus changes
 * often.
 *
 * @param file SKOS in any format of RDF
 * @throws InputError for a thesaurus with errors, and for a topic without a record of its corpus; UsageError for one in an endpoint
 */
async function planFor(topic: OpenTopic, file: string): Promise<ThesaurusPlan> {
  const thesaurus = toTopicThesaurus(await openThesaurus(file));
  const words = openWordReader({ numbers: true });
  const score = thesaurusScorer(thesaurus, words);
  const scores: Record<CorpusRole, number[]> = { corpus: [], background: [] };
  const record = await openRecord(topicFile(folderOf(topic, 'the record of its corpus'), topic.facts.name));
  for await (const { role, document } of record.documents()) scores[role].push(score(asPage(document)));
  const threshold = thesaurusThreshold({ positives: scores.corpus, negatives: scores.background });
  return { thesaurus, threshold };
}

/** A document of a corpus does not have a URL, headings or links. */
function asPage({ title, text }: { readonly title: string; readonly text: string }): AnnotatedPage {
  return { page: { ...emptyPage(''), title, text }, nouns: [] };
}
