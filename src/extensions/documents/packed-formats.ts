import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { Unreadable } from '../../language/corpus/draft.js';
import { readXml, type XmlElement } from './xml.js';
import { messageOf } from '../../model/errors.js';
import { isZip } from './document-kind.js';
import { loadOptional } from '../../support/optional-packages.js';
import { escapeHtml, unescapePercent } from '../../support/text/escapes.js';
import { normalForm } from '../../support/text/normal-form.js';
import { decodeHtml, decodeText } from '../../web/page/charset.js';
import { webAddress } from '../../web/page/links.js';
import { languageTag } from '../../web/page/metadata.js';
import { blocksOfHtml, type ContentBlock, type DocumentContent } from './document-content.js';

/** More would be unpacked than the limit allows. */
export class TooLarge extends Unreadable {}

/** Reads a part of a ZIP archive; undefined when there is none. @throws Unreadable when it is damaged or the limit is passed */
type ReadPart = (name: string) => Promise<Uint8Array | undefined>;

/**
 * Opens a ZIP archive: the names of its parts, and a reader of them. All parts together are unpacked only up to a limit, whatever
 * sizes they state. @throws Unreadable when it is damaged or not one
 */
async function openArchive(bytes: Uint8Array, maximumBytes: number): Promise<[readonly string[], ReadPart]> {
  if (!isZip(bytes)) throw new Unreadable('the file is not what its name says; fetch or save it again');
  const { fromBufferPromise } = await import('yauzl');
  const parts = new Map<string, () => Promise<Readable>>();
  /** Names as they are spelt by those who refer to them. */
  const spelt = new Map<string, string>();
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      parts.set(entry.fileName, () => zip.openReadStreamPromise(entry));
      spelt.set(spellingOf(entry.fileName), entry.fileName);
    }
  } catch (thrown) {
    throw new Unreadable(`the file is cut off or damaged (${messageOf(thrown)}); fetch or save it again`);
  }
  let left = maximumBytes;
  const read: ReadPart = async (name) => {
    const pieces: Uint8Array[] = [];
    try {
      const stream = await (parts.get(name) ?? parts.get(spelt.get(spellingOf(name)) ?? ''))?.();
      if (stream === undefined) return undefined;
      for await (const piece of stream as AsyncIterable<Uint8Array>) {
        left -= piece.length;
        if (left < 0) throw new TooLarge(`unpacked it is larger than the limit; ${name} may be made to harm`);
        pieces.push(piece);
      }
    } catch (thrown) {
      if (thrown instanceof TooLarge) throw thrown;
      throw new Unreadable(`${name} in it is damaged (${messageOf(thrown)})`);
    }
    return Buffer.concat(pieces);
  };
  return [[...parts.keys()], read];
}

/** A name of a part without what writers disagree on: a slash before it, escapes, decomposed letters, case. */
function spellingOf(name: string): string {
  return normalForm(unescapePercent(name).replace(/^\/+/, '')).toLowerCase();
}

/** The elements of an XML part; none where it is missing. @throws Unreadable */
function elementsOf(part: Uint8Array | undefined): readonly XmlElement[] {
  return part === undefined ? [] : readXml(decodeText(part));
}

/** Title and language among the elements of a document's properties. */
function propertiesIn(elements: readonly XmlElement[]): Pick<DocumentContent, 'title' | 'language'> {
  return { title: textIn(elements, 'title'), language: languageTag(textIn(elements, 'language')) };
}

function textIn(elements: readonly XmlElement[], wanted: string): string | undefined {
  return elements.find(({ name, text }) => name === wanted && text.trim() !== '')?.text.trim();
}

/**
 * Reads a Word document (.docx) by mammoth: its paragraphs, headings, list items, table cells and notes, with their links.
 * @throws Unreadable when it is damaged, too large unpacked, or not a .docx (an old .doc or an encrypted one, say)
 */
