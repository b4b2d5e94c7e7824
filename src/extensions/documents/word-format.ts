import { Unreadable } from '../../language/corpus/draft.js';
import { messageOf } from '../../model/errors.js';
import { isZip } from '../../support/files/signature.js';
import { loadOptional } from '../../support/optional-packages.js';
import { decodeText } from '../../web/page/charset.js';
import { languageTag } from '../../web/page/metadata.js';
import { blocksOfHtml, type DocumentContent } from './document-content.js';

/** More would be unpacked than the limit allows. */
export class TooLarge extends Unreadable {}

/**
 * Reads a Word document (.docx) by mammoth: its paragraphs, headings, list items, table cells and notes, with their links.
 * The title is that of its properties.
 *
 * @param maximumBytes what its XML parts may hold together when they are unpacked
 * @throws Unreadable when it is damaged, too large unpacked, or not a .docx (an old .doc or an encrypted one, say)
 */
export async function readDocx(bytes: Uint8Array, maximumBytes: number): Promise<DocumentContent> {
  // All parts that hold text are unpacked, so that one made to harm is met here and not inside the converter.
  const parts = await unpackParts(bytes, maximumBytes);
  if (!parts.has('[Content_Types].xml'))
    throw new Unreadable('the file is a ZIP archive but not a Word document; unpack it or rename it');
  const { default: mammoth } = await loadOptional('mammoth', () => import('mammoth'));
  const options = {
    styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
    convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    externalFileAccess: false,
  };
  const { value } = await mammoth
    .convertToHtml({ buffer: Buffer.from(bytes) }, options)
    .catch((thrown: unknown) => {
      throw new Unreadable(`the document cannot be read (${messageOf(thrown)}); save it as .docx again`);
    });
  const core = decodeText(parts.get('docProps/core.xml') ?? Buffer.of());
  const [title, language] = [propertyIn(core, 'title'), languageTag(propertyIn(core, 'language'))];
  return { title, language, blocks: blocksOfHtml(value) };
}

/** The XML parts of a ZIP archive, unpacked only up to a limit, whatever sizes it states. @throws Unreadable */
async function unpackParts(bytes: Uint8Array, maximumBytes: number): Promise<Map<string, Uint8Array>> {
  if (!isZip(bytes)) throw new Unreadable('the file is not what its name says; fetch or save it again');
  const { fromBufferPromise } = await import('yauzl');
  const parts = new Map<string, Uint8Array>();
  let left = maximumBytes;
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false });
    for await (const entry of zip.eachEntry()) {
      if (!/\.(?:xml|rels)$/i.test(entry.fileName)) continue;
      const pieces: Uint8Array[] = [];
      for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
        left -= piece.length;
        if (left < 0)
          throw new TooLarge(`unpacked it is larger than the limit; ${entry.fileName} may be made to harm`);
        pieces.push(piece);
      }
      parts.set(entry.fileName, Buffer.concat(pieces));
    }
  } catch (thrown) {
    if (thrown instanceof TooLarge) throw thrown;
    throw new Unreadable(`the file is cut off or damaged (${messageOf(thrown)}); fetch or save it again`);
  }
  return parts;
}

/** A property of a document; undefined where it is empty. */
function propertyIn(core: string, name: string): string | undefined {
  const written = new RegExp(`<dc:${name}[^<>]*>([^<]+)</`).exec(core)?.[1];
  return written === undefined ? undefined : blocksOfHtml(written)[0]?.text;
}
