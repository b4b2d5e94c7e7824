import { createRequire } from 'node:module';
import type TurndownService from 'turndown';
import { escapeHtml } from '../../../support/text/escapes.js';
import { webAddress } from '../../../web/page/links.js';
import { readMainTree, type MainTree } from '../../../web/page/reader.js';
import { composed, dropInvisible } from '../../../web/page/whitespace.js';
import type { TreeNode } from '../../../web/page/tree.js';

/**
 * The main part of a page, the same that is judged. As Markdown with tables (GitHub Flavored Markdown), it keeps headings, lists,
 * tables, links to web addresses, emphasis and code; images and HTML are left out. As plain text, code keeps its lines, tables have
 * a line for each row with ` | ` between cells, and lists keep their marks.
 * @throws InputError for pages that are too large or too deep
 */
export function writtenPart(body: Uint8Array, url: string, contentType: string) {
  const tree = readMainTree(body, url, contentType);
  const html = new PlainHtml(tree).childrenOf(tree.root, 0);
  return {
    markdown: () => markdown.turndown(html),
    plain: () => composed(dropInvisible(plain.turndown(html))),
  };
}

/** Elements inside elements, and characters of a main part, that are kept: they bound the work on hostile markup. */
const MAX = { depth: 60, characters: 1_000_000 } as const;
const EMPHASIS = new Map(Object.entries({ em: 'em', i: 'em', strong: 'strong', b: 'strong' }));
/** Blocks and line breaks in {@link PlainHtml}: no emphasis or link goes across their tags. */
const BREAKS =
  /(<pre><code>[^<]*<\/code><\/pre>|<\/?(?:div|h\d|ul|ol|li|blockquote|table|tr|td|hr|br)\b[^<>]*>)/;
/** Elements that a line cannot hold, and so no heading or cell: a table with such cells only lays out the page. */
const BEYOND_LINES = /<(?:h\d|hr|pre|blockquote|table)\b/;
/** Places where Markdown would read marks differently if there were no blank. */
const GLUED =
  /(?<=\p{P}<\/(?:em|strong)>)(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])(?=<(?:em|strong)>\p{P})|(?<=<\/code>)(?=<code>)|(?<=!)(?=<a )/gu;

/** The main part of a page as HTML of the few elements that Markdown has. */
class PlainHtml {
  #left: number = MAX.characters;

  constructor(private readonly tree: MainTree) {}

  childrenOf(parent: TreeNode, depth: number): string {
    const parts = parent.children().map((node) => this.#html(node, depth + 1));
    const html = parts.join('').replace(/(?:<br> ?){2,}/g, '<div></div>');
    return html.replace(/<\/(em|strong)>( ?)<\1>/g, '$2').replace(GLUED, ' ');
  }

  /** The text of a node, unless it is outside the main part or beyond its limit. */
  #take(node: TreeNode): string {
    const text = this.tree.texts.has(node) ? node.text.slice(0, this.#left) : '';
    this.#left -= text.length;
    return text;
  }

  #html(node: TreeNode, depth: number): string {
    const { name, traits } = node;
    if (name === '#text') return escapeHtml(this.#take(node).replace(/\s+/g, ' '));
    if (name === 'br' || name === 'hr') return `<${name}>`;
    if (depth > MAX.depth) return (traits.isBlock ? ' ' : '') + this.childrenOf(node, depth);
    if (traits.isCode) return codeOf(name, this.#code(node));
    if (name === 'table') return this.#table(node, depth);
    if (name === 'ul' || name === 'ol' || name === 'dl') return this.#list(node, depth);
    const html = this.childrenOf(node, depth);
    if (traits.isBlock) return blockOf(node, html);
    const href = name === 'a' ? webAddress(node.attribute('href') ?? '', this.tree.base) : undefined;
    return href === undefined ? inline(EMPHASIS.get(name), html) : inline('a', html, href);
  }

  /** Code as it is. Zeros, which no page has, part blocks. */
  #code(parent: TreeNode): string {
    const parts = parent.children().map((node) => {
      if (node.name === '#text') return this.#take(node);
      const part = node.traits.isBlock ? '\0' : '';
      return node.name === 'br' ? '\n' : part + this.#code(node) + part;
    });
    return parts.join('');
  }

  /** The terms of a list of definitions are its items, each with its definitions. */
  #list(list: TreeNode, depth: number): string {
    const items: string[] = [];
    const gather = (node: TreeNode): void => {
      if (list.name === 'dl' && node.name === 'div') node.children().forEach(gather);
      else if (node.name === 'li' || node.name === 'dt') items.push(this.childrenOf(node, depth + 1));
      else items.push((items.pop() ?? '') + this.#html(node, depth + 1));
    };
    list.children().forEach(gather);
    const lines = items.filter(isFilled).map((html, at) => `<li value="${at + 1}">${html}</li>`);
    return element(list.name === 'ol' ? 'ol' : 'ul', lines.join(''));
  }

  /** A table of data, whose first row is the longest, since cells beyond it would not be shown; else its blocks. */
  #table(table: TreeNode, depth: number): string {
    const rows: string[][] = [[]];
    let outside = '';
    const gather = (node: TreeNode): void => {
      if (node.name === 'tr') rows.push([]);
      if (node.name === 'td' || node.name === 'th') rows.at(-1)?.push(this.childrenOf(node, depth + 1));
      else if (/^t(?:r|head|body|foot)$/.test(node.name)) node.children().forEach(gather);
      else outside += this.#html(node, depth + 1);
    };
    table.children().forEach(gather);
    const blocks = rows.flatMap((row) => row.map((html) => element('div', html))).join('');
    if (BEYOND_LINES.test(blocks)) return outside + blocks;
    const [head, ...body] = rows.filter((row) => row.some(isFilled));
    if (head === undefined) return outside;
    const width = body.reduce((most, row) => Math.max(most, row.length), 0);
    while (head.length < width) head.push('');
    const lines = [head, ...body].map((row) => row.map((html) => `<td>${oneLine(html)}</td>`).join(''));
    return outside + element('table', lines.map((line) => `<tr>${line}</tr>`).join(''));
  }
}

