import type { LinkedNoun } from '../../model/noun.js';
import {
  NOTHING_TO_JUDGE,
  type Judgement,
  type NounEvidence,
  type Spread,
  type TopicClassifier,
} from '../../model/topic.js';
import { isIri } from '../../support/rdf/sparql-terms.js';
import { inverseDocumentFrequency } from '../../support/statistics.js';
import { meaningKey, type FrequencyTable, type Meaning } from '../../knowledge/places/frequency-table.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import { EVIDENCE_SHOWN } from './evidence-mentions.js';

export const krsPaper: ClassifierKind<PaperRuleFacts> = {
  name: 'krs-paper',
  reads: 'links',
  plan: ({ facts: { documents, idf } }) => Promise.resolve({ documents, idf }),
  make: (facts, { counts }) => createPaperRule(facts, counts),
};

/** Facts of the topic that the rule needs: N, μ and σ. */
export interface PaperRuleFacts {
  readonly documents: number;
  readonly idf: Spread;
}

/** μ and σ are stored with six decimals, so a mean on the border may appear outside by this much. */
const ROUNDING = 1e-6;
/** Replaces a σ of 0, when all nouns of a topic are equally rare; keeps scores above {@link NOTHING_TO_JUDGE}. */
const MIN_DEVIATION = 1e-4;

/**
 * The rule as published (Hernandez, Marin-Castro, Morales-Sandoval 2020, section 3.3, equations 1 to 4):
 *
 *     μ_doc = mean of log2(N / n) over the page's linked nouns;   accept ⇔ μ − σ ≤ μ_doc ≤ μ + σ
 *
 * n, from a SPARQL query, is the number of documents with the noun linked to the same IRI (section 3.2). A noun that is not in
 * the knowledge base has n = 0 and no IDF, and is ignored; each noun counts once per page. A page without any known linked
 * noun has no mean and is rejected.
 *
 * The published implementation differs from the text: it averages over distinct IDF *values* and does not judge pages
 * with ten or fewer nouns. This follows the text.
 *
 * Since unknown nouns are ignored, the mean of almost any page falls into the band. On 4,500 encyclopedia
 * articles the rule accepts about 99 % of all pages, whatever the topic.
 *
 * The score is −|μ_doc − μ| / σ, so that acceptance is score ≥ −1 and larger is closer to the topic's mean. Borders
 * count as inside up to the rounding of μ and σ in the knowledge base.
 */
export function createPaperRule(facts: PaperRuleFacts, table: FrequencyTable): TopicClassifier {
  return {
    name: 'krs-paper',
    judge: async ({ nouns }) => {
      const meanings = distinctMeanings(nouns);
      const counts = await table.byMeaning(meanings);
      const votes = meanings.flatMap((meaning): Vote[] => {
        const documents = counts.get(meaningKey(meaning)) ?? 0;
        if (documents === 0) return [];
        return [{ ...meaning, documents, idf: inverseDocumentFrequency(facts.documents, documents) }];
      });
      const distinct = new Set(nouns.map((noun) => noun.lemma)).size;
      return judge(facts, votes, { distinct, linked: meanings.length });
    },
  };
}

type Vote = Omit<NounEvidence, 'pull'>;

function judge(
  { idf }: PaperRuleFacts,
  votes: readonly Vote[],
  page: { readonly distinct: number; readonly linked: number },
): Judgement {
  const mean = votes.length === 0 ? null : votes.reduce((sum, vote) => sum + vote.idf, 0) / votes.length;
  const band = { low: idf.mean - idf.deviation, high: idf.mean + idf.deviation };
  const score = mean === null ? NOTHING_TO_JUDGE : scoreOf(idf, mean);
  const accepted = mean !== null && Math.abs(mean - idf.mean) <= idf.deviation + ROUNDING;
  return {
    accepted,
    score,
    classifier: 'krs-paper',
    reason: {
      summary: summary(mean, band, accepted),
      meanIdf: mean,
      band,
      nouns: { ...page, unknown: page.linked - votes.length },
      evidence: mean === null ? [] : strongestEvidence(votes, mean, (value) => scoreOf(idf, value)),
    },
  };
}

/** The nouns that move the score most, strongest first. The pull of a noun is the score minus the score without it. */
function strongestEvidence(
  votes: readonly Vote[],
  mean: number,
  scoreOf: (mean: number) => number,
): NounEvidence[] {
  const rest = votes.length - 1;
  const pullOf = (idf: number): number =>
    rest === 0 ? 0 : scoreOf(mean) - scoreOf((mean * votes.length - idf) / rest);
  return votes
    .map((vote) => ({ ...vote, pull: pullOf(vote.idf) }))
    .sort((a, b) => Math.abs(b.pull) - Math.abs(a.pull) || (a.lemma < b.lemma ? -1 : 1))
    .slice(0, EVIDENCE_SHOWN);
}

function scoreOf({ mean, deviation }: Spread, value: number): number {
  const distance = Math.abs(value - mean);
  return distance === 0 ? 0 : -distance / Math.max(deviation, MIN_DEVIATION);
}

function summary(mean: number | null, band: { low: number; high: number }, accepted: boolean): string {
  if (mean === null) return 'rejected: the knowledge base knows none of the linked nouns of the page';
  const place = `mean IDF ${mean.toFixed(2)} is ${accepted ? 'inside' : 'outside'} μ±σ`;
  return `${accepted ? 'accepted' : 'rejected'}: ${place} [${band.low.toFixed(2)}, ${band.high.toFixed(2)}]`;
}

/** The page's linked nouns, each lemma with each of its IRIs once, in the order of the page. */
function distinctMeanings(nouns: readonly LinkedNoun[]): Meaning[] {
  const found = new Map<string, Meaning>();
  for (const { lemma, iri } of nouns) {
    if (iri === undefined || !isIri(iri)) continue;
    const meaning = { lemma, iri };
    found.set(meaningKey(meaning), meaning);
  }
  return [...found.values()];
}
