import type { CrawlEvent } from '../../model/crawl.js';
import type { Acceptance } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { changeVerdict } from './change-verdict.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import { learnFromPeople } from './learn-from-people.js';
import { useNewModel } from './new-model.js';
import { changedJudgement } from './rejudging.js';

/** Whether the pages so far are to be judged again: then no other page is begun before. */
export function mustJudgeAgain({ rejudging, retraining, tally }: CrawlContext): boolean {
  return retraining?.trained !== undefined || rejudging?.isDue(tally.done) === true;
}

/**
 * Judges the pages so far by the threshold as it stands, when that is due and no page is under way. Scores and likeness
 * stand in the events, so that nothing is requested and nothing is read but what becomes part of the results. Each page
 * that changes sides has an event of its own. After a crash a resumed crawl begins anew, and finds those that are left.
 *
 * A model that was trained since is taken into use before: see {@link useNewModel}.
 *
 * @param meanwhile called between pages that take long to judge again
 * @throws OutputError; InputError when the events cannot be read, and for a model that is not there any more
 */
export async function judgeAgain(context: CrawlContext, meanwhile: () => Promise<void>): Promise<void> {
  const { acceptance, rejudging, tally, parts } = context;
  const { judged } = parts;
  if (rejudging === undefined || judged === undefined || acceptance === undefined) return;
  if (!mustJudgeAgain(context)) return;
  await useNewModel(context, judged, meanwhile);
  if (!isAborted(context) && rejudging.hasMoved()) await judgeByThreshold(acceptance, judged, context);
  if (!isAborted(context)) rejudging.passed(tally.done);
}

/** Asked anew each time: the crawl may be stopped at any moment. */
function isAborted({ signal }: CrawlContext): boolean {
  return signal.aborted;
}

/** Gives the pages so far the verdicts of the threshold as it stands. */
async function judgeByThreshold(
  acceptance: Acceptance,
  judged: JudgedPages,
  context: CrawlContext,
): Promise<void> {
  const { recorder, steering } = context;
  await recorder.flush();
  await learnFromPeople(acceptance, judged, context);
  const changed: (readonly [CrawlEvent, Judgement])[] = [];
  for await (const event of judged.events()) {
    const isAccepted = event.judgement?.accepted === true;
    // A crash may have come between the last event and this.
    if (event.rejudged !== undefined && event.rejudged.accepted !== isAccepted)
      await judged.movePage(event.url, isAccepted);
    const judgement = changedJudgement(event, acceptance, steering.verdictOn(event.url));
    if (judgement !== undefined) changed.push([event, judgement]);
  }
  const rejected: string[] = [];
  for (const [event, judgement] of changed) {
    if (isAborted(context)) break;
    await changeVerdict(event, judgement, judged, context);
    if (!judgement.accepted) rejected.push(event.url);
  }
  await recorder.flush();
  for (const url of rejected) await judged.movePage(url, false);
}