const isFilled = (html: string): boolean => html.replace(/<br>|<div><\/div>/g, '').trim() !== '';
const oneLine = (html: string): string => html.replace(/<\/?(?:div|ul|ol|li|br)\b[^<>]*>/g, ' ');
const element = (name: string, html: string): string => (isFilled(html) ? `<${name}>${html}</${name}>` : '');

function blockOf({ name, traits }: TreeNode, html: string): string {
  if (traits.heading === 0) return element(name === 'blockquote' ? name : 'div', html);
  return BEYOND_LINES.test(html) ? html : element(name, oneLine(html));
}

/** Puts an element around each run of words. */
function inline(name: string | undefined, html: string, href?: string): string {
  if (name === undefined) return html;
  const attributes = href === undefined ? '' : ` href="${escapeHtml(href)}"`;
  const around = (words: string): string => `<${name}${attributes}>${words}</${name}>`;
  const parts = html.split(BREAKS);
  return parts.map((part, at) => (at % 2 === 0 && isFilled(part) ? around(part) : part)).join('');
}

/** Runs of whitespace in code are cut, since Turndown takes the square of the time for them. */
function codeOf(name: string, code: string): string {
  if (name !== 'pre') return element('code', escapeHtml(code.replace(/[\s\0]+/g, ' ').trim()));
  const lines = code.replace(/\n?\0+\n?/g, '\n').replace(/\s{200,}/g, (run) => run.slice(0, 200));
  return element('pre', element('code', escapeHtml(lines.replace(/^\s*\n/, '').trimEnd())));
}

// `import` gives an empty object on Node 20.20 where a symbolic link leads to the package.
const Turndown = createRequire(import.meta.url)('turndown') as typeof TurndownService;
const LIST_ITEM: TurndownService.Rule = {
  filter: 'li',
  replacement(content, node) {
    const mark = node.parentNode?.nodeName === 'OL' ? `${(node as Element).getAttribute('value')}. ` : '- ';
    return `\n${mark}${content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)}\n`;
  },
};
const markdown = new Turndown({ headingStyle: 'atx', hr: '---', codeBlockStyle: 'fenced', emDelimiter: '*' })
  .addRule('item', LIST_ITEM)
  .addRule('cell', {
    filter: 'td',
    replacement: (content) => `| ${content.trim().replaceAll('|', String.raw`\|`)} `.replace('|  ', '| '),
  })
  .addRule('row', {
    filter: 'tr',
    replacement: (content, { previousSibling, childNodes }) =>
      `\n${content}|\n${previousSibling === null ? `${'| - '.repeat(childNodes.length)}|\n` : ''}`,
  });

const block = (content: string): string => `\n\n${content}\n\n`;
const plain = new Turndown({ br: '', hr: '' })
  .addRule('item', LIST_ITEM)
  .addRule('inline', { filter: ['em', 'strong', 'a', 'code'], replacement: (content) => content })
  .addRule('block', { filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'], replacement: block })
  .addRule('code', { filter: 'pre', replacement: (_content, { textContent }) => block(textContent) })
  .addRule('cell', {
    filter: 'td',
    replacement: (content, { nextSibling }) => `${content.trim()}${nextSibling === null ? '' : ' | '}`,
  })
  .addRule('row', { filter: 'tr', replacement: (content) => `\n${content}\n` });
plain.escape = (text) => text;

/** Escapes what Markdown would read as marks anywhere, or at the beginning of a line. */
markdown.escape = (text) =>
  text
    .replace(/[\\`*~[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=[#a-z])/giu, String.raw`\$&`)
    .replace(/ (?=#+$)|^(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|>|=+ ?$|[|: ]*-[-:| ]*$)/g, '$&\\')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
