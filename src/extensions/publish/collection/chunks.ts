import { BLOCK_BREAK, type MarkdownSection } from './markdown.js';

/** A piece of a page that can be read on its own. */
export interface Chunk {
  /** Number in the page, from 1 on. */
  readonly chunk: number;
  /** The headings that it stands under. */
  readonly headings: readonly string[];
  /** Place in the Markdown of the page, in UTF-16 code units; end exclusive. */
  readonly begin: number;
  readonly end: number;
  readonly markdown: string;
}

/**
 * Cuts a page at its headings, and sections of more words at the borders of paragraphs, lists, tables and code, which are never
 * cut themselves: a chunk has more words only where one of them does. A heading without text goes with what follows.
 */
export function chunksOf(sections: readonly MarkdownSection[], mostWords: number): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let offset = 0;
  let waiting: string[] = [];
  let words = 0;
  const close = (headings: readonly string[]): void => {
    if (waiting.length === 0) return;
    const markdown = waiting.join(BLOCK_BREAK);
    chunks.push({
      chunk: chunks.length + 1,
      headings,
      begin: offset,
      end: offset + markdown.length,
      markdown,
    });
    offset += markdown.length + BLOCK_BREAK.length;
    [waiting, words] = [[], 0];
  };
  for (const [place, { headings, blocks }] of sections.entries()) {
    for (const block of blocks) {
      const own = wordsOf(block);
      if (words > 0 && words + own > mostWords) close(headings);
      waiting.push(block);
      words += own;
    }
    const isHeadingOnly = headings.length > 0 && blocks.length === 1;
    if (!isHeadingOnly || place === sections.length - 1) close(headings);
  }
  return chunks;
}

function wordsOf(block: string): number {
  return block.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
