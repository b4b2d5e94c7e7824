import { SaxesParser } from 'saxes';

/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text in it and in its children. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses a document, strictly: XML 1.0 with namespaces. @throws Error where it is not well-formed */
export function xmlTree(document: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const top: Open = { name: '', attributes: {}, children: [], text: '' };
  const open: Open[] = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    open.push({ name, attributes: Object.fromEntries(values), children: [], text: '' });
  });
  parser.on('text', (text) => {
    for (const element of open) element.text += text;
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed !== undefined) open.at(-1)?.children.push(closed);
  });
  parser.write(document).close();
  const [root] = top.children;
  if (root === undefined) throw new Error('the document has no element');
  return root;
}

/** All elements of a name, in the order of the document, the element itself included. */
export function elementsNamed(element: XmlElement, name: string): readonly XmlElement[] {
  const within = element.children.flatMap((child) => elementsNamed(child, name));
  return element.name === name ? [element, ...within] : within;
}
