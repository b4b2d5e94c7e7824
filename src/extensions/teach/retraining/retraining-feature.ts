import type { FeatureModule } from '../../../app/crawl/feature-module.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { messageOf, SfwcError } from '../../../model/errors.js';
import type { CrawlModel, TakenAction } from '../../../model/steering.js';
import type { Judgement } from '../../../model/topic.js';
import { verdictBy } from '../../../model/verdict-by-threshold.js';
import { concurrentMap } from '../../../support/concurrent-map.js';
import { given } from '../../../support/given.js';
import { runAtOnce } from '../../../support/interruptible.js';
import { awaitBeforeEnd, type Crawl, type CrawlFeature } from '../../../crawling/engine/crawl-context.js';
import { changeVerdict, readAgain } from '../../../crawling/engine/judge-again.js';
import { overruled } from '../../../crawling/engine/rejudging.js';
import { revise } from '../../../crawling/engine/settle.js';
import type { JudgedPages } from '../../../crawling/engine/crawl-types.js';
import { keepAction } from '../../../crawling/engine/take-commands.js';
import { createSteering, type Steering } from '../../../crawling/steering/steering.js';
import { openModelTrainer, type ModelTrainer } from './model-trainer.js';
import { Retraining, type Answers } from './retraining.js';
import { planRetraining, type AnsweredPage } from './train-model.js';

/**
 * Retraining in a crawl with a topic. Where the crawl cannot train models, `crawl.json` says why, and it judges by the last
 * model that an earlier run trained.
 */
export const retraining: FeatureModule = {
  async open(settings, { out, isShared, logger, actions, ...teaching }, own) {
    const plan = await planRetraining(settings, teaching.judges, isShared);
    const trainer = own(openModelTrainer(out, { ...teaching, retraining: plan }, logger));
    const model = createSteering(actions).model();
    if (model !== undefined) await trainer.use(model);
    const description = { retraining: 'whyNot' in plan ? plan : { from: plan.from } };
    return { ...retrainingFeature(trainer), description };
  },
};

/** Trains the classifier again with what people say of pages, and judges by it. The models are among the actions of the crawl. */
export function retrainingFeature(trainer: ModelTrainer): CrawlFeature {
  return {
    name: 'retraining',
    begin(context) {
      const { deps, steering, stop } = context;
      // Where people cannot say anything of pages, there is nothing to learn from.
      if (deps.control === undefined || deps.judged === undefined) return {};
      const retraining = new Retraining(trainer, steering.model(), deps.logger, stop.signal);
      return {
        retrain: {
          isDue: () => retraining.trained !== undefined || retraining.isLate,
          judge: (judged) => useNewModel({ retraining, trainer }, context, judged),
          model: () => ({ number: retraining.model?.number, heldOut: trainer.heldOut() }),
          answered: (answered, judged) => trainAnew(answered, judged, retraining, context),
        },
      };
    },
  };
}

type Verdicts = ReturnType<Steering['verdicts']>;

/** Has a model trained with the answered pages whose bodies were kept, where there are enough of them. */
async function trainAnew(
  answered: readonly CrawlEvent[],
  judged: JudgedPages,
  retraining: Retraining,
  context: Crawl,
): Promise<void> {
  const verdicts = context.steering.verdicts();
  if (!retraining.isDue(countsOf(answered, verdicts))) return;
  const kept = answered.filter(({ stored }) => stored !== undefined);
  if (!retraining.isDue(countsOf(kept, verdicts))) return;
  const pages: AnsweredPage[] = [];
  for (const event of kept) {
    const body = await judged.bodyOf(event);
    const said = verdicts.get(event.url);
    const read = body && (await readAgain(event, body, context.deps.judge).catch(notUnreadable));
    if (read !== undefined && said !== undefined) pages.push({ ...said, url: event.url, page: read.page });
  }
  awaitBeforeEnd(retraining.train(pages), context);
}

function countsOf(events: readonly CrawlEvent[], verdicts: Verdicts): Answers {
  const yes = events.filter(({ url }) => verdicts.get(url)?.relevant === true).length;
  return { yes, no: events.length - yes };
}

/** A page that cannot be read a second time is left out. */
function notUnreadable(thrown: unknown): undefined {
  if (thrown instanceof SfwcError) throw thrown;
}

/** Pages that are judged again at the same time, where the judge does not say how many it can. */
const AT_ONCE = 1;
/** Stands among the people who asked for something of a crawl for the crawl itself. */
const BY_ITSELF = 'sfwc';

