import type { Calibration } from '../../model/topic.js';
import { spreadOf } from '../../support/statistics.js';
import { thresholdFrom } from './calibration.js';
import { lengthCorrection, votesOf, type TermModel } from './calibrated-score.js';
import { weightedMean } from './influence.js';
import type { DocumentProfile } from './profile.js';

/** A text of the topic as it was read in full, and by a lexicon that does not know it. */
export interface ReadTwice {
  readonly full: DocumentProfile;
  readonly lexical: DocumentProfile;
  readonly role: 'corpus' | 'background';
}

/** What the texts are scored by: as pages will be. */
export interface DifferenceInput {
  readonly readTwice: readonly ReadTwice[];
  /** All texts of the topic, read in full; no background where the topic was built without. */
  readonly corpus: readonly DocumentProfile[];
  readonly background: readonly DocumentProfile[];
  readonly calibration: Calibration;
  readonly generalFrequency: (lemma: string) => number;
}

/** Votes from which the score of a text counts. */
export const LEAST_VOTES = 20;
/** Texts from which the difference is learned, at the least. */
const LEAST_TEXTS = 10;
/** How the scores of texts that are read by a lexicon differ from their scores when they are read in full, in bits. */
export interface ReadingDifference {
  /** What a full reading adds on average. */
  readonly shift: number;
  /**
   * What the threshold of the calibrated rule is higher by when it is calibrated with such readings; absent where there
   * are too few texts of a role to tell.
   */
  readonly threshold?: number;
}

/**
 * Learns how scores after a reading by the lexicon differ from those after a full one: the mean of `full − lexical`. Each text is
 * scored without itself, and read by a lexicon of other texts.
 * @returns undefined where there are too few texts to tell
 */
export function learnDifference(input: DifferenceInput): ReadingDifference | undefined {
  const counts = { corpus: countTexts(input.corpus), background: countTexts(input.background) };
  const scored = input.readTwice.flatMap((text): ScoredTwice[] => {
    const model = modelWithout(text, input, counts);
    const [full, lexical] = [text.full, text.lexical].map((profile) =>
      scoreOf(profile, model, input.calibration),
    );
    if (full === undefined || lexical === undefined || lexical.votes < LEAST_VOTES) return [];
    return [{ role: text.role, full: full.score, lexical: lexical.score }];
  });
  if (scored.length < LEAST_TEXTS) return undefined;
  const shift = spreadOf(scored.map(({ full, lexical }) => full - lexical)).mean;
  return { shift, threshold: thresholdDifference(scored, input) };
}

/** The scores of a text after a full reading and after one by a lexicon. */
interface ScoredTwice {
  readonly role: ReadTwice['role'];
  readonly full: number;
  readonly lexical: number;
}

/** The threshold that the same texts give when they are read by a lexicon, less that when they are read in full. */
function thresholdDifference(
  scored: readonly ScoredTwice[],
  { corpus, background }: DifferenceInput,
): number | undefined {
  const roles = background.length === 0 ? (['corpus'] as const) : (['corpus', 'background'] as const);
  const texts = roles.map((role) => scored.filter((one) => one.role === role));
  if (texts.some(({ length }) => length < LEAST_TEXTS)) return undefined;
  const [full = 0, lexical = 0] = (['full', 'lexical'] as const).map((reading) => {
    const [own, others] = texts.map((ofRole) => spreadOf(ofRole.map((one) => one[reading])));
    return own === undefined ? 0 : thresholdFrom(own, others, corpus.length);
  });
  return lexical - full;
}

function scoreOf(
  profile: DocumentProfile,
  model: TermModel,
  { parameters }: Calibration,
): { readonly score: number; readonly votes: number } | undefined {
  const votes = votesOf(profile, model);
  const mean = weightedMean(votes);
  if (mean === null) return undefined;
  const correction = lengthCorrection(parameters['slope'] ?? 0, votes.length, model.background !== undefined);
  return { score: mean - correction, votes: votes.length };
}

type Counts = ReadonlyMap<string, number>;

function countTexts(profiles: readonly DocumentProfile[]): Counts {
  const counts = new Map<string, number>();
  for (const { lemmas } of profiles)
    for (const lemma of lemmas) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  return counts;
}

/** Every count without the text itself. */
function modelWithout(
  { full, role }: ReadTwice,
  { corpus, background, generalFrequency }: DifferenceInput,
  counts: Readonly<Record<ReadTwice['role'], Counts>>,
): TermModel {
  const own = new Set(full.lemmas);
  const counted = (side: ReadTwice['role'], documents: number): TermModel['topic'] => {
    const without = side === role ? 1 : 0;
    return {
      documents: Math.max(documents - without, 1),
      of: (lemma) => (counts[side].get(lemma) ?? 0) - (own.has(lemma) ? without : 0),
    };
  };
  const topic = counted('corpus', corpus.length);
  if (background.length === 0) return { topic, generalFrequency };
  return { topic, background: counted('background', background.length), generalFrequency };
}
