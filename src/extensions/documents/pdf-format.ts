import { messageOf } from '../../model/errors.js';
import { languageTag } from '../../web/page/metadata.js';
import { loadOptional } from '../../support/optional-packages.js';
import { Unreadable, type Draft } from '../../language/corpus/draft.js';
import { DEFAULT_CORPUS_OPTIONS } from '../../language/corpus/default-options.js';
import { linesOfPage, paragraphsOf, type PdfLine } from './pdf-text.js';

type PdfDocument = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

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
  readonly pages: readonly (readonly PdfLine[])[];
  readonly unreadable: readonly number[];
}

async function readPages(pdf: PdfDocument, maximumCharacters: number): Promise<PagesRead> {
  const pages: (readonly PdfLine[])[] = [];
  const unreadable: number[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages && characters <= maximumCharacters; number += 1) {
    try {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const lines = linesOfPage(items.flatMap((item) => ('str' in item ? [item] : [])));
      characters += lines.reduce((sum, { text }) => sum + text.length + 1, 0);
      pages.push(lines);
      page.cleanup();
    } catch {
      unreadable.push(number);
    }
  }
  return { pages, unreadable };
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
  const empty = pages.filter((lines) => lines.length === 0).length;
  if (unreadable.length > 0) return `pages that cannot be read: ${unreadable.join(', ')}; the others are`;
  return empty > pages.length / 2
    ? `${empty} of ${pages.length} pages hold no text (pictures of pages?); make it searchable with OCR, for instance ocrmypdf`
    : undefined;
}

/**
 * Reads a PDF by PDF.js (unpdf): its paragraphs page by page, without running heads, running feet and page numbers;
 * words parted at the end of a line are put together again. Title and language are those of its metadata.
 *
 * @param maximumCharacters no page is read after so many
 * @throws Unreadable when it is damaged, needs a password, or holds no text (a scan)
 */
export async function readPdf(
  bytes: Uint8Array,
  maximumCharacters: number = DEFAULT_CORPUS_OPTIONS.maximumCharacters,
): Promise<Draft> {
  const pdf = await openPdf(bytes);
  try {
    const read = await readPages(pdf, maximumCharacters);
    const paragraphs = paragraphsOf(read.pages);
    if (paragraphs.length === 0 && read.unreadable.length === 0)
      throw new Unreadable(
        'the PDF holds no text, only pictures of it (a scan?); make it searchable with OCR, for instance ocrmypdf',
      );
    return {
      ...(await readInformation(pdf)),
      text: paragraphs.join('\n\n'),
      warning: warningFor(read),
    };
  } finally {
    await pdf.destroy();
  }
}
