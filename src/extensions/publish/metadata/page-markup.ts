import { Parser } from 'htmlparser2';
import { PAGE_LIMITS } from '../../../web/page/limits.js';
import { collapseWhitespace } from '../../../web/page/whitespace.js';

/** An element of which the text counts: what it says, and what it is. */
export interface MarkedText {
  readonly name: string;
  /** Ids, classes and names of properties, in lower case. */
  readonly marks: string;
  /** In lower case; empty without. */
  readonly rel: string;
  /** `datetime`, `content` or `title`, where it has one. */
  readonly value: string;
  /** Its text, cut. */
  readonly text: string;
  /** True if it stands in navigation, an aside, comments, or a list of other pages. */
  readonly isAside: boolean;
  /** Characters of the text of the page before it. */
  readonly place: number;
}

/** A short text of the page and where it stands. */
export interface PlacedText {
  readonly text: string;
  readonly place: number;
}

/** Markup of a page that may state something about it. */
export interface PageMarkup {
  readonly language: string;
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  /** JSON-LD. */
  readonly data: readonly string[];
  readonly marked: readonly MarkedText[];
  /** Texts behind the first heading, as they stand between tags. */
  readonly afterHeading: readonly PlacedText[];
  /** Beginning of the first heading; undefined without one. */
  readonly headingAt: number | undefined;
  readonly base: string;
}

/** Limits of what is kept of a page. */
export const MARKUP_LIMITS = {
  /** Meta elements, links, and elements with marks, of each. */
  elements: 1_000,
  /** Elements with marks in each other. */
  nested: 30,
  /** Scripts of JSON-LD. */
  scripts: 50,
  /** Characters of a script of JSON-LD. */
  data: 1_000_000,
  /** Characters of a text of an element. */
  text: 300,
  /** Texts behind the heading. */
  texts: 200,
} as const;

const DATED =
  /(?:^|[\s_-])(?:date|dates|dateline|datetime|published?|publish(?:ing|ed)?on|pubdate|posted|timestamp|updated|modified|time|created)|date(?:$|[\s_-])|(?:date|time)$/;
const AUTHORED = /(?:^|[\s_-])(?:authors?|by-?line|writer|contributor)/;
const ASIDE_NAMES = new Set(['nav', 'footer', 'aside']);
const ASIDE_MARKS =
  /(?:^|[\s_-])(?:related|recommend\w*|comments?|sidebar|footer|promo\w*|most-?(?:read|popular|viewed)|trending|latest|teasers?|recent\w*|archives?|read-?more|more-?from|nav|navigation|menu|carousel|reply|replies)(?:$|[\s_-])/;
/** Elements that may stand within a word. */
const WITHIN_WORDS = new Set('b i em strong sup sub mark font wbr u small'.split(' '));
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** An element that looks as if it were not of the page itself; one that holds the heading of the page is. */
interface Aside {
  readonly outer: Aside | undefined;
  holdsHeading: boolean;
}

function isWithin(aside: Aside | undefined): boolean {
  for (let one = aside; one !== undefined; one = one.outer) if (!one.holdsHeading) return true;
  return false;
}

interface Open {
  readonly name: string;
  readonly aside: Aside | undefined;
  /** Collector of its text, if it counts. */
  readonly collects:
    | { text: string; readonly of: Omit<MarkedText, 'text' | 'isAside'>; readonly aside: Aside | undefined }
    | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** The rest of a page is nested too deeply: the parser takes time quadratic in the depth. */
class TooDeep extends Error {}

/** Reads a page once for what it says of itself; what is beyond {@link MARKUP_LIMITS} is left out. */
export function readMarkup(html: string): PageMarkup {
  const reader = new MarkupReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true },
  );
  try {
    parser.end(html);
  } catch (thrown) {
    if (!(thrown instanceof TooDeep)) throw thrown;
  }
  return reader.result();
}

class MarkupReader {
  private readonly metas: PageMarkup['metas'][number][] = [];
  private readonly links: PageMarkup['links'][number][] = [];
  private readonly data: string[] = [];
  private readonly marked: NonNullable<Open['collects']>[] = [];
  private readonly afterHeading: PlacedText[] = [];
  private readonly stack: Open[] = [];
  /** Elements that collect text. */
  private readonly collecting: NonNullable<Open['collects']>[] = [];
  private language = '';
  private base = '';
  private headingAt: number | undefined;
  private place = 0;
  private elements = 0;
  private script: { readonly isData: boolean; text: string } | undefined;
  private silent = 0;

  open(name: string, attributes: Attributes): void {
    this.elements += 1;
    if (this.elements > PAGE_LIMITS.elements) return;
    const outer = this.stack.at(-1);
    const marks = marksOf(attributes);
    const aside = looksAside(name, marks) ? { outer: outer?.aside, holdsHeading: false } : outer?.aside;
    this.note(name, attributes, aside);
    const collects =
      name === 'meta' || name === 'script' ? undefined : this.collector(name, attributes, marks, aside);
    if (VOID.has(name)) {
      if (collects !== undefined) this.marked.push(collects);
      return;
    }
    if (!WITHIN_WORDS.has(name)) this.separate();
    if (collects !== undefined) this.collecting.push(collects);
    this.stack.push({ name, aside, collects });
    if (this.stack.length > PAGE_LIMITS.depth) throw new TooDeep();
  }

