import type { PageLink } from '../../model/page.js';
import { collectBlocks } from './blocks.js';
import { parseHtml } from './htmlparser2-tree.js';
import { extractLinks, webAddress } from './links.js';
import { ownText, surveyPage } from './page-survey.js';
import { walk, type TreeNode } from './tree.js';
import { collapseWhitespace } from './whitespace.js';

/** Text and links that stand as data in a page. */
export interface EmbeddedData {
  /** In the order of the data, each once. */
  readonly paragraphs: readonly string[];
  readonly links: readonly PageLink[];
}

/** Limits of the work on one page. */
const LIMITS = {
  /** Characters of scripts. */
  script: 4_000_000,
  values: 100_000,
  paragraphs: 5_000,
  /** Characters of text. */
  text: 500_000,
  links: 2_000,
} as const;

/** A string is prose from so many characters and words on, wherever it stands. */
const PROSE = { characters: 60, words: 8 } as const;
/** The same where its name says that it is text. */
const NAMED_TEXT = { characters: 12, words: 2 } as const;

/** Names of what is text: those of schema.org, of content management systems and of blocks of rich text. */
const TEXT_KEYS =
  /^(?:article_?body|text|body(?:_?html|_?text)?|content(?:_?html)?|html|rendered|paragraphs?|description|summary|abstract|excerpt|lead|intro|markdown|review_?body|answer|question|caption|value|children)$/i;
const TITLE_KEYS = /^(?:title|headline|heading|name|label|anchor_?text)$/i;
const LINK_KEYS =
  /^(?:url|href|link|path|pathname|permalink|uri|canonical(?:_?url)?|full_?url|web_?url|to|route|@id|item)$/i;
/** Keys of the machinery of a site: their texts are not the page's. */
const OTHER_KEYS =
  /^(?:i18n|_nexti18next|locales?|translations?|messages|intl|dictionary|config|configuration|env|environment|settings|theme|css|styles?|runtime_?config|assets?|scripts?|images?|logo|thumbnail(?:_?url)?|icons?|avatar|photo|same_?as|video|audio|fonts?|tracking|analytics|ads?|cookies?|consent|features?|flags|@context|svg|build_?id)$/i;
