import type { Page, PageReader } from '../../model/page.js';
import { checkArguments } from '../../support/check-arguments.js';
import { joinBlocks, readBlocks, type Block, type PageBlocks } from './blocks.js';
import { decodeHtml, looksBinary } from './charset.js';
import { partitionBlocks } from './content-blocks.js';
import { parseHtml } from './htmlparser2-tree.js';
import { PAGE_LIMITS } from './limits.js';
import { AnchorLocator } from './link-places.js';
import { baseAddress, extractLinks } from './links.js';
import {
  DEFAULT_MAIN_PART,
  selectMainPart,
  sizeOf,
  withoutBoilerplate,
  type MainPartOptions,
} from './main-part.js';
import { extractMetadata } from './metadata.js';
import { surveyPage } from './page-survey.js';
import { readScriptedPage } from './scripted-page.js';
import type { TreeNode } from './tree.js';
import { firstOf } from './whitespace.js';

/** Settings of {@link createPageReader}; what is absent has the value of {@link DEFAULT_MAIN_PART}. */
export interface PageReaderOptions extends Partial<MainPartOptions> {
  /** The name by which pages call this crawler, in lower case: `<meta name="sfwc" content="noindex">`. */
  readonly crawler?: string;
  /** Cuts pages into content blocks, and finds where links stand in them. Default: true. */
  readonly places?: boolean;
  /** Notes the path of tags to each link. Default: false. */
  readonly tagPaths?: boolean;
  /** True if a crawl has finished with a URL: places and tag paths of links to it are left out. Default: with none. */
  readonly hasEnded?: (url: string) => boolean;
}

/** Only main parts of fewer characters may stand for a page whose text a script reveals. */
const SHORT_MAIN_PART = 1_000;
/** A page counts as hidden where its main part is this many times as long with what is hidden. */
const HIDDEN_RATIO = 5;

/** The main part of what is visible of a page. */
interface MainPart {
  readonly page: PageBlocks;
  /** The blocks outside all margins, and those of them that are the main part. */
  readonly content: readonly Block[];
  readonly main: readonly Block[];
}

function mainPartIn(page: PageBlocks, options: MainPartOptions): MainPart {
  const content = withoutBoilerplate(page.blocks);
  return { page, content, main: selectMainPart(page.blocks, options, content) };
}

/** The main part of what is visible of a page; with what is hidden where next to all of the text is: a script reveals it. */
function readMainPart(root: TreeNode, some: PageReaderOptions): MainPart {
  const options = {
    minimumCharacters: some.minimumCharacters ?? DEFAULT_MAIN_PART.minimumCharacters,
    maximumLinkDensity: some.maximumLinkDensity ?? DEFAULT_MAIN_PART.maximumLinkDensity,
  };
  const part = mainPartIn(readBlocks(root), options);
  const size = sizeOf(part.main);
  if (!part.page.hides || size >= SHORT_MAIN_PART) return part;
  const revealed = mainPartIn(readBlocks(root, { hidden: true }), options);
  const enough = Math.max(options.minimumCharacters, size * HIDDEN_RATIO);
  return sizeOf(revealed.main) >= enough ? revealed : part;
}

/** The text of a tree's main part, paragraphs separated by an empty line; see {@link selectMainPart}. */
export function extractText(root: TreeNode, options: PageReaderOptions = {}): string {
  return joinBlocks(readMainPart(root, options).main);
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
  const { main } = readMainPart(root, {});
  return {
    root,
    texts: new Set(main.flatMap(({ texts }) => texts)),
    base: baseAddress(surveyPage(root).base, url),
  };
}

/**
 * The title, `h1` wherever it stands, `h2` and `h3` outside navigation and boilerplate; each text once, one per line, in
 * document order.
 */
function headlineOf(title: string, { page, content }: MainPart): string {
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
  const { places = true, tagPaths = false, hasEnded, crawler } = options;
  const part = readMainPart(root, options);
  const survey = surveyPage(root);
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
    feeds: metadata.feeds,
    headline: firstOf(headlineOf(title, part), PAGE_LIMITS.headline),
    keywords: firstOf(metadata.keywords, PAGE_LIMITS.headline),
    text: joinBlocks(part.main),
    blocks: contentBlocks.map(joinBlocks),
    links: extractLinks(survey, url, {
      places: new AnchorLocator(contentBlocks),
      tagPaths,
      // Where no surroundings are read, the URLs need not be looked up.
      hasEnded: places || tagPaths ? hasEnded : undefined,
    }),
    robots: metadata.robots,
  };
}

/** The markup of a body; empty for binary content (an image sent as HTML). */
export function markupOf(body: Uint8Array, contentType: string): string {
  const html = decodeHtml(body, contentType);
  return looksBinary(html) ? '' : html;
}

/**
 * Makes a reader of HTML pages ({@link parseHtml}). A page that scripts fill says so, and is read from the data in it where that
 * holds the text ({@link readScriptedPage}). Binary content (an image sent as HTML) gives a page without title, text and links.
 */
export function createPageReader(options: PageReaderOptions = {}): PageReader {
  checkArguments('createPageReader', { options: [options, 'object'] });
  return {
    read(body, url, contentType) {
      const markup = markupOf(body, contentType);
      const { root } = parseHtml(markup);
      return readScriptedPage(pageOf(root, url, options), markup, root);
    },
  };
}
