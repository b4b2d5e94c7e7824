import type { Page } from '../../model/page.js';
import type { Judgement, TextCut } from '../../model/topic.js';
import { codePointOffsets, cutText } from '../../support/text/cut-text.js';
import { fullText } from '../../support/text/full-text.js';

/**
 * Maximum UTF-16 code units to judge of a page's main text, and of its title, its headings and its keywords each. More would
 * not improve a judgement, and the time and memory of annotation grow faster than the text.
 */
export const MAX_JUDGED = 100_000;

/** A page with its text bounded for judging. */
export interface JudgedText {
  readonly page: Page;
  /** Place at which its text was cut; absent if it was not. */
  readonly cut?: TextCut;
}

/** Bounds the texts of a page, cutting after a sentence or, if none ends near the limit, after a word. */
export function judgedText(page: Page, most: number = MAX_JUDGED): JudgedText {
  const bounded: Page = {
    ...page,
    title: cutText(page.title, most),
    headline: cutText(page.headline, most),
    keywords: cutText(page.keywords, most),
    text: cutText(page.text, most),
  };
  if (bounded.text === page.text && bounded.title === page.title) return { page: bounded };
  return { page: bounded, cut: { at: codePoints(fullText(bounded)), of: codePoints(fullText(page)) } };
}

function codePoints(text: string): number {
  return codePointOffsets(text)(text.length);
}

/** The judgement with a reason that says where the text of the page was cut. */
export function tellCut(judgement: Judgement, cut: TextCut | undefined): Judgement {
  if (cut === undefined) return judgement;
  const { reason } = judgement;
  const summary = `${reason.summary}; judged by the first ${cut.at} of ${cut.of} characters`;
  return { ...judgement, reason: { ...reason, summary, cut } };
}
