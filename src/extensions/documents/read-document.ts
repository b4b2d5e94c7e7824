import type { DocumentLimits, SentDocument } from '../../model/document-html.js';
import { messageOf } from '../../model/errors.js';
import type { DocumentKind, PageReading } from '../../model/page-reading.js';
import { Unreadable } from '../../language/corpus/draft.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { createPageReader } from '../../web/page/reader.js';
import { given } from '../../support/given.js';
import { htmlOfContent, type ContentBlock, type DocumentContent } from './document-content.js';
import { pageStarts } from './page-starts.js';
import { TooLarge } from './zip-reader.js';

/** A document that was read, or why it was not. */
export type DocumentResult =
  | { readonly html: Uint8Array; readonly reading: PageReading }
  | { readonly code: 'too-large' | 'no-content' | 'unreadable'; readonly message: string };

/** Characters of a document that are read. A thick book has 3,000,000, of which only a part is judged. */
const MAX_CHARACTERS = 2_000_000;

type ReadContent = (document: SentDocument, limits: DocumentLimits) => Promise<DocumentContent>;

/** The readers, which are loaded when they are first needed. */
const READERS: Readonly<Record<DocumentKind, ReadContent>> = {
  pdf: async ({ body }, { pages }) =>
    (await import('./pdf-format.js')).readPdfContent(body, { pages, characters: MAX_CHARACTERS }),
  docx: async ({ body }, { bytes }) => (await import('./docx-format.js')).readDocxContent(body, bytes),
  odt: async ({ body }, { bytes }) => (await import('./odt-format.js')).readOdtContent(body, bytes),
  epub: async ({ body }, { bytes }) =>
    (await import('./epub-format.js')).readEpubContent(body, bytes, MAX_CHARACTERS),
  text: async ({ body, contentType }) =>
    (await import('./text-content.js')).readTextContent(body, contentType),
  markdown: async ({ body, contentType }) =>
    (await import('./text-content.js')).readMarkdownContent(body, contentType, MAX_CHARACTERS),
};

/** Reads a document within limits; a text that goes beyond them is read as far as they reach. */
export async function readDocument(document: SentDocument, limits: DocumentLimits): Promise<DocumentResult> {
  if (document.body.length > limits.bytes)
    return { code: 'too-large', message: `the document is larger than ${limits.bytes} bytes` };
  try {
    const content = shortened(await READERS[document.kind](document, limits));
    if (!content.blocks.some(({ text }) => /\p{L}/u.test(text))) return withoutText(content);
    return resultOf(document, content);
  } catch (thrown) {
    const code = thrown instanceof TooLarge ? 'too-large' : 'unreadable';
    return { code, message: thrown instanceof Unreadable ? reasonOf(thrown) : messageOf(thrown) };
  }
}

/** Readers of corpora also say what the owner of a file can do about it. */
function reasonOf({ message }: Unreadable): string {
  return message.split('; ', 1).join('').replace(/\s+/g, ' ');
}

function withoutText({ pages, incomplete }: DocumentContent): DocumentResult {
  if (incomplete !== undefined) return { code: 'unreadable', message: incomplete };
  if (pages === undefined) return { code: 'no-content', message: 'the document holds no text' };
  const read = pages.breaks.length;
  const which = read === pages.of ? `its ${read} pages` : `the first ${read} of its ${pages.of} pages`;
  return { code: 'no-content', message: `${which} hold no text, but perhaps pictures of it` };
}

/** The first blocks of a document, as many characters as are read. */
function shortened(content: DocumentContent): DocumentContent {
  let characters = 0;
  const kept: ContentBlock[] = [];
  for (const block of content.blocks) {
    if ((characters += block.text.length) > MAX_CHARACTERS) break;
    kept.push(block);
  }
  if (kept.length === content.blocks.length) return content;
  const incomplete = `its first ${MAX_CHARACTERS.toLocaleString('en')} characters were read`;
  return { ...content, blocks: kept, incomplete };
}

/** A document that does not say its title is called by the name of its file, as in corpora. */
function titled(content: DocumentContent, url: string): DocumentContent {
  if ((content.title ?? '').trim() !== '' || content.blocks.some(({ heading }) => heading === 1))
    return content;
  const name = unescapePercent(new URL(url).pathname.split('/').at(-1) ?? '');
  return { ...content, title: name };
}

function resultOf({ kind, url }: SentDocument, read: DocumentContent): DocumentResult {
  const content = titled(read, url);
  const html = Buffer.from(htmlOfContent(content));
  const reading = { from: kind, signs: [], ...given({ incomplete: content.incomplete }) };
  if (content.pages === undefined) return { html, reading };
  const { of, breaks } = content.pages;
  const starts = pageStarts(createPageReader({ places: false }).read(html, url, 'text/html'), content);
  return { html, reading: { ...reading, pages: { of, read: breaks.length, starts } } };
}
