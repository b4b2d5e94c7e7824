import { once } from '../../support/once.js';
import { evenly, median } from '../../support/statistics.js';
import {
  readDirection,
  CONTRAST,
  ENCODER,
  evidenceOf,
  MEMBERS,
  surroundingsOf,
  wayTo,
  type JudgedText,
  type MemberScores,
  type Surroundings,
  type TopicStatistics,
  locationOf,
  MIN_TEXTS,
  type MemberStatistics,
} from './evidence.js';
import {
  logOddsOf,
  oddsByMember,
  relevanceFor,
  type RelevanceWeights,
  type TopicRelevance,
} from './relevance-model.js';
import { backward, cholesky, dot, forward } from '../../support/numeric/minimise.js';

/** Facts about a topic before its pages. */
export interface SurveyedTopic {
  readonly statistics: TopicStatistics;
  /** Texts about the topic, and where they point in the word space. */
  readonly texts: number;
  readonly directions: readonly string[];
  /** The words of its line, where its texts proposed them. */
  readonly proposed?: readonly string[];
}

/** Pages before which each is judged alone. */
const MIN_PAGES = 30;
/** Growth of the number of pages after which they are surveyed again: in any case, and before verdicts are given again. */
const [GROWTH, MIN_GROWTH] = [2, 1.02];
/** In a look, pages are contrasted so often; each time, better pages are taken for those that are not about the topic. */
const ROUNDS = 3;
/** The most pages that are looked at: the latest ones. */
const REMEMBERED = 5000;
/** Log odds per unit of the encoder's cosine, above its mean among the pages that it was asked about. */
const ENCODER_ODDS = 8;
/** That mean before it was asked, and as how many pages that counts. */
const [ENCODER_MEAN, ENCODER_PAGES] = [0.2, 2];
/** On the way from other pages to the texts about the topic. */
const HALF_WAY = 0.5;

/** Location of the pages so far. */
interface Snapshot {
  readonly pages: number;
  readonly surroundings: readonly (Surroundings | undefined)[];
  /** Absent where there is too little to compare. */
  readonly contrast: Contrast | undefined;
}

interface SeenPage extends JudgedText {
  readonly points?: Float32Array | undefined;
}

/**
 * Surveys the pages of a crawl: where the scores of each member lie among them, and what tells the texts about the topic from
 * the other pages ({@link learnContrast}). A look depends on the pages alone, and not on the looks before.
 */
export function createSurvey({ statistics, texts, directions, proposed }: SurveyedTopic) {
  const seen: SeenPage[] = [];
  let [known, next] = [0, MIN_PAGES];
  let snapshot: Snapshot | undefined;
  const own = once(() => new Map(directions.map((one) => [one, readDirection(one)])));
  const evidenceFor = (text: SeenPage): Float64Array =>
    evidenceOf(
      { ...text, scores: withContrast(text, snapshot?.contrast) },
      statisticsWith(statistics, snapshot?.contrast),
      snapshot?.surroundings,
      texts,
    );
  const encoded = { pages: ENCODER_PAGES, sum: ENCODER_PAGES * ENCODER_MEAN };
  const encoderOdds = (score: number | null = null): number =>
    score === null ? 0 : ENCODER_ODDS * (score - encoded.sum / encoded.pages);
  const relevanceOf = ({ scores }: Partial<JudgedText>): TopicRelevance =>
    relevanceFor(statistics, proposed !== undefined, scores);
  const weightsFor = (text: JudgedText): RelevanceWeights =>
    relevanceOf(text)[snapshot === undefined ? 'alone' : 'among'];
  const oddsOf = (text: SeenPage): number => logOddsOf(weightsFor(text), evidenceFor(text));
  /** Looks at all pages, unless they are nearly those of the last look. @returns false where it does not, and where there are too few */
  const look = (): boolean => {
    if (seen.length < MIN_PAGES || known < MIN_GROWTH * (snapshot?.pages ?? 0)) return false;
    snapshot = undefined;
    let contrast: Contrast | undefined;
    for (let round = 0; round < ROUNDS; round += 1)
      contrast = contrastAmong(seen, own(), placesOf(seen, contrast, oddsOf));
    const scored = seen.map((text) => withContrast(text, contrast));
    const surroundings = surroundingsByMember(scored, statisticsWith(statistics, contrast));
    snapshot = { pages: known, surroundings, contrast };
    return true;
  };
  return {
    /** Pages that were known at the last look; 0 before the first. */
    looked: () => snapshot?.pages ?? 0,
    look,
    /** Adds a page. @returns true where it led to another look at all */
    add(text: JudgedText): boolean {
      const page = {
        ...text,
        points: text.direction === undefined ? undefined : readDirection(text.direction),
      };
      seen[known % REMEMBERED] = page;
      known += 1;
      const score = text.scores[ENCODER] ?? null;
      if (score !== null) {
        encoded.pages += 1;
        encoded.sum += score;
      }
      if (known < next) return false;
      next = Math.ceil(known * GROWTH);
      return look();
    },
    /** Log odds of all pages that are known, by the members. */
    allOdds: () => seen.map(oddsOf),
    /** The weights for most of these pages: in another language, others hold. */
    relevance(): TopicRelevance {
      const usual = relevanceOf({});
      const others = seen.map(relevanceOf).filter((one) => one !== usual);
      return 2 * others.length > seen.length ? (others[0] ?? usual) : usual;
    },
    /** Log odds that a page is about the topic, by {@link SCORES}, with the scores, and what each adds. */
    weigh(text: JudgedText) {
      const evidence = evidenceFor(text);
      const byEncoder = encoderOdds(text.scores[ENCODER]);
      const weights = weightsFor(text);
      return {
        odds: logOddsOf(weights, evidence) + byEncoder,
        scores: withContrast(text, snapshot?.contrast),
        byMember: [...oddsByMember(weights, evidence), byEncoder],
      };
    },
  };
}

