import { htmlOfMarkdown } from '../../language/corpus/documents/markdown-format.js';
import { readPlainText } from '../../language/corpus/documents/text-format.js';
import { tidyText } from '../../language/corpus/draft.js';
import { decodeHtml } from '../../web/page/charset.js';
import { blocksOfHtml, textBlock, writtenLinks, type DocumentContent } from './document-content.js';

/** A text as UTF-8 with a byte order mark: headers name wrong charsets, as they do for pages. */
function asUtf8(bytes: Uint8Array, contentType: string): Uint8Array {
  return Buffer.from(`\uFEFF${decodeHtml(bytes, contentType).replace(/^\uFEFF/, '')}`);
}

/**
 * Reads a plain text: its paragraphs, and the addresses that are written out in it as links.
 * @throws Unreadable when it is binary
 */
export function readTextContent(bytes: Uint8Array, contentType: string): DocumentContent {
  const { title, text } = readPlainText(asUtf8(bytes, contentType));
  const blocks = tidyText(text)
    .split('\n\n')
    .map((paragraph) => ({ ...textBlock(paragraph), links: writtenLinks(paragraph) }));
  return { title, blocks: title === undefined ? blocks : [textBlock(title, 1), ...blocks] };
}

/**
 * Reads Markdown with its links. Code blocks are left out, as in corpora.
 * @throws Unreadable when it is binary
 */
export function readMarkdownContent(
  bytes: Uint8Array,
  contentType: string,
  maximumCharacters: number,
): DocumentContent {
  const { html, fields, language, warning } = htmlOfMarkdown(asUtf8(bytes, contentType), maximumCharacters);
  return { title: fields['title'], language, blocks: blocksOfHtml(html, ['pre']), incomplete: warning };
}
