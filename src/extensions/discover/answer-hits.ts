import { readXml, type XmlElement } from '../../language/corpus/documents/xml.js';
import { parseJson } from '../../support/parse-json.js';

/** A hit as in the answer: anything may be wrong with it. */
export interface StatedHit {
  readonly url: string;
  /** Empty where the answer has none. */
  readonly title: string;
}

/** The hits in an answer of a search engine in JSON, RSS or Atom; undefined for anything else. */
export function hitsOfAnswer(text: string): readonly StatedHit[] | undefined {
  return /^\s*[[{]/.test(text) ? hitsOfJson(parseJson(text)) : hitsOfFeed(text);
}

type Json = Readonly<Record<string, unknown>>;

const ADDRESS_NAMES = ['url', 'link', 'href', 'uri', 'canonicalurl', 'pageurl'];
const TITLE_NAMES = ['title', 'name', 'heading'];
/** Maximum depth of the list of results, as in `{"web": {"results": […]}}`. */
const MAX_DEPTH = 4;

/**
 * The hits of a JSON answer: the first list, level by level, that has an object with a URL. This reads the answers of
 * SearXNG (`results`, `url`, `title`) and most other engines without configuration. Undefined if there is
 * neither such a list nor an empty one.
 */
function hitsOfJson(answer: unknown): readonly StatedHit[] | undefined {
  let level: readonly unknown[] = [answer];
  let emptyList = false;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    for (const value of level) {
      // A MediaWiki leaves out a list that is empty.
      if (isObject(value)) emptyList ||= 'batchcomplete' in value;
      if (!Array.isArray(value)) continue;
      const items: readonly unknown[] = value;
      const hits = [...items].sort((a, b) => rankOf(a) - rankOf(b)).flatMap(jsonHit);
      if (hits.length > 0) return hits;
      emptyList ||= value.length === 0;
    }
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []));
  }
  return emptyList ? [] : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The place that a MediaWiki states; its lists are in the order of page ids. */
function rankOf(value: unknown): number {
  return isObject(value) && typeof value['index'] === 'number' ? value['index'] : 0;
}

function jsonHit(value: unknown): StatedHit[] {
  if (!isObject(value)) return [];
  const url = textAt(value, ADDRESS_NAMES);
  return url === undefined ? [] : [{ url, title: textAt(value, TITLE_NAMES) ?? '' }];
}

function textAt(value: Json, names: readonly string[]): string | undefined {
  const byName = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  const texts = names.map((name) => byName.get(name));
  return texts.find((member): member is string => typeof member === 'string' && member !== '');
}

/** The hits of an answer in RSS or Atom; undefined for other formats. */
function hitsOfFeed(xml: string): readonly StatedHit[] | undefined {
  const elements = elementsOf(xml);
  if (!['rss', 'RDF', 'feed'].includes(elements[0]?.name ?? '')) return undefined;
  const starts = elements.flatMap(({ name }, index) => (name === 'item' || name === 'entry' ? [index] : []));
  return starts.flatMap((start, place) => feedHit(elements.slice(start, starts[place + 1])));
}

function elementsOf(xml: string): readonly XmlElement[] {
  try {
    return readXml(xml);
  } catch {
    return [];
  }
}

function feedHit(elements: readonly XmlElement[]): StatedHit[] {
  const links = elements.filter(({ name }) => name === 'link');
  // Atom has the URL in an attribute, RSS in the content.
  const page = links.find(
    ({ attributes: { href, rel = 'alternate' } }) => href !== undefined && rel === 'alternate',
  );
  const url = page?.attributes['href'] ?? links.find(({ text }) => text.trim() !== '')?.text;
  const title = elements.find(({ name, text }) => name === 'title' && text.trim() !== '');
  return url === undefined ? [] : [{ url, title: title?.text ?? '' }];
}
