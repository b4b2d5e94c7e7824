import { DEFAULT_CORPUS_OPTIONS, Unreadable, tidyText } from '../../language/corpus/draft.js';
import { htmlOfMarkdown } from '../../language/corpus/documents/markdown-format.js';
import { readPlainText } from '../../language/corpus/documents/text-format.js';
import type { ReadDocument } from '../../language/corpus/options.js';
import type { DocumentLimits, SentDocument } from '../../model/document-html.js';
import { messageOf } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import type { DocumentKind, PageReading } from '../../model/page-reading.js';
import { given } from '../../support/given.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { fullText } from '../../support/text/full-text.js';
import { decodeHtml } from '../../web/page/charset.js';
import { createPageReader } from '../../web/page/reader.js';
import { collapseWhitespace } from '../../web/page/whitespace.js';
import { blocksOfHtml, htmlOfContent, textBlock, type DocumentContent } from './document-content.js';
import { TooLarge } from './packed-formats.js';
import { codePointOffsets } from '../../support/text/cut-text.js';

/** A document that was read, or why it was not. */
export type DocumentResult =
  | { readonly html: Uint8Array; readonly reading: PageReading }
  | { readonly code: 'too-large' | 'no-content' | 'unreadable'; readonly message: string };

/** Characters of a document that are read. A thick book has 3,000,000, of which only a part is judged. */
const MAX_CHARACTERS = 2_000_000;

type Reader = (
  document: Pick<SentDocument, 'body' | 'contentType'>,
  limits: DocumentLimits & { readonly characters: number },
) => DocumentContent | Promise<DocumentContent>;

/** The readers, which are loaded when they are first needed. */
const READERS: Readonly<Record<DocumentKind, Reader>> = {
  pdf: async ({ body }, limits) => (await import('./pdf-format.js')).readPdf(body, limits),
  docx: async ({ body }, { bytes }) => (await import('./packed-formats.js')).readDocx(body, bytes),
  odt: async ({ body }, { bytes }) => (await import('./packed-formats.js')).readOdt(body, bytes),
  epub: async ({ body }, limits) => (await import('./packed-formats.js')).readEpub(body, limits),
  text({ body, contentType }) {
    const { title, text } = readPlainText(asUtf8(body, contentType));
    const paragraphs = tidyText(text).split('\n\n');
    const heading = title === undefined ? [] : [textBlock(title, 1)];
    return { title, blocks: [...heading, ...paragraphs.map((paragraph) => textBlock(paragraph))] };
  },
  // Code blocks are left out, as in corpora.
  markdown({ body, contentType }, { characters }) {
    const { html, fields, language, warning } = htmlOfMarkdown(asUtf8(body, contentType), characters);
    return {
      title: fields['title'],
      language,
      blocks: blocksOfHtml(html, { omit: ['pre'] }),
      incomplete: warning,
    };
  },
};

/** A text as UTF-8 with a byte order mark: headers name wrong charsets, as they do for pages. */
function asUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  return Buffer.from(`\uFEFF${decodeHtml(bytes, contentType).replace(/^\uFEFF/, '')}`);
}

/** The reader of documents of a corpus. Without a title the first heading of level 1 is the title. */
export function corpusDocumentReader(kind: DocumentKind): ReadDocument {
  return async (body, bytes, characters = DEFAULT_CORPUS_OPTIONS.maximumCharacters) => {
    const limits = { bytes, characters, pages: Infinity };
    const read = await READERS[kind]({ body, contentType: '' }, limits);
    const { title = firstHeading(read), language, sourceUrl, blocks, pages, incomplete: warning } = read;
    if (blocks.length === 0 && pages !== undefined)
      throw new Unreadable(warning ?? 'it holds no text, only pictures of it; make it searchable with OCR');
    return { title, language, sourceUrl, warning, text: blocks.map(({ text }) => text).join('\n\n') };
  };
}

function firstHeading({ blocks }: DocumentContent): string | undefined {
  return blocks.find(({ heading }) => heading === 1)?.text;
}

/** Reads a document within limits; a text that goes beyond them is read as far as they reach. */
export async function readDocument(document: SentDocument, limits: DocumentLimits): Promise<DocumentResult> {
  if (document.body.length > limits.bytes)
    return { code: 'too-large', message: `the document is larger than ${limits.bytes} bytes` };
  try {
    const read = await READERS[document.kind](document, { ...limits, characters: MAX_CHARACTERS });
    const content = shortened(read);
    if (content.blocks.some(({ text }) => /\p{L}/u.test(text))) return resultOf(document, content);
    const message = content.incomplete ?? 'the document holds no text, but perhaps pictures of it';
    return { code: content.incomplete === undefined ? 'no-content' : 'unreadable', message };
  } catch (thrown) {
    const code = thrown instanceof TooLarge ? 'too-large' : 'unreadable';
    // Readers of corpora also say what the owner of a file can do about it.
    const [message = ''] = messageOf(thrown).split('; ', 1);
    return { code, message: thrown instanceof Unreadable ? message.replace(/\s+/g, ' ') : messageOf(thrown) };
  }
}

/** The HTML that a crawl reads a document as, in UTF-8, made in this thread. @throws Error when it cannot be read */
export async function documentHtml(document: SentDocument, limits: DocumentLimits): Promise<Uint8Array> {
  const result = await readDocument(document, limits);
  if ('code' in result) throw new Error(result.message);
  return result.html;
}

/** The first blocks of a document, as many characters as are read. */
function shortened(content: DocumentContent): DocumentContent {
  let characters = 0;
  const end = content.blocks.findIndex(({ text }) => (characters += text.length) > MAX_CHARACTERS);
  const incomplete = `its first ${MAX_CHARACTERS.toLocaleString('en')} characters were read`;
  return end < 0 ? content : { ...content, blocks: content.blocks.slice(0, end), incomplete };
}

function resultOf({ kind, url }: SentDocument, read: DocumentContent): DocumentResult {
  // A document that does not say its title is called by the name of its file, as in corpora.
  const isNamed = (read.title ?? '').trim() !== '' || firstHeading(read) !== undefined;
  const name = unescapePercent(new URL(url).pathname.split('/').at(-1) ?? '');
  const content = isNamed ? read : { ...read, title: name };
  const html = Buffer.from(htmlOfContent(content));
  const reading = { from: kind, signs: [], ...given({ incomplete: content.incomplete }) };
  if (content.pages === undefined) return { html, reading };
  const starts = pageStarts(createPageReader({ places: false }).read(html, url, 'text/html'), content);
  return { html, reading: { ...reading, pages: { of: content.pages.of, read: starts.length, starts } } };
}

/** A block that the text does not have as it is here is looked for so many characters further on. */
const LOOK_AHEAD = 2_000;

/**
 * Beginnings of the pages of a document, in code points of the text that is judged. The text holds most blocks, in their order;
 * a page whose first block it lacks begins at the next one that it has.
 */
function pageStarts(page: Page, { blocks, pages }: DocumentContent): readonly number[] {
  const full = fullText(page);
  const inCodePoints = codePointOffsets(full);
  let next = Math.max(0, full.indexOf(page.text));
  const places = blocks.map((block) => {
    const text = collapseWhitespace(block.text);
    const found = full.slice(next, next + text.length + LOOK_AHEAD).indexOf(text);
    const place = next + Math.max(0, found);
    if (found >= 0) next = place + text.length + '\n\n'.length;
    return place;
  });
  // The title is on the first page.
  return (pages?.starts ?? []).map((block, number) =>
    number === 0 ? 0 : inCodePoints(Math.min(full.length, places[block] ?? full.length)),
  );
}
