import { topicFile } from '../files/kb-folder.js';
import { readTerms, termQuads, termsFile, writeTerms, type TermSurroundings } from '../files/terms-file.js';
import { openTopicStore } from '../files/topic-store.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import type { TermAnswer } from '../../model/term.js';
import { nquadsOf } from '../../support/rdf/quads.js';
import { createFrequencyTable } from './frequency-table.js';
import { readTopicFacts } from './topic-facts.js';

/**
 * Adds the terms that were taken to the graph of an opened topic, so that its rules count them like nouns of the corpus.
 * @throws InputError when the file with the answers is damaged
 */
export async function addTerms(kb: KnowledgeBase, file: string, name: string): Promise<void> {
  const answers = await readTerms(termsFile(file));
  if (!answers.some(({ taken }) => taken)) return;
  const surroundings = await surroundingsOf(kb, name, answers);
  await kb.load([nquadsOf(termQuads(answers, surroundings, surroundings.topic))]);
}

/**
 * Replaces the answers about a topic. Their nouns follow from the topic as it is now.
 * @throws InputError when the topic cannot be read; OutputError
 */
export async function saveTerms(folder: string, name: string, answers: readonly TermAnswer[]): Promise<void> {
  const file = topicFile(folder, name);
  const kb = await openTopicStore(file);
  await writeTerms(termsFile(file), answers, await surroundingsOf(kb, name, answers));
}

/** Writes the nouns of the terms again after the topic was built: its documents are others. @throws as {@link saveTerms} */
export async function renewTerms(folder: string, name: string): Promise<void> {
  const answers = await readTerms(termsFile(topicFile(folder, name)));
  if (answers.length > 0) await saveTerms(folder, name, answers);
}

/** @param kb of the topic alone, without its terms */
async function surroundingsOf(
  kb: KnowledgeBase,
  name: string,
  answers: readonly TermAnswer[],
): Promise<TermSurroundings> {
  const { iri, documents, backgroundGraph = iri } = await readTopicFacts(kb, name);
  const counts = await createFrequencyTable(kb, iri, backgroundGraph).byLemma(
    answers.map(({ term }) => term),
  );
  const inCorpus = new Set([...counts].flatMap(([term, count]) => (count > 0 ? [term] : [])));
  return { topic: iri, documents, inCorpus };
}
