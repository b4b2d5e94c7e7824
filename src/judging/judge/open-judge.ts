import type { PageJudge } from '../../model/judging.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { chosenClassifier } from './chosen-classifier.js';
import { openEncoder, type EncoderWish } from './encoder-port.js';
import { openPageJudge, type PageJudgeOptions } from './judge-pool.js';
import { planJudges, type TopicsSettings } from './judge.js';

/** What pages are judged by. */
export type JudgedBy = TopicsSettings &
  Parameters<typeof chosenClassifier>[0] & {
    /** How much is accepted; see `createAcceptance`. */
    readonly accept?: string;
    /** Default: never. */
    readonly encoder?: EncoderWish;
  };

/** How pages are read and judged: one at a time unless there are more threads. */
export interface JudgeOptions extends Partial<PageJudgeOptions> {
  /** The user's own classifiers and linkers. */
  readonly plugins?: Plugins;
  /** Told of what a person should know of the topics. */
  readonly warn?: (message: string) => void;
}

/** The crawler that pages may name in robots directives, unless another one is named. */
const CRAWLER = 'sfwc';

/**
 * Opens the judge of pages by topics of a knowledge base: it reads responses and judges pages, in threads, and asks the sentence
 * encoder near the decision. Its verdicts depend on the pages so far, as `acceptance` decides.
 * @throws InputError for a topic that is not there, or does not fit this version; UsageError for settings that do not fit
 */
export async function openJudge(
  by: JudgedBy,
  { warn = () => undefined, plugins = NO_PLUGINS, ...options }: JudgeOptions = {},
): Promise<PageJudge> {
  const topics = await planJudges(by, chosenClassifier(by), plugins, warn);
  const encoder = await openEncoder({ encoder: by.encoder ?? 'never' }, topics, { warn });
  const judge = openPageJudge(topics, { crawler: CRAWLER, threads: 1, accept: by.accept, ...options });
  return encoder?.around(judge) ?? judge;
}
