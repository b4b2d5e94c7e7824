import type { CrawlEvent } from '../../model/crawl.js';
import { messageOf, SfwcError } from '../../model/errors.js';
import type { CrawlModel, TakenAction } from '../../model/steering.js';
import type { Judgement } from '../../model/topic.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { verdictBy } from '../../support/verdict.js';
import { changeVerdict } from './change-verdict.js';
import type { CrawlContext } from './crawl-context.js';
import type { JudgedPages } from './crawl-types.js';
import { overruled } from './rejudging.js';
import { revise } from './settle.js';

/** Pages that are judged again at the same time. */
const AT_ONCE = 8;
/** Stands among the people who asked for something of a crawl for the crawl itself. */
const BY_ITSELF = 'sfwc';

/**
 * Takes the model that was trained into use, where there is one, while no page is under way. That is an action of the
 * crawl, which is durable before anything else is done: a resumed crawl judges by the same model. Then the pages whose
 * bodies were kept are judged again, each with an event; after a crash a resumed crawl goes on with those that are left.
 * Other pages keep their judgement, the number of its model, and their verdict.
 *
 * @param meanwhile called between two pages
 * @throws OutputError; InputError when the events or the model cannot be read
 */
export async function useNewModel(
  context: CrawlContext,
  judged: JudgedPages,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const { retraining, recorder } = context;
  if (retraining === undefined) return;
  if (retraining.trained !== undefined) await take(retraining.trained, context, judged);
  const { model } = retraining;
  if (model === undefined || !retraining.isBehind) return;
  await recorder.flush();
  context.acceptance?.steer({ labels: context.parts.trainer?.heldOut() ?? [] });
  await judgeByModel(model, context, judged, meanwhile);
  if (!context.signal.aborted) retraining.caughtUp();
}

async function take(model: CrawlModel, context: CrawlContext, judged: JudgedPages): Promise<void> {
  const { parts, recorder, steering, retraining, acceptance } = context;
  const { control, frontier, clock } = parts;
  await recorder.flush();
  await parts.trainer?.use(model);
  const { number, yes, no } = model;
  const taken: TakenAction = {
    id: `model-${number}`,
    by: BY_ITSELF,
    action: { kind: 'model', ...model },
    time: new Date(clock.now()).toISOString(),
    after: recorder.sequence,
    effect: `judges by model ${number}, trained with ${yes + no} answers (${yes} yes, ${no} no)`,
  };
  recorder.whole(() =>
    frontier.together(() => {
      steering.take(taken);
      control?.note(taken);
    }),
  );
  retraining?.taken();
  // The kind of pages that were met so far.
  for await (const { judgement } of judged.events()) if (judgement !== undefined) acceptance?.note(judgement);
  await recorder.flush();
  await control?.tell(taken);
  parts.logger.info(taken.effect);
}

/** Judges the pages whose bodies were kept and that an earlier model has judged. */
async function judgeByModel(
  { number }: CrawlModel,
  context: CrawlContext,
  judged: JudgedPages,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const { recorder, signal, parts } = context;
  const earlier = async function* (): AsyncGenerator<CrawlEvent> {
    for await (const event of judged.events()) {
      if (signal.aborted) return;
      // A judgement that was taken over from an earlier crawl stays.
      if (event.judgement !== undefined && event.judgement.model !== number && event.code !== 'unchanged')
        yield event;
    }
  };
  const rejected: string[] = [];
  const again = concurrentMap(earlier(), AT_ONCE, async (event) => ({
    event,
    judgement: await judgedAgain(event, judged, context),
  }));
  for await (const { event, judgement } of again) {
    if (signal.aborted) break;
    if (judgement === undefined) continue;
    await changeVerdict(event, judgement, judged, context, false);
    if (!judgement.accepted && event.judgement?.accepted === true) rejected.push(event.url);
    await meanwhile();
  }
  recorder.whole(() => parts.frontier.together(() => revise(context)));
  await recorder.flush();
  for (const url of rejected) await judged.movePage(url, false);
}

/** The judgement of the model in use; undefined where the body was not kept, or cannot be read any more. */
async function judgedAgain(
  event: CrawlEvent,
  judged: JudgedPages,
  { parts, acceptance, steering }: CrawlContext,
): Promise<Judgement | undefined> {
  const body = await judged.keptBody(event.url);
  if (body === undefined) return undefined;
  try {
    const read = await parts.judge.read(body, event.finalUrl ?? event.url, event.contentType ?? '');
    try {
      const said = event.anchorText === undefined ? undefined : [event.anchorText];
      return overruled(verdictBy(acceptance, await read.judge(said)), steering.verdictOn(event.url));
    } finally {
      read.leave();
    }
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    parts.logger.warn(`${event.url} keeps its verdict: it cannot be judged again: ${messageOf(thrown)}`);
    return undefined;
  }
}
