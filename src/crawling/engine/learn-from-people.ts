import type { CrawlEvent } from '../../model/crawl.js';
import { SfwcError } from '../../model/errors.js';
import type { Acceptance, LabelledScore } from '../../model/judging.js';
import type { CrawlModel } from '../../model/steering.js';
import type { Judgement } from '../../model/topic.js';
import type { Steering } from '../steering/steering.js';
import type { CrawlContext } from './crawl-context.js';
import type { AnsweredPage, JudgedPages } from './crawl-types.js';
import type { Pause } from './pause.js';
import { readAgain } from './read-again.js';
import type { Answers } from './retraining.js';

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
  const { parts, retraining, steering } = context;
  const verdicts = steering.verdicts();
  if (verdicts.size === 0) return;
  const heldOut = parts.judging.trainer?.heldOut() ?? [];
  const learnedFrom = new Map(heldOut.map((one) => [one.url, one.score]));
  const labels: LabelledScore[] = heldOut.filter(({ url }) => url === undefined);
  const answered: CrawlEvent[] = [];
  for await (const event of judged.events()) {
    yield;
    const relevant = verdicts.get(event.url)?.relevant;
    if (relevant === undefined || event.judgement === undefined) continue;
    answered.push(event);
    const score = learnedFrom.get(event.url) ?? scoreBy(retraining?.model, event.judgement);
    if (score !== undefined) labels.push({ score, relevant });
  }
  acceptance.steer({ labels });
  yield* trainAnew(answered, verdicts, judged, context);
}

/** A score that the threshold of a model decides on: one of this model. */
function scoreBy(model: CrawlModel | undefined, { score, reason, model: by }: Judgement): number | undefined {
  return reason.likeness !== undefined && by === model?.number ? score : undefined;
}

type Verdicts = ReturnType<Steering['verdicts']>;

/** Has a model trained with the answered pages whose bodies were kept, where there are enough of them. */
async function* trainAnew(
  answered: readonly CrawlEvent[],
  verdicts: Verdicts,
  judged: JudgedPages,
  { retraining, parts }: CrawlContext,
): AsyncGenerator<Pause, void> {
  if (retraining?.isDue(countsOf(answered, verdicts)) !== true) return;
  const kept: CrawlEvent[] = [];
  for (const event of answered) if (await judged.hasBody(event.url)) kept.push(event);
  if (!retraining.isDue(countsOf(kept, verdicts))) return;
  const pages: AnsweredPage[] = [];
  for (const event of kept) {
    yield;
    const body = await judged.keptBody(event.url);
    const relevant = verdicts.get(event.url)?.relevant;
    const page = body && (await readAgain(event, body, parts.judging.judge).catch(notUnreadable));
    if (page !== undefined && relevant !== undefined) pages.push({ url: event.url, page, relevant });
  }
  retraining.begin(pages);
}

function countsOf(events: readonly CrawlEvent[], verdicts: Verdicts): Answers {
  const yes = events.filter(({ url }) => verdicts.get(url)?.relevant === true).length;
  return { yes, no: events.length - yes };
}

/** A page that cannot be read a second time is left out. */
function notUnreadable(thrown: unknown): undefined {
  if (thrown instanceof SfwcError) throw thrown;
}
