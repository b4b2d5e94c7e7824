import type { CrawlEvent } from '../../model/crawl-event.js';
import type { Acceptance, LabelledScore } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import type { ActiveFeature, LearnedModel } from './feature.js';
import type { Pause } from './pause.js';

/**
 * Moves the threshold to where people see the topic begin, and has a model trained with what they say where there is enough
 * of it. A score counts that the model in use gave, to pages that it learned from one by a model that had not seen them.
 * @throws InputError when the events cannot be read
 */
export async function* learnFromPeople(
  acceptance: Acceptance,
  judged: JudgedPages,
  context: CrawlContext,
): AsyncGenerator<Pause, void> {
  const { features, steering } = context;
  const verdicts = steering.verdicts();
  if (verdicts.size === 0) return;
  const { number, heldOut } = modelOf(features);
  const learnedFrom = new Map(heldOut.map((one) => [one.url, one.score]));
  const labels: LabelledScore[] = heldOut.filter(({ url }) => url === undefined);
  const answered: CrawlEvent[] = [];
  for await (const event of judged.events()) {
    yield;
    const said = verdicts.get(event.url);
    if (said === undefined || event.judgement === undefined) continue;
    answered.push(event);
    const score = learnedFrom.get(event.url) ?? scoreBy(number, event.judgement, acceptance);
    if (score !== undefined) labels.push({ score, relevant: said.relevant, weight: said.weight });
  }
  acceptance.steer({ labels });
  for (const feature of features) yield* feature.answered?.(answered, judged) ?? [];
}

/** The score that the threshold of a model decides on now: of a page that this model judged. */
function scoreBy(
  model: number | undefined,
  judgement: Judgement,
  acceptance: Acceptance,
): number | undefined {
  const { reason, model: by } = judgement;
  return reason.members !== undefined && by === model ? acceptance.decide(judgement).score : undefined;
}

/** The model that judges: that of the topic, unless a feature trained another one. */
function modelOf(features: readonly ActiveFeature[]): LearnedModel {
  return features.flatMap((feature) => feature.model?.() ?? [])[0] ?? { number: undefined, heldOut: [] };
}
