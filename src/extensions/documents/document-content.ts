import { collectBlocks } from '../../web/page/blocks.js';
import { webAddress } from '../../web/page/links.js';
import { parseHtml } from '../../web/page/htmlparser2-tree.js';
import { collapseWhitespace } from '../../web/page/whitespace.js';
import { escapeHtml } from '../../support/text/escapes.js';

/** A paragraph, heading, list item or table cell. */
export interface ContentBlock {
  readonly text: string;
  /** 1 to 6 for headings, else 0. */
  readonly heading: number;
  /** Parts of the text that lead to addresses, absolute or relative to that of the document. */
  readonly links: readonly { readonly begin: number; readonly end: number; readonly url: string }[];
}

/** Content of a document, with the title, language and source that it states. */
export interface DocumentContent {
  readonly title?: string;
  readonly language?: string;
  readonly sourceUrl?: string;
  readonly blocks: readonly ContentBlock[];
  /** The block at which each page that was read begins, from the first one on, of all that there are. */
  readonly pages?: { readonly of: number; readonly starts: readonly number[] };
  /** Note on what was not read although the rest was, for a person. */
  readonly incomplete?: string;
}

/**
 * The blocks of HTML that a converter made, with their links. Links within the document itself are left out.
 * @param omit names of elements that are left out with all they hold
 */
export function blocksOfHtml(
  html: string,
  { omit = [], isXhtml = false }: { readonly omit?: readonly string[]; readonly isXhtml?: boolean } = {},
): readonly ContentBlock[] {
  return collectBlocks(parseHtml(html, { isXhtml }).root, ({ name }) => omit.includes(name)).map(
    ({ text, heading, anchors }) => ({
      text,
      heading,
      links: anchors.flatMap(({ element, begin, end }) => {
        const url = element.attribute('href')?.trim() ?? '';
        return url === '' || url.startsWith('#') ? [] : [{ begin, end, url }];
      }),
    }),
  );
}

/** Addresses in running text, without the punctuation at the end of a sentence or a bracket around them. */
const WRITTEN_ADDRESS = /\bhttps?:\/\/[^\s<>"'`{}|\\^]*[^\s<>"'`{}|\\^.,;:!?*_…”’»)\]]/g;

/** A block of plain text, in which addresses that are written out are links. */
export function textBlock(text: string, heading = 0): ContentBlock {
  const links = [...text.matchAll(WRITTEN_ADDRESS)].map(({ 0: url, index }) => ({
    begin: index,
    end: index + url.length,
    url,
  }));
  return { text, heading, links: links.filter(({ url }) => webAddress(url) !== undefined) };
}

/** Control characters, which text in broken fonts is full of: enough of them look like binary content. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\uFFFE\uFFFF]/g;

const escaped = (text: string): string => escapeHtml(text.replace(CONTROLS, ''));

function blockHtml({ text, heading, links }: ContentBlock): string {
  let [html, done] = ['', 0];
  for (const { begin, end, url } of [...links].sort((a, b) => a.begin - b.begin)) {
    if (begin < done) continue;
    html += `${escaped(text.slice(done, begin))}<a href="${escaped(url)}">${escaped(text.slice(begin, end))}</a>`;
    done = end;
  }
  html += escaped(text.slice(done));
  const tag = heading === 0 ? 'p' : `h${heading}`;
  return `<${tag}>${html.replaceAll('\n', '<br>')}</${tag}>`;
}

/**
 * A document as HTML, for the reader of pages: its blocks as an article. Begins with a byte order mark, so that it is read
 * as UTF-8 even if a header names another charset.
 */
export function htmlOfContent({ title, language, blocks }: DocumentContent): string {
  const named = (title ?? '').trim() || (blocks.find(({ heading }) => heading === 1)?.text ?? '');
  return [
    `\uFEFF<!doctype html>\n<html${language === undefined ? '' : ` lang="${escaped(language)}"`}>`,
    `<head><meta charset="utf-8"><title>${escaped(collapseWhitespace(named))}</title></head>\n<body>\n<article>`,
    ...blocks.map(blockHtml),
    '</article>\n</body>\n</html>\n',
  ].join('\n');
}
