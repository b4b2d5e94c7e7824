import readability from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { collectBlocks, joinBlocks } from '../page/blocks.js';
import { decodeHtml, looksBinary } from '../page/charset.js';
import { surveyPage } from '../page/survey.js';
import { extractMetadata, firstHeading } from '../page/metadata.js';
import { parseHtml } from '../page/parse5-tree.js';
import { extractText } from '../page/reader.js';
import { Unreadable, type Draft } from './draft.js';

/** Shorter findings of Readability are taken for a miss, in characters. */
const SHORTEST_ARTICLE = 100;
/** Elements above which Readability gives up; jsdom would need hundreds of megabytes for more. */
const MAXIMUM_ELEMENTS = 100_000;
/** Characters of markup above which jsdom is not asked, for the same reason. */
const MAXIMUM_MARKUP = 5_000_000;

/** Depth of nesting above which jsdom is not asked: Readability takes time quadratic in it, 10 s at 900. */
const MAXIMUM_DEPTH = 200;

interface Article {
  readonly title: string;
  readonly text: string;
}

/** Mozilla's Readability on jsdom without scripts and loading; undefined when it finds nothing or gives up. */
function readArticle(html: string): Article | undefined {
  const dom = new JSDOM(html, { virtualConsole: new VirtualConsole() });
  try {
    const options = { maxElemsToParse: MAXIMUM_ELEMENTS };
    const article = new readability.Readability(dom.window.document, options).parse();
    const text = joinBlocks(collectBlocks(parseHtml(article?.content ?? '').root));
    return text.length < SHORTEST_ARTICLE ? undefined : { title: article?.title ?? '', text };
  } catch {
    return undefined; // markup that it cannot digest; there is another way
  } finally {
    dom.window.close();
  }
}

/**
 * Reads an HTML page: its main text by Readability, or where that finds under 100 characters (or the page is too
 * large or too deeply nested for jsdom) by the extraction that crawled pages go through.
 * @throws Unreadable when the content is binary
 */
export function readHtml(bytes: Uint8Array): Draft {
  const html = decodeHtml(bytes, '');
  if (looksBinary(html))
    throw new Unreadable('binary content where HTML was expected; take the file out of the corpus');
  const { root, flattened, depth } = parseHtml(html);
  const isTooMuch = flattened || depth > MAXIMUM_DEPTH || html.length > MAXIMUM_MARKUP;
  const { title, language, canonicalUrl } = extractMetadata(surveyPage(root));
  const article = isTooMuch ? undefined : readArticle(html);
  return {
    title: (article?.title ?? '') || title || firstHeading(root),
    text: article?.text ?? extractText(root),
    language,
    sourceUrl: canonicalUrl,
  };
}