export async function readDocx(bytes: Uint8Array, maximumBytes: number): Promise<DocumentContent> {
  const [names, read] = await openArchive(bytes, maximumBytes);
  if (!names.includes('[Content_Types].xml'))
    throw new Unreadable('the file is a ZIP archive but not a Word document; unpack it or rename it');
  const parts = new Map<string, Uint8Array | undefined>();
  // All parts that hold text are unpacked, so that one made to harm is met here and not inside the converter.
  for (const name of names) if (/\.(?:xml|rels)$/i.test(name)) parts.set(name, await read(name));
  const { default: mammoth } = await loadOptional('mammoth', () => import('mammoth'));
  const options = {
    styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    externalFileAccess: false,
  };
  const single = await withoutAlternatives(bytes, parts, read);
  const { value } = await mammoth.convertToHtml({ buffer: single }, options).catch((thrown: unknown) => {
    throw new Unreadable(`the document cannot be read (${messageOf(thrown)}); save it as .docx again`);
  });
  return { ...propertiesIn(elementsOf(parts.get('docProps/core.xml'))), blocks: blocksOfHtml(value) };
}

/** Content in several forms that has none of others within it; and the form for old readers, else the first. */
const ALTERNATIVES =
  /<mc:AlternateContent\b[^<]*(?:<(?!\/?mc:AlternateContent\b)[^<]*)*<\/mc:AlternateContent>/g;
const FORMS = ['mc:Fallback', 'mc:Choice'] as const;
/** Levels of alternatives within each other. */
const MAX_LEVELS = 5;

/** The document with one form of content that is there in several: mammoth takes that for old readers alone, which may be missing. */
async function withoutAlternatives(
  bytes: Uint8Array,
  parts: ReadonlyMap<string, Uint8Array | undefined>,
  read: ReadPart,
): Promise<Buffer> {
  const changed = new Map<string, string>();
  for (const [name, part] of parts) {
    let text = decodeText(part ?? new Uint8Array());
    if (!text.includes('<mc:AlternateContent')) continue;
    for (let level = 0; level < MAX_LEVELS; level += 1)
      text = text.replace(
        ALTERNATIVES,
        (all) => FORMS.map((form) => contentOf(all, form)).find(Boolean) ?? '',
      );
    changed.set(name, text);
  }
  if (changed.size === 0) return Buffer.from(bytes);
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const [name, part] of parts)
    zip.addBuffer(Buffer.from(changed.get(name) ?? part ?? (await read(name)) ?? ''), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** The content of the first element of a name that has none of its own name within it. */
function contentOf(xml: string, name: string): string {
  const begin = xml.indexOf('>', xml.indexOf(`<${name}`)) + 1;
  return xml.includes(`<${name}`) ? xml.slice(begin, xml.indexOf(`</${name}>`, begin)) : '';
}

/** Elements whose text is not part of the document: what was deleted, comments, descriptions of pictures, note marks. */
const LEFT_OUT =
  /^(?:text:(?:tracked-changes|note-citation|ruby-text)|office:annotation|svg:(?:title|desc)|table:shapes)$/;

/**
 * Reads an OpenDocument text (.odt): its headings, paragraphs, list items, table cells and notes, with their links
 * (OpenDocument 1.3, part 2, and part 3, 5 and 6).
 * @throws Unreadable when it is damaged, too large unpacked, encrypted, or not an OpenDocument text
 */
export async function readOdt(bytes: Uint8Array, maximumBytes: number): Promise<DocumentContent> {
  const [, read] = await openArchive(bytes, maximumBytes);
  const manifest = elementsOf(await read('META-INF/manifest.xml'));
  if (manifest.some(({ name }) => name === 'encryption-data'))
    throw new Unreadable('the document is protected by a password; save it without one');
  const content = await requirePart(read, 'content.xml', 'an OpenDocument text');
  const properties = propertiesIn(elementsOf(await read('meta.xml')));
  return { ...properties, blocks: blocksOfHtml(htmlOfOdt(decodeText(content))) };
}

/** @throws Unreadable when it is not well-formed */
function htmlOfOdt(xml: string): string {
  let [html, leftOut] = ['', 0];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (leftOut > 0 || LEFT_OUT.test(name)) leftOut += 1;
    else if (name === 'text:a') html += `<a href="${escapeHtml(attributes['xlink:href'] ?? '')}">`;
    else if (/^text:(?:s|tab|line-break)$/.test(name)) html += ' ';
    else if (/^text:[hp]$/.test(name)) html += `<${blockName(name, attributes)}>`;
  });
  parser.on('text', (text) => {
    if (leftOut === 0) html += escapeHtml(text);
  });
  parser.on('closetag', ({ name, attributes }) => {
    if (leftOut > 0) leftOut -= 1;
    else if (name === 'text:a') html += '</a>';
    else if (/^text:[hp]$/.test(name)) html += `</${blockName(name, attributes)}>`;
  });
  parser.on('error', (error) => {
    throw new Unreadable(`XML in it is not well-formed (${messageOf(error)}); save it again`);
  });
  parser.write(xml.replace(/^\uFEFF/, '')).close();
  return html;
}

