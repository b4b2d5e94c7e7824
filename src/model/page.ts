import type { Rights } from './rights.js';

export interface LinkPlace {
  readonly anchorText: string;
  /** The anchor text with the words around it, within its sentence, or else within its content block. */
  readonly context: string;
  /** Index into {@link Page.blocks}. */
  readonly block: number;
}

export interface PageLink {
  /** Absolute, without fragment but a route (`#/about`). */
  readonly url: string;
  /** Visible text of the anchor; the `alt` of an image when the anchor holds nothing else. */
  readonly anchorText: string;
  /** True when `rel` holds `nofollow`. */
  readonly noFollow: boolean;
  /** The tokens of `rel`, in lower case; absent without any. */
  readonly rel?: readonly string[];
  readonly title?: string;
  /** Its first ten places in the text; absent if it stands in none, or if the crawl had finished with the URL. */
  readonly places?: readonly LinkPlace[];
}

/** Signs that scripts make a page, and their meanings. */
export const SHELL_SIGNS = {
  'little-text': 'hardly any text apart from scripts',
  'mount-point': 'an empty mount point of a framework',
  noscript: 'it asks for JavaScript',
  island: 'a component that only scripts fill',
  'scripted-links': 'links that only scripts follow',
  'endless-list': 'a list that grows as it is scrolled',
} as const;

export type ShellSign = keyof typeof SHELL_SIGNS;

/** Content that a crawler reads out of one HTML response. */
export interface Page {
  readonly url: string;
  readonly title: string;
  /** BCP 47 tag from `<html lang>` where stated. */
  readonly language?: string;
  /** Title and headings, one a line. */
  readonly headline: string;
  /** Contents of `<meta name="keywords">` and `description`. */
  readonly keywords: string;
  /** The visible text of the page's main part, without navigation, forms and lists of links, where the rest is enough. */
  readonly text: string;
  /** All visible text, navigation included, cut into content blocks in document order: one subject each, if it went well. */
  readonly blocks: readonly string[];
  readonly links: readonly PageLink[];
  /** The address that the page names as canonical (`<link rel="canonical">` in its head), where it is one absolute web address. */
  readonly canonicalUrl?: string;
  /** Present where the markup is a shell that scripts fill. */
  readonly shell?: { readonly signs: readonly ShellSign[] };
  /** Requests of `<meta name="robots">`. */
  readonly robots: { readonly noIndex: boolean; readonly noFollow: boolean };
  /** Statements about its use; absent if there are none. */
  readonly rights?: Rights;
}

/** Port: makes a page of the bytes of an HTML response. Never throws on broken markup. */
export interface PageReader {
  /** @param url the address after redirects @param contentType the header's value; empty when there is none */
  read(body: Uint8Array, url: string, contentType: string): Page;
}
