import type { CorpusProblem } from '../../model/document.js';
import type { WordReader } from '../../model/topic.js';
import type { Learner, TrainingSettings } from '../classifiers/classifier.js';
import type { AnalyserPlan } from '../../language/linking/linker.js';
import type { Plugins } from '../plugins/registry.js';
import type { TrainingSet } from './scorer.js';
import type { TrainedModel } from './trained-model.js';

/** How texts are read as those of the corpus were. */
export interface TextReading {
  readonly plan: AnalyserPlan;
  /** User-defined linkers and readers. */
  readonly plugins: Plugins;
  readonly workers: number;
  readonly words: WordReader;
  readonly signal?: AbortSignal;
}

/**
 * Learns a classifier, and from labels where its topic begins. Deterministic.
 * @returns also the labels that could not be used
 * @throws InputError for too few texts or usable labels
 */
export type LearnWithLabels = (
  learner: Learner,
  set: TrainingSet,
  settings: TrainingSettings,
) => {
  readonly model: TrainedModel;
  readonly unused: readonly { readonly label: { readonly where: string }; readonly why: string }[];
};

/**
 * Reads labels, and gives what reads their pages later.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a file that cannot be read, and for too few labels, whatever their pages hold
 */
export type LabelSource = (
  onProblem: (problem: CorpusProblem) => void,
) => Promise<(reading: TextReading) => Promise<LearnWithLabels>>;
