import { GAZETTEER_NAME } from '../../language/linking/gazetteer.js';
import { InputError, UsageError, shellWord } from '../../model/errors.js';
import type { SpotlightParameters } from '../../model/spotlight.js';
import { type Plugins, NO_PLUGINS, requireAgain, requirePart } from '../plugins/registry.js';
import { ANNOTATOR_NAME } from '../../language/text/compromise-annotator.js';
import { createFrequencyTable } from '../../knowledge/places/frequency-table.js';
import { type TopicFacts, linkedLabels } from '../../knowledge/places/topic-facts.js';
import type { TrainedModel } from '../topic/trained-model.js';
import type { AnalyserPlan, AskRemote } from '../../language/linking/linker.js';
import { openLexicon } from '../../knowledge/files/lexicon-file.js';
import type { JudgeParts, RemoteLinks, JudgePlan } from './judge-plan.js';
import { type OpenTopic, openTopic } from '../../knowledge/places/knowledge-base.js';
import { PARTS } from '../parts.js';
import { given } from '../../support/given.js';
import { onceFor } from '../../support/once.js';
import { isWordsOnly, readsByLexicon, requireNouns } from '../../knowledge/places/topic-nouns.js';
import { loadAnnotator } from './languages.js';
import { annotatorName, ENGLISH } from '../../language/text/words-only-annotator.js';
import type { EndpointSettings } from '../../knowledge/places/store.js';
import type { OpenName } from '../../model/open-name.js';
import { THESAURUS } from '../../model/thesaurus.js';
import { hasBoxedBackground } from '../../knowledge/files/background-file.js';
import { MIN_TEXTS } from '../relevance/evidence.js';
import { languageName } from '../../support/text/language-name.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import { loadClassifier } from '../classifiers/load-classifier.js';
import { type ClassifierName, DEFAULT_CLASSIFIER } from '../classifiers/classifier-table.js';

/** Options of judging pages by a topic, besides what the knowledge base says. */
export interface JudgeOptions {
  /** Queries the service that the corpus was linked with. */
  readonly askRemote?: AskRemote | undefined;
  /** The user's own classifiers and linkers. */
  readonly plugins?: Plugins;
  /** Also judges pages in another language than the topic. Default: they are rejected. */
  readonly anyLanguage?: boolean;
  /** Reads pages by the lexicon of the topic, unless the classifier reads links. Default: they are read in full. */
  readonly byLexicon?: boolean;
  /** Name of the annotator that will read the pages. */
  readonly annotator?: string;
  /** Called with what a person should know of the topic. */
  readonly warn?: (message: string) => void;
}

/** Queries the linking services of the topics; undefined if no topic has one. */
export function askRemotes(
  topics: readonly Pick<JudgeParts, 'askRemote'>[],
): ((text: string) => Promise<RemoteLinks>) | undefined {
  if (topics.every(({ askRemote }) => askRemote === undefined)) return undefined;
  return (text) => {
    // Topics linked by the same service share its answer.
    const ask = onceFor((askRemote: AskRemote) => askRemote(text));
    return Promise.all(topics.map(async ({ askRemote }) => askRemote && ask(askRemote)));
  };
}

/** The model by which a judge judges; undefined where its classifier is not trained. */
export function trainedModelOf({ plan, kind }: Pick<JudgeParts, 'plan' | 'kind'>): TrainedModel | undefined {
  return kind.learner === undefined ? undefined : (plan.classifier.data as TrainedModel);
}

/**
 * Plans to judge pages by a topic. Their nouns are found and linked as those of the corpus. The gazetteer has the labels that
 * it linked in the corpus, since a noun that was never linked there does not have a count. @throws InputError
 */
export async function planJudge(
  topic: OpenTopic,
  classifier?: ChosenClassifier,
  {
    askRemote,
    annotator = ANNOTATOR_NAME,
    plugins = NO_PLUGINS,
    warn = () => undefined,
    ...how
  }: JudgeOptions = {},
): Promise<JudgeParts> {
  const { kb, facts } = topic;
  refuseOtherAnnotator(facts, annotator);
  const { kind, plan: chosen } = await planClassifier(topic, classifier, plugins);
  const byLexicon = how.byLexicon === true && readsByLexicon(facts) && kind.reads !== 'links';
  return {
    facts,
    plan: {
      topic: facts.name,
      ...given({ about: facts.about }),
      language: facts.language,
      analyser: await planOf(topic, plugins),
      classifier: chosen,
      anyLanguage: how.anyLanguage ?? false,
      lexicon: byLexicon ? await openLexicon(topic.folder, facts, warn) : undefined,
    },
    ...{ kind, plugins, askRemote },
    counts: createFrequencyTable(kb, facts.iri, facts.backgroundGraph ?? facts.iri),
  };
}

function refuseOtherAnnotator(facts: TopicFacts, annotator: string): void {
  const own = facts.language === ENGLISH ? annotator : annotatorName(facts.language);
  // A topic of a version that did not find nouns in its language is judged by words as before.
  if (own === facts.annotator || isWordsOnly(facts)) return;
  throw new InputError(`topic '${facts.name}' was annotated by ${facts.annotator}, this is ${own}`, {
    hint: 'build the topic again, so that pages and corpus are read alike',
  });
}

