import { SaxesParser } from 'saxes';
import { messageOf } from '../../model/errors.js';
import { escapeHtml } from '../../support/text/escapes.js';
import { parseHtml } from '../../web/page/htmlparser2-tree.js';
import { textBelow } from '../../web/page/tree.js';
import { Unreadable } from '../../language/corpus/draft.js';

/** An element of a small XML document: namespace prefixes are dropped, text is that directly in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Package documents of large books have a hundred kilobytes. */
const MAXIMUM_CHARACTERS = 8_000_000;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An entity that HTML knows and XML does not. */
const HTML_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)[a-z][a-z\d]{1,31};/gi;
const characterOf = (entity: string): string => escapeHtml(textBelow(parseHtml(entity).root));

/**
 * The elements of an XML document as one list in the order of their begin tags: enough for containers and metadata, where
 * each name means one thing. No external entity is loaded.
 */
export function readXml(source: string): readonly XmlElement[] {
  if (source.length > MAXIMUM_CHARACTERS)
    throw new Unreadable('XML in it is too large for what it should say');
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: (typeof elements)[number][] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: localName(name), attributes: { ...attributes }, text: '' };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw new Unreadable(`XML in it is not well-formed (${messageOf(error)}); save it again`);
  });
  parser.write(source.replace(/^\uFEFF/, '').replace(HTML_ENTITY, characterOf)).close();
  return elements;
}
