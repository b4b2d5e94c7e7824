import type { FeatureParts } from '../../app/crawl/feature-module.js';
import type { CrawlContext } from '../../crawling/engine/crawl-context.js';
import type { CrawlHooks } from '../../crawling/engine/feature.js';
import { readAgain } from '../../crawling/engine/read-response.js';
import { sendCommand } from '../../crawling/steering/command-folder.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { messageOf } from '../../model/errors.js';
import type { Part } from '../../judging/parts.js';
import { given } from '../../support/given.js';
import type { AskModel } from './ask-model.js';

/** Services of a teacher. */
export interface Teaching extends Pick<FeatureParts, 'out' | 'logger'> {
  readonly ask: AskModel;
  /** Name of the model, by which its answers are marked. */
  readonly model: string;
  readonly pages: Pick<Part<'pagesToRate'>, 'pageQuestions'>;
}

/** Questions in all; and those without an answer, in a row, after which it gives up. */
const [MAX_QUESTIONS, MAX_FAILURES] = [12, 3];
/** A round asks about a page on either side of the threshold: after the first 30 pages, and then after each 10. */
const [OF_ROUND, FIRST_ROUND, NEXT_ROUND] = [2, 30, 10];
/** The latest pages, out of which those to ask about are chosen. */
const LATEST = 500;

/**
 * Asks a language model about pages that a crawl would ask people about, and sends its answers to the crawl as those of
 * people are, marked as those of software. The crawl continues meanwhile, and waits for answers only at its end.
 * @param before the pages of its questions in earlier runs
 */
export function teach(
  { ask, model, out, logger, pages }: Teaching,
  { parts, steering, progress, ending: { signal } }: CrawlContext,
  before?: readonly string[],
): CrawlHooks {
  const { untimed = (work: Promise<void>) => work } = parts;
  const { judge, judged, control } = parts;
  if (judged === undefined || control === undefined) return {};
  const asked = new Set(before);
  let [failures, next, isUnderWay, ring] = [0, FIRST_ROUND, false, (): void => undefined];
  // Answers of an earlier run may have come after its last state.
  const left = (): number => MAX_QUESTIONS - Math.max(asked.size, steering.taught()?.answers ?? 0);
  const isOver = (): boolean => signal.aborted || failures >= MAX_FAILURES || left() <= 0;

  const fail = (thrown: unknown): void => {
    failures += 1;
    if (failures === MAX_FAILURES && !signal.aborted)
      logger.warn(`${model} is not asked any more: three times without an answer (${messageOf(thrown)})`);
  };

  const question = async (event: CrawlEvent): Promise<void> => {
    asked.add(event.url);
    const body = await judged.bodyOf(event);
    if (body === undefined) return;
    const answer = (await ask(await readAgain(event, body, judge))) ? 'yes' : 'no';
    failures = 0;
    await sendCommand(out, { kind: 'rate', url: event.url, answer }, model, true);
  };

  const round = async (): Promise<void> => {
    const said = new Map([...steering.verdicts()].map(([url, { relevant }]) => [url, relevant]));
    const chosen = pages.pageQuestions(await askable(), Math.min(OF_ROUND, left()), said);
    for (const { page: event } of chosen) if (!isOver()) await question(event).catch(fail);
    await control.look();
  };

  /** The latest pages that nobody has answered and whose text was kept, without seeds. */
  const askable = async (): Promise<readonly CrawlEvent[]> => {
    const known = new Set([...asked, ...steering.verdicts().keys()]);
    const latest: CrawlEvent[] = [];
    for await (const event of judged.events())
      if (event.judgement !== undefined && event.depth > 0 && !known.has(event.url))
        if (latest.push(event) > LATEST) latest.shift();
    return latest.filter(({ stored }) => stored !== undefined);
  };

  return {
    beforeChoice() {
      if (isUnderWay || isOver() || progress.tally.done < next) return;
      isUnderWay = true;
      next += NEXT_ROUND;
      void untimed(round().catch(fail)).then(() => {
        isUnderWay = false;
        ring();
      });
    },
    isUnderWay: () => isUnderWay,
    onEnd: (called) => void (ring = called),
    state: () => [...asked],
    counts: () => given({ taught: steering.taught() }),
  };
}
