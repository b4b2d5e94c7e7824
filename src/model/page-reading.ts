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
  share: 'as large a share of pages as allowed was rendered',
  ...RENDER_FAILURES,
} as const;

/** How a page was read that is not read from its HTML alone, or that looks as if that were not enough. */
export interface PageReading {
  /**
   * data: text and links come from data within the page, such as JSON-LD. rendered: from what its scripts made of it in a
   * browser. html: from the HTML as it came, although it looks like a shell.
   */
  readonly from: 'data' | 'rendered' | 'html';
  /** What showed that scripts make the page. */
  readonly signs: readonly ShellSign[];
  /** Of a rendered page: whether that changed the verdict or brought links that the HTML does not have. */
  readonly paid?: boolean;
  /** Of a rendered page: characters of text and links that the HTML alone did not give, and what it cost. */
  readonly brought?: { readonly characters: number; readonly links: number };
  readonly requests?: number;
  readonly bytes?: number;
  /** Why it was not rendered. */
  readonly unrendered?: keyof typeof NOT_RENDERED;
}
