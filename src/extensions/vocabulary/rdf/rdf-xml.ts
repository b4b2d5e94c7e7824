import type { Quad } from 'n3';
import { RdfXmlParser } from 'rdfxml-streaming-parser';
import { given } from '../../../support/given.js';
import { escapeRegExp } from '../../../support/text/escapes.js';
import { isXmlTooDeep, MOST_XML_LEVELS } from '../../../support/text/xml-depth.js';
import type { PieceSyntax } from './parse-pieces.js';
import type { FindEnd } from './pieces.js';

/** RDF/XML in pieces: the elements within `rdf:RDF`, each a node with its properties. */
export interface RdfXmlPieces extends PieceSyntax {
  readonly findEnd: FindEnd;
}

/** Characters of what stands before the first node: declarations, and the start tag of `rdf:RDF`. */
const MOST_BEFORE = 200_000;

/** RDF/XML. Each piece is parsed within the start tag of the file. */
export function rdfXml(baseIRI: string): RdfXmlPieces {
  /** The file up to its first node, in one line; undefined before it was found, empty for a file of a single node. */
  let head: string | undefined;
  let root = '';
  const first: FirstNode = { indent: undefined, names: new Set() };
  return {
    findEnd: (text, begin, isLast) => {
      if (head !== undefined)
        return head === '' ? (isLast ? text.length : -1) : endOfNode(text, begin, root, first);
      const tag = rootTag(text, begin);
      if (tag === undefined) return isLast || text.length - begin > MOST_BEFORE ? text.length : -1;
      root = tag.name;
      const isRdf = /(?:^|:)RDF$/.test(root);
      head = isRdf
        ? text
            .slice(begin, tag.end)
            .replace(/^\uFEFF/, '')
            .replace(/[\r\n]/g, ' ')
        : '';
      return isRdf ? tag.end : isLast ? text.length : -1;
    },
    parse: (text) => {
      if (head === undefined || head === '') return parseXml(text, baseIRI);
      // The head itself is the first piece; comments and the last tag hold nothing.
      const nodes =
        text.startsWith('<?xml') || rootTag(text, 0)?.name === root ? afterHead(text, root) : text;
      const body = nodes.replace(new RegExp(`</${escapeRegExp(root)}\\s*>\\s*$`), '');
      return body.trim() === '' ? [] : parseXml(`${head}${body}</${root}>`, baseIRI);
    },
    salvage: () => [],
  };
}

function afterHead(text: string, root: string): string {
  const tag = rootTag(text, 0);
  return tag?.name === root ? text.slice(0, tag.end).replace(/[^\n]/g, '') + text.slice(tag.end) : text;
}

/** The first start tag of a text, behind declarations and comments. */
function rootTag(text: string, begin: number): { readonly name: string; readonly end: number } | undefined {
  for (let at = text.indexOf('<', begin); at >= 0; at = text.indexOf('<', at)) {
    if (/[?!]/.test(text[at + 1] ?? '')) {
      at = afterDeclaration(text, at);
      if (at < 0) return undefined;
      continue;
    }
    const end = afterTag(text, at);
    const [, name] = /^<([^\s/>]+)/.exec(text.slice(at, at + 200)) ?? [];
    return end < 0 || name === undefined ? undefined : { name, end };
  }
  return undefined;
}

/** After a comment, an instruction, a section of characters or a document type. -1 where the end is not there yet. */
function afterDeclaration(text: string, at: number): number {
  const ends = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const;
  for (const [begin, close] of ends)
    if (text.startsWith(begin, at)) {
      const found = text.indexOf(close, at + begin.length);
      return found < 0 ? -1 : found + close.length;
    }
  const bracket = /[[>]/g;
  bracket.lastIndex = at;
  const found = bracket.exec(text);
  if (found === null) return -1;
  if (found[0] === '>') return found.index + 1;
  const subset = /\]\s*>/g;
  subset.lastIndex = found.index;
  return subset.exec(text) === null ? -1 : subset.lastIndex;
}

/** After a tag; a tag that lacks its end ends before the next one. -1 where the end is not there yet. */
function afterTag(text: string, at: number): number {
  const mark = /[<>"']/g;
  mark.lastIndex = at + 1;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '>') return found.index + 1;
    if (found[0] === '<') return found.index;
    const [close, tag] = [text.indexOf(found[0], found.index + 1), text.indexOf('<', found.index + 1)];
    if (close < 0) return -1;
    // A quote that is not closed before the next tag is missing.
    if (tag >= 0 && tag < close) return tag;
    mark.lastIndex = close + 1;
  }
  return -1;
}

