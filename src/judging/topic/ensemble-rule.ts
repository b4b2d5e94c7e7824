import type { OnWait } from '../../model/wait.js';
import { given as defined } from '../../support/given.js';
import { onceFor } from '../../support/once.js';
import {
  directionText,
  evidenceOf,
  locationOf,
  MEMBERS,
  MIN_TEXTS,
  type JudgedText,
  type Location,
  type MemberScores,
  type MemberStatistics,
  type TopicStatistics,
} from '../relevance/evidence.js';
import { heldOutScores, type HeldOutScores } from '../learning/folds.js';
import { logOddsOf, oddsPerScore, relevanceFor } from '../relevance/relevance-model.js';
import {
  type TrainingText,
  type Contribution,
  type Scorer,
  type Spaces,
  type TrainingSet,
  ownThreshold,
} from './scorer.js';
import {
  lineParameters,
  meaningScorer,
  proposedLine,
  trainMeaning,
  type MeaningParameters,
} from './meaning-rule.js';
import {
  countsOfNouns,
  nounRatioScorer,
  smoothedIdf,
  trainNounRatio,
  type NounRatioParameters,
  type TermModel,
  conceptScorer,
} from './noun-ratio.js';
import { toProfile } from '../../knowledge/krs/document-profile.js';
import { contentOfWords, countedWords, viewsOf, type PageContent } from './page-content.js';
import type { GeneralSpace } from './word-space.js';
import { regressionScorer, trainRegression, type RegressionParameters } from './regression-rule.js';
import { rounded } from '../../support/statistics.js';

/** Parameters of what scores the {@link MEMBERS}. */
interface EnsembleMembers {
  /** Absent without texts about the topic, as those of nouns and meaning. */
  readonly regression?: RegressionParameters;
  readonly nounRatio?: NounRatioParameters;
  /** In topics in English that the word space of general English helps to judge. */
  readonly meaning?: MeaningParameters;
  readonly line?: MeaningParameters;
}

export interface EnsembleParameters {
  readonly members: EnsembleMembers;
  /** Location of the members' scores of held-out texts. */
  readonly statistics: TopicStatistics;
  /** Texts about the topic. */
  readonly texts: number;
  /** Directions in the word space: see {@link directionText}. */
  readonly directions: readonly string[];
  /** The words of the line, where none was given. */
  readonly proposed?: readonly string[];
}

/**
 * Learns the members of the verdict, and where their scores of texts that they have not seen lie. How they count together is
 * learned over many topics: see {@link relevanceFor}. It learns twice: texts of the background that score like the topic in
 * the first round do not count in the second ({@link withoutTopic}).
 */
export function trainEnsemble(
  given: TrainingSet,
  onWait: OnWait = () => undefined,
): {
  readonly parameters: EnsembleParameters;
  /** Log odds of held-out texts, each judged alone. */
  readonly heldOut: HeldOutScores;
  readonly heldOutTexts: HeldOutScores<JudgedText>;
  /** Texts of the background that are about the topic, and did not count. */
  readonly aboutTopic: number;
} {
  const proposed = given.line === undefined ? proposedLine(given) : [];
  const isProposed = proposed.length > 0;
  const set = !isProposed ? given : { ...given, line: contentOfWords(proposed, [], toProfile([])) };
  const partsOf = (round: string) => (part: number, parts: number) =>
    onWait('training the ensemble', `${round}, part ${part} of ${parts}`);
  const first = scoreHeldOut(set, isProposed, partsOf('first round'));
  const cleaned = withoutTopic(set, first.heldOut);
  const { statistics, heldOut, heldOutTexts } =
    cleaned === set ? first : scoreHeldOut(cleaned, isProposed, partsOf('second round'));
  onWait('training the ensemble', 'all parts');
  const aboutTopic = cleaned.background.filter(({ weight }) => weight === 0).length;
  return {
    parameters: {
      members: trainMembers(cleaned),
      statistics,
      texts: set.corpus.length,
      directions: directionsOf(set),
      ...(isProposed && { proposed: [...new Set(proposed)] }),
    },
    heldOut,
    heldOutTexts,
    aboutTopic,
  };
}

function directionsOf({ corpus, general }: TrainingSet): readonly string[] {
  if (general === undefined || corpus.length < MIN_TEXTS) return [];
  return corpus.flatMap((text) => directionOf(text, general) ?? []);
}

/** Share of the background that is taken to be about the topic at most. */
const MAX_ABOUT_TOPIC = 0.1;

/**
 * The background is unlabelled, and a few of its texts are about the topic: for politics, articles about NATO and presidents.
 * As negatives, they teach the opposite of what is wanted. Those that score higher, by a model that has not seen them, than a
 * quarter of the corpus does get the weight 0 (the two-step technique of learning from positive and unlabelled examples: Liu et al.
 * 2003, with the corpus itself as spies). Labelled pages keep their weight.
 */
