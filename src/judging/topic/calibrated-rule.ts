import {
  NOTHING_TO_JUDGE,
  type Calibration,
  type Judgement,
  type TopicClassifier,
} from '../../model/topic.js';
import { LEAST_NOUNS, lengthCorrection, votesOf, type TermModel } from './calibrated-score.js';
import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import { strongestEvidence, weightedMean, type Vote } from './influence.js';
import { irisOf, toProfile, type DocumentProfile } from './profile.js';

/** What the rule needs in addition to the counts in the knowledge base. */
export interface CalibratedRuleFacts {
  /** N: documents of the topic's corpus. */
  readonly documents: number;
  readonly calibration: Calibration;
  /** Frequency of a noun in general English, as used for the calibration. */
  readonly generalFrequency: (lemma: string) => number;
}

/**
 * The calibrated rule: the method of Hernandez et al. 2020, modified to filter.
 *
 * As in the paper, a page's score is a mean over the IDF of its nouns, counted in SPARQL, and the band for acceptance comes
 * from mean and deviation over the corpus. The differences:
 *
 * - A noun that the knowledge base does not have counts as the rarest, instead of being ignored. Ignoring unknown nouns
 *   makes all pages look similar, and the published band accepts about 99 % of any pages.
 * - Band and score are comparable: both are scores of documents, not IDF of nouns. The band is that of the corpus's own
 *   documents, each scored leave-one-out ({@link calibrate}), and has no upper limit: a page cannot be too typical.
 * - Nouns are weighted by the log of their mentions, and general words less than special ones.
 * - The mean falls with the length of a text, since long texts contain more rare nouns. This slope is measured on the corpus
 *   and corrected.
 * - If the topic was built with a background, a noun's value is its IDF there minus its IDF in the topic.
 *
 * {@link votesOf} has the formulas. The score is in bits, larger is more on topic; accepted ⇔ score ≥ the threshold
 * that {@link calibrate} sets below the mean of the corpus's scores. A page with fewer than ten nouns to count is rejected.
 * The pull of a noun in the evidence does not include its effect on the length of the page.
 *
 * @throws RangeError when the calibration is not one of this rule
 */
export function createCalibratedRule(facts: CalibratedRuleFacts, table: FrequencyTable): TopicClassifier {
  const { parameters, classifier } = facts.calibration;
  const { threshold, slope, backgroundDocuments } = parameters;
  if (
    classifier !== 'krs-calibrated' ||
    threshold === undefined ||
    slope === undefined ||
    backgroundDocuments === undefined
  ) {
    throw new RangeError(`the topic's calibration is of '${classifier}', not of the calibrated rule`);
  }
  return {
    name: 'krs-calibrated',
    judge: async ({ nouns }) => {
      const profile = toProfile(nouns);
      const model = await modelFor(profile, facts, table, backgroundDocuments);
      const votes = votesOf(profile, model);
      const correction = lengthCorrection(slope, votes.length, backgroundDocuments > 0);
      return judge(profile, votes, threshold, correction, irisOf(nouns));
    },
  };
}

async function modelFor(
  { lemmas, linked }: DocumentProfile,
  { documents, generalFrequency }: CalibratedRuleFacts,
  table: FrequencyTable,
  backgroundDocuments: number,
): Promise<TermModel> {
  const counted = backgroundDocuments > 0 ? lemmas : lemmas.filter((_, index) => linked[index]);
  const known = await table.byLemma(counted);
  const topic = { documents, of: (lemma: string) => known.get(lemma) ?? 0 };
  if (backgroundDocuments === 0) return { topic, generalFrequency };
  const elsewhere = await table.inBackground(counted);
  const background = { documents: backgroundDocuments, of: (lemma: string) => elsewhere.get(lemma) ?? 0 };
  return { topic, background, generalFrequency };
}

function judge(
  profile: DocumentProfile,
  votes: readonly Vote[],
  threshold: number,
  correction: number,
  iris: ReadonlyMap<string, string>,
): Judgement {
  const mean = weightedMean(votes);
  const enough = mean !== null && votes.length >= LEAST_NOUNS;
  const score = mean === null ? NOTHING_TO_JUDGE : mean - correction;
  const accepted = enough && score >= threshold;
  const linked = profile.linked.filter(Boolean).length;
  const evidence = strongestEvidence(votes, (value) => value - correction).map((noun) => {
    const iri = iris.get(noun.lemma);
    return iri === undefined ? noun : { ...noun, iri };
  });
  return {
    accepted,
    score,
    classifier: 'krs-calibrated',
    reason: {
      summary: summary(votes.length, score, threshold, accepted),
      meanIdf: votes.length === 0 ? null : votes.reduce((sum, { idf }) => sum + idf, 0) / votes.length,
      band: { low: threshold, high: null },
      nouns: {
        distinct: profile.lemmas.length,
        linked,
        unknown: votes.filter(({ documents }) => documents === 0).length,
      },
      evidence,
    },
  };
}

function summary(nouns: number, score: number, threshold: number, accepted: boolean): string {
  if (nouns < LEAST_NOUNS) {
    return `rejected: ${nouns} nouns to count are too few to judge by (at least ${LEAST_NOUNS})`;
  }
  const comparison = accepted ? 'reaches' : 'is below';
  return `${accepted ? 'accepted' : 'rejected'}: score ${score.toFixed(2)} ${comparison} ${threshold.toFixed(2)}, where the topic begins`;
}