/** Place of each page on the way from other pages to the texts about the topic: by the contrast before, or else by the odds. */
function placesOf(
  seen: readonly SeenPage[],
  before: Contrast | undefined,
  oddsOf: (text: JudgedText) => number,
): readonly number[] {
  if (before === undefined) {
    const odds = seen.map(oddsOf);
    const middle = median(odds);
    return odds.map((one) => (one >= middle ? 1 : 0));
  }
  const { corpus, background } = before.statistics;
  const way = wayTo(corpus, background.median, background);
  return seen.map((text) => ((contrastOf(text, before) ?? 0) - background.median) / way);
}

/** Contrasts the texts about the topic with the pages that lie nearer to the others. */
function contrastAmong(
  seen: readonly SeenPage[],
  texts: ReadonlyMap<string, Float32Array>,
  places: readonly number[],
): Contrast | undefined {
  const others = seen.flatMap(({ direction, points }, place): DirectedText[] => {
    const isOther = (places[place] ?? 0) < HALF_WAY && direction !== undefined && !texts.has(direction);
    return isOther && points !== undefined ? [[direction, points]] : [];
  });
  return learnContrast([...texts], others);
}

function contrastOf({ direction, points }: SeenPage, contrast: Contrast): number | null {
  if (direction === undefined) return null;
  return contrast.leftOut.get(direction) ?? contrast.score(points ?? readDirection(direction));
}

function withContrast(text: SeenPage, contrast: Contrast | undefined): MemberScores {
  if (contrast === undefined) return text.scores;
  const scores = [...text.scores];
  scores[CONTRAST] = contrastOf(text, contrast);
  return scores;
}

function statisticsWith(topic: TopicStatistics, contrast: Contrast | undefined): TopicStatistics {
  return contrast === undefined ? topic : [...topic.slice(0, CONTRAST), contrast.statistics];
}

function surroundingsByMember(
  seen: readonly MemberScores[],
  statistics: TopicStatistics,
): readonly (Surroundings | undefined)[] {
  return MEMBERS.map((_, member) => {
    const known = statistics[member] ?? null;
    if (known === null) return undefined;
    const scores = Float64Array.from(seen.flatMap((all) => all[member] ?? [])).sort();
    return scores.length === 0 ? undefined : surroundingsOf(scores, known.corpus?.median);
  });
}

/** The most texts about the topic, and the most other pages, that are compared: this takes a tenth of a second at most. */
const [MAX_TEXTS, MAX_OTHERS] = [300, 400];
/** Fewer other pages tell nothing. */
const MIN_OTHERS = 10;
/** Weight of the squared coefficients; directions have length 1. */
const RIDGE = 0.002;
/** The least share of its own label that a text may not explain. */
const MIN_REST = 0.05;

