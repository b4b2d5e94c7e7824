import type { CorpusProblem } from '../../model/document.js';
import type { Page } from '../../model/page.js';
import type { WordReader } from '../../model/topic.js';
import type { Learner, TrainingSettings } from '../classifiers/classifier.js';
import type { AnalyserPlan } from '../linkers/linker.js';
import type { Plugins } from '../plugins/registry.js';
import type { PageContent } from './page-content.js';
import type { JudgedText } from '../relevance/evidence.js';
import type { TrainingSet } from './scorer.js';
import type { TrainedModel } from './trained-model.js';

/** A page that a person labelled: what it says, or how a crawl judged it, or both. */
export interface LabelledPage {
  /** File and line, or the like, where the label was read. */
  readonly where: string;
  readonly positive: boolean;
  /** Absent where its text was not kept. */
  readonly page?: Page;
  /** How a crawl judged it, where one did. */
  readonly recorded?: RecordedScore;
}

/** The score that a page had in a crawl. */
export interface RecordedScore {
  readonly crawl: string;
  readonly classifier: string;
  readonly score: number;
  /** What its members said, where the verdict depended on other pages. */
  readonly members?: JudgedText;
}

/** How texts are read as those of the corpus were. */
export interface TextReading {
  readonly plan: AnalyserPlan;
  /** User-defined linkers and readers. */
  readonly plugins: Plugins;
  readonly workers: number;
  readonly words: WordReader;
  readonly signal?: AbortSignal;
}

/** A model that learned from labels. */
export interface LabelledModel {
  readonly model: TrainedModel;
  /** The labels that its threshold comes from, each with its score by a model that had not learned from it. */
  readonly used: readonly {
    readonly label: Pick<LabelledPage, 'where' | 'positive'>;
    readonly odds: number;
  }[];
  readonly unused: readonly { readonly label: Pick<LabelledPage, 'where'>; readonly why: string }[];
}

/** Labelled pages that were read. */
export interface LabelledTexts {
  readonly contents: readonly PageContent[];
  /**
   * Learns a classifier, and from the labels where its topic begins. Deterministic.
   * @param learnFrom labels with their texts from which the pages are learned from as well; default: 50
   * @throws InputError for too few texts or usable labels
   */
  learn(learner: Learner, set: TrainingSet, settings: TrainingSettings, learnFrom?: number): LabelledModel;
}

/**
 * Reads labels, and gives what reads their pages later.
 * @param onProblem hears of each label that cannot be used
 * @throws InputError for a file that cannot be read, and for too few labels, whatever their pages hold
 */
export type LabelSource = (
  onProblem: (problem: CorpusProblem) => void,
) => Promise<(reading: TextReading) => Promise<LabelledTexts>>;
