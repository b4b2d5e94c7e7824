import { WORDNET_BASE } from '../../model/vocabulary.js';
import type { NounEvidence, TopicClassifier } from '../../model/topic.js';

/**
 * Wraps any classifier so that nouns of its evidence have the IRIs that a service gave them, where no linker gave them one or only
 * the sense of a word in WordNet. Scores and verdicts stay as they are.
 * @param meanings IRIs by lemma
 */
export function namingMeanings(
  classifier: TopicClassifier,
  meanings: readonly (readonly [string, string])[] = [],
): TopicClassifier {
  if (meanings.length === 0) return classifier;
  const byLemma = new Map(meanings);
  const named = (noun: NounEvidence): NounEvidence => {
    const iri = byLemma.get(noun.lemma);
    const isEntity = noun.iri !== undefined && !noun.iri.startsWith(WORDNET_BASE);
    return iri === undefined || isEntity ? noun : { ...noun, iri };
  };
  return {
    ...classifier,
    judge: async (page) => {
      const judgement = await classifier.judge(page);
      const { reason } = judgement;
      return { ...judgement, reason: { ...reason, evidence: reason.evidence.map(named) } };
    },
  };
}
