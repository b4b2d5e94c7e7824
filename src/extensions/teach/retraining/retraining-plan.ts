import type { CrawlSettings } from '../../../app/settings/settings.js';
import type { JudgePlan, JudgeParts } from '../../../judging/judge/judge-plan.js';
import { DEFAULT_CLASSIFIER } from '../../../judging/classifiers/classifier-table.js';
import { hasRecord } from '../../../app/topics/building/recorded-texts.js';
import { classifierFile, readClassifierHeader } from '../../../knowledge/files/classifier-file.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { parsePlace } from '../../../knowledge/places/parse-place.js';

/** Data with which the ensemble of a crawl can be retrained, in addition to answered pages. */
export interface RetrainingPlan {
  /** The number of answered pages with which a model is trained first. */
  readonly from: number;
  readonly topic: string;
  /** The topic's file, whose record has its texts. */
  readonly topicFile: string;
  /** Checksum of the topic that its ensemble was trained on. */
  readonly topicChecksum: string;
  /** Files with labels that the topic's ensemble was trained with. */
  readonly labels: readonly string[];
}

/** Says why a crawl does not train models. */
export interface NoRetraining {
  readonly whyNot: string;
}

type Settings = Pick<CrawlSettings, 'kb' | 'retrainFrom' | 'discardPages'>;

/**
 * Finds out whether a crawl can retrain its classifier with people's answers, and with which texts.
 * @param isShared whether several workers share the crawl
 */
export async function planRetraining(
  { kb = '', retrainFrom, discardPages }: Settings,
  judges: readonly Pick<JudgeParts, 'plan' | 'kind'>[],
  isShared: boolean,
): Promise<RetrainingPlan | NoRetraining> {
  const [only, ...others] = judges;
  if (only === undefined) return { whyNot: 'the crawl does not have a topic' };
  if (others.length > 0) return { whyNot: 'an answer does not say which of several topics it is about' };
  if (only.kind.learner === undefined || only.plan.classifier.name !== DEFAULT_CLASSIFIER)
    return {
      whyNot: 'only the ensemble learns from answers, which sfwc build makes where there are enough texts',
    };
  if (retrainFrom === 0) return { whyNot: 'retrainFrom is 0' };
  if (isShared) return { whyNot: 'several workers share the crawl' };
  if (discardPages) return { whyNot: 'the crawl does not keep pages' };
  return withTexts(parsePlace(kb).path, only.plan, retrainFrom);
}

async function withTexts(
  folder: string | undefined,
  { topic }: Pick<JudgePlan, 'topic'>,
  from: number,
): Promise<RetrainingPlan | NoRetraining> {
  const noTexts = { whyNot: 'the knowledge base does not have the texts of the topic' };
  if (folder === undefined) return noTexts;
  const file = topicFile(folder, topic);
  if (!(await hasRecord(file))) return noTexts;
  const header = await readClassifierHeader(classifierFile(folder, topic, 'ensemble'));
  const { settings = {}, topicChecksum = '' } = header ?? {};
  const { labels } = settings;
  return {
    from,
    topic,
    topicFile: file,
    topicChecksum,
    labels: typeof labels === 'string' ? labels.split(', ') : [],
  };
}
