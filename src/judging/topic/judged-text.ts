import type { Page } from '../../model/page.js';
import type { Judgement, TextCut } from '../../model/topic.js';
import { codePointOffsets } from '../../support/text/code-points.js';
import { cutAt } from '../../support/text/cut-text.js';
import { fullText } from '../../support/text/full-text.js';

/**
 * Maximum UTF-16 code units to judge of a page's main text, and of its title, its headings and its keywords each. More would
 * not improve a judgement, and the time and memory of annotation grow faster than the text.
 */
export const MOST_JUDGED = 100_000;

/** Code units before the limit in which a boundary is searched. */
const BOUNDARY_WINDOW = 2000;

/** A page with its text bounded for judging. */
export interface JudgedText {
  readonly page: Page;
  /** Where its text was cut; absent if it was not. */
  readonly cut?: TextCut;
}

/** Bounds the texts of a page, cutting after a sentence or, if none ends near the limit, after a word. */
export function judgedText(page: Page, most: number = MOST_JUDGED): JudgedText {
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

/** The beginning of a text, at most this many code units, without trailing white space. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const windowBegin = Math.max(0, most - BOUNDARY_WINDOW);
  // One more: a word may end exactly at the limit.
  const window = text.slice(windowBegin, most + 1);
  const end = lastEnd(window, /[.!?。！？]["'”’)\]]*(?=\s)|\n\n/g) ?? lastEnd(window, /\S(?=\s)/g);
  if (end !== undefined) return text.slice(0, windowBegin + end).trimEnd();
  return text.slice(0, cutAt(text, most));
}

function lastEnd(text: string, pattern: RegExp): number | undefined {
  const last = [...text.matchAll(pattern)].at(-1);
  return last === undefined ? undefined : last.index + last[0].length;
}

/** The judgement with a reason that says where the text of the page was cut. */
export function tellCut(judgement: Judgement, cut: TextCut | undefined): Judgement {
  if (cut === undefined) return judgement;
  const { reason } = judgement;
  const summary = `${reason.summary}; judged by the first ${cut.at} of ${cut.of} characters`;
  return { ...judgement, reason: { ...reason, summary, cut } };
}
