import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import type { WithParts } from '../../app/settings/plugin-options.js';
import type { TrainReport } from '../../app/topics/train-topic.js';
import { checkArguments } from '../../support/check-arguments.js';
import { trainClassifier as train } from './train-classifier.js';
import type { TrainOptions } from './train-settings.js';

/** The API of this extension: training classifiers. */
export type { CallOptions, TrainOptions, TrainReport };

/** Trains a classifier from a topic and its background, as `sfwc train` does. @throws UsageError, InputError, OutputError */
export async function trainClassifier(
  kb: string,
  options: Omit<WithParts<TrainOptions, 'linkers'>, 'kb'> & CallOptions,
): Promise<TrainReport> {
  checkArguments('trainClassifier', { kb: [kb, 'string'] });
  const { how, onProblem, settings } = takeCall('trainClassifier', options);
  return train({ ...settings, kb }, { ...how, onProblem });
}
