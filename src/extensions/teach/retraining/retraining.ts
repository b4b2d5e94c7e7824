import { areEnoughLabels } from '../../../model/label-use.js';
import { messageOf } from '../../../model/errors.js';
import type { CrawlModel } from '../../../model/steering.js';
import type { Logger } from '../../../support/logger.js';
import type { ModelTrainer } from './model-trainer.js';
import type { AnsweredPage } from './train-model.js';

/** By how much answers have to grow before the model is trained again: so that many answers cost few trainings. */
const GROWTH = 1.5;

/** Answers by what they say of their pages. */
export type Answers = Pick<CrawlModel, 'yes' | 'no'>;

/**
 * True if a model is to be trained: with the first so many answers, and then whenever there are half as many again.
 * @param answers pages whose text is there and that people gave a verdict on
 * @param before how many there were the last time; 0 where there was none
 */
export function isTrainingDue({ yes, no }: Answers, from: number, before: number): boolean {
  const all = yes + no;
  const enough = areEnoughLabels(Array.from({ length: all }, (_, place) => ({ positive: place < yes })));
  return enough && all >= Math.max(from, Math.ceil(GROWTH * before));
}

/** Trains models in the background while a crawl runs, and says which one judges. */
export class Retraining {
  /** True if a model is being trained. */
  isUnderWay = false;
  /** A model that was trained and does not judge yet. */
  trained: CrawlModel | undefined;
  /** True if pages may be left that an earlier model has judged and the one that judges now has to judge again. */
  isBehind: boolean;
  /** True while visits are under way whose pages an earlier model judges, and when they have to be judged again. */
  awaitsVisits = false;
  isLate = false;
  private before: number;

  /** @param model the one that judges; undefined for that of the topic */
  constructor(
    private readonly trainer: Pick<ModelTrainer, 'train' | 'from'>,
    public model: CrawlModel | undefined,
    private readonly logger: Logger,
    private readonly signal: AbortSignal,
  ) {
    this.isBehind = model !== undefined;
    this.before = model === undefined ? 0 : model.yes + model.no;
  }

  /** True if a model is to be trained now. */
  isDue(answers: Answers): boolean {
    const isIdle = !this.isUnderWay && this.trained === undefined;
    return isIdle && isTrainingDue(answers, this.trainer.from, this.before);
  }

  /** Trains a model. A failed training is reported, and tried again when there are half as many answers again. */
  async train(pages: readonly AnsweredPage[]): Promise<void> {
    this.before = pages.length;
    this.isUnderWay = true;
    try {
      this.trained = await this.trainer.train((this.model?.number ?? 1) + 1, pages, this.signal);
    } catch (thrown) {
      if (!this.signal.aborted)
        this.logger.warn(`no new model was trained from ${pages.length} answers: ${messageOf(thrown)}`);
    } finally {
      this.isUnderWay = false;
    }
  }

  /** Has pages judged again when visits have ended that began before the model was taken. */
  async awaitVisits(visits: Promise<unknown>): Promise<void> {
    this.awaitsVisits = true;
    await visits;
    [this.awaitsVisits, this.isLate] = [false, true];
  }

  /** The model that was trained judges from now on. */
  taken(): void {
    [this.model, this.trained, this.isBehind] = [this.trained, undefined, true];
  }
}
