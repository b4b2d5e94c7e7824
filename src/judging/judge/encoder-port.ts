import type { Acceptance, PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import type { Logger } from '../../support/logger.js';
import { PARTS } from '../parts.js';
import type { JudgeParts } from './judge-plan.js';

/** When the sentence encoder reads pages. */
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
