import type { ClassifierKind, Learner, MakingContext } from '../classifiers/classifier.js';
import type { Acceptance } from '../../model/judging.js';
import { labelsOfThreshold, labelsText } from '../../model/label-use.js';
import {
  NOTHING_TO_JUDGE,
  type AnnotatedPage,
  type Judgement,
  type NounEvidence,
  type Reason,
  type TopicClassifier,
  type WordReader,
} from '../../model/topic.js';
import { given } from '../../support/given.js';
import { remember } from '../../support/remember.js';
import { createAcceptance, keptOf } from '../relevance/acceptance.js';
import { MEMBERS } from '../relevance/evidence.js';
import type { FrequencyTable } from '../../knowledge/places/frequency-table.js';
import type { NounCountsOfPage, OpenMembers } from './ensemble-rule.js';
import { irisOf, profileOfPage } from '../../knowledge/krs/document-profile.js';
import { EVIDENCE_SHOWN } from './evidence-mentions.js';
import { smoothedIdf } from './noun-ratio.js';
import { contentOfPage, countedWords, inLanguage, type PageContent } from './page-content.js';
import { thresholdOf, type Contribution, type Scorer } from './scorer.js';
import type { TrainedModel } from './trained-model.js';
import { generalSpace } from './word-space.js';
import { readTrainedClassifier } from '../../knowledge/files/classifier-file.js';
import { conceptNouns, type TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { shareWordSpace } from '../../language/text/word-space-file.js';
import { InputError, shellWord } from '../../model/errors.js';
import { wordsOnlyName } from '../../language/text/words-only-annotator.js';
import { wordReaderFor } from '../../language/text/word-readers.js';

/** Pages with fewer counted words are rejected, such as search pages and error messages. */
const MIN_WORDS = 10;
/** Languages whose readers of words are kept. */
const LANGUAGES = 10;
/**
 * A classifier out of what was learned, accepted from the threshold that cross-validation gave. That of members is judged by
 * {@link createAcceptance}: its score is a probability, and depends on the pages met. A page on which no term speaks for the
 * topic is rejected whatever its score, which with few training texts may lie above the threshold for unknown words. The
 * evidence is what each term added to the score, words as well as nouns, strongest first, in the score's unit.
 */
export function createTrainedRule(
  model: TrainedModel,
  learner: Learner,
  words: WordReader,
  { general, counts }: Partial<Pick<MakingContext, 'general' | 'counts'>> = {},
): TopicClassifier {
  const { parameters } = model;
  const needsGeneral = learner.generalSpace?.(parameters) !== undefined;
  const spaces = {
    ...(needsGeneral ? { general: (general ?? generalSpace)() } : {}),
    ...given({ concepts: model.concepts }),
  };
  const name = model.classifier;
  const members = learner.members?.(parameters, spaces);
  if (members === undefined || model.adapts === undefined) {
    const scorer = learner.scorer(parameters, spaces);
    return {
      name,
      judge: (page) => Promise.resolve(judgeByScore(model, scorer, page, contentOfPage(page, words))),
    };
  }
  const alone = createAcceptance(model.adapts);
  const { texts } = model.adapts;
  const readerOf = remember(wordReaderFor, LANGUAGES);
  // The knowledge base does not count the nouns of labelled pages.
  const table = model.labels?.examples === true ? undefined : counts;
  return {
    name,
    judge: async (page) => {
      // The counts come while the words of the page are read.
      const asked = table && countsOf(members.counted(profileOfPage(page.nouns).lemmas), table, model);
      asked?.catch(() => undefined);
      const { otherLanguage: other } = page;
      const read = other === undefined ? words : readerOf(other);
      const content = inLanguage(contentOfPage(page, read), other);
      return judgeByMembers(model, { members, alone, texts }, page, content, await asked);
    },
  };
}

/** Asks the knowledge base how many texts of the topic, and of its background if it has one, have the nouns of a page. */
async function countsOf(
  nouns: ReturnType<OpenMembers['counted']>,
  table: FrequencyTable,
  { documents, backgroundDocuments, hasOwnBackground, ...model }: TrainedModel,
): Promise<NounCountsOfPage> {
  const { counted = { topic: documents, background: backgroundDocuments } } = model;
  const [known, others] = await Promise.all([
    table.byLemma(nouns.topic),
    hasOwnBackground === true ? table.inBackground(nouns.background) : undefined,
  ]);
  const countsIn = (total: number, counts: ReadonlyMap<string, number>) => ({
    documents: Math.max(total, 1),
    of: (lemma: string) => counts.get(lemma) ?? 0,
  });
  return {
    topic: countsIn(counted.topic, known),
    ...(others && { background: countsIn(counted.background, others) }),
  };
}

/** The threshold that moves with the pages met, for a model that has one; as {@link createAcceptance}. */
export const acceptanceBy = ({ adapts }: TrainedModel, accept?: string): Acceptance | undefined =>
  adapts && createAcceptance(adapts, accept);

function judgeByMembers(
  model: TrainedModel,
  { members, alone, texts }: { members: OpenMembers; alone: Acceptance; texts: number },
  page: AnnotatedPage,
  content: PageContent,
  counts: NounCountsOfPage | undefined,
): Judgement {
  const text = members.judge(content, counts);
  const meanIdf = text.scores[MEMBERS.indexOf('mean IDF')];
  const contributions = members.contributions(content, counts);
  const hasScore = text.scores.some((score) => score !== null);
  // A line alone has no texts whose words could speak for the topic.
  const refusal = refusalOf(hasScore, content, texts === 0 ? undefined : contributions);
  const reason = {
    ...reasonOf(model, page, content, contributions),
    meanIdf: typeof meanIdf === 'number' ? -meanIdf : null,
    band: { low: null, high: null },
    summary: refusal ?? '',
  };
  const judgement = { accepted: false, score: NOTHING_TO_JUDGE, classifier: model.classifier, reason };
  const decided = alone.decide({ ...judgement, reason: { ...reason, ...keptOf(text) } });
  if (refusal === undefined) return decided;
  // Without its members, the page stays rejected, whatever pages come.
  const { band } = decided.reason;
  return { ...judgement, score: hasScore ? decided.score : NOTHING_TO_JUDGE, reason: { ...reason, band } };
}

function judgeByScore(
  model: TrainedModel,
  scorer: Scorer,
  page: AnnotatedPage,
  content: PageContent,
): Judgement {
  const { classifier, boundary } = model;
  const raw = scorer.score(content);
  const contributions = scorer.contributions(content);
  const refusal = refusalOf(raw !== null, content, contributions);
  const accepted = refusal === undefined && raw !== null && boundary.slope * raw + boundary.shift >= 0;
  const score = raw ?? NOTHING_TO_JUDGE;
  return {
    accepted,
    score,
    classifier,
    reason: {
      ...reasonOf(model, page, content, contributions),
      summary: refusal ?? summary(model, score, accepted),
      meanIdf: null,
      band: { low: thresholdOf(boundary), high: null },
    },
  };
}

function reasonOf(
  model: TrainedModel,
  page: AnnotatedPage,
  content: PageContent,
  contributions: readonly Contribution[],
): Pick<Reason, 'nouns' | 'evidence' | 'annotator'> {
  const { lemmas, linked } = content.nouns;
  const { language } = content;
  return {
    ...(language !== undefined && { annotator: wordsOnlyName(language) }),
    nouns: {
      distinct: lemmas.length,
      linked: linked.filter(Boolean).length,
      unknown: unknownNouns(contributions, content),
    },
    evidence: evidenceOf(model, contributions, page),
  };
}

/** Why a page is rejected regardless of its score; undefined if the score decides. */
function refusalOf(
  hasScore: boolean,
  content: PageContent,
  contributions: readonly Contribution[] | undefined,
): string | undefined {
  if (!hasScore) return 'rejected: the page holds no word that the classifier knows';
  if (countedWords(content) < MIN_WORDS)
    return `rejected: the page has fewer than ${MIN_WORDS} words to judge by`;
  if (contributions?.some(({ pull }) => pull > 0) === false)
    return 'rejected: no word on the page speaks for the topic';
  return undefined;
}

function summary({ classifier, boundary, labels }: TrainedModel, score: number, accepted: boolean): string {
  const used = labelsOfThreshold(labels);
  const origin = used === undefined ? 'where the topic begins' : `the threshold from ${labelsText(used)}`;
  const verdict = accepted ? 'accepted' : 'rejected';
  return `${verdict}: ${classifier} score ${score.toFixed(3)} ${accepted ? 'reaches' : 'is below'} ${thresholdOf(boundary).toFixed(3)}, ${origin}`;
}

function evidenceOf(
  { documents }: TrainedModel,
  contributions: readonly Contribution[],
  { nouns }: AnnotatedPage,
): readonly NounEvidence[] {
  const iris = irisOf(nouns);
  return contributions
    .filter(({ pull }) => pull !== 0)
    .sort((a, b) => Math.abs(b.pull) - Math.abs(a.pull) || (a.term < b.term ? -1 : 1))
    .slice(0, EVIDENCE_SHOWN)
    .map(({ term, documents: known, pull }) => {
      const idf = smoothedIdf(documents, known);
      return { lemma: term, iri: iris.get(term), documents: known, idf, pull };
    });
}

function unknownNouns(contributions: readonly Contribution[], content: PageContent): number {
  const known = new Set(contributions.filter(({ documents }) => documents > 0).map(({ term }) => term));
  return content.nouns.lemmas.filter((lemma) => !known.has(lemma)).length;
}

/** A trained classifier: how it is learned, and how it judges by what it learned. Its plan is its model. */
export interface TrainedKind<Parameters = unknown> extends ClassifierKind<TrainedModel<Parameters>> {
  readonly learner: Learner<Parameters>;
}

/** A classifier that is trained, out of how it is learned. */
export function trainedClassifier<Parameters>(
  learner: Learner<Parameters>,
  { reads }: Pick<TrainedKind<Parameters>, 'reads'>,
): TrainedKind<Parameters> {
  return {
    name: learner.name,
    reads,
    learner,
    plan: (topic) => readTrained(topic, learner),
    make: (model, { language, wordNet, general, counts }) =>
      createTrainedRule(model, learner, wordReaderFor(language, wordNet), { general, counts }),
    acceptance: acceptanceBy,
    generalSpace: ({ parameters }) => learner.generalSpace?.(parameters),
  };
}

/** The model of a topic; undefined where it has none. @throws InputError for one that does not fit topic or version */
async function readTrained<Parameters>(
  topic: OpenTopic,
  learner: Learner<Parameters>,
): Promise<TrainedModel<Parameters> | undefined> {
  const { folder, facts, kb } = topic;
  const { name } = learner;
  const model = (await readTrainedClassifier<TrainedModel<Parameters>>(topic, name))?.model;
  if (model !== undefined && !isSpaceOfVersion(model, learner))
    throw new InputError(
      `the classifier '${name}' of topic '${facts.name}' was trained with another word space than the one of this version`,
      {
        hint:
          folder === undefined
            ? 'build the topic again'
            : `train it again: sfwc train --kb ${shellWord(folder)} --topic ${shellWord(facts.name)} --classifier ${name}`,
      },
    );
  if (model === undefined || learner.members === undefined) return model;
  return { ...countedIn(model, facts), concepts: await conceptNouns(kb, facts.iri) };
}

/** A model with the numbers of documents that the knowledge base counts nouns in. */
export function countedIn<Parameters>(
  model: TrainedModel<Parameters>,
  { documents, backgroundDocuments }: Pick<TopicFacts, 'documents' | 'backgroundDocuments'>,
): TrainedModel<Parameters> {
  return { ...model, counted: { topic: documents, background: backgroundDocuments } };
}

/** True for a model that needs no word space, or that of this version. @throws InputError */
export function isSpaceOfVersion(model: TrainedModel, learner: Learner): boolean {
  const needed = learner.generalSpace?.(model.parameters);
  return !('space' in model) && (needed === undefined || needed === shareWordSpace().checksum);
}
