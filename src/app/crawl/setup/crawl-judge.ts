import type { CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import { openPageJudge, type OpenPageJudge } from '../../../judging/judge/judge-pool.js';
import { replaceableJudge } from '../../../judging/judge/replaceable-judge.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import type { TrainedModel } from '../../../judging/topic/trained-model.js';
import { isSpaceOfVersion } from '../../../judging/topic/trained-rule.js';
import { InputError } from '../../../model/errors.js';
import type { CrawlSettings } from '../../settings/crawl-settings.js';
import type { CrawlTopics } from './crawl-topics.js';

/** What the judge of a crawl is made of. */
interface JudgeSource {
  readonly settings: CrawlSettings;
  readonly plugins: Plugins;
  readonly plan: Pick<CrawlPlan, 'productToken'>;
  readonly topics: CrawlTopics;
}

/** The judge of a crawl, and how a model that the crawl trains takes its place. */
export interface CrawlJudge {
  readonly judge: OpenPageJudge;
  /** Has pages judged by a model from now on. @throws InputError where the topic has no such classifier any more */
  readonly judgeBy: (model: TrainedModel, number: number) => void;
}

/**
 * Opens what judges the pages of a crawl.
 * @param threads that judge unless the user says otherwise
 */
export function openCrawlJudge(source: JudgeSource, threads: number): CrawlJudge {
  const { judges } = source.topics;
  const judge = replaceableJudge(poolOf(source, judges, threads));
  return {
    judge,
    judgeBy: (model, number) => judge.replace(poolOf(source, [withModel(judges, model)], threads), number),
  };
}

function poolOf(
  { settings, plugins, plan, topics }: JudgeSource,
  judges: readonly JudgeParts[],
  threads: number,
): OpenPageJudge {
  return openPageJudge(judges, {
    crawler: plan.productToken,
    exact: settings.reader === 'exact',
    tagPaths: topics.priority.readsTagPaths === true,
    workers: settings.workers ?? threads,
    accept: settings.accept,
    plugins,
  });
}

/** The parts of a judge with another model in the place of the topic's. @throws InputError */
export function withModel([only]: readonly JudgeParts[], model: TrainedModel): JudgeParts {
  const { name } = only?.plan.classifier ?? {};
  if (only?.kind.learner === undefined || name !== model.classifier)
    throw new InputError(
      `the crawl judges by a model that it trained, and the topic does not have a trained ${model.classifier} any more`,
      { hint: 'build the topic again' },
    );
  if (!isSpaceOfVersion(only.kind.generalSpace?.(model)))
    throw new InputError(
      'the crawl judges by a model that it trained with another word space than the one of this version',
      { hint: 'continue with the version of sfwc that trained it, or begin a new crawl' },
    );
  return { ...only, plan: { ...only.plan, classifier: { name, data: model } } };
}
