import { readXml, type XmlElement } from '../../../language/corpus/documents/xml.js';
import type { StatedHit } from './hits.js';

/**
 * The hits of a response in RSS or Atom, as OpenSearch engines return them; undefined for other formats.
 * @throws Unreadable when it is not well-formed
 */
export function hitsOfFeed(xml: string): readonly StatedHit[] | undefined {
  const elements = readXml(xml);
  if (!['rss', 'RDF', 'feed'].includes(elements[0]?.name ?? '')) return undefined;
  const starts = elements.flatMap(({ name }, index) => (name === 'item' || name === 'entry' ? [index] : []));
  return starts.flatMap((start, place) => toHit(elements.slice(start, starts[place + 1])));
}

function toHit(elements: readonly XmlElement[]): StatedHit[] {
  const textOf = (...names: readonly string[]): string | undefined =>
    elements.find(({ name, text }) => names.includes(name) && text.trim() !== '')?.text;
  const links = elements.filter(({ name }) => name === 'link');
  // Atom has the URL in an attribute, RSS in the content.
  const page = links.find(
    ({ attributes: { href, rel = 'alternate' } }) => href !== undefined && rel === 'alternate',
  );
  const url = page?.attributes['href'] ?? links.find(({ text }) => text.trim() !== '')?.text;
  if (url === undefined) return [];
  return [{ url, title: textOf('title'), snippet: textOf('description', 'summary', 'content') }];
}
