import { createJudge, type JudgePage } from '../../src/judging/judge/create-judge.js';
import { judgedText } from '../../src/judging/topic/evidence-mentions.js';
import { fullText } from '../../src/support/text/full-text.js';
import {
  type ChosenClassifier,
  type JudgeOptions,
  askRemotes,
  planJudge,
} from '../../src/judging/judge/plan-judges.js';
import { openAnnotator } from '../../src/language/text/english.js';
import type { JudgeParts } from '../../src/judging/judge/judge-plan.js';
import type { OpenTopic } from '../../src/knowledge/places/knowledge-base.js';

/** A judge by one topic that runs in this thread. */
export async function judgeHereBy(
  topic: OpenTopic,
  classifier?: ChosenClassifier,
  options: JudgeOptions = {},
  annotator = openAnnotator(),
): Promise<JudgePage> {
  return judgeHereByAll(
    [await planJudge(topic, classifier, { ...options, annotator: annotator.name })],
    annotator,
  );
}

/** A judge by several topics that runs in this thread. */
export function judgeHereByAll(topics: readonly JudgeParts[], annotator = openAnnotator()): JudgePage {
  const judge = createJudge(topics, { annotator, plugins: topics[0]?.plugins });
  const ask = askRemotes(topics);
  return async (page) => judge(page, { remotes: await ask?.(fullText(judgedText(page).page)) });
}
