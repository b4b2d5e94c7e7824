import { toMdast } from 'hast-util-to-mdast';
import type { Delete, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, toMarkdown, type Handle, type Options } from 'mdast-util-to-markdown';
import { InputError } from '../../../model/errors.js';
import { readMainTree } from '../../../web/page/reader.js';
import { mainElements } from './main-elements.js';
import { tidyEmphasis } from './tidy-emphasis.js';

/** A part of a page under one heading, or before the first. */
export interface MarkdownSection {
  /** The headings that it stands under, its own last; without formatting. */
  readonly headings: readonly string[];
  /** Its blocks, as Markdown: the heading, paragraphs, lists, tables, code. */
  readonly blocks: readonly string[];
}

/** Separator of blocks. */
export const BLOCK_BREAK = '\n\n';

/**
 * The main part of a page, the same that is judged, as Markdown with tables (GitHub Flavored Markdown), by sections. Headings,
 * lists, tables, links to web addresses, emphasis and code are kept; images and HTML are not.
 * @throws InputError for pages that are too large or too deep
 */
export function markdownSections(
  body: Uint8Array,
  url: string,
  contentType: string,
): readonly MarkdownSection[] {
  const nodes = nodesOf(mainElements(readMainTree(body, url, contentType)));
  const sections: { headings: readonly string[]; blocks: string[] }[] = [];
  // By level; levels that a page skips are holes.
  const path: string[] = [];
  for (const node of nodes) {
    tidyEmphasis(node);
    const block = markdownOf(node);
    if (block === '') continue;
    if (node.type === 'heading') {
      path.length = Math.min(path.length, node.depth - 1);
      path[node.depth - 1] = textOf(node);
      sections.push({ headings: Object.values(path), blocks: [block] });
    } else {
      const last = sections.at(-1);
      if (last === undefined) sections.push({ headings: [], blocks: [block] });
      else last.blocks.push(block);
    }
  }
  return sections;
}

/** @throws InputError where a library cannot hold so many elements next to each other */
function nodesOf(elements: Parameters<typeof toMdast>[0]): readonly RootContent[] {
  try {
    const tree = toMdast(elements, { document: true });
    return tree.type === 'root' ? tree.children : [];
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InputError('the page has too many elements to be written as Markdown', { cause });
  }
}

/** Sections as one text. */
export function joinSections(sections: readonly MarkdownSection[]): string {
  return sections.flatMap(({ blocks }) => blocks).join(BLOCK_BREAK);
}

const writeStruckOut: Handle = (node: Delete, _, state, info) =>
  `~~${state.containerPhrasing(node, { ...info, before: '~', after: '~' })}~~`;

/** Text that was struck out, as in GitHub Flavored Markdown. */
const strikethrough: Options = {
  unsafe: [{ before: '~', character: '~', inConstruct: 'phrasing' }],
  // Without `peek` all that is nested is written twice at each level, to see how it begins.
  handlers: { delete: Object.assign(writeStruckOut, { peek: () => '~' }) },
};

/**
 * Blocks within emphasis, which pages with tags that they never close are full of. Without `peek` each of them is written twice
 * at each level, so that fifty levels never end.
 */
const nestedBlocks: Options = {
  handlers: Object.fromEntries(
    (['blockquote', 'heading', 'list', 'listItem', 'paragraph'] as const).map((name) => {
      const write = defaultHandlers[name] as Handle;
      const handle: Handle = (...given) => write(...given);
      return [name, Object.assign(handle, { peek: () => '\n' })];
    }),
  ),
};

const OPTIONS: Options = {
  bullet: '-',
  emphasis: '_',
  rule: '-',
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), strikethrough, nestedBlocks],
};

function markdownOf(node: RootContent): string {
  return toMarkdown({ type: 'root', children: [node] }, OPTIONS).trim();
}

/** The text of a node and of all nodes in it. */
function textOf(node: RootContent): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}
