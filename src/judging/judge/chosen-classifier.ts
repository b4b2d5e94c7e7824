import { InputError, UsageError } from '../../model/errors.js';
import type { OpenName } from '../../model/open-name.js';
import { THESAURUS } from '../../model/thesaurus.js';
import { hasBoxedBackground } from '../../knowledge/files/background-file.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import { MIN_TEXTS } from '../relevance/evidence.js';
import { languageName } from '../../support/text/language-name.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import { loadClassifier } from '../classifiers/load-classifier.js';
import { DEFAULT_CLASSIFIER, type ClassifierName } from '../classifiers/classifier-table.js';
import { requirePart, type Plugins } from '../plugins/registry.js';
import type { JudgePlan } from './judge-plan.js';
import { isWordsOnly, requireNouns } from '../../knowledge/places/topic-nouns.js';

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
  if (classifier === undefined || classifier === THESAURUS) {
    if (thesaurus !== undefined) return { thesaurus };
    if (classifier === undefined) return undefined;
    throw new UsageError('the classifier thesaurus requires a thesaurus', {
      hint: 'name its file by the setting thesaurus, such as kb/thesaurus-diabetes.ttl; sfwc thesaurus suggest makes a first one',
    });
  }
  if (thesaurus === undefined) return classifier;
  throw new UsageError(`the classifier ${classifier} does not read a thesaurus`, {
    hint: 'omit the thesaurus, or use the classifier thesaurus',
  });
}

/** Plans the classifier that a topic is judged by. @throws InputError, UsageError */
export async function planClassifier(
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
function refuseUntrained(topic: OpenTopic, classifier: string): never {
  throw new InputError(`topic '${topic.facts.name}' has no trained classifier '${classifier}'`, {
    hint: neededFor(classifier, topic),
  });
}

function neededFor(classifier: string, { folder, facts }: OpenTopic): string {
  const { name, documents, language, backgroundGraph } = facts;
  const texts = `texts in ${languageName(language)}`;
  const hasBackground = backgroundGraph !== undefined || hasBoxedBackground(language);
  const background = hasBackground ? '' : ` --background <unlabelled ${texts}>`;
  const build = `sfwc build <${texts}> --topic '${name}' --kb ${folder ?? 'URL'}${background}`;
  // The line about a topic in English is judged by however few texts there are.
  if (documents < MIN_TEXTS && language !== ENGLISH)
    return `it has ${documents} of at least ${MIN_TEXTS} documents; build it with more: ${build}`;
  if (!hasBackground) return `build it with a background: ${build}`;
  if (folder !== undefined)
    return `train it: sfwc train --kb ${folder} --topic '${name}' --classifier ${classifier}`;
  return classifier === DEFAULT_CLASSIFIER
    ? `build it again: ${build}`
    : 'a SPARQL endpoint has the ensemble alone, which sfwc build stores there; train others in a folder: --kb DIR';
}
