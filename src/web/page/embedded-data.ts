import type { PageLink } from '../../model/page.js';
import { joinBlocks } from './blocks.js';
import { tellPage } from './htmlparser2-markup.js';
import { extractLinks, webAddress } from './links.js';
import { PageScan } from './page-scan.js';
import type { MarkupListener, PageElement, TellMarkup } from './tree.js';
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
/** Variables in which frameworks hand their state over. */
const STATE = /(?:^|[\s;,(.])(?:__[A-Z][A-Z\d_]*|__[a-z]\w*State|initialState)\s*=\s*/g;

/**
 * Reads text and links out of data in the scripts of a page: JSON-LD, `__NEXT_DATA__`, `__NUXT_DATA__`, other scripts of
 * type `application/json`, and JSON that is assigned to a state variable. Nothing is run. Strings that are prose, or that
 * stand under a name of text, are paragraphs; markup in them is read as such. What serves the machinery (translations,
 * settings, images) is left out. Bounded in characters, values and results; data that cannot be parsed is left out.
 *
 * @param base the page's own address, for relative links
 */
export function readEmbeddedData(tell: TellMarkup, base: string): EmbeddedData {
  const found: Found = { base, paragraphs: new Set(), links: new Map(), values: 0, characters: 0 };
  let left: number = LIMITS.script;
  tell(
    new ScriptListener((script, text) => {
      left -= text.length;
      if (left >= 0) for (const value of dataOf(script, text)) collect(value, found);
    }),
  );
  return { paragraphs: [...found.paragraphs], links: [...found.links.values()] };
}

/** Hears the scripts of a page, those in templates left out. */
class ScriptListener implements MarkupListener {
  private script: PageElement | undefined;
  private said = '';
  /** Elements open in a template or a script, and that one itself. */
  private inside = 0;

  constructor(private readonly heard: (script: PageElement, text: string) => void) {}

  open(element: PageElement): void {
    if (this.inside > 0) this.inside += 1;
    else if (element.name === 'template') this.inside = 1;
    else if (element.name === 'script') {
      this.inside = 1;
      this.script = element;
    }
  }

  text(text: string): void {
    if (this.inside === 1 && this.script !== undefined) this.said += text;
  }

  close(): void {
    if (this.inside === 0) return;
    this.inside -= 1;
    if (this.inside > 0 || this.script === undefined) return;
    this.heard(this.script, this.said);
    this.script = undefined;
    this.said = '';
  }
}

function dataOf(script: PageElement, text: string): readonly unknown[] {
  const type = (script.attribute('type') ?? '').toLowerCase().split(';', 1).join('').trim();
  if (/^application\/(?:[\w.-]+\+)?json$/.test(type)) return parsed(text.replace(/^\s*<!--|-->\s*$/g, ''));
  if (type !== '' && !/javascript|^module$/.test(type)) return [];
  return stateValues(text);
}

/** The values that are assigned to state variables, each read once: what stands in one is not looked for again. */
function stateValues(script: string): readonly unknown[] {
  const values: unknown[] = [];
  const state = new RegExp(STATE);
  // Assignments without an end are read up to the end of the script.
  let left = 8 * script.length;
  for (let found = state.exec(script); found !== null && left > 0; found = state.exec(script)) {
    const start = state.lastIndex;
    const end = literalEnd(script, start);
    left -= (end ?? script.length) - start;
    const value = end === undefined ? [] : literal(script.slice(start, end));
    if (end !== undefined && value.length > 0) state.lastIndex = end;
    values.push(...value);
  }
  return values;
}

function parsed(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return value === null || typeof value !== 'object' ? [] : [value];
  } catch {
    return [];
  }
}

/** The value of JSON, also where it is the argument of `JSON.parse("…")`. */
function literal(text: string): readonly unknown[] {
  const quoted = text.startsWith('JSON') ? text.slice(text.indexOf('"')) : '';
  if (quoted === '') return parsed(text);
  try {
    return parsed(String(JSON.parse(quoted)));
  } catch {
    return [];
  }
}

/** End of the JSON that begins at a place, also as the argument of `JSON.parse("…")`; undefined if there is none. */
function literalEnd(text: string, start: number): number | undefined {
  const call = /^JSON\.parse\(\s*(?=")/.exec(text.slice(start, start + 40))?.[0] ?? '';
  const begin = start + call.length;
  let depth = 0;
  let quoted = false;
  for (let at = begin; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && '{['.includes(character)) depth += 1;
    else if (!quoted && '}]'.includes(character)) depth -= 1;
    if (depth <= 0 && !quoted) return at > begin ? at + 1 : undefined;
  }
  return undefined;
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
  const { listener: scan } = tellPage(markup, () => new PageScan());
  const text = joinBlocks(scan.blocks().blocks);
  for (const paragraph of text.split('\n\n')) addText(paragraph, found);
  for (const link of extractLinks(scan.survey, found.base)) addLink(link, found);
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
