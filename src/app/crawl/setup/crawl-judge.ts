import type { PageJudge } from '../../../model/judging.js';
import type { CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import { createTrial } from '../../../crawling/engine/page-trial.js';
import type { JudgeParts } from '../../../judging/judge/judge-plan.js';
import { openPageJudge } from '../../../judging/judge/judge-pool.js';
import { replaceableJudge } from './replaceable-judge.js';
import type { CrawlSettings } from '../../settings/crawl-settings.js';
import type { CrawlTopics } from './crawl-topics.js';

/** Parts of the judge of a crawl. */
interface JudgeSource {
  readonly settings: CrawlSettings;
  readonly plan: Pick<CrawlPlan, 'productToken'>;
  readonly topics: CrawlTopics;
}

/** The judge of a crawl, and how another one takes its place. */
export interface CrawlJudge {
  readonly judge: PageJudge;
  /** Has pages judged otherwise from now on. @param model the number of the model that judges */
  readonly judgeBy: (judges: readonly JudgeParts[], model: number) => void;
}

/**
 * Opens what judges the pages of a crawl.
 * @param threads that judge unless the user says otherwise
 */
export function openCrawlJudge(source: JudgeSource, threads: number): CrawlJudge {
  const { judges, encoder } = source.topics;
  const { judge, replace } = replaceableJudge(poolOf(source, judges, threads));
  return {
    judge: encoder?.around(judge) ?? judge,
    judgeBy: (others, model) => replace(poolOf(source, others, threads), model),
  };
}

function poolOf(
  { settings, plan, topics }: JudgeSource,
  judges: readonly JudgeParts[],
  threads: number,
): PageJudge {
  return openPageJudge(judges, {
    crawler: plan.productToken,
    tagPaths: topics.priority.readsTagPaths === true,
    threads: settings.workers ?? threads,
    accept: settings.accept,
    trial: createTrial,
  });
}
