import type { ClassifierKind, Learner } from '../classifiers/classifier.js';
import { sigmoid } from '../learning/logistic-regression.js';
import type { Acceptance } from '../../model/judging.js';
import { labelsOfThreshold, labelsText } from '../../model/label-use.js';
import {
  NOTHING_TO_JUDGE,
  type AnnotatedPage,
  type Judgement,
  type NounEvidence,
  type TopicClassifier,
  type WordReader,
} from '../../model/topic.js';
import { createAcceptance, type AcceptanceParameters } from './acceptance.js';
import { smoothedIdf } from './calibrated-score.js';
import { EVIDENCE_SHOWN } from './influence.js';
import { contentOfPage, countedWords, type PageContent } from './page-content.js';
import { proseMeasure } from './prose.js';
import { rounded } from './rounding.js';
import { thresholdOf, type Contribution, type Scorer } from './scorer.js';
import type { TrainedModel } from './trained-model.js';
import { generalSpace, openWordSpace, type GeneralSpace } from './word-space.js';
import { classifierFile, readClassifier } from '../../knowledge/files/classifier-file.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { shareWordSpace } from '../../language/text/word-space-file.js';
import { InputError } from '../../model/errors.js';
import { wordReaderFor } from '../judge/languages.js';
import { verdictBy } from './verdict-by-threshold.js';

/** Pages with fewer counted words are rejected, such as search pages and error messages. */
const LEAST_WORDS = 10;
/** The probability from which the ensemble accepts. */
const EVEN = 0.5;

/**
 * A classifier out of what was learned. The score of some, such as the ensemble, is a probability, accepted from where {@link createAcceptance}
 * says, or from 0.5 where its background is not like pages; that of the others is in their own unit, accepted from the
 * threshold that cross-validation gave. A page on which no term speaks for the topic is rejected whatever its score: with
 * few training texts, the score of a page of unknown words may lie above the threshold. The evidence is what each term
 * added to the score, words as well as nouns, strongest first; pulls are in the score's unit, those of the ensemble in
 * log odds.
 *
 * @param learner how the model was learned
 * @param general opens the word space of general English, where the model needs it
 */
export function createTrainedRule(
  model: TrainedModel,
  learner: Learner,
  words: WordReader,
  general?: () => GeneralSpace,
): TopicClassifier {
  const { adapts, parameters } = model;
  const needsGeneral = learner.generalSpace?.(parameters) !== undefined;
  const scorer = learner.scorer(parameters, {
    ...(model.space && { space: openWordSpace(model.space) }),
    ...(needsGeneral ? { general: (general ?? generalSpace)() } : {}),
  });
  const likeness = adapts && proseMeasure(adapts.prose);
  const first = acceptanceBy(model);
  return {
    name: model.classifier,
    judge: (page) => {
      const judgement = judge({ model, learner, scorer }, page, contentOfPage(page, words), likeness);
      return Promise.resolve(verdictBy(first, judgement));
    },
  };
}

/** The threshold that moves with the pages met, for a model that has one; as {@link createAcceptance}. */
export function acceptanceBy(model: TrainedModel, accept?: string): Acceptance | undefined {
  const parameters = acceptanceParameters(model);
  return parameters && createAcceptance(parameters, accept);
}

function acceptanceParameters({ adapts, space }: TrainedModel): AcceptanceParameters | undefined {
  return adapts && { ...adapts.anchors, hasSpace: space !== undefined };
}

/** A model with how it scores. */
interface Judging {
  readonly model: TrainedModel;
  readonly learner: Learner;
  readonly scorer: Scorer;
}

function judge(
  { model, learner, scorer }: Judging,
  page: AnnotatedPage,
  content: PageContent,
  likeness: ((page: PageContent) => number) | undefined,
): Judgement {
  const { classifier, boundary } = model;
  const raw = scorer.score(content);
  const contributions = scorer.contributions(content);
  const { isProbability = false } = learner;
  const evidence = evidenceOf(model, isProbability ? boundary.slope : 1, contributions, page);
  const odds = raw === null ? null : boundary.slope * raw + boundary.shift;
  const refusal = refusalOf(raw, content, contributions);
  const accepted = refusal === undefined && odds !== null && odds >= 0;
  const score = raw === null || odds === null ? NOTHING_TO_JUDGE : isProbability ? sigmoid(odds) : raw;
  const threshold = isProbability ? EVEN : thresholdOf(boundary);
  const { lemmas, linked } = content.nouns;
  return {
    accepted,
    score,
    classifier,
    reason: {
      summary: refusal ?? summary({ model, isProbability, score, threshold, accepted }),
      meanIdf: null,
      band: { low: threshold, high: null },
      nouns: {
        distinct: lemmas.length,
        linked: linked.filter(Boolean).length,
        unknown: unknownNouns(contributions, content),
      },
      evidence,
      ...(likeness === undefined || refusal !== undefined ? {} : { likeness: rounded(likeness(content)) }),
    },
  };
}

