import type { Acceptance } from '../../model/judging.js';
import type { Judgement, MemberOpinion, Reason } from '../../model/topic.js';
import { given as defined } from '../../support/given.js';
import { clamp } from '../../support/statistics.js';
import { sigmoid } from '../learning/logistic-regression.js';
import { ADAPTED_DEVIATION, labelledThreshold, type LabelledScore } from '../topic/labelled-threshold.js';
import { CONTRAST, SCORES, type JudgedText } from './evidence.js';
import { languageName } from '../../support/text/language-name.js';
import { languageOfWords } from '../../language/text/words-only-annotator.js';
import { createSurvey, type SurveyedTopic } from './page-survey.js';
import { learnedThreshold } from './relevance-model.js';

/** Evidence on which verdicts on the pages of a topic depend, besides the pages. */
export interface AcceptanceParameters extends SurveyedTopic {
  /** Beginning of the topic by labelled pages. */
  readonly labelled?: LabelledAnchor;
}

/** Beginning of a topic by labels. */
interface LabelledAnchor {
  /** Shift of the threshold by them, in log odds. */
  readonly shift: number;
  readonly count: number;
}

/** Weight of recall compared with precision, by the wish of a person (F-measure: van Rijsbergen 1979). */
const BETA: Readonly<Record<string, number>> = { precise: 0.5, balanced: 1, broad: 2 };
/** Log odds of the threshold for pages that are judged alone, by what a person wants. */
const ALONE: Readonly<Record<string, number>> = { precise: 0.8, balanced: 0, broad: -1 };
/** Log odds between which the threshold lies unless people move it. */
const [MIN, MAX] = [-3, 3];
/** Log odds from which a page may be accepted later, when more pages or answers are known. */
const MAY_RISE = -4;

/**
 * Judges pages among those met so far. The scores of the members, which pages keep, become evidence on the scales of
 * corpus, background and pages so far ({@link createSurvey}); the relevance model turns it into the probability that a page
 * is about the topic. It is accepted from where the F-measure over the pages so far should be highest ({@link
 * learnedThreshold}). The first pages are judged alone. Answers of people move the threshold ({@link labelledThreshold}).
 */
export function createAcceptance(given: AcceptanceParameters, acceptAtFirst = 'balanced'): Acceptance {
  const survey = createSurvey(given);
  let accept = acceptAtFirst;
  let labels: readonly LabelledScore[] = [];
  // Of the pages at the last look.
  let odds: readonly number[] = [];
  let best: number | undefined;
  const settle = (): void => {
    best = clamp(learnedThreshold(survey.relevance().threshold, odds, BETA[accept]), MIN, MAX);
  };
  const look = (): void => {
    odds = survey.allOdds();
    settle();
  };
  const threshold = (): number => {
    if (BETA[accept] === undefined) return logit(Number(accept));
    const own = best ?? ALONE[accept] ?? 0;
    if (labels.length === 0) return own + (given.labelled?.shift ?? 0);
    return labelledThreshold(labels, { threshold: own, deviation: ADAPTED_DEVIATION });
  };
  return {
    thresholds: () => [threshold(), survey.looked()],
    mayAccept: ({ reason }) => {
      const text = judgedTextOf(reason);
      return text !== undefined && survey.weigh(text).odds >= MAY_RISE;
    },
    note({ reason }) {
      const text = judgedTextOf(reason);
      if (text !== undefined && survey.add(text)) look();
    },
    renew() {
      if (survey.look()) look();
    },
    moves: () => BETA[accept] !== undefined,
    decide(judgement) {
      const text = judgedTextOf(judgement.reason);
      if (text === undefined) return judgement;
      const { odds: own, scores, byMember } = survey.weigh(text);
      const reason = { ...judgement.reason, members: opinionsOf({ ...text, scores }, byMember) };
      return decidedBy({ ...judgement, reason }, sigmoid(own), {
        least: sigmoid(threshold()),
        origin: originOf(survey.looked(), answersIn(labels) || given.labelled?.count) + languageOf(reason),
      });
    },
    steer(wish) {
      accept = wish.accept ?? accept;
      labels =
        wish.labels?.flatMap(({ score, relevant, weight = 1 }) =>
          score > 0 && score < 1 ? [{ odds: logit(score), positive: relevant, weight }] : [],
        ) ?? labels;
      if (best !== undefined) settle();
    },
  };
}

/** One for n alike pages counts for each of them 1 / √n. */
function answersIn(labels: readonly LabelledScore[]): number {
  return Math.round(labels.reduce((count, { weight = 1 }) => count + weight ** 2, 0));
}

/** The scores that a judgement kept; undefined where the verdict does not depend on them. */
export function judgedTextOf({
  members,
  words = 0,
  direction,
}: Pick<Reason, 'members' | 'words' | 'direction'>): JudgedText | undefined {
  if (members === undefined) return undefined;
  const scores = new Array<number | null>(SCORES.length).fill(null);
  for (const one of members) if (placeOf(one) !== CONTRAST) scores[placeOf(one)] = one.score;
  return { scores, words, ...defined({ direction }) };
}

/** The scores of a page as its reason keeps them. @param odds what each member adds to the log odds */
export function opinionsOf({ scores }: JudgedText, odds: readonly number[] = []): readonly MemberOpinion[] {
  return SCORES.flatMap((member, place) => {
    const score = scores[place] ?? null;
    return score === null ? [] : [{ member, score: rounded(score), odds: rounded(odds[place] ?? 0) }];
  });
}

function placeOf({ member }: MemberOpinion): number {
  return SCORES.indexOf(member as (typeof SCORES)[number]);
}

function rounded(number: number): number {
  return Math.round(number * 1e4) / 1e4;
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** Basis of the verdict, in words. */
function originOf(pages: number, labels = 0): string {
  const among = pages === 0 ? 'for a page that is judged alone' : `among ${pages} pages`;
  return labels === 0 ? among : `${among}, after ${labels} answers`;
}

/** The language that a page was read in, where it is not the topic's. */
function languageOf({ annotator }: Reason): string {
  const language = languageOfWords(annotator);
  return language === undefined ? '' : `, read in ${languageName(language)}`;
}

/** The judgement with another probability and threshold. */
function decidedBy(
  judgement: Judgement,
  score: number,
  { least, origin }: { readonly least: number; readonly origin: string },
): Judgement {
  const accepted = score >= least;
  const [verdict, comparison] = accepted ? ['accepted', 'reaches'] : ['rejected', 'is below'];
  const summary = `${verdict}: probability ${score.toFixed(3)} ${comparison} ${least.toFixed(3)}, ${origin}`;
  const reason = { ...judgement.reason, summary, band: { low: least, high: null } };
  return { ...judgement, score, accepted, reason };
}
