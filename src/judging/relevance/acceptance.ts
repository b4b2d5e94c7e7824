import type { Acceptance, LabelledReason } from '../../model/judging.js';
import type { Judgement, MemberOpinion, Reason } from '../../model/topic.js';
import { given as defined } from '../../support/given.js';
import { clamp } from '../../support/statistics.js';
import { logit, sigmoid } from '../learning/logistic-regression.js';
import { ADAPTED_DEVIATION, labelledThreshold } from '../topic/labelled-threshold.js';
import { CONTRAST, MEMBERS, SCORES, type JudgedText } from './evidence.js';
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

type KeptOfPage = LabelledReason['reason'];

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
  let labels: readonly LabelledReason[] = [];
  let moved: number | undefined;
  // Of the pages at the last look.
  let odds: readonly number[] = [];
  let best: number | undefined;
  const settle = (): void => {
    if (odds.length > 0)
      best = clamp(learnedThreshold(survey.relevance().threshold, odds, BETA[accept]), MIN, MAX);
    moved = labels.length === 0 ? undefined : movedThreshold();
  };
  const look = (): void => {
    odds = survey.allOdds();
    settle();
  };
  const own = (): number => best ?? ALONE[accept] ?? 0;
  /** Labels are weighed among the same pages as the pages that are judged. */
  const movedThreshold = (): number => {
    const scores = labels.flatMap(({ reason, relevant: positive, weight = 1 }) => {
      const text = judgedTextOf(reason);
      return text === undefined ? [] : [{ odds: survey.weigh(text).odds, positive, weight }];
    });
    return labelledThreshold(scores, { threshold: own(), deviation: ADAPTED_DEVIATION });
  };
  const threshold = (): number => {
    if (BETA[accept] === undefined) return logit(Number(accept));
    return moved ?? own() + (given.labelled?.shift ?? 0);
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
      labels = wish.labels?.filter(({ reason }) => reason.members !== undefined) ?? labels;
      settle();
    },
  };
}

/** One for n alike pages counts for each of them 1 / √n. */
function answersIn(labels: readonly LabelledReason[]): number {
  return Math.round(labels.reduce((count, { weight = 1 }) => count + weight ** 2, 0));
}

/** The scores that a judgement kept; undefined where the verdict does not depend on them. */
export function judgedTextOf({ members, words = 0, direction }: KeptOfPage): JudgedText | undefined {
  if (members === undefined) return undefined;
  const scores = new Array<number | null>(SCORES.length).fill(null);
  for (const { member, score } of members)
    if (member !== MEMBERS[CONTRAST]) scores[SCORES.findIndex((one) => one === member)] = score;
  return { scores, words, ...defined({ direction }) };
}

/** The scores of a page as the reason of its verdict keeps them, so that it can be given again: see {@link judgedTextOf}. */
export function keptOf(text: JudgedText): KeptOfPage {
  return { members: opinionsOf(text), words: text.words, ...defined({ direction: text.direction }) };
}

/** The scores of a page as its reason keeps them. @param odds what each member adds to the log odds */
export function opinionsOf({ scores }: JudgedText, odds: readonly number[] = []): readonly MemberOpinion[] {
  return SCORES.flatMap((member, place) => {
    const score = scores[place] ?? null;
    return score === null ? [] : [{ member, score: rounded(score), odds: rounded(odds[place] ?? 0) }];
  });
}

function rounded(number: number): number {
  return Math.round(number * 1e4) / 1e4;
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