const ASSET = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|m?js|json|woff2?|ttf|mp[34]|webm|pdf)(?:[?#]|$)/i;
const MARKUP =
  /<\/?(?:p|div|h[1-6]|li|ul|ol|a|br|span|em|strong|b|i|article|section|blockquote|table)[\s/>]/i;
const CODE = /[{};]\s*[\w.$]+\s*[(=:]|=>|function\s*\(|^\s*[{[<]/;
/**
 * Reads text and links out of data in the scripts of a page: JSON-LD, `__NEXT_DATA__`, `__NUXT_DATA__` and other scripts
 * of type `application/json`. Strings that are prose, or that stand under a name of text, are paragraphs; markup in them is read as such. What serves the machinery (translations,
 * settings, images) is left out. Bounded in characters, values and results; data that cannot be parsed is left out.
 *
 * @param base the page's own address, for relative links
 */
export function readEmbeddedData(root: TreeNode, base: string): EmbeddedData {
  const found: Found = { base, paragraphs: new Set(), links: new Map(), values: 0, characters: 0 };
  let left: number = LIMITS.script;
  walk(root, {
    enter(node) {
      if (node.name !== 'script') return node.name !== 'template';
      const text = ownText(node);
      left -= text.length;
      if (left >= 0) for (const value of dataOf(node, text)) collect(value, found);
      return false;
    },
  });
  return { paragraphs: [...found.paragraphs], links: [...found.links.values()] };
}

function dataOf(script: TreeNode, text: string): readonly unknown[] {
  const isData = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(script.attribute('type') ?? '');
  return isData ? parsed(text.replace(/^\s*<!--|-->\s*$/g, '')) : [];
}

function parsed(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return value === null || typeof value !== 'object' ? [] : [value];
  } catch {
    return [];
  }
}

/** A value on its way, with its name and the title of what it belongs to. */
interface Pending {
  readonly key: string;
  readonly value: unknown;
  readonly title: string;
}

/** Data that was found in a page so far. */
interface Found {
  /** The page's own address. */
  readonly base: string;
  readonly paragraphs: Set<string>;
  readonly links: Map<string, PageLink>;
  /** Values that were looked at, and characters of the paragraphs. */
  values: number;
  characters: number;
}

function collect(whole: unknown, found: Found): void {
  const pending: Pending[] = [{ key: '', value: whole, title: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    found.values += 1;
    if (found.values > LIMITS.values) return;
    const { value, key, title } = next;
    if (typeof value === 'string') addString({ key, value, title }, found);
    else if (value !== null && typeof value === 'object')
      // One by one: a list of 200,000 members would be as many arguments.
      for (const member of membersOf(value, key, title)) pending.push(member);
  }
}

function addString({ key, value, title }: Pending & { readonly value: string }, found: Found): void {
  if (LINK_KEYS.test(key)) {
    const url = pageAddress(value, found.base);
    if (url !== undefined) {
      addLink({ url, anchorText: title, noFollow: false }, found);
      return;
    }
  }
  if (TITLE_KEYS.test(key)) {
    if (/\S\s+\S/.test(value) && value.length < 300) addText(collapseWhitespace(value), found);
  } else if (MARKUP.test(value)) addMarkup(value, found);
  else if (isText(key, value))
    for (const line of value.split(/\n{2,}/)) addText(collapseWhitespace(line), found);
}

function addMarkup(markup: string, found: Found): void {
  const { root } = parseHtml(markup);
  for (const { text } of collectBlocks(root)) addText(text, found);
  for (const link of extractLinks(surveyPage(root), found.base)) addLink(link, found);
}

function addText(text: string, found: Found): void {
  const { paragraphs } = found;
  if (text === '' || paragraphs.has(text) || paragraphs.size >= LIMITS.paragraphs) return;
  if (found.characters + text.length > LIMITS.text) return;
  found.characters += text.length;
  paragraphs.add(text);
}

function addLink(link: PageLink, { links }: Found): void {
  const known = links.get(link.url);
  if (known === undefined ? links.size < LIMITS.links : known.anchorText === '') links.set(link.url, link);
}

/** The members of an object or a list, the last first: they are taken from the end. */
function membersOf(value: object, key: string, title: string): readonly Pending[] {
  if (Array.isArray(value))
    return (value as readonly unknown[]).map((member) => ({ key, value: member, title })).reverse();
  const members = Object.entries(value).filter(([name]) => !OTHER_KEYS.test(name));
  const own = members.find(([name, member]) => TITLE_KEYS.test(name) && typeof member === 'string');
  const called = own === undefined ? title : collapseWhitespace(String(own[1]));
  return members.map(([name, member]) => ({ key: name, value: member as unknown, title: called })).reverse();
}

function isText(key: string, value: string): boolean {
  const { characters, words } = TEXT_KEYS.test(key) ? NAMED_TEXT : PROSE;
  if (value.length < characters || CODE.test(value)) return false;
  return (value.match(/\S+/g)?.length ?? 0) >= words;
}

/** The address of a page; undefined for files that pages embed, services and names that look like addresses. */
function pageAddress(value: string, base: string): string | undefined {
  if (!/^(?:https?:\/\/|\/(?!\/))\S+$|^\/$/.test(value) || ASSET.test(value)) return undefined;
  const url = webAddress(value, base);
  if (url === undefined || /^https?:\/\/(?:www\.)?(?:schema\.org|w3\.org)\//.test(url)) return undefined;
  return /\/(?:api|graphql|_next|_nuxt|static)\//.test(url) ? undefined : url;
}
