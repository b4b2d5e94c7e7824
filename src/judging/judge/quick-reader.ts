import type { Annotator } from '../../model/noun.js';
import {
  NOTHING_TO_JUDGE,
  type AnnotatedPage,
  type Judgement,
  type TopicClassifier,
} from '../../model/topic.js';
import { fullText } from '../../support/text/full-text.js';
import { createLexicalAnnotator } from '../../language/text/lexical-annotator.js';
import type { JudgedText } from '../topic/judged-text.js';
import { highestScore, type ReadingDifference } from '../topic/quick-reading.js';
import type { TrainedModel } from '../topic/trained-model.js';
import { lowestThresholdBy } from '../topic/trained-rule.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import { openLemmatizer } from './english.js';
import type { ClassifierPlan, JudgePlan, TopicLexicon } from './judge-plan.js';

/**
 * Reads a page by the topic's lexicon. Returns the page with its nouns where no full reading is wanted, or where the
 * classifier rejects it so clearly that a full reading could not change that; undefined where it is to be read in full.
 */
export type ReadQuickly = (judged: JudgedText) => Promise<AnnotatedPage | undefined>;

/** Whether a page may be accepted, by its judgement after a quick reading. */
type MayBeAccepted = (judgement: Judgement) => boolean;

/** Makes the quick reader of a plan; undefined where there is none. */
export function createQuickReader(
  { lexicon, classifier: plan, accept, onlyQuickly = false }: JudgePlan,
  classifier: TopicClassifier,
  wordNet: WordNet,
): ReadQuickly | undefined {
  if (lexicon === undefined) return undefined;
  if (!canReadQuickly(plan, lexicon, onlyQuickly)) return undefined;
  const needsFull = onlyQuickly ? () => false : decisionFor(plan, differenceFor(plan, lexicon), accept);
  const annotator: Annotator = createLexicalAnnotator(lexicon.words, openLemmatizer(wordNet));
  // Only without a background it matters which nouns are linked.
  const isAlone = plan.rule === 'krs-calibrated' && plan.facts.backgroundGraph === undefined;
  const isLinkable = isAlone ? createLinkable(lexicon.linked, wordNet) : undefined;
  return async (judged) => {
    const { nouns } = annotator.annotate(fullText(judged.page));
    const page: AnnotatedPage = {
      ...judged,
      nouns: nouns.map((noun) => (isLinkable?.(noun.lemma) === true ? { ...noun, linkable: true } : noun)),
      annotator: annotator.name,
    };
    return needsFull?.(await classifier.judge(page)) === true ? undefined : page;
  };
}

/** How scores of a classifier differ: the ensemble counts nouns by a background, whether its topic has one or not. */
export function differenceFor(
  plan: ClassifierPlan,
  { difference, general }: TopicLexicon,
): ReadingDifference | undefined {
  return plan.rule === 'trained' ? (general ?? difference) : difference;
}

/** Whether a quick reading can decide about some pages of a classifier; or, where only the lexicon reads, about all. */
export function canReadQuickly(plan: ClassifierPlan, lexicon: TopicLexicon, onlyQuickly = false): boolean {
  return onlyQuickly ? !needsLinks(plan) : decisionFor(plan, differenceFor(plan, lexicon)) !== undefined;
}

/**
 * A classifier as it judges pages that only the lexicon reads: its threshold is that which quick readings of the topic's
 * own texts give, and a score of nouns is corrected by what a full reading adds on average.
 */
export function forQuickReadings(
  plan: ClassifierPlan,
  { shift, threshold = -shift }: ReadingDifference,
): ClassifierPlan {
  if (plan.rule === 'krs-calibrated') {
    const { calibration } = plan.facts;
    const moved = (calibration.parameters['threshold'] ?? 0) + threshold;
    const parameters = { ...calibration.parameters, threshold: moved };
    return { ...plan, facts: { ...plan.facts, calibration: { ...calibration, parameters } } };
  }
  if (plan.rule !== 'trained' || plan.model.classifier !== 'ensemble') return plan;
  const { weights } = plan.model.parameters;
  const nounRatio = { ...weights.nounRatio, mean: weights.nounRatio.mean - shift };
  const parameters = { ...plan.model.parameters, weights: { ...weights, nounRatio } };
  return { ...plan, model: { ...plan.model, parameters } };
}

/** Whether a classifier reads what nouns are linked to, which a lexicon does not know. */
function needsLinks(plan: ClassifierPlan): boolean {
  if (plan.rule === 'trained')
    return plan.model.classifier === 'semantic' || plan.model.classifier === 'semantic-hypernyms';
  return plan.rule === 'krs-paper' || plan.rule === 'own';
}

/**
 * Tells pages that are rejected for certain from the others. A quick reading finds the same words, so that classifiers of
 * words give the very same score. The scores of those that read nouns may differ by the margin. The ensemble's threshold
 * moves with the pages met, so that its lowest counts. Undefined where it is not known what differences mean.
 */
function decisionFor(
  plan: ClassifierPlan,
  difference: ReadingDifference | undefined,
  accept?: string,
): MayBeAccepted | undefined {
  if (needsLinks(plan)) return undefined;
  switch (plan.rule) {
    case 'thesaurus':
      return ({ accepted }) => accepted;
    case 'krs-calibrated': {
      const { threshold = Number.NEGATIVE_INFINITY } = plan.facts.calibration.parameters;
      const votes = plan.facts.backgroundGraph === undefined ? 'linked' : 'distinct';
      if (difference === undefined) return undefined;
      return ({ score, reason }) => highestScore(difference, score, reason.nouns[votes]) >= threshold;
    }
    case 'trained':
      return decisionForTrained(plan.model, difference, accept);
    case 'krs-paper':
    case 'own':
      return undefined;
  }
}

function decisionForTrained(
  model: TrainedModel,
  difference: ReadingDifference | undefined,
  accept: string | undefined,
): MayBeAccepted | undefined {
  switch (model.classifier) {
    case 'ensemble': {
      const lowest = lowestThresholdBy(model, accept);
      if (difference === undefined || lowest === undefined) return undefined;
      const { weight, deviation } = model.parameters.weights.nounRatio;
      const oddsOfBit = (model.boundary.slope * weight) / deviation;
      return ({ score, reason }) =>
        score === NOTHING_TO_JUDGE ||
        Math.log(score / (1 - score)) + oddsOfBit * highestScore(difference, 0, reason.nouns.distinct) >=
          lowest;
    }
    default:
      return ({ accepted }) => accepted;
  }
}

/** Says which lemmas the topic's linkers link: those that WordNet has, and those that they linked in the corpus. */
export function createLinkable(linked: string, wordNet: WordNet): (lemma: string) => boolean {
  const known = new Set(linked.split('\n'));
  return (lemma) => known.has(lemma) || wordNet.holds(lemma);
}
