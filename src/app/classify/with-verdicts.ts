import type { Acceptance } from '../../model/judging.js';
import type { Judgement } from '../../model/topic.js';
import { unlessAborted } from '../../support/interruptible.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import type { PageSource } from '../../language/corpus/stored-pages.js';

export type ClassifiedPage = PageSource &
  ({ readonly title: string; readonly judgement: Judgement } | { readonly error: string });

/** Pages that are judged before the first verdict, where verdicts depend on the other pages. */
const HELD_BACK = 2000;

/**
 * Gives judged pages their verdicts, in their order. Where the threshold moves with the pages, the first ones wait until it is
 * known: all pages get their verdicts by the same threshold. Pages without a judgement wait as well, but do not count.
 * @throws what `judged` throws, and the signal's reason: after the verdicts on the pages that were judged before
 */
export async function* withVerdicts<P extends ClassifiedPage>(
  judged: AsyncGenerator<P, void>,
  acceptance: Acceptance | undefined,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<P, void> {
  const decided = (page: P): P =>
    'error' in page ? page : { ...page, judgement: verdictBy(acceptance, page.judgement) };
  try {
    if (acceptance?.moves() === true)
      for await (const page of settled(judged, acceptance, signal)) yield decided(page);
    for await (const page of judged) yield decided(page);
  } finally {
    await judged.return();
  }
}

/** Puts pages by, and tells the threshold of them. Returns them when they are all there, or enough. */
async function* settled<P extends ClassifiedPage>(
  judged: AsyncGenerator<P, void>,
  acceptance: Acceptance,
  signal: AbortSignal | undefined,
): AsyncGenerator<P, void> {
  const pages: P[] = [];
  // What ended the judging before its time.
  let failure: { readonly error: unknown } | undefined;
  try {
    for (let known = 0; known < HELD_BACK;) {
      const { done, value } = await unlessAborted(judged.next(), signal);
      if (done === true) break;
      pages.push(value);
      if ('error' in value) continue;
      acceptance.note(value.judgement);
      known += 1;
    }
  } catch (error) {
    failure = { error };
  }
  acceptance.renew?.();
  yield* pages;
  if (failure !== undefined) throw failure.error;
}
