import type { AnnotatedPage, Calibration, Judgement, TopicClassifier } from '../../model/topic.js';
import { spreadOf } from '../../support/statistics.js';
import { thresholdFrom } from './calibration.js';
import { lengthCorrection, votesOf, type TermModel } from './calibrated-score.js';
import { weightedMean } from './influence.js';
import type { DocumentProfile } from './profile.js';

/** A text of the topic as it was read in full, and quickly by a lexicon that does not know it. */
export interface ReadTwice {
  readonly full: DocumentProfile;
  readonly quick: DocumentProfile;
  readonly role: 'corpus' | 'background';
}

/** What the texts are scored by: as pages will be. */
export interface QuickReadingInput {
  readonly readTwice: readonly ReadTwice[];
  /** All texts of the topic, read in full; no background where the topic was built without. */
  readonly corpus: readonly DocumentProfile[];
  readonly background: readonly DocumentProfile[];
  readonly calibration: Calibration;
  readonly generalFrequency: (lemma: string) => number;
}

/** Votes from which the score of a text that was read quickly is trusted. */
export const LEAST_VOTES = 20;
/** Texts from which the spread is learned, at the least. */
const LEAST_TEXTS = 10;
/**
 * How far the score of a page may lie from that which it would have if it were read in full, in deviations. Pages of the
 * Web, which are of other kinds than the texts that the spread is learned from, deviate by a quarter more.
 */
const DEVIATIONS = 4;

/** How the scores of texts that are read quickly differ from their scores when they are read in full, in bits. */
export interface ReadingDifference {
  /** What a full reading adds on average. */
  readonly shift: number;
  /** The deviation, times the root of the votes. */
  readonly spread: number;
  /**
   * What the threshold of the calibrated rule is higher by when it is calibrated with quick readings; absent where there
   * are too few texts of a role to tell.
   */
  readonly threshold?: number;
}

/**
 * Learns how scores after a quick reading differ from those after a full one: the mean of `full − quick`, and the root of
 * the mean of `n · (full − quick − shift)²`, n the votes. A score is a mean over votes, so that errors in single nouns
 * weigh less the more there are: measured, the deviation falls with the root of n. Each text is scored without itself,
 * and read by a lexicon of other texts.
 * @returns undefined where there are too few texts to tell
 */
export function learnDifference(input: QuickReadingInput): ReadingDifference | undefined {
  const counts = { corpus: countTexts(input.corpus), background: countTexts(input.background) };
  const scored = input.readTwice.flatMap((text): ScoredTwice[] => {
    const model = modelWithout(text, input, counts);
    const [full, quick] = [text.full, text.quick].map((profile) =>
      scoreOf(profile, model, input.calibration),
    );
    if (full === undefined || quick === undefined || quick.votes < LEAST_VOTES) return [];
    return [{ role: text.role, votes: quick.votes, full: full.score, quick: quick.score }];
  });
  if (scored.length < LEAST_TEXTS) return undefined;
  const shift = spreadOf(scored.map(({ full, quick }) => full - quick)).mean;
  const squares = scored.map(({ votes, full, quick }) => votes * (full - quick - shift) ** 2);
  const threshold = thresholdDifference(scored, input);
  return { shift, spread: Math.sqrt(spreadOf(squares).mean), threshold };
}

/** The scores of a text after a full reading and after a quick one. */
interface ScoredTwice {
  readonly role: ReadTwice['role'];
  readonly votes: number;
  readonly full: number;
  readonly quick: number;
}

/** The threshold that the same texts give when they are read quickly, less that when they are read in full. */
function thresholdDifference(
  scored: readonly ScoredTwice[],
  { corpus, background }: QuickReadingInput,
): number | undefined {
  const roles = background.length === 0 ? (['corpus'] as const) : (['corpus', 'background'] as const);
  const texts = roles.map((role) => scored.filter((one) => one.role === role));
  if (texts.some(({ length }) => length < LEAST_TEXTS)) return undefined;
  const [full = 0, quick = 0] = (['full', 'quick'] as const).map((reading) => {
    const [own, others] = texts.map((ofRole) => spreadOf(ofRole.map((one) => one[reading])));
    return own === undefined ? 0 : thresholdFrom(own, others, corpus.length);
  });
  return quick - full;
}

/** The highest score that a full reading may give a page that has this score and so many votes after a quick one. */
export function highestScore({ shift, spread }: ReadingDifference, score: number, votes: number): number {
  return votes < LEAST_VOTES
    ? Number.POSITIVE_INFINITY
    : score + shift + (DEVIATIONS * spread) / Math.sqrt(votes);
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
  { corpus, background, generalFrequency }: QuickReadingInput,
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

/** What the summary of a verdict ends with that rests on nouns of the quick annotator. */
export const READ_QUICKLY = '; read quickly';

/** A classifier that says in its reason where the quick annotator found the nouns. */
export function tellingAnnotator(classifier: TopicClassifier): TopicClassifier {
  return { ...classifier, judge: async (page) => tellAnnotator(await classifier.judge(page), page) };
}

function tellAnnotator(judgement: Judgement, { annotator }: AnnotatedPage): Judgement {
  if (annotator === undefined) return judgement;
  const { reason } = judgement;
  return { ...judgement, reason: { ...reason, summary: `${reason.summary}${READ_QUICKLY}`, annotator } };
}
