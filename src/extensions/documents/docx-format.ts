import { messageOf } from '../../model/errors.js';
import { decodeText } from '../../web/page/charset.js';
import { languageTag } from '../../web/page/metadata.js';
import { loadOptional } from '../../support/optional-packages.js';
import { Unreadable, type Draft } from '../../language/corpus/draft.js';
import { readXml } from '../../language/corpus/documents/xml.js';
import { blocksOfHtml, draftOfContent, type DocumentContent } from './document-content.js';
import { openArchive, type Archive } from './zip-reader.js';

/** Unpacks the parts that hold text, so that one made to harm is met here and not inside the converter. */
async function checkParts(archive: Archive): Promise<void> {
  for (const name of archive.names) if (/\.(?:xml|rels)$/i.test(name)) await archive.read(name);
}

/** Title and language of the document's properties. */
async function readProperties(archive: Archive): Promise<Pick<Draft, 'title' | 'language'>> {
  const part = await archive.read('docProps/core.xml');
  if (part === undefined) return {};
  const elements = readXml(decodeText(part));
  const textOf = (name: string): string | undefined =>
    elements.find((element) => element.name === name)?.text.trim();
  return { title: textOf('title'), language: languageTag(textOf('language')) };
}

/** The document as HTML: headings, paragraphs, lists, tables and footnotes; pictures are left out. */
async function toHtml(bytes: Uint8Array): Promise<string> {
  const { default: mammoth } = await loadOptional('mammoth', () => import('mammoth'));
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      {
        styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
        convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
        externalFileAccess: false,
      },
    );
    return value;
  } catch (thrown) {
    throw new Unreadable(`the document cannot be read (${messageOf(thrown)}); save it as .docx again`);
  }
}

/**
 * Reads a Word document (.docx) by mammoth: its paragraphs, headings, list items, table cells and notes, with their links.
 * The title is that of its properties.
 *
 * @param maximumBytes what its XML parts may hold together when they are unpacked
 * @throws Unreadable when it is damaged, too large unpacked, or not a .docx (an old .doc or an encrypted one, say)
 */
export async function readDocxContent(bytes: Uint8Array, maximumBytes: number): Promise<DocumentContent> {
  const archive = await openArchive(bytes, maximumBytes);
  if (!archive.names.includes('[Content_Types].xml'))
    throw new Unreadable('the file is a ZIP archive but not a Word document; unpack it or rename it');
  await checkParts(archive);
  const { title, language } = await readProperties(await openArchive(bytes, maximumBytes));
  return { title: (title ?? '') || undefined, language, blocks: blocksOfHtml(await toHtml(bytes)) };
}

/**
 * Reads a Word document (.docx); its title is that of its properties, else its first heading of level 1 or in the style
 * `Title`. @throws as {@link readDocxContent}
 */
export async function readDocx(bytes: Uint8Array, maximumBytes: number): Promise<Draft> {
  return draftOfContent(await readDocxContent(bytes, maximumBytes));
}
