import { posix } from 'node:path';
import { decodeHtml, decodeText } from '../../web/page/charset.js';
import { webAddress } from '../../web/page/links.js';
import { languageTag } from '../../web/page/metadata.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { Unreadable, type Draft } from '../../language/corpus/draft.js';
import { DEFAULT_CORPUS_OPTIONS } from '../../language/corpus/default-options.js';
import { readXml, type XmlElement } from '../../language/corpus/documents/xml.js';
import { blocksOfHtml, withWebLinks, type ContentBlock, type DocumentContent } from './document-content.js';
import { openArchive, type Archive } from './zip-reader.js';

const HTML_TYPES = new Set(['application/xhtml+xml', 'text/html']);
/** Font obfuscation, which leaves the texts readable. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;
/** Elements that HTML knows without an end tag; XHTML may close any element in its begin tag. */
const SELF_CLOSED =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)\b)([a-z][\w:-]*)((?:\s[^<>]*?)?)\/>/gi;

async function readPart(archive: Archive, name: string): Promise<readonly XmlElement[]> {
  const part = await archive.read(name);
  if (part === undefined)
    throw new Unreadable(`${name} is missing in it: the file is not an EPUB; fetch it again`);
  return readXml(decodeText(part));
}

/** @throws Unreadable when the texts are encrypted */
async function refuseEncryption(archive: Archive): Promise<void> {
  const part = await archive.read('META-INF/encryption.xml');
  if (part === undefined) return;
  const methods = readXml(decodeText(part)).filter(({ name }) => name === 'EncryptionMethod');
  if (methods.some(({ attributes }) => !FONT_OBFUSCATION.test(attributes['Algorithm'] ?? '')))
    throw new Unreadable('the book is copy-protected (DRM); use one without protection');
}

/** The first ten. */
function named(names: readonly string[]): string {
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `${names.slice(0, 10).join(', ')}${more}`;
}

/** Content of the package document: metadata, and the paths of the texts in reading order. */
interface Package {
  readonly title: string | undefined;
  readonly language: string | undefined;
  readonly sourceUrl: string | undefined;
  readonly texts: readonly string[];
}

async function readPackage(archive: Archive): Promise<Package> {
  const container = await readPart(archive, 'META-INF/container.xml');
  const path = container.find(({ name }) => name === 'rootfile')?.attributes['full-path'] ?? '';
  const elements = await readPart(archive, path);
  const items = new Map(
    elements
      .filter(({ name }) => name === 'item')
      .map(({ attributes }) => [attributes['id'] ?? '', attributes]),
  );
  const texts = elements
    .filter(({ name, attributes }) => name === 'itemref' && attributes['linear'] !== 'no')
    .flatMap(({ attributes }) => {
      const item = items.get(attributes['idref'] ?? '');
      return item === undefined ? [] : [item];
    })
    .filter((item) => HTML_TYPES.has(item['media-type'] ?? '') && !/\bnav\b/.test(item['properties'] ?? ''))
    .map((item) => posix.join(posix.dirname(path), unescapePercent(item['href'] ?? '')));
  const textOf = (wanted: string): string | undefined =>
    elements.find(({ name, text }) => name === wanted && text.trim() !== '')?.text.trim();
  return {
    title: textOf('title'),
    language: languageTag(textOf('language')),
    sourceUrl: webAddress(textOf('source') ?? ''),
    texts,
  };
}

/**
 * Reads an electronic book (EPUB 2 and 3) as one document: the paragraphs of the texts in its spine, in reading order,
 * without its table of contents; title, language and source of its metadata.
 *
 * Source: EPUB 3.3, 4.2.6.3 (container.xml), 5 (package document).
 *
 * @param maximumBytes what the texts may hold together when they are unpacked
 * @param maximumCharacters no text is read after so many
 * @throws Unreadable when it is damaged, too large unpacked, copy-protected, or not an EPUB
 */
export async function readEpub(
  bytes: Uint8Array,
  maximumBytes: number,
  maximumCharacters: number = DEFAULT_CORPUS_OPTIONS.maximumCharacters,
): Promise<Draft> {
  const { blocks, sourceUrl, incomplete, title, language } = await readEpubContent(
    bytes,
    maximumBytes,
    maximumCharacters,
  );
  const text = blocks.map((block) => block.text).join('\n\n');
  return { title, language, sourceUrl, text, ...(incomplete === undefined ? {} : { warning: incomplete }) };
}

/**
 * The same with headings and links to web addresses.
 * @throws as {@link readEpub}
 */
export async function readEpubContent(
  bytes: Uint8Array,
  maximumBytes: number,
  maximumCharacters: number,
): Promise<DocumentContent & { readonly sourceUrl: string | undefined }> {
  const archive = await openArchive(bytes, maximumBytes);
  await refuseEncryption(archive);
  const { texts, ...metadata } = await readPackage(archive);
  const blocks: ContentBlock[] = [];
  const missing: string[] = [];
  let characters = 0;
  // A spine names each text once (EPUB 3.3, 5.7.3); a book made to harm names one thousands of times.
  for (const name of new Set(texts)) {
    if (characters > maximumCharacters) break;
    const part = await archive.read(name);
    if (part === undefined) missing.push(name);
    else {
      const html = decodeHtml(part, 'application/xhtml+xml').replace(SELF_CLOSED, '<$1$2></$1>');
      for (const block of withWebLinks(blocksOfHtml(html))) {
        characters += block.text.length;
        blocks.push(block);
      }
    }
  }
  return {
    ...metadata,
    blocks,
    ...(missing.length === 0 ? {} : { incomplete: `parts of the book are missing: ${named(missing)}` }),
  };
}
