import { Unreadable } from '../../language/corpus/draft.js';
import { messageOf } from '../../model/errors.js';
import { loadOptional } from '../../support/optional-packages.js';
import { languageTag } from '../../web/page/metadata.js';
import { textBlock, type DocumentContent } from './document-content.js';

type PdfDocument = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

/** Titles that a program filled in, not an author. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf|odt|pptx?))$/i;

/**
 * Reads a PDF by PDF.js (unpdf): its paragraphs page by page, without running heads, running feet and page numbers;
 * words parted at the end of a line are put together again. Title and language are those of its metadata.
 * @throws Unreadable when it is damaged or needs a password
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: { readonly characters: number; readonly pages: number },
): Promise<DocumentContent> {
  const pdf = await openPdf(bytes);
  try {
    const pages: (readonly PdfLine[])[] = [];
    const unreadable: number[] = [];
    const last = Math.min(pdf.numPages, limits.pages);
    let characters = 0;
    for (let number = 1; number <= last && characters <= limits.characters; number += 1) {
      const lines = await linesOfPage(pdf, number).catch(() => void unreadable.push(number));
      for (const { text } of lines ?? []) characters += text.length + 1;
      pages.push(lines ?? []);
    }
    const paragraphs = withoutRunningHeads(pages).map(paragraphsOf);
    let before = 0;
    return {
      ...(await readInformation(pdf)),
      blocks: paragraphs.flat().map((text) => textBlock(text)),
      pages: { of: pdf.numPages, starts: paragraphs.map(({ length }) => (before += length) - length) },
      incomplete:
        unreadable.length === 0 ? undefined : `unreadable pages: ${unreadable.slice(0, 10).join(', ')}`,
    };
  } finally {
    await pdf.destroy();
  }
}

async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const { getDocumentProxy } = await loadOptional('unpdf', () => import('unpdf'));
  try {
    // A copy, because PDF.js takes the bytes for itself; verbosity 0: it would write to the terminal.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (thrown) {
    if ((thrown as { readonly name?: unknown }).name === 'PasswordException')
      throw new Unreadable('the PDF is protected by a password; remove it, say with: qpdf --decrypt');
    throw new Unreadable(`the PDF is damaged or not a PDF (${messageOf(thrown)}); fetch it again`);
  }
}

async function readInformation(pdf: PdfDocument): Promise<Pick<DocumentContent, 'title' | 'language'>> {
  // Where its metadata are damaged, the text may be good all the same.
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Title: title, Language: language } = info as Readonly<Record<string, unknown>>;
  return {
    title: typeof title === 'string' && !NO_TITLE.test(title.trim()) ? title.trim() || undefined : undefined,
    language: typeof language === 'string' ? languageTag(language) : undefined,
  };
}

/** A line of a page: its height above the foot of the page, and the size of its largest letters. */
interface PdfLine {
  text: string;
  readonly y: number;
  size: number;
}

/** A step down of more than this share of its height begins a line; above this multiple of the usual one, a paragraph. */
const [LINE_STEP, PARAGRAPH_STEP] = [0.5, 1.35];
/** Lines whose sizes differ by more than this share are not one paragraph: heading and text, text and note. */
const SIZE_CHANGE = 0.15;
/** A line at the top or the foot that as many pages have, but for its numbers, is a running head. */
const FEWEST_PAGES = 3;

/** Puts the runs of a page together to lines, in the order in which the page holds them. */
async function linesOfPage(pdf: PdfDocument, number: number): Promise<readonly PdfLine[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const lines: PdfLine[] = [];
  let isOpen = false;
  for (const item of items) {
    if (!('str' in item)) continue;
    const [y, last, isText] = [Number(item.transform[5]), lines.at(-1), item.str.trim() !== ''];
    const isSame = last !== undefined && Math.abs(last.y - y) <= LINE_STEP * Math.max(last.size, item.height);
    if (isOpen && last !== undefined && (isSame || !isText)) {
      last.text += item.str;
      last.size = Math.max(last.size, item.height);
    } else if (isText) lines.push({ text: item.str, y, size: item.height });
    isOpen = !item.hasEOL && (isOpen || isText);
  }
  page.cleanup();
  return lines.map((line) => ({ ...line, text: line.text.replace(/\s+/g, ' ').trim() }));
}

/** The pages without what stands at the top or the foot of several of them, and without lone page numbers there. */
function withoutRunningHeads(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const keyOf = ({ text, size }: PdfLine): string => `${Math.round(size)} ${text.replace(/\d+/g, '#')}`;
  const edgesOf = (lines: readonly PdfLine[]): readonly PdfLine[] => {
    const byHeight = lines.toSorted((a, b) => b.y - a.y);
    return [...new Set([...byHeight.slice(0, 2), ...byHeight.slice(-2)])];
  };
  const counts = new Map<string, number>();
  for (const key of pages.flatMap((page) => [...new Set(edgesOf(page).map(keyOf))]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const isRunning = (line: PdfLine): boolean =>
    /^\d+$/.test(line.text) || (counts.get(keyOf(line)) ?? 0) >= FEWEST_PAGES;
  return pages.map((page) => {
    const running = new Set(edgesOf(page).filter(isRunning));
    return page.filter((line) => !running.has(line));
  });
}

/** The paragraphs of a page; a word that a hyphen parts at a line's end becomes whole. */
function paragraphsOf(lines: readonly PdfLine[]): readonly string[] {
  const steps = lines.map(({ y }, index) => (lines[index - 1]?.y ?? y) - y);
  const down = steps.filter((step) => step > 0).sort((a, b) => a - b);
  const usual = down[Math.floor((down.length - 1) / 2)] ?? 0;
  const paragraphs: string[] = [];
  for (const [index, { text, size }] of lines.entries()) {
    const before = lines[index - 1];
    const step = steps[index] ?? 0;
    const isSameSize =
      before !== undefined && Math.abs(before.size - size) <= SIZE_CHANGE * Math.max(before.size, size);
    // Where a column ends, an unfinished sentence continues at the top of the next one.
    const continues = step > 0 ? step <= usual * PARAGRAPH_STEP : /^\p{Ll}/u.test(text);
    if (!isSameSize || !continues || /^[•▪◦‣]/.test(text)) paragraphs.push(text);
    else {
      const open = paragraphs.pop() ?? '';
      const isParted = /\p{L}[-\u00AD\u2010]$/u.test(open) && /^\p{Ll}/u.test(text);
      paragraphs.push(isParted ? open.slice(0, -1) + text : `${open} ${text}`);
    }
  }
  return paragraphs;
}
