import type { Draft } from '../../language/corpus/draft.js';
import { collectBlocks } from '../../web/page/blocks.js';
import { webAddress } from '../../web/page/links.js';
import { parseHtml } from '../../web/page/htmlparser2-tree.js';
import { collapseWhitespace } from '../../web/page/whitespace.js';
import { addToList } from '../../support/batches.js';
import { escapeHtml } from '../../support/text/escapes.js';

/** A part of the text of a block that leads somewhere. */
export interface ContentLink {
  readonly begin: number;
  readonly end: number;
  /** Absolute, or relative to the document's own address. */
  readonly url: string;
}

/** A paragraph, heading, list item or table cell. */
export interface ContentBlock {
  readonly text: string;
  /** 1 to 6 for headings, else 0. */
  readonly heading: number;
  readonly links: readonly ContentLink[];
}

/** Beginning of a page: at a character of a block. */
export interface PageBreak {
  readonly block: number;
  readonly at: number;
}

/** Content that the readers of documents read. */
export interface DocumentContent {
  /** Title in its properties. */
  readonly title?: string;
  readonly language?: string;
  readonly blocks: readonly ContentBlock[];
  /** Links that stand in no block, with the text that they show. */
  readonly otherLinks?: readonly { readonly url: string; readonly text: string }[];
  /** The pages that were read, from the first one on, of all that there are. */
  readonly pages?: { readonly of: number; readonly breaks: readonly PageBreak[] };
  /** Note on what was not read although the rest was, for a person. */
  readonly incomplete?: string;
}

/** A block of plain text. */
export function textBlock(text: string, heading = 0): ContentBlock {
  return { text, heading, links: [] };
}

/** A document as one of a corpus. Without a title its first heading of level 1 is its title. */
export function draftOfContent({ title, language, blocks }: DocumentContent): Draft {
  return {
    title: title ?? blocks.find(({ heading }) => heading === 1)?.text,
    language,
    text: blocks.map(({ text }) => text).join('\n\n'),
  };
}

/**
 * The blocks of HTML that a converter made, with their links. Links within the document itself are left out.
 * @param omit names of elements that are left out with all they hold
 */
export function blocksOfHtml(html: string, omit: readonly string[] = []): readonly ContentBlock[] {
  return collectBlocks(parseHtml(html).root, ({ name }) => omit.includes(name)).map(
    ({ text, heading, anchors }) => ({
      text,
      heading,
      links: anchors.flatMap(({ element, begin, end }) => {
        const url = element.attribute('href')?.trim() ?? '';
        return url === '' || url.startsWith('#') || begin >= end ? [] : [{ begin, end, url }];
      }),
    }),
  );
}

/** The same blocks without links that are not web addresses: those of a package lead to parts of it. */
export function withWebLinks(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  return blocks.map((block) => ({
    ...block,
    links: block.links.filter(({ url }) => webAddress(url) !== undefined),
  }));
}

/** Addresses in running text, without the punctuation at the end of a sentence or a bracket around them. */
const WRITTEN_ADDRESS = /\bhttps?:\/\/[^\s<>"'`{}|\\^]+/g;

/** The addresses that are written out in a text, as links. */
export function writtenLinks(text: string): readonly ContentLink[] {
  return [...text.matchAll(WRITTEN_ADDRESS)].flatMap(({ 0: found, index }) => {
    const url = withoutEnd(found);
    return webAddress(url) === undefined ? [] : [{ begin: index, end: index + url.length, url }];
  });
}

function withoutEnd(address: string): string {
  const unopened = { ')': 0, ']': 0 };
  for (const bracket of address.match(/[()[\]]/g) ?? [])
    unopened[/[()]/.test(bracket) ? ')' : ']'] += /[)\]]/.test(bracket) ? 1 : -1;
  let end = address.length;
  for (;;) {
    const last = address.charAt(end - 1);
    if ((last === ')' || last === ']') && unopened[last] > 0) unopened[last] -= 1;
    else if (last === '' || !'.,;:!?*_…”’»'.includes(last)) return address.slice(0, end);
    end -= 1;
  }
}

/** Control characters, which text in broken fonts is full of: enough of them look like binary content. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]/g;

function escaped(text: string): string {
  return escapeHtml(text.replace(CONTROLS, ''));
}

function anchor(url: string, text: string): string {
  return `<a href="${escaped(url)}">${escaped(text)}</a>`;
}

/** Text in which lines are broken where they are. */
function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>');
}

function blockHtml({ text, heading, links }: ContentBlock): string {
  let html = '';
  let done = 0;
  for (const { begin, end, url } of [...links].sort((a, b) => a.begin - b.begin)) {
    if (begin < done) continue;
    html += lines(text.slice(done, begin)) + anchor(url, text.slice(begin, end));
    done = end;
  }
  html += lines(text.slice(done));
  const tag = heading === 0 ? 'p' : `h${heading}`;
  return `<${tag}>${html}</${tag}>`;
}

/**
 * A document as HTML, for the reader of pages: its blocks as an article, links that stand in none of them as navigation.
 * Begins with a byte order mark, so that it is read as UTF-8 even if a header names another charset.
 */
export function htmlOfContent({ title, language, blocks, otherLinks = [] }: DocumentContent): string {
  const others = new Map<string, string[]>();
  for (const { url, text } of otherLinks) addToList(others, url, text);
  const listed = [...others].map(
    ([url, texts]) => `<li>${anchor(url, collapseWhitespace(texts.join(' ')))}</li>`,
  );
  const named = (title ?? '').trim() || (blocks.find(({ heading }) => heading === 1)?.text ?? '');
  return [
    `\uFEFF<!doctype html>\n<html${language === undefined ? '' : ` lang="${escaped(language)}"`}>`,
    `<head><meta charset="utf-8"><title>${escaped(collapseWhitespace(named))}</title></head>\n<body>\n<article>`,
    ...blocks.map(blockHtml),
    '</article>',
    ...(listed.length === 0 ? [] : [`<nav><ul>${listed.join('')}</ul></nav>`]),
    '</body>\n</html>\n',
  ].join('\n');
}