/** The element of HTML for a heading or paragraph. */
function blockName(name: string, attributes: Readonly<Record<string, string>>): string {
  if (name === 'text:p') return attributes['text:style-name'] === 'Title' ? 'h1' : 'div';
  return `h${Math.min(6, Math.max(1, Number(attributes['text:outline-level']) || 1))}`;
}

/** Font obfuscation, which leaves the texts readable. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

/**
 * Reads an electronic book (EPUB 2 and 3) as one document: the texts in its spine, in reading order, with links to web addresses
 * and without its table of contents (EPUB 3.3, 4.2.6.3 and 5).
 * @throws Unreadable when it is damaged, too large unpacked, copy-protected, or not an EPUB
 */
export async function readEpub(
  bytes: Uint8Array,
  limits: { readonly bytes: number; readonly characters: number },
): Promise<DocumentContent> {
  const [, read] = await openArchive(bytes, limits.bytes);
  const encryption = elementsOf(await read('META-INF/encryption.xml'));
  const methods = encryption.filter(({ name }) => name === 'EncryptionMethod');
  if (methods.some(({ attributes }) => !FONT_OBFUSCATION.test(attributes['Algorithm'] ?? '')))
    throw new Unreadable('the book is copy-protected (DRM); use one without protection');
  const container = elementsOf(await requirePart(read, 'META-INF/container.xml', 'an EPUB'));
  const path = container.find(({ name }) => name === 'rootfile')?.attributes['full-path'] ?? '';
  const elements = elementsOf(await requirePart(read, path, 'an EPUB'));
  const blocks: ContentBlock[] = [];
  let characters = 0;
  for (const name of spineOf(elements, path)) {
    const part = characters > limits.characters ? undefined : await read(name);
    if (part === undefined) continue;
    for (const block of blocksOfHtml(decodeHtml(part, 'application/xhtml+xml'), { isXhtml: true })) {
      characters += block.text.length;
      // Other links lead to parts of the package.
      blocks.push({ ...block, links: block.links.filter(({ url }) => webAddress(url) !== undefined) });
    }
  }
  return { ...propertiesIn(elements), sourceUrl: webAddress(textIn(elements, 'source') ?? ''), blocks };
}

async function requirePart(read: ReadPart, name: string, whole: string): Promise<Uint8Array> {
  const part = await read(name);
  if (part !== undefined) return part;
  throw new Unreadable(`${name} is missing in it: the file is not ${whole}; save it again`);
}

/**
 * The paths of the texts in reading order, each once: a spine names each text once (EPUB 3.3, 5.7.3); a book made to harm
 * names one thousands of times.
 */
function spineOf(elements: readonly XmlElement[], path: string): ReadonlySet<string> {
  const named = (wanted: string) => elements.filter(({ name }) => name === wanted);
  const items = new Map(named('item').map(({ attributes }) => [attributes['id'] ?? '', attributes]));
  const texts = named('itemref')
    .filter(({ attributes }) => attributes['linear'] !== 'no')
    .map(({ attributes }) => items.get(attributes['idref'] ?? '') ?? {})
    .filter((item) => /^(?:application\/xhtml\+xml|text\/html)$/.test(item['media-type'] ?? ''))
    .filter((item) => !/\bnav\b/.test(item['properties'] ?? ''));
  return new Set(
    texts.map((item) => posix.resolve('/', posix.dirname(path), (item['href'] ?? '').split('#', 1).join(''))),
  );
}