/** Trainer of the models of a crawl, and the one that judges. */
interface TrainingModels {
  readonly retraining: Retraining;
  readonly trainer: ModelTrainer;
}

/**
 * Takes the model that was trained into use, where there is one. That is an action of the crawl, which is durable before
 * anything else is done: a resumed crawl judges by the same model. Then the pages whose bodies were kept are judged again,
 * each with an event; after a crash a resumed crawl continues with those that are left. Other pages keep their judgement, the
 * number of its model, and their verdict. Visits continue meanwhile; those that were under way at the change end by the model
 * before, and their pages are judged again when the last of these visits has ended.
 * @throws OutputError; InputError when the events or the model cannot be read
 */
async function useNewModel(
  { retraining, trainer }: TrainingModels,
  context: Crawl,
  judged: JudgedPages,
): Promise<void> {
  const { recorder, acceptance, rejudging, running, stop } = context;
  const isNew = retraining.trained !== undefined;
  if (retraining.trained !== undefined) await take(retraining.trained, { retraining, trainer }, context);
  const { model } = retraining;
  if (model === undefined || !retraining.isBehind) return;
  await recorder.flush();
  acceptance?.steer({ labels: trainer.heldOut() });
  const before = isNew ? [...running] : [];
  if (before.length > 0) awaitBeforeEnd(retraining.awaitVisits(Promise.all(before)), context);
  const isLast = !retraining.awaitsVisits;
  retraining.isLate = false;
  await judgeByModel(model, context, judged);
  // The first pages were judged before others were known.
  rejudging?.demand();
  if (isLast && !stop.signal.aborted) retraining.isBehind = false;
}

async function take(
  model: CrawlModel,
  { retraining, trainer }: TrainingModels,
  context: Crawl,
): Promise<void> {
  const { deps, recorder } = context;
  await recorder.flush();
  await trainer.use(model);
  const { number, yes, no } = model;
  const taken: TakenAction = {
    id: `model-${number}`,
    by: BY_ITSELF,
    action: { kind: 'model', ...model },
    time: new Date(deps.clock.now()).toISOString(),
    after: recorder.sequence,
    effect: `judges by model ${number}, trained with ${yes + no} answers (${yes} yes, ${no} no)`,
  };
  keepAction(taken, context);
  retraining.taken();
  await recorder.flush();
  await deps.control?.tell(taken);
  deps.logger.info(taken.effect);
}

/** Judges the pages whose bodies were kept and that an earlier model has judged. */
async function judgeByModel({ number }: CrawlModel, context: Crawl, judged: JudgedPages): Promise<void> {
  const { recorder, stop, deps, tally } = context;
  // A judgement that was taken over from an earlier crawl stays.
  const earlier = async function* (): AsyncGenerator<CrawlEvent> {
    for await (const event of judged.events()) {
      if (stop.signal.aborted) return;
      const { judgement, code } = event;
      if (judgement !== undefined && judgement.model !== number && code !== 'unchanged') yield event;
    }
  };
  let done = 0;
  const again = concurrentMap(earlier(), deps.judge.atOnce ?? AT_ONCE, async (event) => ({
    event,
    judgement: await judgedAgain(event, judged, context),
  }));
  for await (const { event, judgement } of again) {
    if (stop.signal.aborted) break;
    done += 1;
    context.judgingAgain = { pages: Math.max(tally.now.states.done, done), done };
    if (judgement !== undefined) await changeVerdict(event, judgement, context, false);
  }
  recorder.whole(() => deps.frontier.transaction(() => runAtOnce(revise(context))));
  await recorder.flush();
}

/** The judgement of the model in use; undefined where the body was not kept, or cannot be read any more. */
async function judgedAgain(
  event: CrawlEvent,
  judged: JudgedPages,
  { deps, acceptance, steering }: Crawl,
): Promise<Judgement | undefined> {
  const body = await judged.bodyOf(event);
  if (body === undefined) return undefined;
  try {
    const linkedFrom = event.anchorText === undefined ? undefined : [event.anchorText];
    const { finalUrl = event.url, contentType = '' } = event;
    const read = await deps.judge.read(body, finalUrl, contentType, given({ linkedFrom }));
    const judgement = await read.judge(linkedFrom);
    acceptance?.note(judgement);
    return overruled(verdictBy(acceptance, judgement), steering.verdictOn(event.url));
  } catch (thrown) {
    if (thrown instanceof SfwcError) throw thrown;
    deps.logger.warn(`${event.url} keeps its verdict: it cannot be judged again: ${messageOf(thrown)}`);
    return undefined;
  }
}
