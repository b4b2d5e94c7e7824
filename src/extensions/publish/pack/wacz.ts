import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { jsonFile, replaceFile } from '../../../support/files/replace-file.js';
import { sha256 } from '../../../support/hash.js';
import type { PackedWarc, CaptureTable } from '../../../web/archive/archived-files.js';

/** Lines of the index in one gzip member, of which a reader fetches one at a time. */
const LINES_IN_MEMBER = 1024;
const INDEX = 'index.cdx.gz';

/** A page in the list that a reader shows. Further fields are kept as they are. */
export interface WaczPage {
  readonly url: string;
  /** Time of the capture, ISO 8601, UTC. */
  readonly ts: string;
  readonly [field: string]: unknown;
}

/** Contents of a WACZ file, which are read once and in this order. */
interface WaczContents extends Readonly<Record<'title' | 'description' | 'software', string>> {
  readonly warcs: AsyncIterable<PackedWarc>;
  readonly captures: CaptureTable;
  readonly pages: AsyncIterable<WaczPage>;
  readonly created: Date;
}

/** A file on its way into the ZIP file. */
interface Entry {
  readonly path: string;
  readonly content: Iterable<Uint8Array | string> | AsyncIterable<Uint8Array | string>;
  /** False: the bytes are stored as they are, so that they can be read in place. */
  readonly compress: boolean;
}

/**
 * Packs an archive into one file: WACZ 1.1.1 (Kreymer and Summers, https://specs.webrecorder.net/wacz/1.1.1/). WARC files
 * and the index are stored as they are, so that readers can fetch records from within. The file replaces an earlier one when
 * it is whole.
 * @returns the number of pages
 * @throws OutputError; what the parts throw
 */
export async function writeWacz(file: string, parts: WaczContents): Promise<number> {
  const packed = { pages: 0 };
  await replaceFile(file, zipped(entriesOf(parts, packed), parts.created));
  return packed.pages;
}

async function* entriesOf(parts: WaczContents, packed: { pages: number }): AsyncGenerator<Entry> {
  const resources: object[] = [];
  /** An entry that is noted among the resources when its content was read. */
  const noted = (path: string, content: Entry['content'], compress: boolean): Entry => {
    async function* measuring(): AsyncGenerator<Uint8Array> {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of content) {
        const binary = Buffer.from(piece);
        hash.update(binary);
        bytes += binary.length;
        yield binary;
      }
      // Names of resources are lower case (Data Package, section 2.3).
      const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
      resources.push({ name, path, hash: `sha256:${hash.digest('hex')}`, bytes });
    }
    return { path, content: measuring(), compress };
  };
  let main: WaczPage | undefined;
  async function* pageList(): AsyncGenerator<string> {
    yield `${JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'Pages', hasText: true })}\n`;
    for await (const page of parts.pages) {
      main ??= page;
      packed.pages += 1;
      yield `${JSON.stringify(page)}\n`;
    }
  }
  const places = [`!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: INDEX })}\n`];
  for await (const { name, content } of parts.warcs) yield noted(`archive/${name}`, content, false);
  yield noted(`indexes/${INDEX}`, indexMembers(parts.captures.lines(), places), false);
  yield noted('indexes/index.idx', places, true);
  yield noted('pages/pages.jsonl', pageList(), true);
  const { title, description, software, created } = parts;
  const datapackage = jsonFile({
    ...{ profile: 'data-package', wacz_version: '1.1.1', title, description, software },
    ...{ created: created.toISOString(), mainPageUrl: main?.url, mainPageDate: main?.ts, resources },
  });
  yield { path: 'datapackage.json', content: [datapackage], compress: true };
  const digest = JSON.stringify({ path: 'datapackage.json', hash: `sha256:${sha256(datapackage)}` });
  yield { path: 'datapackage-digest.json', content: [digest], compress: true };
}

/** The index in gzip members (ZipNum). @param places receives a line for each of them: its first key, and where it is */
function* indexMembers(lines: Iterable<string>, places: string[]): Generator<Uint8Array> {
  let [held, offset]: [string[], number] = [[], 0];
  const member = (): Uint8Array => {
    const bytes = gzipSync(`${held.join('\n')}\n`);
    const [key = ''] = held[0]?.split(' {', 1) ?? [];
    const place = { offset, length: bytes.length, digest: `sha256:${sha256(bytes)}`, filename: INDEX };
    places.push(`${key} ${JSON.stringify(place)}\n`);
    [held, offset] = [[], offset + bytes.length];
    return bytes;
  };
  for (const line of lines) {
    held.push(line);
    if (held.length === LINES_IN_MEMBER) yield member();
  }
  if (held.length > 0) yield member();
}

/**
 * A ZIP file, piece by piece, with ZIP64 where it is needed. The next entry is requested when the content of the one
 * before was read to its end.
 * @throws what entries and their contents throw
 */
async function* zipped(entries: AsyncIterable<Entry>, mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  let input: Readable | undefined;
  async function feed(): Promise<void> {
    for await (const { path, content, compress } of entries) {
      if (output.destroyed) return;
      input = Readable.from(content, { objectMode: false });
      zip.addReadStream(input, path, { compress, mtime, mode: 0o100644 });
      await finished(input);
    }
    zip.end();
  }
  const fed = feed().catch((thrown: unknown) => output.destroy(thrown as Error));
  try {
    yield* output;
  } finally {
    input?.destroy();
    await fed;
  }
}
