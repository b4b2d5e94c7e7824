import type { Page, PageReader } from '../../model/page.js';
import { checkArguments } from '../../support/check-arguments.js';
import { isBlockElement, joinBlocks, readBlocks } from './blocks.js';
import type { Block, BlockElement, PageBlocks } from './blocks.js';
import { decodeHtml, looksBinary } from './charset.js';
import { parseHtml } from './htmlparser2-tree.js';
import { PAGE_LIMITS } from './limits.js';
import { AnchorLocator } from './link-places.js';
import { baseAddress, extractLinks } from './links.js';
import {
  MIN_CHARACTERS,
  selectMainPart,
  selectPosts,
  sizeOf,
  withoutBoilerplate,
  withoutOtherProducts,
  withoutRepeats,
} from './main-part.js';
import { extractMetadata } from './metadata.js';
import { surveyPage, type PageSurvey } from './page-survey.js';
import { readScriptedPage } from './scripted-page.js';
import type { TreeNode } from './tree.js';
import { firstOf } from './whitespace.js';

/** Parameters of cutting a page into content blocks. */
interface PartitionOptions {
  /**
   * Share of an element's words, from 0 to 1. An element is not cut where pieces too small to stand alone would hold
   * more than this share of its words: then it is one thing (a paragraph with its caption, a table of facts).
   */
  readonly alpha: number;
  /** Words that a content block has at the least; smaller pieces are merged with a neighbour. */
  readonly minimumWords: number;
}

/** α as in Lu et al. 2016; the smallest block holds about two sentences or a short list of links. */
const DEFAULT_PARTITION: PartitionOptions = { alpha: 0.5, minimumWords: 20 };

/** Elements inside elements are cut this deep; it bounds the work on markup made to be slow. */
const MAXIMUM_DEPTH = 40;

/**
 * Cuts a page into content blocks: the content block partition (CBP) that Lu et al. 2016 take from Peng, Zhang and Zuo
 * 2008 ("Tunneling enhanced by web page content block partition for focused crawling").
 *
 * As there: the page's tree of HTML block elements is gone through from the top, an element is cut into its children
 * or kept whole, and a parameter α decides. Neither paper prints the rule itself; ours is:
 *
 *     cut(e)  ⇔  Σ words of children of e with fewer than m words ≤ α · words(e), and two or more children have text
 *
 * Children that are too small for a block of their own (m = {@link PartitionOptions.minimumWords}) are merged with the
 * piece behind them, since a heading belongs to what it heads; at the end of their element with the piece before.
 *
 * @returns the runs of text of each content block; empty for a page without text
 */
export function partitionBlocks(
  root: BlockElement,
  options = DEFAULT_PARTITION,
): readonly (readonly Block[])[] {
  return root.words === 0 ? [] : cutElement(root, options, 0);
}

function cutElement(element: BlockElement, options: PartitionOptions, depth: number): Block[][] {
  const filled = element.parts.filter(({ words }) => words > 0);
  const [only] = filled;
  if (depth >= MAXIMUM_DEPTH || only === undefined) return [runsOf(element)];
  if (filled.length === 1 && isBlockElement(only)) return cutElement(only, options, depth);
  const crumbs = filled.reduce((sum, { words }) => sum + (words < options.minimumWords ? words : 0), 0);
  if (filled.length === 1 || crumbs > options.alpha * element.words) return [runsOf(element)];
  const pieces = filled.flatMap((part) =>
    isBlockElement(part) ? cutElement(part, options, depth + 1) : [[part]],
  );
  return mergeSmall(pieces, options.minimumWords);
}

/** Merges small pieces into the one before: the list of that grows, so that no piece is copied twice. */
function mergeSmall(pieces: readonly Block[][], minimumWords: number): Block[][] {
  const merged: Block[][] = [];
  let waiting: Block[] = [];
  let words = 0;
  for (const piece of pieces) {
    waiting = joined(waiting, piece);
    for (const run of piece) words += run.words;
    if (words < minimumWords) continue;
    merged.push(waiting);
    waiting = [];
    words = 0;
  }
  if (waiting.length > 0) merged.push(joined(merged.pop() ?? [], waiting));
  return merged;
}

function joined(piece: Block[], more: Block[]): Block[] {
  if (piece.length === 0) return more;
  for (const run of more) piece.push(run);
  return piece;
}

/** All text of an element, in document order; with a stack of its own, for pages that are nested too deeply. */
function runsOf(element: BlockElement): Block[] {
  const runs: Block[] = [];
  const waiting: (Block | BlockElement)[] = [element];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    // One by one: a table of 200,000 rows would be as many arguments.
    if (isBlockElement(part)) for (const inner of part.parts.toReversed()) waiting.push(inner);
    else runs.push(part);
  }
  return runs;
}

/** Settings of {@link createPageReader}. */
export interface PageReaderOptions {
  /** The name by which pages call this crawler, in lower case: `<meta name="sfwc" content="noindex">`. */
  readonly crawler?: string;
  /** Cuts pages into content blocks, and finds where links stand in them. Default: true. */
  readonly places?: boolean;
}

/** Only main parts of fewer characters may stand for a page whose text a script reveals. */
const SHORT_MAIN_PART = 1_000;
/** A page counts as hidden where its main part is this many times as long with what is hidden. */
const HIDDEN_RATIO = 5;