/** Direction of a text as its judgement keeps it, and as a vector of length 1. */
type DirectedText = readonly [direction: string, points: Float32Array];

/** Tells texts about the topic from the other pages of a crawl, by the directions of their meanings. */
interface Contrast {
  /** The score of a page that was not compared; above 0 it is nearer to the texts. */
  score(direction: Float32Array): number;
  /** Scores of the compared texts, each as if it had not been compared, by their directions. */
  readonly leftOut: ReadonlyMap<string, number>;
  readonly statistics: MemberStatistics;
}

/**
 * Learns to tell the texts about a topic from pages of the crawl that were judged not to be about it (reliable negatives: Liu et
 * al. 2003). Against a general background, all animals look like birds; against the animals of the crawl, birds do.
 *
 * It is a ridge regression on ±1, both sides with the same weight. Leaving one out has a closed form there (Allen 1974), so that
 * one solution scores every text as if it had not been seen.
 *
 * @param texts those about the topic
 * @param others those that are not about it
 * @returns undefined where there are too few of either
 */
export function learnContrast(
  texts: readonly DirectedText[],
  others: readonly DirectedText[],
): Contrast | undefined {
  const [yes, no] = [evenly(texts, MAX_TEXTS), evenly(others, MAX_OTHERS)];
  if (yes.length < MIN_TEXTS || no.length < MIN_OTHERS) return undefined;
  const all = [...yes, ...no];
  const rows = all.map(([, points]) => points);
  const weightOf = (row: number): number => 0.5 / (row < yes.length ? yes.length : no.length);
  const mean = meanOf(rows, weightOf);
  const centred = rows.map((row) => Float64Array.from(row, (value, at) => value - (mean[at] ?? 0)));
  const factor = cholesky(momentsOf(centred, weightOf), mean.length, RIDGE / 2);
  const target = new Float64Array(mean.length);
  for (const [row, values] of centred.entries()) {
    const signed = weightOf(row) * (row < yes.length ? 1 : -1);
    for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) + signed * (values[at] ?? 0);
  }
  const coefficients = backward(factor, forward(factor, target));
  const shift = dot(coefficients, mean);
  const leftOut = centred.map((values, row) => {
    const label = row < yes.length ? 1 : -1;
    const half = forward(factor, values);
    const leverage = weightOf(row) * (1 + dot(half, half));
    return label - (label - dot(coefficients, values)) / Math.max(1 - leverage, MIN_REST);
  });
  const [corpus, background] = [leftOut.slice(0, yes.length), leftOut.slice(yes.length)].map(locationOf);
  if (background === null || background === undefined) return undefined;
  return {
    score: (direction) => dot(coefficients, direction) - shift,
    leftOut: new Map(all.map(([direction], row) => [direction, leftOut[row] ?? 0])),
    statistics: { corpus: corpus ?? null, background },
  };
}

function meanOf(rows: readonly Float32Array[], weightOf: (row: number) => number): Float64Array {
  const mean = new Float64Array(rows[0]?.length ?? 0);
  for (const [row, values] of rows.entries())
    for (let at = 0; at < mean.length; at += 1)
      mean[at] = (mean[at] ?? 0) + weightOf(row) * (values[at] ?? 0);
  return mean;
}

/** Weighted second moments with the ridge on their diagonal, the lower triangle row by row. */
function momentsOf(rows: readonly Float64Array[], weightOf: (row: number) => number): Float64Array {
  const size = rows[0]?.length ?? 0;
  const moments = new Float64Array(size * size);
  for (const [row, values] of rows.entries()) {
    const weight = weightOf(row);
    for (let i = 0; i < size; i += 1) {
      const factor = weight * (values[i] ?? 0);
      const begin = i * size;
      for (let j = 0; j <= i; j += 1)
        moments[begin + j] = (moments[begin + j] ?? 0) + factor * (values[j] ?? 0);
    }
  }
  for (let i = 0; i < size; i += 1) moments[i * size + i] = (moments[i * size + i] ?? 0) + RIDGE;
  return moments;
}
