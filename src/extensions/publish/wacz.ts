import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { replaceFile } from '../../support/files/replace-file.js';
import { sha256 } from '../../support/hash.js';
import type { PackedWarc } from '../../web/archive/archived-files.js';
import type { CaptureTable } from '../../web/archive/capture-table.js';
import { zipped, type ZipEntry } from './zip-writer.js';

const compress = promisify(gzip);

/** Version of the WACZ format that is written. */
export const WACZ_VERSION = '1.1.1';
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

/** Parts of a WACZ file. Everything is read once, in this order. */
export interface WaczParts {
  readonly warcs: AsyncIterable<PackedWarc>;
  readonly captures: CaptureTable;
  readonly pages: AsyncIterable<WaczPage>;
  /** Further pages, which a reader lists after these; the list is left out where there are none. */
  readonly extraPages: AsyncIterable<WaczPage>;
  readonly title: string;
  readonly description: string;
  readonly software: string;
  /** Time at which the file is made. */
  readonly created: Date;
}

/** Entry of a file in `datapackage.json`. */
interface Resource {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/** Report of what was packed. */
export interface PackedWacz {
  readonly pages: number;
  readonly extraPages: number;
}

/**
 * Packs an archive into one file: WACZ 1.1.1 (Kreymer and Summers, https://specs.webrecorder.net/wacz/1.1.1/). WARC files
 * and the index are stored as they are, so that readers can fetch records from within. The file replaces an earlier one when
 * it is whole.
 * @throws OutputError; what the parts throw
 */
export async function writeWacz(file: string, parts: WaczParts): Promise<PackedWacz> {
  const packed = { pages: 0, extraPages: 0 };
  await replaceFile(file, zipped(entriesOf(parts, packed), parts.created));
  return packed;
}

async function* entriesOf(
  parts: WaczParts,
  packed: { pages: number; extraPages: number },
): AsyncGenerator<ZipEntry> {
  const resources: Resource[] = [];
  let main: WaczPage | undefined;
  async function* noting(pages: AsyncIterable<WaczPage>, list: keyof PackedWacz): AsyncGenerator<WaczPage> {
    for await (const page of pages) {
      main ??= page;
      packed[list] += 1;
      yield page;
    }
  }
  const add = (path: string, content: ZipEntry['content'], compress: boolean): ZipEntry =>
    measured(path, content, compress, (resource) => resources.push(resource));

  for await (const { name, content } of parts.warcs) yield add(`archive/${name}`, content, false);
  const members: string[] = [];
  yield add(`indexes/${INDEX}`, indexMembers(parts.captures.lines(), members), false);
  yield add('indexes/index.idx', utf8(indexOfMembers(members)), true);
  yield add('pages/pages.jsonl', pageList('pages', 'Pages', noting(parts.pages, 'pages')), true);
  const extra = await startOf(noting(parts.extraPages, 'extraPages'));
  if (extra !== undefined)
    yield add('pages/extraPages.jsonl', pageList('extra', 'Further pages', extra), true);

  const datapackage = dataPackage(parts, main, resources);
  yield { name: 'datapackage.json', content: utf8([datapackage]), compress: true };
  const digest = { path: 'datapackage.json', hash: `sha256:${sha256(datapackage)}` };
  yield { name: 'datapackage-digest.json', content: utf8([JSON.stringify(digest)]), compress: true };
}

function dataPackage(parts: WaczParts, main: WaczPage | undefined, resources: readonly Resource[]): string {
  const { title, description, software, created } = parts;
  return `${JSON.stringify(
    {
      profile: 'data-package',
      wacz_version: WACZ_VERSION,
      ...{ title, description, software, created: created.toISOString() },
      mainPageUrl: main?.url,
      mainPageDate: main?.ts,
      resources,
    },
    undefined,
    2,
  )}\n`;
}

/** An entry that tells what `datapackage.json` says of it when its content was read. */
function measured(
  path: string,
  content: ZipEntry['content'],
  compress: boolean,
  tell: (resource: Resource) => void,
): ZipEntry {
  async function* measuring(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const piece of content) {
      hash.update(piece);
      bytes += piece.length;
      yield piece;
    }
    // Names of resources are lower case (Data Package, section 2.3).
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
    tell({ name, path, hash: `sha256:${hash.digest('hex')}`, bytes });
  }
  return { name: path, content: measuring(), compress };
}

/** The index in gzip members (ZipNum), and a line for each of them: its first key, and where it is. */
async function* indexMembers(lines: Iterable<string>, members: string[]): AsyncGenerator<Uint8Array> {
  let offset = 0;
  async function member(held: readonly string[]): Promise<Uint8Array> {
    const bytes = await compress(`${held.join('\n')}\n`);
    const [key = ''] = held[0]?.split(' {', 1) ?? [];
    const place = { offset, length: bytes.length, digest: `sha256:${sha256(bytes)}`, filename: INDEX };
    members.push(`${key} ${JSON.stringify(place)}\n`);
    offset += bytes.length;
    return bytes;
  }
  let held: string[] = [];
  for (const line of lines) {
    held.push(line);
    if (held.length < LINES_IN_MEMBER) continue;
    yield await member(held);
    held = [];
  }
  if (held.length > 0) yield await member(held);
}

/** Asked for after the members were written. */
function* indexOfMembers(members: readonly string[]): Generator<string> {
  yield `!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: INDEX })}\n`;
  yield* members;
}

async function* pageList(
  id: string,
  title: string,
  pages: AsyncIterable<WaczPage>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify({ format: 'json-pages-1.0', id, title, hasText: true })}\n`);
  for await (const page of pages) yield Buffer.from(`${JSON.stringify(page)}\n`);
}

function* utf8(texts: Iterable<string>): Generator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** The same, once it is known that there is something; undefined where there is nothing. */
async function startOf<T>(items: AsyncGenerator<T>): Promise<AsyncIterable<T> | undefined> {
  const first = await items.next();
  if (first.done === true) return undefined;
  async function* all(): AsyncGenerator<T> {
    yield first.value as T;
    yield* items;
  }
  return all();
}
