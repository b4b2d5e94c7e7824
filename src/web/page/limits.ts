/** Beyond these a page was made to be slow, or by a program that never closes what it opens. */
export const PAGE_LIMITS = {
  /** Open elements at which a page counts as too deep; Chromium stops at 512, real pages stay below 100. */
  depth: 1_000,
  /** Elements at which a page counts as too large; unclosed formatting elements can multiply into millions. */
  elements: 250_000,
  /** Breaks between paragraphs of a page that is too deep or too large. */
  breaks: 50_000,
  /** Anchors that are read, and different addresses of them; pages with more are lists made by programs. */
  anchors: 50_000,
  links: 10_000,
  /** Characters of all addresses together, as they are resolved. */
  linkCharacters: 1_000_000,
  /** Characters of the title, of the text of a link, and of all headings or keywords together. */
  title: 2_000,
  anchorText: 2_000,
  headline: 50_000,
} as const;
