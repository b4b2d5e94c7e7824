import type { ShellSign } from './page.js';

/** Why a page could not be rendered, and what each means. */
export const RENDER_FAILURES = {
  'no-browser': 'no browser could be started',
  'too-slow': 'the page did not answer in time',
  'too-much-memory': 'the page took more memory than allowed',
  crashed: 'the browser died, or its process for the page',
} as const;

/** Why a page that looks like a shell was not rendered, and what each means. */
export const NOT_RENDERED = {
  unpromising: 'rendering did not pay for pages like it',
  ...RENDER_FAILURES,
} as const;

/** The kinds of documents besides HTML that crawls read, and how a person calls them. */
export const DOCUMENT_KINDS = {
  pdf: 'PDF',
  docx: 'Word',
  odt: 'OpenDocument text',
  epub: 'EPUB',
  text: 'plain text',
  markdown: 'Markdown',
} as const;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;

export interface DocumentPages {
  readonly of: number;
  readonly read: number;
  /** Beginning of each page that was read, in code points of the judged text, as mentions of evidence count. */
  readonly starts: readonly number[];
}

/** Way in which a page was read, if not from its HTML alone, or if that may not have been enough. */
export interface PageReading {
  /** From what its scripts made of it, from the HTML although it looks like a shell, or from a document. */
  readonly from: 'rendered' | 'html' | DocumentKind;
  readonly signs: readonly ShellSign[];
  /** Of a rendered page: whether that changed the verdict or brought links that the HTML does not have. */
  readonly paid?: boolean;
  /** Of a rendered page: characters of text and links that the HTML alone did not give, and what it cost. */
  readonly brought?: { readonly characters: number; readonly links: number };
  readonly requests?: number;
  readonly bytes?: number;
  /** Of a PDF. */
  readonly pages?: DocumentPages;
  /** Of a document: what was not read although the rest was, for a person. */
  readonly incomplete?: string;
  readonly unrendered?: keyof typeof NOT_RENDERED;
}

/** The kind of the document that a page was read from; undefined where it is HTML. */
export function documentKindOf(reading: PageReading | undefined): DocumentKind | undefined {
  const from = reading?.from;
  return from === undefined || from === 'rendered' || from === 'html' ? undefined : from;
}

/** The pages of a document on which places of the judged text are, each once. @param places begin and end, in code points */
export function pageNumbersOf(
  pages: DocumentPages,
  places: readonly (readonly [begin: number, end: number])[] = [],
): readonly number[] {
  return [...new Set(places.map(([begin]) => pageNumberAt(pages, begin)))];
}

/** The number of the page, from 1 on, on which a place of the judged text is. @param place in code points */
export function pageNumberAt({ starts }: DocumentPages, place: number): number {
  const after = starts.findIndex((start) => start > place);
  return Math.max(1, after < 0 ? starts.length : after);
}
