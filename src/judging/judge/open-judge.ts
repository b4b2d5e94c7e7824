import type { Acceptance, PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { Logger } from '../../support/logger.js';
import { PARTS } from '../parts.js';
import type { JudgeParts } from './judge-plan.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { type TopicsSettings, chosenClassifier, planJudges } from './plan-judges.js';
import { openPageJudge, type PageJudgeOptions } from './judge-pool.js';

/** Wish about when the sentence encoder reads pages. */
export type EncoderWish = 'never' | 'auto' | 'always';

/** A sentence encoder that reads pages near the decision. */
export interface Encoder {
  /** The judgement with the encoder's score, where the page is near the decision; its verdict is the acceptance's to give. */
  readonly judge: (page: Page, own: Judgement, acceptance: Acceptance | undefined) => Promise<Judgement>;
  /** A judge that asks the encoder as well, and closes it with itself. */
  readonly around: (judge: PageJudge) => PageJudge;
  readonly close: () => Promise<void>;
}

/** Opens the encoder where the settings ask for it. @param logger told what it misses, and of its failure */
export async function openEncoder(
  { encoder }: { readonly encoder: EncoderWish },
  topics: readonly Pick<JudgeParts, 'plan' | 'kind'>[],
  logger: Partial<Logger>,
): Promise<Encoder | undefined> {
  return encoder === 'never' ? undefined : (await PARTS.openEncoder())(encoder, topics, logger);
}

export type JudgedBy = TopicsSettings &
  Parameters<typeof chosenClassifier>[0] & {
    /** Strictness; see `createAcceptance`. */
    readonly accept?: string;
    /** Default: never. */
    readonly encoder?: EncoderWish;
  };

/** Options of reading and judging pages: one at a time unless there are more threads. */
export interface JudgeOptions extends Partial<PageJudgeOptions> {
  /** The user's own classifiers and linkers. */
  readonly plugins?: Plugins;
  /** Told of what a person should know of the topics. */
  readonly warn?: (message: string) => void;
}

/** The crawler that pages may name in robots directives, unless another one is named. */
const CRAWLER = 'sfwc';

/**
 * Opens the judge of pages by topics of a knowledge base, which judges in threads and asks the sentence encoder near the
 * decision.
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
