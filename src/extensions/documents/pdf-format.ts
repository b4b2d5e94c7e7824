import { messageOf } from '../../model/errors.js';
import { languageTag } from '../../web/page/metadata.js';
import { loadOptional } from '../../support/optional-packages.js';
import { Unreadable, type Draft } from '../../language/corpus/draft.js';
import { DEFAULT_CORPUS_OPTIONS } from '../../language/corpus/default-options.js';
import { textBlock, type DocumentContent } from './document-content.js';
import { linksOfPage, placeLinks, type PdfLink } from './pdf-links.js';
import { linesOfPage, paragraphsOf, type PdfLine, type PdfParagraph } from './pdf-text.js';

type PdfDocument = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

/** Limits for reading a PDF. */
interface PdfLimits {
  /** No page is read after so many characters. */
  readonly characters: number;
  /** Pages, from the first one on. */
  readonly pages: number;
}

/** Titles that a program filled in, not an author. */
const NO_TITLE =
  /^(?:untitled|document\d*|microsoft (?:word|powerpoint) - .*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf|odt|pptx?))$/i;

async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  const { getDocumentProxy } = await loadOptional('unpdf', () => import('unpdf'));
  try {
    // A copy, because PDF.js takes the bytes for itself; verbosity 0: it would write to the terminal.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (thrown) {
    const { name } = thrown as { readonly name?: unknown };
    if (name === 'PasswordException')
      throw new Unreadable(
        'the PDF is protected by a password; remove it, for instance with: qpdf --decrypt',
      );
    throw new Unreadable(`the PDF is damaged or not a PDF (${messageOf(thrown)}); fetch it again`);
  }
}

interface PagesRead {
  /** Lines of each page; none of one that cannot be read. */
  readonly pages: readonly (readonly PdfLine[])[];
  readonly links: readonly (readonly PdfLink[])[];
  readonly unreadable: readonly number[];
}

async function readPages(pdf: PdfDocument, limits: PdfLimits, withLinks: boolean): Promise<PagesRead> {
  const pages: (readonly PdfLine[])[] = [];
  const links: (readonly PdfLink[])[] = [];
  const unreadable: number[] = [];
  const last = Math.min(pdf.numPages, limits.pages);
  let characters = 0;
  for (let number = 1; number <= last && characters <= limits.characters; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const runs = items.flatMap((item) => ('str' in item ? [item] : []));
      const lines = linesOfPage(runs);
      characters += lines.reduce((sum, { text }) => sum + text.length + 1, 0);
      // A page whose annotations are damaged may have a good text.
      const annotations: unknown[] = withLinks ? await page.getAnnotations().catch(() => []) : [];
      links.push(linksOfPage(annotations, runs));
      pages.push(lines);
      page.cleanup();
    } catch {
      pages.push([]);
      links.push([]);
      unreadable.push(number);
    }
  }
  return { pages, links, unreadable };
}

async function readInformation(pdf: PdfDocument): Promise<Pick<Draft, 'title' | 'language'>> {
  try {
    const { info } = await pdf.getMetadata();
    const { Title: title, Language: language } = info as Readonly<Record<string, unknown>>;
    return {
      title: typeof title === 'string' && !NO_TITLE.test(title.trim()) ? title : undefined,
      language: typeof language === 'string' ? languageTag(language) : undefined,
    };
  } catch {
    return {}; // its metadata are damaged; the text may be good all the same
  }
}

function warningFor({ pages, unreadable }: PagesRead): string | undefined {
  const read = pages.length - unreadable.length;
  const empty = pages.filter((lines) => lines.length === 0).length - unreadable.length;
  if (unreadable.length > 0) return `pages that cannot be read: ${unreadable.join(', ')}; the others are`;
  return empty > read / 2
    ? `${empty} of ${read} pages hold no text (pictures of pages?); make it searchable with OCR, for instance ocrmypdf`
    : undefined;
}

async function withPdf<T>(bytes: Uint8Array, use: (pdf: PdfDocument) => Promise<T>): Promise<T> {
  const pdf = await openPdf(bytes);
  try {
    return await use(pdf);
  } finally {
    await pdf.destroy();
  }
}

/**
 * Reads a PDF by PDF.js (unpdf): its paragraphs page by page, without running heads, running feet and page numbers;
 * words parted at the end of a line are put together again. Title and language are those of its metadata.
 *
 * @param maximumCharacters no page is read after so many
 * @throws Unreadable when it is damaged, needs a password, or holds no text (a scan)
 */
export function readPdf(
  bytes: Uint8Array,
  maximumCharacters: number = DEFAULT_CORPUS_OPTIONS.maximumCharacters,
): Promise<Draft> {
  return withPdf(bytes, async (pdf) => {
    const read = await readPages(pdf, { characters: maximumCharacters, pages: Infinity }, false);
    const { paragraphs } = paragraphsOf(read.pages);
    if (paragraphs.length === 0 && read.unreadable.length === 0)
      throw new Unreadable(
        'the PDF holds no text, only pictures of it (a scan?); make it searchable with OCR, for instance ocrmypdf',
      );
    return {
      ...(await readInformation(pdf)),
      text: paragraphs.map(({ text }) => text).join('\n\n'),
      warning: warningFor(read),
    };
  });
}

/** Maximum length of a paragraph that may be a title, in characters. */
const LONGEST_TITLE = 200;
/** A title is written in letters this many times as large as those of the text. */
const TITLE_SIZE = 1.15;

/** The place of the paragraph on the first page that is written in the largest letters, where these are larger than usual. */
function titlePlace(paragraphs: readonly PdfParagraph[], onFirstPage: number): number | undefined {
  const sizes = paragraphs.map(({ size, text }) => ({ size, length: text.length }));
  const total = sizes.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  const usual = sizes
    .toSorted((a, b) => a.size - b.size)
    .find(({ length }) => (before += length) >= total / 2)?.size;
  const first = paragraphs.slice(0, onFirstPage);
  const largest = first.reduce((most, { size }) => Math.max(most, size), 0);
  const place = first.findIndex(({ size, text }) => size === largest && text.length <= LONGEST_TITLE);
  return usual !== undefined && place >= 0 && largest >= usual * TITLE_SIZE ? place : undefined;
}

/** Pages that are named. */
const NAMED_PAGES = 10;

function incompleteness({ unreadable }: PagesRead): string | undefined {
  if (unreadable.length === 0) return undefined;
  const more = unreadable.length - NAMED_PAGES;
  const numbers = unreadable.slice(0, NAMED_PAGES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `unreadable pages: ${numbers}`;
}

/**
 * Content of a PDF, with its links to web addresses and the beginnings of its pages. Without a title in its metadata, the paragraph
 * in the largest letters on its first page is its heading.
 * @throws Unreadable when it is damaged or needs a password
 */
export function readPdfContent(bytes: Uint8Array, limits: PdfLimits): Promise<DocumentContent> {
  return withPdf(bytes, async (pdf) => {
    const read = await readPages(pdf, limits, true);
    const { paragraphs, breaks } = paragraphsOf(read.pages);
    const information = await readInformation(pdf);
    const isTitled = (information.title ?? '').trim() !== '';
    const heading = isTitled ? undefined : titlePlace(paragraphs, breaks[1]?.block ?? paragraphs.length);
    const blocks = paragraphs.map(({ text }, place) => textBlock(text, place === heading ? 1 : 0));
    const pages = { of: pdf.numPages, breaks };
    return {
      ...(isTitled ? { title: information.title } : {}),
      language: information.language,
      ...placeLinks({ blocks, pages }, read.links),
      pages,
      incomplete: incompleteness(read),
    };
  });
}