function withoutTopic(set: TrainingSet, { positives, negatives }: HeldOutScores): TrainingSet {
  const { background } = set;
  if (positives.length < MIN_TEXTS) return set;
  const least = ownThreshold(positives);
  const likely = [...negatives.keys()]
    .filter((place) => background[place]?.weight === undefined && (negatives[place] ?? 0) > least)
    .sort((a, b) => (negatives[b] ?? 0) - (negatives[a] ?? 0) || a - b)
    .slice(0, Math.floor(MAX_ABOUT_TOPIC * background.length));
  if (likely.length === 0) return set;
  const dropped = new Set(likely);
  return {
    ...set,
    background: background.map((text, place) => (dropped.has(place) ? { ...text, weight: 0 } : text)),
  };
}

/** Scores each text by members that have not seen it, and finds where these scores lie. */
function scoreHeldOut(set: TrainingSet, isProposed: boolean, onPart: (part: number, parts: number) => void) {
  const hasTexts = set.corpus.length >= MIN_TEXTS;
  const { positives, negatives } = heldOutScores<TrainingText, JudgedText>(
    set.corpus,
    set.background,
    (corpus, background) => {
      const members = openMembers(trainMembers({ ...set, corpus, background }, hasTexts), set);
      return (text) => members.judge(text);
    },
    onPart,
  );
  const others = negatives.filter((_, place) => set.background[place]?.weight !== 0);
  const statistics = MEMBERS.map((_, member) =>
    statisticsOf(scoresOf(positives, member), scoresOf(others, member)),
  );
  const oddsOf = (text: JudgedText): number =>
    oddsAlone(text, { statistics, texts: set.corpus.length, ...(isProposed && { proposed: [] }) });
  return {
    statistics,
    heldOut: { positives: positives.map(oddsOf), negatives: negatives.map(oddsOf) },
    heldOutTexts: { positives, negatives },
  };
}

function scoresOf(texts: readonly JudgedText[], member: number): readonly number[] {
  return texts.flatMap(({ scores }) => scores[member] ?? []);
}

/** The least deviation of scores, as a share of the way from background to corpus: few texts may have equal scores by chance. */
const MIN_SHARE = 0.1;

function statisticsOf(own: readonly number[], others: readonly number[]): MemberStatistics | null {
  const [corpus, background] = [locationOf(own), locationOf(others)];
  if (background === null) return null;
  const least = corpus === null ? 0 : MIN_SHARE * Math.abs(corpus.median - background.median);
  const settled = ({ median, deviation }: Location): Location => ({
    median: rounded(median),
    deviation: rounded(Math.max(deviation, least)),
  });
  return { corpus: corpus && settled(corpus), background: settled(background) };
}

function trainMembers(set: TrainingSet, hasTexts = set.corpus.length >= MIN_TEXTS): EnsembleMembers {
  const line = lineParameters(set);
  if (!hasTexts) return { line };
  return {
    regression: trainRegression(set),
    nounRatio: trainNounRatio(set),
    meaning: trainMeaning(set),
    line,
  };
}

/** Counts of the nouns of a page in topic and background, as the knowledge base has them. */
export type NounCountsOfPage = Partial<TermModel>;

/** No counts of a knowledge base: those that were learned hold. */
const LEARNED: NounCountsOfPage = {};
/** The members of the verdict, applied to texts. */
export interface OpenMembers {
  /** The nouns among these that texts of the topic had, and those of its background: the others count as 0. */
  counted(lemmas: readonly string[]): {
    readonly topic: readonly string[];
    readonly background: readonly string[];
  };
  /** @param counts those of the knowledge base; default: those that were learned */
  judge(content: PageContent, counts?: NounCountsOfPage): JudgedText;
  /** Amount by which each term moves the log odds of a text that is judged alone. @param counts as for {@link OpenMembers.judge} */
  contributions(content: PageContent, counts?: NounCountsOfPage): ReturnType<Scorer['contributions']>;
}

