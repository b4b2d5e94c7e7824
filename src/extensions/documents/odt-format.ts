import { SaxesParser } from 'saxes';
import { messageOf } from '../../model/errors.js';
import { Unreadable, type Draft } from '../../language/corpus/draft.js';
import { readXml } from '../../language/corpus/documents/xml.js';
import { decodeText } from '../../web/page/charset.js';
import { languageTag } from '../../web/page/metadata.js';
import { collapseWhitespace } from '../../web/page/whitespace.js';
import {
  draftOfContent,
  type ContentBlock,
  type ContentLink,
  type DocumentContent,
} from './document-content.js';
import { openArchive, type Archive } from './zip-reader.js';

/** Elements whose text is not part of the document: what was deleted, comments, descriptions of pictures, note marks. */
const LEFT_OUT = new Set([
  'text:tracked-changes',
  'office:annotation',
  'svg:title',
  'svg:desc',
  'text:note-citation',
  'text:ruby-text',
  'table:shapes',
]);
/** Elements that are a blank in the text. */
const BLANKS = new Set(['text:s', 'text:tab', 'text:line-break']);

type Attributes = Readonly<Record<string, string>>;

/** A paragraph that is being read; notes and text boxes are paragraphs within paragraphs. */
interface OpenParagraph {
  readonly heading: number;
  text: string;
  readonly links: ContentLink[];
  readonly anchors: { readonly url: string; readonly begin: number }[];
}

/** Collects the paragraphs and headings of a `content.xml`. */
class ContentCollector {
  readonly blocks: ContentBlock[] = [];
  private readonly paragraphs: OpenParagraph[] = [];
  private leftOut = 0;
  /** Styles that are a title, by themselves or by the style that they extend. */
  private readonly titles = new Set(['Title']);

  open(name: string, attributes: Attributes): void {
    const valueOf = (attribute: string): string => attributes[attribute] ?? '';
    if (this.leftOut > 0 || LEFT_OUT.has(name)) {
      this.leftOut += 1;
      return;
    }
    const paragraph = this.paragraphs.at(-1);
    if (name === 'style:style' && this.titles.has(valueOf('style:parent-style-name')))
      this.titles.add(valueOf('style:name'));
    else if (name === 'text:h')
      this.begin(Math.min(6, Math.max(1, Number(valueOf('text:outline-level')) || 1)));
    else if (name === 'text:p') this.begin(this.titles.has(valueOf('text:style-name')) ? 1 : 0);
    else if (paragraph !== undefined && BLANKS.has(name)) paragraph.text += ' ';
    else if (paragraph !== undefined && name === 'text:a')
      paragraph.anchors.push({ url: valueOf('xlink:href').trim(), begin: paragraph.text.length });
  }

  text(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (this.leftOut > 0 || paragraph === undefined) return;
    const piece = text.replace(/\s+/g, ' ');
    paragraph.text += /(?:^|\s)$/.test(paragraph.text) ? piece.trimStart() : piece;
  }

  close(name: string): void {
    if (this.leftOut > 0) {
      this.leftOut -= 1;
      return;
    }
    if (name === 'text:h' || name === 'text:p') this.end();
    const paragraph = this.paragraphs.at(-1);
    const anchor = name === 'text:a' ? paragraph?.anchors.pop() : undefined;
    if (paragraph !== undefined && anchor !== undefined && !anchor.url.startsWith('#') && anchor.url !== '')
      paragraph.links.push({ begin: anchor.begin, end: paragraph.text.length, url: anchor.url });
  }

  private begin(heading: number): void {
    this.paragraphs.push({ heading, text: '', links: [], anchors: [] });
  }

  private end(): void {
    const paragraph = this.paragraphs.pop();
    if (paragraph === undefined) return;
    const { text, heading, links } = paragraph;
    if (collapseWhitespace(text) !== '') this.blocks.push({ text, heading, links });
  }
}

/** @throws Unreadable when it is not well-formed */
function blocksOf(xml: string): readonly ContentBlock[] {
  const collector = new ContentCollector();
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => collector.open(name, { ...attributes }));
  parser.on('text', (text) => collector.text(text));
  parser.on('closetag', ({ name }) => collector.close(name));
  parser.on('error', (error) => {
    throw new Unreadable(`XML in it is not well-formed (${messageOf(error)}); save it again`);
  });
  parser.write(xml.replace(/^\uFEFF/, '')).close();
  return collector.blocks;
}

async function readPart(archive: Archive, name: string): Promise<string | undefined> {
  const part = await archive.read(name);
  return part && decodeText(part);
}

/** Title and language of the document's properties. */
async function readProperties(archive: Archive): Promise<Pick<Draft, 'title' | 'language'>> {
  const xml = await readPart(archive, 'meta.xml');
  if (xml === undefined) return {};
  const elements = readXml(xml);
  const textOf = (name: string): string | undefined =>
    elements.find((element) => element.name === name)?.text.trim();
  return { title: textOf('title') || undefined, language: languageTag(textOf('language')) };
}

/**
 * Reads an OpenDocument text (.odt): its headings, paragraphs, list items, table cells and notes, with their links. The title is
 * that of its properties.
 *
 * Source: OpenDocument 1.3, part 2 (packages) and part 3, 5 (paragraphs) and 6 (inline content).
 *
 * @param maximumBytes what its XML parts may hold together when they are unpacked
 * @throws Unreadable when it is damaged, too large unpacked, encrypted, or not an OpenDocument text
 */
export async function readOdtContent(bytes: Uint8Array, maximumBytes: number): Promise<DocumentContent> {
  const archive = await openArchive(bytes, maximumBytes);
  const manifest = await readPart(archive, 'META-INF/manifest.xml');
  if (manifest !== undefined && readXml(manifest).some(({ name }) => name === 'encryption-data'))
    throw new Unreadable('the document is protected by a password; save it without one');
  const xml = await readPart(archive, 'content.xml');
  if (xml === undefined)
    throw new Unreadable('content.xml is missing in it: the file is not an OpenDocument text; save it again');
  return { ...(await readProperties(archive)), blocks: blocksOf(xml) };
}

/**
 * Reads an OpenDocument text (.odt); its title is that of its properties, else its first heading of level 1 or in the style
 * `Title`. @throws as {@link readOdtContent}
 */
export async function readOdt(bytes: Uint8Array, maximumBytes: number): Promise<Draft> {
  return draftOfContent(await readOdtContent(bytes, maximumBytes));
}
