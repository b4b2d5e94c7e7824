import type { ContentBlock, ContentLink, DocumentContent } from './document-content.js';
import type { PdfTextItem } from './pdf-text.js';

/** A link of a page of a PDF: where it leads, and the text that it covers. */
export interface PdfLink {
  readonly url: string;
  readonly text: string;
}

/** An annotation as PDF.js gives it, as far as it is read. */
interface Annotation {
  readonly subtype?: unknown;
  readonly url?: unknown;
  /** Left, bottom, right and top in the units of the page. */
  readonly rect?: unknown;
}

type Rectangle = readonly [left: number, bottom: number, right: number, top: number];

/** The links of a page to web addresses. The parts of a link that is broken over lines are one. */
export function linksOfPage(
  annotations: readonly unknown[],
  items: readonly PdfTextItem[],
): readonly PdfLink[] {
  const links: { url: string; text: string }[] = [];
  for (const { subtype, url, rect } of annotations as readonly Annotation[]) {
    if (subtype !== 'Link' || typeof url !== 'string' || !/^https?:/i.test(url)) continue;
    const text = isRectangle(rect) ? textWithin(rect, items) : '';
    const last = links.at(-1);
    if (last?.url === url) last.text = `${last.text} ${text}`.trim();
    else links.push({ url, text });
  }
  return links;
}

function isRectangle(rect: unknown): rect is Rectangle {
  return Array.isArray(rect) && rect.length === 4 && rect.every((one) => typeof one === 'number');
}

/** The text in a rectangle; of a run that it covers in part, as many characters as their share of its width. */
function textWithin([left, bottom, right, top]: Rectangle, items: readonly PdfTextItem[]): string {
  const parts: string[] = [];
  for (const { str, transform, width, height } of items) {
    const x = Number(transform[4]);
    const middle = Number(transform[5]) + height / 3;
    if (middle < bottom || middle > top || width <= 0) continue;
    const at = (place: number): number => Math.round(((place - x) / width) * str.length);
    const part = str.slice(Math.max(0, at(left)), Math.max(0, at(right)));
    if (part !== '') parts.push(part);
  }
  return parts.join(' ').replace(/\s+/g, ' ').trim();
}

/**
 * Puts links into the blocks of their pages, where their text is found there.
 * @param linksByPage the links of each page that was read, from the first one on
 * @returns the blocks, and the links that were not found
 */
export function placeLinks(
  { blocks, pages }: Required<Pick<DocumentContent, 'blocks' | 'pages'>>,
  linksByPage: readonly (readonly PdfLink[])[],
): Required<Pick<DocumentContent, 'blocks' | 'otherLinks'>> {
  const links = blocks.map((): ContentLink[] => []);
  const otherLinks: PdfLink[] = [];
  for (const [number, ofPage] of linksByPage.entries()) {
    const first = pages.breaks[number]?.block ?? blocks.length;
    const last = pages.breaks[number + 1]?.block ?? blocks.length - 1;
    for (const link of ofPage) {
      const found = link.text === '' ? undefined : findText(link.text, { blocks, links }, first, last);
      if (found === undefined) otherLinks.push(link);
      else links[found.block]?.push({ begin: found.at, end: found.at + link.text.length, url: link.url });
    }
  }
  return { blocks: blocks.map((block, place) => ({ ...block, links: links[place] ?? [] })), otherLinks };
}

/** The first place of a text in some blocks that is not a link yet. */
function findText(
  text: string,
  { blocks, links }: { readonly blocks: readonly ContentBlock[]; readonly links: readonly ContentLink[][] },
  first: number,
  last: number,
): { readonly block: number; readonly at: number } | undefined {
  for (let block = first; block <= last; block += 1) {
    const all = blocks[block]?.text ?? '';
    const taken = links[block] ?? [];
    for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1))
      if (!taken.some(({ begin, end }) => at < end && begin < at + text.length)) return { block, at };
  }
  return undefined;
}