/** @throws RangeError where the space of a member is missing */
export function openMembers(
  { regression, nounRatio, meaning, line }: EnsembleMembers,
  { general, concepts = [] }: Spaces,
  /** By {@link MEMBERS}: log odds per unit of the member's score, of a text in this language. */
  factorsIn: (language?: string) => readonly number[] = () => [],
): OpenMembers {
  for (const needed of [meaning, line])
    if (needed !== undefined && general?.checksum !== needed.space)
      throw new RangeError('the ensemble was trained with another word space');
  const regressed = regression && regressionScorer(regression);
  /** Words of another language are known by their places in the space alone. */
  const wordsOf = ({ language }: PageContent): Scorer | undefined =>
    language === undefined ? regressed : undefined;
  const [meant, near] = [meaning, line].map((own) => own && general && meaningScorer(own, general));
  const named = conceptScorer(concepts);
  const learned = nounRatio && countsOfNouns(nounRatio);
  /** Judging and contributions of a page read the same votes. */
  const nounsBy = onceFor((counts: NounCountsOfPage) => {
    const model = learned && { ...learned, ...counts };
    return model && { model, ...nounRatioScorer(model) };
  });
  const { nouns: known = [], inCorpus = [], inBackground = [] } = nounRatio ?? {};
  const [ofTopic, ofBackground] = [inCorpus, inBackground].map(
    (counts) => new Set(known.filter((_, place) => (counts[place] ?? 0) > 0)),
  );
  return {
    counted: (lemmas) => ({
      topic: lemmas.filter((lemma) => ofTopic?.has(lemma)),
      background: lemmas.filter((lemma) => ofBackground?.has(lemma)),
    }),
    judge(content, counts = LEARNED) {
      const first = content.beginning ?? content;
      const nouns = nounsBy(counts);
      return {
        scores: [
          ...bothViews(wordsOf(content), content, first),
          ...bothViews(meant, content, first),
          nouns?.score(content) ?? null,
          nouns === undefined ? null : meanIdf(content, nouns.model),
          ...bothViews(near, content, first),
          ...bothViews(named, content, first),
        ],
        words: countedWords(content),
        ...defined({ direction: general && directionOf(content, general) }),
      };
    },
    contributions(content, counts = LEARNED) {
      const first = content.beginning ?? content;
      const nouns = nounsBy(counts);
      const sums = new Map<string, Contribution>();
      const [words, factors] = [wordsOf(content), factorsIn(content.language)];
      const scorers = [words, words, meant, meant, nouns, undefined, near, near, named, named];
      for (const [place, scorer] of scorers.entries()) {
        const factor = factors[place] ?? 0;
        if (scorer === undefined || factor === 0) continue;
        for (const { term, documents, pull } of scorer.contributions(place % 2 === 0 ? content : first)) {
          const known = sums.get(term) ?? { documents, pull: 0 };
          const most = Math.max(known.documents, documents);
          sums.set(term, { term, documents: most, pull: known.pull + pull * factor });
        }
      }
      return [...sums.values()];
    },
  };
}

function directionOf(content: PageContent, general: GeneralSpace): string | undefined {
  return directionText(
    general.dimensions,
    viewsOf(content).map((view) => general.placeOf(view)),
  );
}

function bothViews(
  scorer: Scorer | undefined,
  content: PageContent,
  first: PageContent,
): readonly [number | null, number | null] {
  if (scorer === undefined) return [null, null];
  const whole = scorer.score(content);
  return [whole, first === content ? whole : (scorer.score(first) ?? whole)];
}

/** Less the mean IDF of the nouns in the topic: more is more on topic. Null without a noun. */
function meanIdf({ nouns: { lemmas } }: PageContent, { topic }: TermModel): number | null {
  if (lemmas.length === 0) return null;
  let total = 0;
  for (const lemma of lemmas) total += smoothedIdf(topic.documents, topic.of(lemma));
  return -total / lemmas.length;
}

/** The members of a topic with what they pull. @throws RangeError as {@link openMembers} */
export function ensembleMembers(
  { members, statistics, proposed }: EnsembleParameters,
  spaces: Spaces = {},
): OpenMembers {
  const factorsFor = (scores?: MemberScores) =>
    oddsPerScore(relevanceFor(statistics, proposed !== undefined, scores).alone, statistics);
  const [own, elsewhere] = [factorsFor(), factorsFor(MEMBERS.map(() => null))];
  return openMembers(members, spaces, (language) => (language === undefined ? own : elsewhere));
}

/** Scores texts by the log odds that they are about the topic, each judged alone; null without a word to judge by. */
export function ensembleScorer(parameters: EnsembleParameters, spaces: Spaces = {}): Scorer {
  const members = ensembleMembers(parameters, spaces);
  return {
    score: (content) => {
      const text = members.judge(content);
      return text.scores.every((score) => score === null) ? null : oddsAlone(text, parameters);
    },
    contributions: (content) => members.contributions(content),
  };
}

/** Log odds that a text is about the topic, judged alone. */
export function oddsAlone(
  text: JudgedText,
  { statistics, texts, proposed }: Pick<EnsembleParameters, 'statistics' | 'texts' | 'proposed'>,
): number {
  return logOddsOf(
    relevanceFor(statistics, proposed !== undefined, text.scores).alone,
    evidenceOf(text, statistics, undefined, texts),
  );
}
