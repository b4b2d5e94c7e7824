import type { RemoteLink } from '../linking/spotlight/spotlight-answer.js';
import type { Annotator } from '../model/noun.js';
import type { Acceptance } from '../model/judging.js';
import type { Page } from '../model/page.js';
import type { TopicThesaurus } from '../model/thesaurus.js';
import type { AnnotatedPage, Judgement, TopicClassifier } from '../model/topic.js';
import { guardClassifier } from '../plugins/guard.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { InputError } from '../model/errors.js';
import { fullText } from '../support/text/full-text.js';
import { otherLanguage } from '../text/language.js';
import { createAcceptance } from '../topic/acceptance.js';
import { createCalibratedRule } from '../topic/calibrated-rule.js';
import { locatingEvidence } from '../topic/evidence-mentions.js';
import type { FrequencyTable } from '../topic/frequency-table.js';
import { judgedText, tellingCut } from '../topic/judged-text.js';
import { rejectingOtherLanguages } from '../topic/other-language.js';
import { tellingAnnotator } from '../topic/quick-reading.js';
import { createPaperRule } from '../topic/paper-rule.js';
import { createThesaurusRule } from '../topic/thesaurus-rule.js';
import type { TopicFacts } from '../topic/topic-facts.js';
import type { TrainedModel } from '../topic/trained-model.js';
import { createTrainedRule } from '../topic/trained-rule.js';
import { openWordNet, type WordNet } from '../wordnet/wordnet.js';
import { createAnalyser, createGeneralFrequency, type AnalyserPlan } from './analyser.js';
import { openAnnotator, openWordReader } from './english.js';
import { createQuickReader, type TopicLexicon } from './quick-reader.js';

/**
 * Everything for judging pages by a topic, as plain data for worker threads, except for the counts, which stay in the
 * knowledge base.
 */
export interface JudgePlan {
  readonly analyser: AnalyserPlan;
  readonly classifier: ClassifierPlan;
  /** Whether pages are judged that are not in English. The user's own classifiers always judge them. */
  readonly anyLanguage: boolean;
  /** Where pages are read quickly first: what by. */
  readonly lexicon?: TopicLexicon;
  /** How much is accepted; see {@link createAcceptance}. */
  readonly accept?: string;
}

/** A classifier, as plain data. */
export type ClassifierPlan =
  | { readonly rule: 'krs-paper' | 'krs-calibrated'; readonly facts: TopicFacts }
  | { readonly rule: 'trained'; readonly model: TrainedModel }
  | { readonly rule: 'thesaurus'; readonly thesaurus: TopicThesaurus; readonly threshold: number }
  | { readonly rule: 'own'; readonly name: string; readonly facts: TopicFacts };

/** Annotates and judges pages. */
export interface PlannedJudge {
  /**
   * Bounds the page and finds its nouns; see {@link judgedText}. If the plan has a lexicon, the page is annotated quickly,
   * and in full only if it may be accepted.
   * @param remote links by a service in {@link textToJudge}; undefined if it was not queried, or is down
   */
  readonly annotate: (page: Page, remote?: readonly RemoteLink[]) => Promise<AnnotatedPage>;
  readonly classifier: TopicClassifier;
}

/**
 * Makes a judge from its plan.
 * @param counts document frequencies from the knowledge base
 * @param plugins have the classifiers and linkers that are not built in
 */
export function createJudge(
  plan: JudgePlan,
  counts: FrequencyTable,
  wordNet: WordNet = openWordNet(),
  annotator: Annotator = openAnnotator(wordNet),
  plugins: Plugins = NO_PLUGINS,
): PlannedJudge {
  const analyse = createAnalyser(plan.analyser, wordNet, annotator, plugins);
  const classifier = rememberingQuick(createClassifier(plan.classifier, counts, wordNet, plugins));
  const readQuickly = createQuickReader(plan, classifier, wordNet);
  const anyLanguage = plan.anyLanguage || plan.classifier.rule === 'own';
  return {
    annotate: async (whole, remote) => {
      const judged = judgedText(whole);
      const { text, language } = judged.page;
      const other = anyLanguage ? undefined : await otherLanguage(text, language);
      if (other !== undefined) return { ...judged, nouns: [], otherLanguage: other };
      const rejected = await readQuickly?.(judged);
      if (rejected !== undefined) return rejected;
      const { nouns } = await analyse(fullText(judged.page), remote);
      return { ...judged, nouns };
    },
    classifier: rejectingOtherLanguages(tellingAnnotator(tellingCut(locatingEvidence(classifier)))),
  };
}

/** A classifier that does not judge a page a second time that was read quickly. */
function rememberingQuick(classifier: TopicClassifier): TopicClassifier {
  const judged = new WeakMap<AnnotatedPage['nouns'], Judgement>();
  return {
    ...classifier,
    judge: async (page) => {
      const known = judged.get(page.nouns);
      if (known !== undefined) return known;
      const judgement = await classifier.judge(page);
      if (page.annotator !== undefined) judged.set(page.nouns, judgement);
      return judgement;
    },
  };
}

/** The text of a page as a judge reads it, to send to a service. */
export function textToJudge(page: Page): string {
  return fullText(judgedText(page).page);
}

function createClassifier(
  plan: ClassifierPlan,
  counts: FrequencyTable,
  wordNet: WordNet,
  plugins: Plugins,
): TopicClassifier {
  switch (plan.rule) {
    case 'krs-paper':
      return createPaperRule(plan.facts, counts);
    case 'krs-calibrated': {
      const generalFrequency = createGeneralFrequency(wordNet);
      return createCalibratedRule({ ...plan.facts, generalFrequency }, counts);
    }
    case 'trained':
      return createTrainedRule(plan.model, openWordReader({}, wordNet));
    case 'thesaurus':
      return createThesaurusRule(plan.thesaurus, openWordReader({ numbers: true }, wordNet), plan.threshold);
    case 'own': {
      const own = plugins.find('classifiers', plan.name);
      if (own === undefined) throw new InputError(`the classifier '${plan.name}' is not known here`);
      return guardClassifier(own, { topic: plan.facts, counts });
    }
  }
}

/** The threshold that adapts to the pages of a crawl, for classifiers that have one. */
export function acceptanceOf(plan: ClassifierPlan, accept?: string): Acceptance | undefined {
  const anchors = plan.rule === 'trained' ? plan.model.adapts?.anchors : undefined;
  return anchors === undefined ? undefined : createAcceptance(anchors, accept);
}

/** The name of the classifier of a plan. */
export function classifierName(plan: ClassifierPlan): string {
  if (plan.rule === 'own') return plan.name;
  return plan.rule === 'trained' ? plan.model.classifier : plan.rule;
}
