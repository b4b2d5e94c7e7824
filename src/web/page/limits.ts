/** Beyond these a page was made to be slow, or by a program that never closes what it opens. */
export const PAGE_LIMITS = {
  /** Open elements at which a page counts as too deep; Chromium stops at 512, real pages stay below 100. */
  depth: 1_000,
  /** Elements at which a page counts as too large; unclosed formatting elements can multiply into millions. */
  elements: 500_000,
  /** Attributes of one tag that are read; the time for further ones would be quadratic. */
  attributes: 1_000,
} as const;