/** Why a page is rejected regardless of its score; undefined if the score decides. */
function refusalOf(
  raw: number | null,
  content: PageContent,
  contributions: readonly Contribution[],
): string | undefined {
  if (raw === null) return 'rejected: the page holds no word that the classifier knows';
  if (countedWords(content) < LEAST_WORDS)
    return `rejected: the page has fewer than ${LEAST_WORDS} words to judge by`;
  if (!contributions.some(({ pull }) => pull > 0))
    return 'rejected: no word on the page speaks for the topic';
  return undefined;
}

function summary(part: {
  readonly model: TrainedModel;
  readonly isProbability: boolean;
  readonly score: number;
  readonly threshold: number;
  readonly accepted: boolean;
}): string {
  const verdict = part.accepted ? 'accepted' : 'rejected';
  const labels = labelsOfThreshold(part.model.labels);
  if (part.isProbability)
    return `${verdict}: the odds that it is about the topic are ${(100 * part.score).toFixed(1)} in 100, ${part.accepted ? 'at least even' : 'less than even'}${labels === undefined ? '' : ` by ${labelsText(labels)}`}`;
  const comparison = part.accepted ? 'reaches' : 'is below';
  return `${verdict}: ${part.model.classifier} score ${part.score.toFixed(3)} ${comparison} ${part.threshold.toFixed(3)}, ${labels === undefined ? 'where the topic begins' : `the threshold from ${labelsText(labels)}`}`;
}

function evidenceOf(
  { documents }: TrainedModel,
  unit: number,
  contributions: readonly Contribution[],
  { nouns }: AnnotatedPage,
): readonly NounEvidence[] {
  const iris = new Map<string, string>();
  for (const { lemma, iri } of nouns) if (iri !== undefined && !iris.has(lemma)) iris.set(lemma, iri);
  return strongest(contributions).map(({ term, documents: known, pull }) => {
    const iri = iris.get(term);
    const idf = smoothedIdf({ documents, of: () => known }, term);
    return { lemma: term, iri, documents: known, idf, pull: pull * unit };
  });
}

/** A page has a thousand contributions, of which few are shown: these are found without sorting the others. */
function strongest(contributions: readonly Contribution[]): readonly Contribution[] {
  const best: Contribution[] = [];
  for (const one of contributions) {
    if (one.pull === 0) continue;
    let place = best.length;
    while (place > 0 && goesBefore(one, best[place - 1])) place -= 1;
    if (place === EVIDENCE_SHOWN) continue;
    best.splice(place, 0, one);
    if (best.length > EVIDENCE_SHOWN) best.length = EVIDENCE_SHOWN;
  }
  return best;
}

function goesBefore(a: Contribution, b: Contribution | undefined): boolean {
  if (b === undefined) return false;
  const difference = Math.abs(b.pull) - Math.abs(a.pull);
  return difference === 0 ? a.term < b.term : difference < 0;
}

function unknownNouns(contributions: readonly Contribution[], content: PageContent): number {
  const known = new Set<string>();
  for (const { term, documents } of contributions) if (documents > 0) known.add(term);
  let unknown = 0;
  for (const lemma of content.nouns.lemmas) if (!known.has(lemma)) unknown += 1;
  return unknown;
}

/** A trained classifier: how it is learned, and how it judges by what it learned. Its plan is its model. */
export interface TrainedKind<Parameters = unknown> extends ClassifierKind<TrainedModel<Parameters>> {
  readonly learner: Learner<Parameters>;
}

/** A classifier that is trained, out of how it is learned. */
export function trainedClassifier<Parameters>(
  learner: Learner<Parameters>,
  { reads, lexical }: Pick<TrainedKind<Parameters>, 'reads' | 'lexical'>,
): TrainedKind<Parameters> {
  return {
    name: learner.name,
    reads,
    learner,
    lexical,
    plan: (topic) => readTrained(topic, learner),
    make: (model, { language, wordNet, general }) =>
      createTrainedRule(model, learner, wordReaderFor(language, wordNet), general),
    acceptance: acceptanceBy,
    generalSpace: ({ parameters }) => learner.generalSpace?.(parameters),
  };
}

/** The model of a topic; undefined where it has none. @throws InputError for one that does not fit topic or version */
async function readTrained<Parameters>(
  { folder, facts }: OpenTopic,
  learner: Learner<Parameters>,
): Promise<TrainedModel<Parameters> | undefined> {
  if (folder === undefined) return undefined;
  const { name } = learner;
  const file = classifierFile(folder, facts.name, name);
  const model = (await readClassifier<TrainedModel<Parameters>>(file, facts.checksum))?.model;
  if (model !== undefined && !isSpaceOfVersion(learner.generalSpace?.(model.parameters)))
    throw new InputError(`${file} was trained with another word space than the one of this version`, {
      hint: `train it again: sfwc train --kb ${folder} --topic '${facts.name}' --classifier ${name}`,
    });
  return model;
}

/**
 * Whether a word space of general English is the one of this version, by its checksum.
 * @param needed undefined where none is needed
 * @throws InputError when it cannot be read
 */
export function isSpaceOfVersion(needed: string | undefined): boolean {
  return needed === undefined || needed === shareWordSpace().checksum;
}