/** The blocks outside all margins, and those of them that are the main part. */
function mainPartIn(page: PageBlocks, { isDiscussion, isProduct, isArticle }: PageSurvey) {
  const content = withoutBoilerplate(page.blocks);
  const posts = isDiscussion ? selectPosts(page.blocks) : undefined;
  const main = withoutRepeats(posts ?? selectMainPart(page.blocks, undefined, content, !isArticle));
  return { page, content, main: isProduct ? withoutOtherProducts(main) : main };
}

/** The main part of what is visible of a page; with what is hidden where next to all of the text is: a script reveals it. */
function readMainPart(root: TreeNode, kind: PageSurvey = surveyPage(root)): ReturnType<typeof mainPartIn> {
  const part = mainPartIn(readBlocks(root), kind);
  const size = sizeOf(part.main);
  if (!part.page.hides || size >= SHORT_MAIN_PART) return part;
  const revealed = mainPartIn(readBlocks(root, { hidden: true }), kind);
  return sizeOf(revealed.main) >= Math.max(MIN_CHARACTERS, size * HIDDEN_RATIO) ? revealed : part;
}

/** The text of a tree's main part, paragraphs separated by an empty line; see {@link selectMainPart}. */
export function extractText(root: TreeNode): string {
  return joinBlocks(readMainPart(root).main);
}

/** The main part of a page within the tree of the page. */
export interface MainTree {
  readonly root: TreeNode;
  /** The nodes whose text is of the main part. */
  readonly texts: ReadonlySet<TreeNode>;
  /** The address that those in the page are relative to. */
  readonly base: string | undefined;
}

/** The main part as {@link createPageReader} reads it, with the elements around it. @throws as `read` there */
export function readMainTree(body: Uint8Array, url: string, contentType: string): MainTree {
  const { root } = parseHtml(markupOf(body, contentType));
  const { main } = readMainPart(root);
  return {
    root,
    texts: new Set(main.flatMap(({ texts }) => texts)),
    base: baseAddress(surveyPage(root).base, url),
  };
}

/** The title, `h1` wherever it stands, `h2` and `h3` outside navigation and boilerplate; each text once, one per line. */
function headlineOf(title: string, { page, content }: ReturnType<typeof mainPartIn>): string {
  const lines = new Set(title === '' ? [] : [title]);
  const contents = new Set(content);
  for (const block of page.blocks) {
    const isContent = block.heading > 0 && block.heading <= 3 && contents.has(block);
    if (block.heading === 1 || isContent) lines.add(block.text);
  }
  return [...lines].join('\n');
}

/** Reads a page out of its tree. */
export function pageOf(root: TreeNode, url: string, options: PageReaderOptions = {}): Page {
  const { places = true, crawler } = options;
  const survey = surveyPage(root);
  const part = readMainPart(root, survey);
  const metadata = extractMetadata(survey, crawler, baseAddress(survey.base, url));
  const contentBlocks = places ? partitionBlocks(part.page.root) : [];
  const firstHeading = part.page.blocks.find(({ heading }) => heading === 1)?.text ?? '';
  const title = firstOf(metadata.title || firstHeading, PAGE_LIMITS.title);
  return {
    url,
    title,
    language: metadata.language,
    canonicalUrl: metadata.canonicalUrl,
    rights: metadata.rights,
    headline: firstOf(headlineOf(title, part), PAGE_LIMITS.headline),
    keywords: firstOf(metadata.keywords, PAGE_LIMITS.headline),
    text: joinBlocks(part.main),
    blocks: contentBlocks.map(joinBlocks),
    links: extractLinks(survey, url, new AnchorLocator(contentBlocks)),
    robots: metadata.robots,
  };
}

/** The markup of a body; empty for binary content (an image sent as HTML). */
export function markupOf(body: Uint8Array, contentType: string, url?: string): string {
  const html = decodeHtml(body, contentType, url);
  return looksBinary(html) ? '' : html;
}

/** Characters of a `noscript` element from which on it may hold the page: others ask for scripts, or show a picture. */
const MIN_NOSCRIPT = 1_000;

/** The page as it is without scripting, where that has several times the text: forums have all posts there. */
function withoutScripts(
  markup: string,
  page: Page,
  url: string,
  options: PageReaderOptions,
): Page | undefined {
  const begin = markup.search(/<noscript\b/i);
  if (page.text.length >= SHORT_MAIN_PART || begin < 0 || markup.length - begin < MIN_NOSCRIPT)
    return undefined;
  const plain = pageOf(parseHtml(markup, { noscript: true }).root, url, options);
  return plain.text.length >= Math.max(MIN_NOSCRIPT, page.text.length * HIDDEN_RATIO) ? plain : undefined;
}

/** Makes a reader of HTML pages. Binary content (an image sent as HTML) gives a page without title, text and links. */
export function createPageReader(options: PageReaderOptions = {}): PageReader {
  checkArguments('createPageReader', { options: [options, 'object'] });
  return {
    read(body, url, contentType) {
      const markup = markupOf(body, contentType, url);
      const { root } = parseHtml(markup);
      const page = pageOf(root, url, options);
      return withoutScripts(markup, page, url, options) ?? readScriptedPage(page, markup, root);
    },
  };
}