/** What the first node showed: how far nodes are indented, and their names. */
interface FirstNode {
  /** Undefined before the first node, null where elements in it are indented as it is itself. */
  indent: string | null | undefined;
  readonly names: Set<string>;
}

/** The end of the node that begins at a place. A node whose end tag is missing ends where the next one begins, by its indentation. */
function endOfNode(text: string, begin: number, root: string, first: FirstNode): number {
  let depth = 0;
  let own: { readonly indent: string; readonly name: string } | undefined;
  let isAlone = true;
  for (let tag = nextTag(text, begin); tag !== undefined; tag = nextTag(text, tag.end)) {
    const { at, end, name } = tag;
    if (tag.isClosing && (depth <= 0 || name === root)) return depth > 0 ? at : end;
    const indent = indentAt(text, at);
    const isNext = !tag.isClosing && indent === own?.indent;
    if (isNext && first.indent === indent && first.names.has(name)) return at;
    if (isNext) isAlone = false;
    own ??= { indent, name };
    depth += depthOf(tag);
    if (depth > 0) continue;
    learnFrom(own, isAlone, first);
    return end;
  }
  return -1;
}

/** How much deeper elements are nested after a tag. */
function depthOf({ isEmpty, isClosing }: Tag): number {
  return isEmpty ? 0 : isClosing ? -1 : 1;
}

/** Notes what a whole node shows of the others. */
function learnFrom(
  own: { readonly indent: string; readonly name: string },
  isAlone: boolean,
  first: FirstNode,
): void {
  if (first.indent === undefined) first.indent = isAlone ? own.indent : null;
  if (first.names.size < 100) first.names.add(own.name);
}

/** A tag of an element. */
interface Tag {
  readonly at: number;
  readonly end: number;
  readonly name: string;
  readonly isClosing: boolean;
  /** Whether it is start and end in one. */
  readonly isEmpty: boolean;
}

/** The next tag from a place on; undefined where none is whole yet. */
function nextTag(text: string, begin: number): Tag | undefined {
  for (let at = text.indexOf('<', begin); at >= 0; at = text.indexOf('<', at)) {
    if (/[?!]/.test(text[at + 1] ?? '')) {
      at = afterDeclaration(text, at);
      if (at < 0) return undefined;
      continue;
    }
    const end = afterTag(text, at);
    if (end < 0) return undefined;
    const [, slash, name = ''] = /^<(\/?)([^\s/>]*)/.exec(text.slice(at, Math.min(end, at + 200))) ?? [];
    return { at, end, name, isClosing: slash === '/', isEmpty: text[end - 2] === '/' };
  }
  return undefined;
}

/** The spaces before a tag, from the beginning of its line; a mark of its own where other text stands before it. */
function indentAt(text: string, at: number): string {
  // Of a long line only the end: its beginning would be looked for again and again.
  const before = text.slice(Math.max(at - 100, 0), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^[ \t]*$/.test(line) ? line : '-';
}

/** @throws Error with `context.line`, as errors of n3 have it */
async function parseXml(text: string, baseIRI: string): Promise<readonly Quad[]> {
  if (isXmlTooDeep(text)) throw new Error(`elements are nested more than ${MOST_XML_LEVELS} levels deep`);
  const parser = new RdfXmlParser({ baseIRI, trackPosition: true });
  const quads: Quad[] = [];
  await new Promise<void>((resolve, reject) => {
    parser.on('data', (quad: Quad) => quads.push(quad));
    parser.on('end', resolve);
    parser.on('error', (error: Error) => reject(withLine(error)));
    parser.write(text);
    parser.end();
  });
  return quads;
}

function withLine(error: Error): Error {
  const [place, line] = /^(?:Line )?(\d+)(?: column |:)\d+: ?/.exec(error.message) ?? [];
  const message = place === undefined ? error.message : error.message.slice(place.length);
  return Object.assign(
    new Error(message, { cause: error }),
    given({ context: line === undefined ? undefined : { line: Number(line) } }),
  );
}
