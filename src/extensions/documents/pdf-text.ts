import type { PageBreak } from './document-content.js';

/** A run of text as PDF.js gives it. */
export interface PdfTextItem {
  readonly str: string;
  /** Matrix; the fifth and sixth number are the place, from the page's lower left corner. */
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

/** A line of a page, in the units of the page (1/72 inch). */
export interface PdfLine {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Height of its largest letters. */
  readonly size: number;
}

/** A step down of more than this share of its height begins a new line. */
const LINE_STEP = 0.5;
/** Steps between lines above this multiple of the page's usual step part paragraphs. */
const PARAGRAPH_STEP = 1.35;
/** Lines whose sizes differ by more than this share are not one paragraph: heading and text, text and note. */
const SIZE_CHANGE = 0.15;
/** Indents of this many sizes begin a paragraph; wider ones are another column or a table. */
const INDENT = { smallest: 0.8, largest: 4 };
/** A line at the top or the foot that as many pages have, in the same size and but for its numbers, is a running head. */
const FEWEST_PAGES = 3;

function place(item: PdfTextItem): { readonly x: number; readonly y: number } {
  return { x: Number(item.transform[4]), y: Number(item.transform[5]) };
}

/** Puts the runs of a page together to lines, in the order in which the page holds them. */
export function linesOfPage(items: readonly PdfTextItem[]): readonly PdfLine[] {
  const lines: PdfLine[] = [];
  let open: { text: string; x: number; y: number; size: number } | undefined;
  const close = (): void => {
    const text = open?.text.replace(/\s+/g, ' ').trim() ?? '';
    if (open !== undefined && text !== '') lines.push({ ...open, text });
    open = undefined;
  };
  for (const item of items) {
    const { x, y } = place(item);
    const isText = item.str.trim() !== '';
    if (open !== undefined && isText && Math.abs(open.y - y) > LINE_STEP * Math.max(open.size, item.height))
      close();
    if (open === undefined) {
      if (isText) open = { text: item.str, x, y, size: item.height };
    } else {
      open.text += item.str;
      if (isText) open.size = Math.max(open.size, item.height);
    }
    if (item.hasEOL) close();
  }
  close();
  return lines;
}

/** Key that running heads have in common; the title on the first page is larger than the head that repeats it. */
function runningKey({ text, size }: PdfLine): string {
  return `${Math.round(size)} ${text.replace(/\d+/g, '#').toLowerCase()}`;
}

/** The pages without what stands at the top or the foot of several of them, and without lone page numbers there. */
function withoutRunningHeads(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const counts = new Map<string, number>();
  const edges = (lines: readonly PdfLine[]): readonly PdfLine[] => {
    const byHeight = [...lines].sort((a, b) => b.y - a.y);
    return [...new Set([...byHeight.slice(0, 2), ...byHeight.slice(-2)])];
  };
  for (const page of pages)
    for (const text of new Set(edges(page).map(runningKey))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return pages.map((page) => {
    const outer = new Set(edges(page));
    return page.filter(
      (line) =>
        !outer.has(line) || (!/^\d+$/.test(line.text) && (counts.get(runningKey(line)) ?? 0) < FEWEST_PAGES),
    );
  });
}

/** The step between the lines of a paragraph on a page: the middle one of all steps down. */
function usualStep(lines: readonly PdfLine[]): number {
  const steps = lines
    .flatMap((line, index) => {
      const next = lines[index + 1];
      return next === undefined || next.y >= line.y ? [] : [line.y - next.y];
    })
    .sort((a, b) => a - b);
  return steps[Math.floor((steps.length - 1) / 2)] ?? 0;
}

function endsSentence(text: string): boolean {
  return /[.!?:][)\]"'’”»]*$/.test(text);
}

/** True if a line continues with the paragraph of the one before it. */
function continues(before: PdfLine, line: PdfLine, step: number, isSamePage: boolean): boolean {
  if (Math.abs(before.size - line.size) > SIZE_CHANGE * Math.max(before.size, line.size)) return false;
  const down = before.y - line.y;
  // The next column or page: only an unfinished sentence continues there.
  if (!isSamePage || down <= 0) return !endsSentence(before.text) && /^\p{Ll}/u.test(line.text);
  if (down > step * PARAGRAPH_STEP) return false;
  const indent = (line.x - before.x) / (line.size || 1);
  const isIndented = indent > INDENT.smallest && indent < INDENT.largest;
  return !(isIndented && endsSentence(before.text)) && !/^[•▪◦‣]/.test(line.text);
}

/** Adds a line to a paragraph; a word that a hyphen parts at the line's end becomes whole. */
function append(paragraph: string, line: string): string {
  return beforeLine(paragraph, line) + line;
}

function beforeLine(paragraph: string, line: string): string {
  return /\p{L}[-\u00AD\u2010]$/u.test(paragraph) && /^\p{Ll}/u.test(line)
    ? paragraph.slice(0, -1)
    : `${paragraph} `;
}

/** A paragraph of a document. */
export interface PdfParagraph {
  readonly text: string;
  /** Height of the letters of its first line. */
  readonly size: number;
}

/** The paragraphs of a document, and where its pages begin. */
export interface PdfParagraphs {
  readonly paragraphs: readonly PdfParagraph[];
  /** One for each page; a page without text begins where the one before it ends. */
  readonly breaks: readonly PageBreak[];
}

/** The paragraphs of a document by its lines, page by page. */
export function paragraphsOf(pages: readonly (readonly PdfLine[])[]): PdfParagraphs {
  const paragraphs: { text: string; size: number }[] = [];
  const breaks: PageBreak[] = [];
  let before: PdfLine | undefined;
  for (const page of withoutRunningHeads(pages)) {
    const step = usualStep(page);
    if (page.length === 0)
      breaks.push({ block: Math.max(0, paragraphs.length - 1), at: paragraphs.at(-1)?.text.length ?? 0 });
    page.forEach((line, index) => {
      const last = paragraphs.at(-1);
      const isOpen = before !== undefined && last !== undefined && continues(before, line, step, index > 0);
      if (index === 0)
        breaks.push(
          isOpen
            ? { block: paragraphs.length - 1, at: beforeLine(last.text, line.text).length }
            : { block: paragraphs.length, at: 0 },
        );
      if (isOpen) last.text = append(last.text, line.text);
      else paragraphs.push({ text: line.text, size: line.size });
      before = line;
    });
  }
  return { paragraphs, breaks };
}
