import readability from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { collectBlocks, joinBlocks, type Block } from '../../../web/page/blocks.js';
import { decodeHtml, looksBinary } from '../../../web/page/charset.js';
import { selectMainPart } from '../../../web/page/main-part.js';
import { surveyPage } from '../../../web/page/page-survey.js';
import { extractMetadata, firstHeading } from '../../../web/page/metadata.js';
import { parseHtml } from '../../../web/page/htmlparser2-tree.js';
import { extractText } from '../../../web/page/reader.js';
import { runWithin } from './run-within.js';
import { Unreadable, type Draft } from '../draft.js';

/** Shorter findings of Readability are taken for a miss, in characters. */
const SHORTEST_ARTICLE = 100;
/** Elements above which Readability gives up; jsdom would need hundreds of megabytes for more. */
const MAXIMUM_ELEMENTS = 100_000;
/** Characters of markup above which jsdom is not asked, for the same reason. */
const MAXIMUM_MARKUP = 5_000_000;

/** Depth of nesting above which jsdom is not asked: Readability takes time quadratic in it, 10 s at 900. */
const MAXIMUM_DEPTH = 200;

/** Milliseconds after which Readability gives up. */
const TIME_LIMIT = 10_000;

/** Readability has dropped lists of links already; within an article sentences may hold many. */
const MAX_LINK_DENSITY = 0.8;
/** Share of an article that must remain when its margin is taken away. */
const SMALLEST_REST = 0.5;

/**
 * The text of an article that Readability cut out, without its margin, navigation, lists of links and headings with nothing
 * under them. All of it where that would take most away: then it is a page of such things.
 */
function articleText(content: string): string {
  const { root } = parseHtml(content);
  const all = collectBlocks(root);
  const main = selectMainPart(all, MAX_LINK_DENSITY);
  const length = (blocks: readonly Block[]): number =>
    blocks.reduce((sum, { characters }) => sum + characters, 0);
  return joinBlocks(length(main) >= length(all) * SMALLEST_REST ? main : all);
}

/** Mozilla's Readability on jsdom without scripts and loading; undefined when it finds nothing or gives up. */
function readArticle(html: string): Draft | undefined {
  const dom = new JSDOM(html, { virtualConsole: new VirtualConsole() });
  try {
    const options = { maxElemsToParse: MAXIMUM_ELEMENTS, keepClasses: true };
    const article = runWithin(TIME_LIMIT, () =>
      new readability.Readability(dom.window.document, options).parse(),
    );
    const text = articleText(article?.content ?? '');
    return text.length < SHORTEST_ARTICLE ? undefined : { title: article?.title ?? '', text };
  } catch {
    return undefined; // markup that it cannot digest; there is another way
  } finally {
    dom.window.close();
  }
}

/**
 * Reads an HTML page: its main text by Readability, without an article's margin; or by the extraction that crawled pages go
 * through, where Readability finds under 100 characters, or the page is too large or too deeply nested for jsdom.
 *
 * On the article extraction benchmark (bench/extraction.ts) F1 0.975, precision 0.962, recall 0.988; 0.973 on the half
 * of its pages that was not looked at; Readability alone 0.947.
 * @throws Unreadable when the content is binary
 */
export function readHtml(bytes: Uint8Array, contentType = ''): Draft {
  const html = decodeHtml(bytes, contentType);
  if (looksBinary(html))
    throw new Unreadable('binary content where HTML was expected; remove the file from the corpus');
  const { root, depth } = parseHtml(html);
  const isTooMuch = depth > MAXIMUM_DEPTH || html.length > MAXIMUM_MARKUP;
  const { title, language, canonicalUrl } = extractMetadata(surveyPage(root));
  const article = isTooMuch ? undefined : readArticle(html);
  return {
    title: (article?.title ?? '') || title || firstHeading(root),
    text: article?.text ?? extractText(root),
    language,
    sourceUrl: canonicalUrl,
  };
}