/** The settings that say which topics pages are judged by, and how. */
export interface TopicsSettings extends EndpointSettings {
  readonly kb: string;
  readonly topic: string | readonly string[];
  readonly anyLanguage: boolean;
  /** True if pages are read in full, whatever judges them. Default: only where the classifier reads links. */
  readonly inFull?: boolean;
}

/** Opens the topics of settings, and plans to judge pages by each. @throws UsageError */
export async function planJudges(
  settings: TopicsSettings,
  chosen: ChosenClassifier | undefined,
  plugins: Plugins,
  warn: (message: string) => void = () => undefined,
): Promise<readonly JudgeParts[]> {
  const names = [settings.topic].flat();
  if (names.length > 1 && typeof chosen === 'object') refuseThesaurus();
  const services = new Map<string, AskRemote>();
  const parts: JudgeParts[] = [];
  for (const name of names) {
    const topic = await openTopic(settings.kb, name, settings, warn);
    const { spotlight } = JSON.parse(topic.facts.settings) as { readonly spotlight?: SpotlightParameters };
    const key = JSON.stringify(spotlight) as string | undefined;
    // Topics that were linked by the same service ask it once.
    if (spotlight !== undefined && key !== undefined && !services.has(key))
      services.set(key, (await PARTS.openSpotlight())(spotlight, warn));
    const askRemote = services.get(key ?? '');
    const { anyLanguage, inFull } = settings;
    const options = { askRemote, plugins, anyLanguage, byLexicon: inFull !== true, warn };
    parts.push(await planJudge(topic, chosen, options));
  }
  return parts;
}

/** @throws UsageError */
export function refuseThesaurus(): never {
  throw new UsageError('a thesaurus is that of one topic, and several topics are given', {
    hint: 'leave out the thesaurus, or name one topic',
  });
}

/** The analyser plan for a topic: texts are read like its corpus. @throws InputError as {@link planJudge} */
export async function planOf({ kb, facts }: OpenTopic, plugins: Plugins): Promise<AnalyserPlan> {
  for (const linker of facts.linkers) requireAgain('linkers', linker, plugins, `topic '${facts.name}'`);
  await loadAnnotator(facts.language);
  return {
    language: facts.language,
    ...(isWordsOnly(facts) ? { wordsOnly: true } : {}),
    linkers: facts.linkers,
    labels: [await linkedLabels(kb, facts.iri, GAZETTEER_NAME)],
  };
}

/** A classifier by its name, or the file of the thesaurus to judge by. */
export type ChosenClassifier =
  OpenName<Exclude<ClassifierName, typeof THESAURUS>> | { readonly thesaurus: string };

/** The classifier that settings ask for. A thesaurus alone asks for its classifier. @throws UsageError */
export function chosenClassifier({
  classifier,
  thesaurus,
}: {
  readonly classifier?: OpenName<ClassifierName>;
  readonly thesaurus?: string;
}): ChosenClassifier | undefined {
  const readsThesaurus = classifier === undefined || classifier === THESAURUS;
  if (thesaurus === undefined && classifier !== THESAURUS) return classifier;
  if (thesaurus !== undefined && readsThesaurus) return { thesaurus };
  throw new UsageError('the setting thesaurus and the classifier thesaurus need each other', {
    hint: 'name the file of the thesaurus, such as kb/thesaurus-diabetes.ttl; sfwc thesaurus suggest makes a first one',
  });
}

/** Plans the classifier that a topic is judged by. @throws InputError, UsageError */
async function planClassifier(
  topic: OpenTopic,
  chosen: ChosenClassifier | undefined,
  plugins: Plugins,
): Promise<{ readonly kind: ClassifierKind; readonly plan: JudgePlan['classifier'] }> {
  const thesaurus = typeof chosen === 'object' ? chosen.thesaurus : undefined;
  const name = typeof chosen === 'object' ? THESAURUS : (chosen ?? DEFAULT_CLASSIFIER);
  requirePart('classifiers', name, plugins, 'classifier');
  const kind = await loadClassifier(name, plugins);
  if (isWordsOnly(topic.facts) && kind.reads !== 'words' && kind.judgesAnyLanguage !== true)
    requireNouns(topic.facts, name);
  const data = await kind.plan(topic, thesaurus);
  if (data === undefined) refuseUntrained(topic, name);
  return { kind, plan: { name, data } };
}

/** @throws InputError that says what the topic needs for this classifier */
function refuseUntrained({ folder, facts }: OpenTopic, classifier: string): never {
  const { name, language, backgroundGraph } = facts;
  const lacksBackground = backgroundGraph === undefined && !hasBoxedBackground(language);
  throw new InputError(`topic '${name}' has no trained classifier '${classifier}'`, {
    hint:
      folder === undefined || lacksBackground || facts.documents < MIN_TEXTS
        ? `build it into a folder, with ${MIN_TEXTS} documents or more, and --background <unlabelled texts in ${languageName(language)}>`
        : `train it: sfwc train --kb ${shellWord(folder)} --topic ${shellWord(name)} --classifier ${classifier}`,
  });
}
