import { wordsOfToken } from '../../page/elements.js';
import { walk, type TreeNode } from '../../page/tree.js';
import { visibleLength } from '../../page/whitespace.js';

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that say by themselves that they are not part of the text: who wrote it, and when. */
const MARGINAL_ELEMENTS = set('figcaption time address');
/** In a figure these are what is shown, not what is said about a picture. */
const SHOWN_IN_FIGURES = set('table blockquote pre code');
/** Words of a class or id that say what an element outside the text is, when they are its last word. */
const MARGINAL_WORDS = set(
  'caption captions credit credits copyright byline author authors timestamp dateline pubdate published meta tags ' +
    'breadcrumb breadcrumbs share sharing social newsletter related disclaimer slidecount gallery promo',
);
/** Those of them that say so wherever they stand: `wp-caption-text`. Not `tags-life`, which classifies a whole post. */
const UNMISTAKABLE_WORDS = set(
  'caption captions credit credits copyright byline timestamp breadcrumb breadcrumbs share sharing social newsletter ' +
    'related disclaimer gallery promo',
);
/** `author-name`: parts of what is said about an author. */
const ABOUT_AUTHORS = /^authors?[-_](?:name|names|bio|box|info|text|details|card|block|image)/i;

function isNamedMarginal(token: string): boolean {
  const words = wordsOfToken(token);
  return (
    MARGINAL_WORDS.has(words.at(-1) ?? '') ||
    words.some((word) => UNMISTAKABLE_WORDS.has(word)) ||
    ABOUT_AUTHORS.test(token)
  );
}

function holds(node: TreeNode, names: ReadonlySet<string>): boolean {
  let found = false;
  walk(node, {
    enter: (child) => {
      found ||= names.has(child.name);
      return !found;
    },
  });
  return found;
}

/** Characters of all text below a node, blanks not counted. */
function lengthOf(node: TreeNode): number {
  let length = 0;
  walk(node, {
    enter: (child) => {
      length += visibleLength(child.text);
      return true;
    },
  });
  return length;
}

function isMarginal(node: TreeNode): boolean {
  if (node.name.startsWith('#') || node.name === 'html' || node.name === 'body') return false;
  if (MARGINAL_ELEMENTS.has(node.name)) return true;
  if (node.name === 'figure') return !holds(node, SHOWN_IN_FIGURES);
  const tokens = `${node.attribute('class') ?? ''} ${node.attribute('id') ?? ''}`.split(/\s+/);
  return tokens.slice(0, 20).some(isNamedMarginal);
}

/**
 * The parts of an article that do not belong to its text: captions and credits of pictures, bylines, dates, tags, links
 * to related articles, and what asks to share or to subscribe. An element that holds more than a share of the article
 * is the text itself, whatever its name says.
 *
 * @param largestShare of the article's characters, 0 to 1
 */
export function marginalParts(article: TreeNode, largestShare = 1 / 3): (node: TreeNode) => boolean {
  const limit = lengthOf(article) * largestShare;
  return (node) => isMarginal(node) && lengthOf(node) < limit;
}
