import { parseHtml } from '../../../web/page/htmlparser2-tree.js';
import { textBelow, type TreeNode } from '../../../web/page/tree.js';
import { collapseWhitespace } from '../../../web/page/whitespace.js';

/** An element whose text counts. */
export interface MarkedText {
  readonly name: string;
  /** Ids, classes and names of properties, in lower case. */
  readonly marks: string;
  /** `datetime`, `content` or `title`, where it has one. */
  readonly value: string;
  /** Its text, cut. */
  readonly text: string;
  /** True if it stands in navigation, an aside, comments, or a list of other pages. */
  readonly isAside: boolean;
}

/** Markup of a page that may state something about it. */
export interface PageMarkup {
  readonly language: string;
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  /** JSON-LD. */
  readonly data: readonly string[];
  readonly marked: readonly MarkedText[];
  readonly base: string;
}

/** Most meta elements, links and marked texts, marked elements in each other, scripts of JSON-LD, and characters. */
export const MARKUP_LIMITS = { elements: 1_000, nested: 30, scripts: 50, data: 1e6, text: 300 } as const;

/** Marks of elements with dates, and of lines with authors, which have dates as well. */
const MARKED =
  /(?:^|[\s_-])(?:date|dates|dateline|datetime|published?|publish(?:ing|ed)?on|pubdate|posted|timestamp|updated|modified|time|created|authors?|by-?line|writer|contributor)|date(?:$|[\s_-])|(?:date|time)$/;
const ASIDE_NAMES = new Set(['nav', 'footer', 'aside']);
const ASIDE_MARKS =
  /(?:^|[\s_-])(?:related|recommend\w*|comment\w*|sidebar|footer|promo\w*|most-?(?:read|popular|viewed)|trending|latest|teasers?|recent\w*|archives?|read-?more|more-?from|nav|navigation|menu|carousel|reply|replies)(?:$|[\s_-])/;
/** Elements that may stand within a word, and those that hold nothing: they do not part words. */
const WITHIN_WORDS = new Set(
  (
    'b i em strong sup sub mark font wbr u small ' +
    'area base br col embed hr img input link meta param source track'
  ).split(' '),
);
const SILENT = new Set(['style', 'noscript', 'script']);

type Draft = {
  -readonly [Part in keyof PageMarkup]: PageMarkup[Part] extends string ? string : PageMarkup[Part][number][];
};

/** Reads a page for what it says of itself; what is beyond {@link MARKUP_LIMITS} is left out. */
export function readMarkup(html: string): PageMarkup {
  const page: Draft = { language: '', base: '', metas: [], links: [], data: [], marked: [] };
  visit(parseHtml(html).root, page, false, 0);
  return page;
}

/** @param nested marked elements around the node */
function visit(node: TreeNode, page: Draft, inAside: boolean, nested: number): void {
  for (const child of node.children()) {
    if (child.name === '#text') continue;
    const { name } = child;
    const of = (key: string): string => child.attribute(key) ?? '';
    const marks = `${of('class')} ${of('id')} ${of('data-testid')} ${of('itemprop')}`.toLowerCase();
    const isAside = inAside || looksAside(name, marks);
    note(child, page);
    const isMarked =
      !SILENT.has(name) &&
      name !== 'meta' &&
      (name === 'time' || name === 'address' || MARKED.test(marks)) &&
      nested < MARKUP_LIMITS.nested &&
      page.marked.length + nested < MARKUP_LIMITS.elements;
    visit(child, page, isAside, nested + Number(isMarked));
    if (!isMarked) continue;
    const value = child.attribute('datetime') ?? child.attribute('content') ?? of('title');
    const [begin, text] = [value, collapseWhitespace(textOf(child, ''))].map((one) =>
      one.slice(0, MARKUP_LIMITS.text),
    );
    page.marked.push({ name, marks, value: begin ?? '', text: text ?? '', isAside });
  }
}

/** Keeps what elements of certain names say. */
function note(node: TreeNode, page: Draft): void {
  const { name } = node;
  const of = (...keys: readonly string[]): string =>
    keys.map((key) => node.attribute(key)).find((value) => value !== undefined) ?? '';
  if (name === 'html') page.language ||= of('lang', 'xml:lang');
  else if (name === 'base') page.base ||= of('href');
  else if (name === 'meta') {
    const content = collapseWhitespace(of('content', 'value').slice(0, 10_000));
    const named = of('property', 'name', 'itemprop', 'http-equiv').trim().toLowerCase();
    if (content !== '') keep(page.metas, { name: named, content });
  } else if (name === 'link' || name === 'a') {
    const rel = of('rel').toLowerCase();
    const counts = rel !== '' && (name === 'link' || rel.includes('license'));
    if (counts) keep(page.links, { rel, href: of('href').slice(0, 2_000) });
  } else if (name === 'script' && /^\s*application\/ld\+json\b/i.test(of('type')))
    keep(page.data, textBelow(node).slice(0, MARKUP_LIMITS.data + 1), MARKUP_LIMITS.scripts);
}

function keep<T>(list: T[], one: T, most: number = MARKUP_LIMITS.elements): void {
  if (list.length < most) list.push(one);
}

/** The beginning of the text in an element after a text; elements part words. */
function textOf(node: TreeNode, before: string): string {
  let text = before;
  for (const child of node.children()) {
    if (text.length > MARKUP_LIMITS.text) return text;
    const gap = child.name === '#text' || WITHIN_WORDS.has(child.name) ? '' : ' ';
    text += gap + child.text.slice(0, MARKUP_LIMITS.text);
    if (!SILENT.has(child.name)) text = textOf(child, text) + gap;
  }
  return text;
}

function looksAside(name: string, marks: string): boolean {
  return ASIDE_NAMES.has(name) || (name !== 'body' && name !== 'html' && ASIDE_MARKS.test(marks));
}
