import type { RemoteLink } from '../linking/spotlight/spotlight-answer.js';
import type { Annotator } from '../model/noun.js';
import type { Acceptance } from '../model/judging.js';
import type { Page } from '../model/page.js';
import type { TopicThesaurus } from '../model/thesaurus.js';
import type { AnnotatedPage, TopicClassifier } from '../model/topic.js';
import { guardClassifier } from '../plugins/guard.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { InputError } from '../model/errors.js';
import { fullText } from '../support/text/full-text.js';
import { otherLanguage } from '../text/language.js';
import { createCalibratedRule } from '../topic/calibrated-rule.js';
import { locatingEvidence } from '../topic/evidence-mentions.js';
import type { FrequencyTable } from '../topic/frequency-table.js';
import { judgedText, tellingCut } from '../topic/judged-text.js';
import { rejectingOtherLanguages } from '../topic/other-language.js';
import { acceptingByTopics, judgingByTopics, type TopicPart } from '../topic/several-topics.js';
import { createPaperRule } from '../topic/paper-rule.js';
import { createThesaurusRule } from '../topic/thesaurus-rule.js';
import type { TopicFacts } from '../topic/topic-facts.js';
import type { TrainedModel } from '../topic/trained-model.js';
import { acceptanceBy, createTrainedRule } from '../topic/trained-rule.js';
import { openWordNet, type WordNet } from '../wordnet/wordnet.js';
import { annotateText, createGeneralFrequency, createLinking, type AnalyserPlan } from './analyser.js';
import { openAnnotator, openWordReader } from './english.js';

/**
 * Everything for judging pages by a topic, as plain data for worker threads, except for the counts, which stay in the
 * knowledge base.
 */
export interface JudgePlan {
  /** The topic's name. */
  readonly topic: string;
  readonly analyser: AnalyserPlan;
  readonly classifier: ClassifierPlan;
  /** Whether pages are judged that are not in English. The user's own classifiers always judge them. */
  readonly anyLanguage: boolean;
}

/** A classifier, as plain data. */
export type ClassifierPlan =
  | { readonly rule: 'krs-paper' | 'krs-calibrated'; readonly facts: TopicFacts }
  | { readonly rule: 'trained'; readonly model: TrainedModel }
  | { readonly rule: 'thesaurus'; readonly thesaurus: TopicThesaurus; readonly threshold: number }
  | { readonly rule: 'own'; readonly name: string; readonly facts: TopicFacts };

/** Links by a service in {@link textToJudge}, per topic; undefined if it was not queried, or is down. */
export type RemoteLinks = readonly (readonly RemoteLink[] | undefined)[];

/** Annotates and judges pages. */
export interface PlannedJudge {
  /** Bounds the page and finds its nouns, once; each topic links them separately. See {@link judgedText}. */
  readonly annotate: (page: Page, remotes?: RemoteLinks) => Promise<AnnotatedPage>;
  readonly classifier: TopicClassifier;
}

/** What a judge needs of one of its topics: the plan, and document frequencies, out of the knowledge base. */
export interface PlannedTopic {
  readonly plan: JudgePlan;
  readonly counts: FrequencyTable;
}

/**
 * Makes a judge from the plans of its topics.
 * @param plugins have the classifiers and linkers that are not built in
 */
export function createJudge(
  topics: readonly PlannedTopic[],
  wordNet: WordNet = openWordNet(),
  annotator: Annotator = openAnnotator(wordNet),
  plugins: Plugins = NO_PLUGINS,
): PlannedJudge {
  const links = topics.map(({ plan }) => createLinking(plan.analyser, { wordNet, annotator, plugins }));
  const classifiers = topics.map(({ plan, counts }) => {
    const classifier = createClassifier(plan.classifier, counts, wordNet, plugins);
    return rejectingOtherLanguages(tellingCut(locatingEvidence(classifier)));
  });
  const anyLanguage = topics.every(({ plan }) => plan.anyLanguage || plan.classifier.rule === 'own');
  return {
    annotate: async (whole, remotes = []) => {
      const judged = judgedText(whole);
      const { text, language } = judged.page;
      const other = anyLanguage ? undefined : await otherLanguage(text, language);
      if (other !== undefined) return { ...judged, nouns: [], otherLanguage: other };
      const annotated = await annotateText(fullText(judged.page), annotator);
      const linked = await Promise.all(links.map((link, place) => link(annotated, remotes[place])));
      const [nouns = []] = linked;
      return { ...judged, nouns, ...(topics.length === 1 ? {} : { nounsByTopic: linked }) };
    },
    classifier: theOne(classifiers) ?? judgingByTopics(byTopic(topics, classifiers)),
  };
}

/** Of a single topic its part: it judges as if there were no others. */
function theOne<Part>(parts: readonly Part[]): Part | undefined {
  return parts.length === 1 ? parts[0] : undefined;
}

function byTopic<Part>(
  topics: readonly Pick<PlannedTopic, 'plan'>[],
  parts: readonly Part[],
): readonly TopicPart<Part>[] {
  return parts.map((part, place) => ({ topic: topics[place]?.plan.topic ?? '', part }));
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

/** The threshold that adapts to the pages of a crawl, for classifiers that have one; separate for each topic. */
export function acceptanceOf(
  topics: readonly Pick<PlannedTopic, 'plan'>[],
  accept?: string,
): Acceptance | undefined {
  const acceptances = topics.map(({ plan: { classifier } }) =>
    classifier.rule === 'trained' ? acceptanceBy(classifier.model, accept) : undefined,
  );
  return topics.length === 1 ? acceptances[0] : acceptingByTopics(byTopic(topics, acceptances));
}

/** The classifiers of plans with their topics, as judgements name them. */
export function judgeNames(
  topics: readonly Pick<PlannedTopic, 'plan'>[],
): readonly { readonly topic: string; readonly classifier: string }[] {
  return topics.map(({ plan }) => ({ topic: plan.topic, classifier: classifierName(plan.classifier) }));
}

/** The name of the classifier of a plan. */
function classifierName(plan: ClassifierPlan): string {
  if (plan.rule === 'own') return plan.name;
  return plan.rule === 'trained' ? plan.model.classifier : plan.rule;
}
