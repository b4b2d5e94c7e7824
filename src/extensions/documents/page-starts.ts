import type { Page } from '../../model/page.js';
import { codePointOffsets } from '../../support/text/cut-text.js';
import { fullText } from '../../support/text/full-text.js';
import { collapseWhitespace } from '../../web/page/whitespace.js';
import type { DocumentContent } from './document-content.js';
import { normalForm } from '../../support/text/normal-form.js';

/** A block that the text does not have as it is here is looked for so many characters further on. */
const LOOK_AHEAD = 2_000;
/** Characters between blocks of a text. */
const BETWEEN = '\n\n'.length;

/**
 * Beginnings of the pages of a document, in code points of the text that is judged. The text holds most blocks, in their order;
 * a page whose first block it lacks begins at the next one that it has.
 * @param page as the HTML of the content was read
 */
export function pageStarts(page: Page, { blocks, pages }: DocumentContent): readonly number[] {
  const full = fullText(page);
  const inCodePoints = codePointOffsets(full);
  const places: number[] = [];
  let next = full.length - normalForm(page.text).length;
  for (const block of blocks) {
    const text = collapseWhitespace(block.text);
    const found = full.startsWith(text, next)
      ? next
      : next + full.slice(next, next + text.length + LOOK_AHEAD).indexOf(text);
    const isThere = found >= next;
    places.push(isThere ? found : next);
    if (isThere) next = found + text.length + BETWEEN;
  }
  const end = full.length;
  // The title is on the first page.
  return (pages?.breaks ?? []).map(({ block, at }, number) =>
    number === 0 ? 0 : inCodePoints(Math.min(end, (places[block] ?? end) + at)),
  );
}
