import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import {
  trainTopic,
  type TopicTraining,
  type TrainCallbacks,
  type TrainReport,
} from '../../app/topics/train-topic.js';
import type { ClassifierKind, Learner } from '../../judging/classifiers/classifier.js';
import { DEFAULT_CLASSIFIER, TRAINED_CLASSIFIERS } from '../../judging/classifiers/classifier-table.js';
import { loadClassifier } from '../../judging/classifiers/load-classifier.js';
import { PARTS } from '../../judging/parts.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { UsageError } from '../../model/errors.js';
import { THESAURUS } from '../../model/thesaurus.js';
import { checkArguments } from '../../support/check-arguments.js';
import { labelsIn } from './labels.js';
import { trainFields, type TrainOptions, type TrainSettings } from './train-settings.js';

/**
 * Trains a classifier from a topic's texts and its background, or the general texts that come with sfwc in its language, and
 * saves it next to the topic. The semantic classifiers also learn the topic's expansion, which is made if it does not exist.
 *
 * @throws UsageError for settings; InputError for the topic and the labels; OutputError when it cannot be saved; the
 *   signal's reason
 */
export async function trainClassifier(
  options: WithParts<TrainOptions, 'linkers'>,
  observer: TrainCallbacks = {},
): Promise<TrainReport> {
  checkArguments('trainClassifier', { options: [options, 'object'], observer: [observer, 'object'] });
  const { settings, plugins } = await resolveOptions(trainFields, options);
  const classifier = await trained(settings, plugins);
  const { kb, topic, workers } = settings;
  const { onWait } = observer;
  return trainTopic(
    {
      kb,
      topic,
      classifier,
      plugins,
      workers,
      labels: labelSource(settings),
      further: async (opened) => ({
        features: settings.features,
        expansion:
          classifier.learner.uses?.includes('expansion') === true
            ? await (await PARTS.expansion()).openExpansion(opened, { onWait: onWait ?? (() => undefined) })
            : new Map(),
      }),
      recorded: recordedSettings(settings, classifier.learner),
    },
    observer,
  );
}

/** The classifier to train. @throws UsageError for one that is not trained */
async function trained(
  { classifier = DEFAULT_CLASSIFIER, topic }: TrainSettings,
  plugins: Plugins,
): Promise<Pick<ClassifierKind, 'reads'> & { readonly learner: Learner }> {
  const { learner, reads } = await loadClassifier(classifier, plugins);
  if (learner !== undefined) return { learner, reads };
  const needs =
    classifier === THESAURUS ? 'a person writes its thesaurus' : 'sfwc build counts all that it needs';
  throw new UsageError(`${classifier} is not trained: ${needs}`, {
    hint: `judge with it: sfwc classify <page> --topic '${topic}' --classifier ${classifier}; trained are ${TRAINED_CLASSIFIERS.join(', ')}`,
  });
}

/** The labels that are given; undefined where none are. */
function labelSource({ labelledPages, crawl }: TrainSettings): TopicTraining['labels'] {
  if (labelledPages.length > 0) return labelsIn(labelledPages, crawl);
  if (crawl.length === 0) return undefined;
  throw new UsageError('--crawl requires --labelled-pages: it names the crawl that has the labelled pages', {
    hint: 'give them with --labelled-pages',
  });
}

/** Settings in the file of the classifier. */
function recordedSettings(
  { features, labelledPages }: TrainSettings,
  { uses }: Learner,
): TopicTraining['recorded'] {
  return {
    ...(uses?.includes('features') === true ? { features } : {}),
    ...(labelledPages.length === 0 ? {} : { labels: labelledPages.join(', ') }),
  };
}
