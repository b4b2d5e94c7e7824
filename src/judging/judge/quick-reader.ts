import type { Annotator } from '../../model/noun.js';
import type { AnnotatedPage, Judgement, TopicClassifier } from '../../model/topic.js';
import { fullText } from '../../support/text/full-text.js';
import { createLexicalAnnotator } from '../../language/text/lexical-annotator.js';
import type { JudgedText } from '../topic/judged-text.js';
import type { ReadingDifference } from '../topic/quick-reading.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import type { WordNet } from '../../language/wordnet/wordnet.js';
import { openLemmatizer } from './english.js';
import type { ClassifierPlan, JudgePlan, TopicLexicon } from './judge-plan.js';

/**
 * Reads a page by the topic's lexicon. Returns the page with its nouns where no full reading is wanted, or where the
 * classifier rejects it so clearly that a full reading could not change that; undefined where it is to be read in full.
 */
export type ReadQuickly = (judged: JudgedText) => Promise<AnnotatedPage | undefined>;

/** Makes the quick reader of a plan; undefined where there is none. */
export function createQuickReader(
  { lexicon, classifier: plan, accept, onlyQuickly = false }: JudgePlan,
  kind: ClassifierKind,
  classifier: TopicClassifier,
  wordNet: WordNet,
): ReadQuickly | undefined {
  if (lexicon === undefined) return undefined;
  if (!canReadQuickly(kind, plan, lexicon, onlyQuickly)) return undefined;
  const needsFull = onlyQuickly ? undefined : decisionFor(kind, plan, differenceFor(kind, lexicon), accept);
  const annotator: Annotator = createLexicalAnnotator(lexicon.words, openLemmatizer(wordNet));
  const countsLinkable = kind.quick?.countsLinkable?.(plan.data) === true;
  const isLinkable = countsLinkable ? createLinkable(lexicon.linked, wordNet) : undefined;
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

/** How scores of a classifier differ: trained ones count nouns by a background, whether their topic has one or not. */
export function differenceFor(
  { learner }: Pick<ClassifierKind, 'learner'>,
  { difference, general }: TopicLexicon,
): ReadingDifference | undefined {
  return learner === undefined ? difference : (general ?? difference);
}

/** Whether a quick reading can decide about some pages of a classifier; or, where only the lexicon reads, about all. */
export function canReadQuickly(
  kind: ClassifierKind,
  plan: ClassifierPlan,
  lexicon: TopicLexicon,
  onlyQuickly = false,
): boolean {
  // A lexicon does not know what nouns are linked to.
  if (kind.reads === 'links') return false;
  return onlyQuickly || decisionFor(kind, plan, differenceFor(kind, lexicon)) !== undefined;
}

/**
 * A classifier as it judges pages that only the lexicon reads: its threshold is that which quick readings of the topic's
 * own texts give, and a score of nouns is corrected by what a full reading adds on average.
 */
export function forQuickReadings(
  { quick }: Pick<ClassifierKind, 'quick'>,
  plan: ClassifierPlan,
  difference: ReadingDifference,
): ClassifierPlan {
  return quick === undefined ? plan : { ...plan, data: quick.corrected(plan.data, difference) };
}

/**
 * Tells pages that are rejected for certain from the others. A quick reading finds the same words, so that classifiers of
 * words give the very same score. The scores of those that read nouns may differ by the margin. Undefined where it is not
 * known what differences mean.
 */
function decisionFor(
  { quick }: ClassifierKind,
  { data }: ClassifierPlan,
  difference: ReadingDifference | undefined,
  accept?: string,
): ((judgement: Judgement) => boolean) | undefined {
  return quick === undefined ? ({ accepted }) => accepted : quick.mayBeAccepted(data, difference, accept);
}

/** Says which lemmas the topic's linkers link: those that WordNet has, and those that they linked in the corpus. */
export function createLinkable(linked: string, wordNet: WordNet): (lemma: string) => boolean {
  const known = new Set(linked.split('\n'));
  return (lemma) => known.has(lemma) || wordNet.holds(lemma);
}
