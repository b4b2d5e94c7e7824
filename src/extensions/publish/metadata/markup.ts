import { Parser } from 'htmlparser2';
import { PAGE_LIMITS } from '../../../web/page/limits.js';
import { collapseWhitespace } from '../../../web/page/whitespace.js';

/** An element of which the text counts. */
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

/** Limits of what is kept of a page. */
export const MARKUP_LIMITS = {
  /** Meta elements, links, and marked texts, of each. */
  elements: 1_000,
  /** Marked elements in each other. */
  nested: 30,
  /** Scripts of JSON-LD, and characters of one. */
  scripts: 50,
  data: 1_000_000,
  /** Characters of a text of an element. */
  text: 300,
} as const;

/** Marks of elements with dates, and of lines with authors, which have dates as well. */
const MARKED =
  /(?:^|[\s_-])(?:date|dates|dateline|datetime|published?|publish(?:ing|ed)?on|pubdate|posted|timestamp|updated|modified|time|created|authors?|by-?line|writer|contributor)|date(?:$|[\s_-])|(?:date|time)$/;
const ASIDE_NAMES = new Set(['nav', 'footer', 'aside']);
const ASIDE_MARKS =
  /(?:^|[\s_-])(?:related|recommend\w*|comments?|sidebar|footer|promo\w*|most-?(?:read|popular|viewed)|trending|latest|teasers?|recent\w*|archives?|read-?more|more-?from|nav|navigation|menu|carousel|reply|replies)(?:$|[\s_-])/;
/** Elements that may stand within a word. */
const WITHIN_WORDS = new Set('b i em strong sup sub mark font wbr u small'.split(' '));
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const SILENT = new Set(['style', 'noscript', 'script']);

/** A text that is being collected. */
interface Collected extends MarkedText {
  text: string;
}

interface Open {
  readonly name: string;
  readonly isAside: boolean;
  readonly collects: Collected | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** The rest of a page is nested too deeply: the parser takes time quadratic in the depth. */
class TooDeep extends Error {}

/** Reads a page once for what it says of itself; what is beyond {@link MARKUP_LIMITS} is left out. */
export function readMarkup(html: string): PageMarkup {
  const reader = new MarkupReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    onclosetag: (name) => reader.close(name),
    ontext: (text) => reader.text(text),
  });
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
  private readonly marked: Collected[] = [];
  private readonly stack: Open[] = [];
  private readonly collecting: Collected[] = [];
  private readonly counts = { elements: 0, silent: 0 };
  private language = '';
  private base = '';
  /** The JSON-LD that is being read. */
  private script: string | undefined;

  open(name: string, attributes: Attributes): void {
    this.counts.elements += 1;
    if (this.counts.elements > PAGE_LIMITS.elements) return;
    const marks = ['class', 'id', 'data-testid', 'itemprop']
      .map((key) => attributes[key] ?? '')
      .join(' ')
      .toLowerCase();
    const isAside = looksAside(name, marks) || this.stack.at(-1)?.isAside === true;
    this.note(name, attributes);
    const collects =
      SILENT.has(name) || name === 'meta' ? undefined : this.collector(name, attributes, marks, isAside);
    if (VOID.has(name)) {
      if (collects !== undefined) this.marked.push(collects);
      return;
    }
    if (!WITHIN_WORDS.has(name)) this.separate();
    if (collects !== undefined) this.collecting.push(collects);
    this.stack.push({ name, isAside, collects });
    if (this.stack.length > PAGE_LIMITS.depth) throw new TooDeep();
  }

  /** Keeps what elements of certain names say. */
  private note(name: string, attributes: Attributes): void {
    const { rel = '', href = '', type = '' } = attributes;
    if (name === 'html') this.language ||= attributes['lang'] ?? attributes['xml:lang'] ?? '';
    else if (name === 'base') this.base ||= href;
    else if (name === 'meta') this.meta(attributes);
    else if (name === 'link' || name === 'a') this.link(name, rel.toLowerCase(), href);
    else if (SILENT.has(name)) {
      this.counts.silent += 1;
      if (/^\s*application\/ld\+json\b/i.test(type)) this.script = '';
    }
  }

  private link(name: string, rel: string, href: string): void {
    if (rel === '' || this.links.length >= MARKUP_LIMITS.elements) return;
    if (name === 'link' || rel.includes('license')) this.links.push({ rel, href: href.slice(0, 2_000) });
  }

  private meta(attributes: Attributes): void {
    if (this.metas.length >= MARKUP_LIMITS.elements) return;
    const { property, itemprop, value = '', content = value } = attributes;
    const name = property ?? attributes['name'] ?? itemprop ?? attributes['http-equiv'] ?? '';
    const said = collapseWhitespace(content.slice(0, 10_000));
    if (said !== '') this.metas.push({ name: name.trim().toLowerCase(), content: said });
  }

  /** Elements part the words of those around them. */
  private separate(): void {
    for (const one of this.collecting)
      if (one.text.length <= MARKUP_LIMITS.text && !one.text.endsWith(' ')) one.text += ' ';
  }

  private collector(name: string, attributes: Attributes, marks: string, isAside: boolean): Open['collects'] {
    const counts = name === 'time' || name === 'address' || MARKED.test(marks);
    if (!counts || this.collecting.length >= MARKUP_LIMITS.nested) return undefined;
    if (this.marked.length + this.collecting.length >= MARKUP_LIMITS.elements) return undefined;
    const { title = '', content = title, datetime = content } = attributes;
    return { name, marks, value: cut(datetime), text: '', isAside };
  }

  text(text: string): void {
    if (this.script !== undefined) this.script += text.slice(0, MARKUP_LIMITS.data + 1 - this.script.length);
    if (this.counts.silent > 0) return;
    for (const one of this.collecting)
      if (one.text.length <= MARKUP_LIMITS.text) one.text += text.slice(0, MARKUP_LIMITS.text);
  }

  close(name: string): void {
    if (SILENT.has(name)) {
      if (this.script !== undefined && this.data.length < MARKUP_LIMITS.scripts) this.data.push(this.script);
      this.script = undefined;
      this.counts.silent = Math.max(0, this.counts.silent - 1);
    }
    if (this.stack.at(-1)?.name !== name) return;
    if (!WITHIN_WORDS.has(name)) this.separate();
    const { collects } = this.stack.pop() as Open;
    if (collects === undefined) return;
    this.collecting.splice(this.collecting.lastIndexOf(collects), 1);
    this.marked.push(collects);
  }

  result(): PageMarkup {
    const { language, metas, links, data, base } = this;
    const marked = this.marked.map((one) => ({ ...one, text: cut(collapseWhitespace(one.text)) }));
    return { language, metas, links, data, marked, base };
  }
}

function looksAside(name: string, marks: string): boolean {
  return ASIDE_NAMES.has(name) || (name !== 'body' && name !== 'html' && ASIDE_MARKS.test(marks));
}

function cut(text: string): string {
  return text.slice(0, MARKUP_LIMITS.text);
}
