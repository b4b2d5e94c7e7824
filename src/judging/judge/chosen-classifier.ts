import { InputError, UsageError } from '../../model/errors.js';
import type { OpenName } from '../../model/open-name.js';
import { THESAURUS } from '../../model/thesaurus.js';
import { hasBoxedBackground } from '../../knowledge/files/background-file.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import { MIN_TEXTS } from '../relevance/evidence.js';
import { languageName } from '../../support/text/language-name.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import { loadClassifier } from '../classifiers/load-classifier.js';
import {
  DEFAULT_CLASSIFIER,
  UNTRAINED_CLASSIFIER,
  type ClassifierName,
} from '../classifiers/classifier-table.js';
import { requirePart, type Plugins } from '../plugins/registry.js';
import type { JudgePlan } from './judge-plan.js';
import { isWordsOnly, requireNouns } from './languages.js';

/** A classifier by its name, or the file of the thesaurus to judge by. */
export type ChosenClassifier =
  OpenName<Exclude<ClassifierName, typeof THESAURUS>> | { readonly thesaurus: string };

/**
 * The classifier that settings ask for. A thesaurus alone asks for its classifier.
 * @throws UsageError for a thesaurus with another classifier, and for the thesaurus classifier without a thesaurus
 */
export function chosenClassifier({
  classifier,
  thesaurus,
}: {
  readonly classifier?: OpenName<ClassifierName>;
  readonly thesaurus?: string;
}): ChosenClassifier | undefined {
  if (classifier === undefined || classifier === THESAURUS) {
    if (thesaurus !== undefined) return { thesaurus };
    if (classifier === undefined) return undefined;
    throw new UsageError('--classifier thesaurus requires a thesaurus', {
      hint: 'name its file: --thesaurus kb/thesaurus-diabetes.ttl; sfwc thesaurus suggest makes a first one',
    });
  }
  if (thesaurus === undefined) return classifier;
  throw new UsageError(`--classifier ${classifier} does not read a thesaurus`, {
    hint: 'omit --thesaurus, or use --classifier thesaurus',
  });
}

/** Why a trained classifier cannot be used with a topic in an endpoint. */
export const ENDPOINT_HAS_NONE =
  'is a trained classifier, which is stored in a folder next to a topic; with a SPARQL endpoint, use krs-calibrated or krs-paper';

/**
 * Plans the classifier that a topic is judged by.
 * @throws InputError, UsageError where it does not fit the topic, or was not trained
 */
export async function planClassifier(
  topic: OpenTopic,
  chosen: ChosenClassifier | undefined,
  plugins: Plugins,
  warn: (message: string) => void = () => undefined,
): Promise<{ readonly kind: ClassifierKind; readonly plan: JudgePlan['classifier'] }> {
  const { facts, folder } = topic;
  const thesaurus = typeof chosen === 'object' ? chosen.thesaurus : undefined;
  const name = typeof chosen === 'object' ? THESAURUS : chosen;
  if (name !== undefined) requirePart('classifiers', name, plugins, 'classifier');
  const planned = await planBy(name ?? DEFAULT_CLASSIFIER, topic, plugins, thesaurus);
  if (planned !== undefined) return planned;
  if (isWordsOnly(facts) && name === undefined) refuseUntrained(topic);
  const untrained = name === undefined ? await planBy(UNTRAINED_CLASSIFIER, topic, plugins) : undefined;
  if (untrained !== undefined && folder !== undefined && isTrainable(facts))
    warn(
      `topic '${facts.name}' has no ensemble, and pages are judged by ${UNTRAINED_CLASSIFIER}, which is worse; train it: sfwc train --kb ${folder} --topic '${facts.name}'`,
    );
  if (untrained !== undefined) return untrained;
  if (folder === undefined) throw new UsageError(`'${name}' ${ENDPOINT_HAS_NONE}`);
  throw new InputError(`topic '${facts.name}' has no trained classifier '${name}'`, {
    hint: `train it: sfwc train --kb ${folder} --topic '${facts.name}' --classifier ${name}`,
  });
}

/** Whether a build trains the ensemble of such a topic. */
function isTrainable({ backgroundGraph, documents, language }: TopicFacts): boolean {
  // The line about a topic in English is judged by however few texts there are.
  return (
    (documents >= MIN_TEXTS || language === ENGLISH) &&
    (backgroundGraph !== undefined || hasBoxedBackground(language))
  );
}

/** Undefined where the topic does not have what the classifier needs. */
async function planBy(
  name: string,
  topic: OpenTopic,
  plugins: Plugins,
  thesaurus?: string,
): Promise<{ readonly kind: ClassifierKind; readonly plan: JudgePlan['classifier'] } | undefined> {
  const kind = await loadClassifier(name, plugins);
  if (isWordsOnly(topic.facts) && kind.reads !== 'words' && kind.judgesAnyLanguage !== true)
    requireNouns(topic.facts, name);
  const data = await kind.plan(topic, thesaurus);
  return data === undefined ? undefined : { kind, plan: { name, data } };
}

/** @throws InputError for a topic that is judged by words alone and has no trained classifier */
function refuseUntrained({ folder, facts }: OpenTopic): never {
  const { name, language } = facts;
  const background = hasBoxedBackground(language)
    ? ''
    : ` --background <unlabelled texts in ${languageName(language)}>`;
  const train = `sfwc train --kb ${folder ?? 'DIR'} --topic '${name}'${background}`;
  throw new InputError(
    `topic '${name}' is in ${languageName(language)} and has no trained classifier, and without nouns only trained classifiers can judge pages`,
    { hint: `train one: ${train}${folder === undefined ? '; a folder is needed, not an endpoint' : ''}` },
  );
}