  /** Parts that are kept of elements of certain names. */
  private note(name: string, attributes: Attributes, aside: Aside | undefined): void {
    switch (name) {
      case 'html':
        this.language ||= attributes['lang'] ?? attributes['xml:lang'] ?? '';
        break;
      case 'base':
        this.base ||= attributes['href'] ?? '';
        break;
      case 'h1':
        this.heading(aside);
        break;
      case 'meta':
        this.meta(attributes);
        break;
      case 'link':
      case 'a':
        this.link(name, attributes);
        break;
      case 'style':
      case 'noscript':
        this.silent += 1;
        break;
      case 'script':
        this.script = { isData: isJsonLd(attributes['type']), text: '' };
    }
  }

  private heading(aside: Aside | undefined): void {
    if (this.headingAt !== undefined) return;
    this.headingAt = this.place;
    for (let one = aside; one !== undefined; one = one.outer) one.holdsHeading = true;
  }

  /** Elements part the words of those around them. */
  private separate(): void {
    for (const one of this.collecting)
      if (one.text.length <= MARKUP_LIMITS.text && !one.text.endsWith(' ')) one.text += ' ';
  }

  private collector(
    name: string,
    attributes: Attributes,
    marks: string,
    aside: Aside | undefined,
  ): Open['collects'] {
    const rel = (attributes['rel'] ?? '').toLowerCase();
    const counts =
      name === 'time' ||
      name === 'address' ||
      rel.split(/\s+/).includes('author') ||
      DATED.test(marks) ||
      AUTHORED.test(marks);
    if (!counts || this.collecting.length >= MARKUP_LIMITS.nested) return undefined;
    if (this.marked.length + this.collecting.length >= MARKUP_LIMITS.elements) return undefined;
    const value = attributes['datetime'] ?? attributes['content'] ?? attributes['title'] ?? '';
    const of = { name, marks, rel, value: cut(value), place: this.place };
    return { text: '', of, aside };
  }

  private meta(attributes: Attributes): void {
    if (this.metas.length >= MARKUP_LIMITS.elements) return;
    const named =
      attributes['property'] ??
      attributes['name'] ??
      attributes['itemprop'] ??
      attributes['http-equiv'] ??
      '';
    const content = collapseWhitespace((attributes['content'] ?? attributes['value'] ?? '').slice(0, 10_000));
    if (content !== '') this.metas.push({ name: named.trim().toLowerCase(), content });
  }

  private link(name: string, attributes: Attributes): void {
    const rel = (attributes['rel'] ?? '').toLowerCase();
    if (rel === '' || this.links.length >= MARKUP_LIMITS.elements) return;
    if (name === 'a' && !rel.includes('license')) return;
    this.links.push({ rel, href: (attributes['href'] ?? '').slice(0, 2_000) });
  }

  text(text: string): void {
    if (this.script !== undefined) {
      const left = MARKUP_LIMITS.data + 1 - this.script.text.length;
      if (this.script.isData && left > 0) this.script.text += text.slice(0, left);
      return;
    }
    if (this.silent > 0) return;
    for (const one of this.collecting)
      if (one.text.length <= MARKUP_LIMITS.text) one.text += text.slice(0, MARKUP_LIMITS.text);
    if (this.headingAt !== undefined && this.afterHeading.length < MARKUP_LIMITS.texts) {
      const said = collapseWhitespace(text.slice(0, 2_000));
      if (said.length > 3 && !isWithin(this.stack.at(-1)?.aside))
        this.afterHeading.push({ text: said, place: this.place });
    }
    this.place += text.length;
  }

  close(name: string): void {
    if (name === 'script' && this.script !== undefined) {
      const { isData, text } = this.script;
      if (isData && text.trim() !== '' && this.data.length < MARKUP_LIMITS.scripts) this.data.push(text);
      this.script = undefined;
    }
    if (name === 'style' || name === 'noscript') this.silent = Math.max(0, this.silent - 1);
    if (this.stack.at(-1)?.name !== name) return;
    if (!WITHIN_WORDS.has(name)) this.separate();
    const { collects } = this.stack.pop() as Open;
    if (collects === undefined) return;
    this.collecting.splice(this.collecting.lastIndexOf(collects), 1);
    this.marked.push(collects);
  }

  result(): PageMarkup {
    const { language, metas, links, data, afterHeading, headingAt, base } = this;
    const marked = this.marked
      .map(({ of, text, aside }) => ({
        ...of,
        text: cut(collapseWhitespace(text)),
        isAside: isWithin(aside),
      }))
      .sort((one, other) => one.place - other.place);
    return { language, metas, links, data, marked, afterHeading, headingAt, base };
  }
}

function marksOf(attributes: Attributes): string {
  return ['class', 'id', 'data-testid', 'itemprop']
    .map((name) => attributes[name] ?? '')
    .join(' ')
    .toLowerCase();
}

function looksAside(name: string, marks: string): boolean {
  return ASIDE_NAMES.has(name) || (name !== 'body' && name !== 'html' && ASIDE_MARKS.test(marks));
}

function isJsonLd(type: string | undefined): boolean {
  return /^\s*application\/ld\+json\b/i.test(type ?? '');
}

function cut(text: string): string {
  return text.slice(0, MARKUP_LIMITS.text);
}
