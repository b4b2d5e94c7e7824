import type { AnnotatedPage, Judgement, NounEvidence, TextCut } from '../../model/topic.js';
import { codePointOffsets, cutText } from '../../support/text/cut-text.js';
import { fullText } from '../../support/text/full-text.js';
import type { Page } from '../../model/page.js';

/** Number of nouns shown as evidence for a verdict. */
export const EVIDENCE_SHOWN = 10;

/** Maximum number of mentions of a noun in an explanation: the first ones on the page. */
export const MENTIONS_SHOWN = 5;

/** Adds to each noun of the evidence the places where the page mentions it; see {@link NounEvidence.mentions}. */
export function locateEvidence(judgement: Judgement, page: AnnotatedPage): Judgement {
  const { reason } = judgement;
  if (reason.evidence.length === 0) return judgement;
  const codePoint = codePointOffsets(fullText(page.page));
  const evidence = reason.evidence.map((noun): NounEvidence => {
    const mentions = mentionsOf(noun, page).map(
      ({ begin, end }) => [codePoint(begin), codePoint(end)] as const,
    );
    return mentions.length === 0 ? noun : { ...noun, mentions };
  });
  return { ...judgement, reason: { ...reason, evidence } };
}

function mentionsOf({ lemma, iri }: NounEvidence, { nouns }: AnnotatedPage): AnnotatedPage['nouns'] {
  const named = nouns.filter((noun) => noun.lemma === lemma);
  // A rule that counts lemmas names one of their IRIs; mentions with another meaning are not evidence.
  const meant = named.filter((noun) => iri === undefined || noun.iri === iri);
  return (meant.length > 0 ? meant : named).slice(0, MENTIONS_SHOWN);
}

/** Maximum UTF-16 code units to judge of main text, title, headings and keywords each: annotation takes more than linear time. */
export const MAX_JUDGED = 100_000;

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

export function tellCut(judgement: Judgement, cut: TextCut | undefined): Judgement {
  if (cut === undefined) return judgement;
  const { reason } = judgement;
  const summary = `${reason.summary}; judged by the first ${cut.at} of ${cut.of} characters`;
  return { ...judgement, reason: { ...reason, summary, cut } };
}
