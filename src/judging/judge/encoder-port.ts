import type { Acceptance, PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { loadPort } from '../plugins/load-port.js';
import type { JudgeParts } from './judge-plan.js';

/** A sentence encoder that is asked about pages near the decision. */
export interface Encoder {
  /** The judgement with the encoder's score, where the page is near the decision; before its verdict among others. */
  judge(page: Page, judgement: Judgement, acceptance: Acceptance | undefined): Promise<Judgement>;
  /** A judge that asks the encoder as well, and closes it with itself. */
  around(judge: PageJudge): PageJudge;
  close(): Promise<void>;
}

/** Opens the encoder; undefined where it is not installed, or no topic is judged by a line or name in English. */
export type OpenEncoder = (
  wish: 'auto' | 'always',
  topics: readonly Pick<JudgeParts, 'plan' | 'kind'>[],
  warn?: (message: string) => void,
) => Encoder | undefined;

declare module '../plugins/ports.js' {
  interface Ports {
    readonly encoder: OpenEncoder;
  }
}

/** Opens the encoder where the settings ask for it. @throws MissingPackageError, UsageError for `always` */
export async function openEncoder(
  { encoder }: { readonly encoder: 'never' | 'auto' | 'always' },
  ...rest: Parameters<OpenEncoder> extends [unknown, ...infer Rest] ? Rest : never
): Promise<Encoder | undefined> {
  return encoder === 'never' ? undefined : (await loadPort('encoder'))(encoder, ...rest);
}
