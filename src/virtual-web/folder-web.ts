import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InputError, messageOf } from '../model/errors.js';
import { parseUrl } from '../support/parse-url.js';
import { mediaTypeOf, UNKNOWN_TYPE } from './media-types.js';
import { recordedResponse } from './recorded-response.js';
import { notFound, pageKey, type VirtualWeb, type WebAnswer } from './web.js';

/** How the files of a folder are addressed. */
export interface FolderWebOptions {
  /** The host that all files belong to. Without it, the first folder of a path names the host. */
  readonly host?: string | undefined;
}

/** A file that is answered with. */
interface StoredPage {
  readonly address: string;
  readonly file: string;
  /** True where the file begins with the header of the response, as those of WebKB do. */
  readonly recorded: boolean;
}

const INDEX = /^index\.x?html?$/i;
/** A folder that may stand for a host. */
const HOST_NAME = /^(?:localhost|[^.]+(?:\.[^.]+)+)$/i;
const HTML_BEGINS = /^\s*</;
/** `:` may not stand in file names everywhere; U+F03A is what Windows' Services for Unix make of it. */
const ADDRESS_AS_NAME = /^([a-z][a-z+.-]*)(?::|\uF03A|%3A)\^\^(.+)$/iu;

/**
 * Opens a folder of pages as a web. Its files are either laid out as `wget --mirror` lays them out,
 * `<host>/<path>`, or with `host` all of one host; or a file's name is the whole address with `^` for `/`, as in the
 * WebKB collection, in whatever folder it lies, and its content the recorded response, header first.
 *
 * `index.html` is the page of its folder; under its own name it redirects there, and so does a folder without slash.
 * What comes after a `?` in a name is the query. Names that begin with a dot are passed over.
 *
 * @throws InputError when the folder cannot be read or holds nothing that has an address
 */
export async function openFolderWeb(folder: string, options: FolderWebOptions = {}): Promise<VirtualWeb> {
  const stored = new Map<string, StoredPage>();
  const redirects = new Map<string, string>();
  for (const path of await filesBelow(folder)) {
    const page = storedPage(path, options);
    if (page === undefined) continue;
    const url = new URL(page.address);
    stored.set(pageKey(url), page);
    if (page.recorded || !INDEX.test(basename(path))) continue;
    redirects.set(pageKey(new URL(basename(path), url)), page.address);
    if (url.pathname !== '/') redirects.set(pageKey(url).replace(/\/$/, ''), page.address);
  }
  if (stored.size === 0) {
    throw new InputError(`${folder} holds no page that has an address`, {
      hint: `lay files out as ${join(folder, 'example.org', 'path', 'page.html')}, or name their host: --host example.org`,
    });
  }
  return {
    name: folder,
    hosts: new Set([...stored.values()].map(({ address }) => new URL(address).hostname)),
    pages: [...stored.values()].filter(mayBePage).map(({ address }) => address),
    async answer(url) {
      const key = pageKey(new URL(url));
      const page = stored.get(key);
      if (page !== undefined) return answerWith(join(folder, page.file), page.recorded);
      const target = redirects.get(key);
      return target === undefined
        ? notFound(url)
        : { status: 301, headers: { location: target }, body: new Uint8Array() };
    },
  };
}

/** Files of a kind that no page is of, pictures say, are none; `page.php?x=1` and names without ending may be. */
function mayBePage({ file, recorded }: StoredPage): boolean {
  const type = mediaTypeOf(withoutQuery(file));
  return recorded || type === UNKNOWN_TYPE || /^(?:text\/(?:html|plain)|application\/xhtml)/.test(type);
}

function withoutQuery(file: string): string {
  return file.replace(/\?.*$/s, '');
}

async function answerWith(file: string, recorded: boolean): Promise<WebAnswer> {
  const body = await readFile(file);
  if (recorded) return recordedResponse(body);
  const type = mediaTypeOf(withoutQuery(file));
  const isHtml = type === UNKNOWN_TYPE && HTML_BEGINS.test(body.subarray(0, 200).toString('latin1'));
  return { status: 200, headers: { 'content-type': isHtml ? 'text/html' : type }, body };
}

/** Paths of all files from the folder, with slashes, sorted. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error('it is no folder');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'),
      )
      .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
      .sort();
  } catch (thrown) {
    throw new InputError(`${folder} cannot be read as a web: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function storedPage(path: string, { host }: FolderWebOptions): StoredPage | undefined {
  const name = basename(path);
  const [, scheme = '', rest = ''] = ADDRESS_AS_NAME.exec(name) ?? [];
  if (scheme !== '') {
    const address = parseUrl(`${scheme}://${rest.replaceAll('^', '/')}`);
    const isWeb = address !== undefined && /^https?:$/.test(address.protocol);
    return isWeb ? { address: address.href, file: path, recorded: true } : undefined;
  }
  const [first = '', ...below] = path.split('/');
  const own = host === undefined ? below : [first, ...below];
  if (own.length === 0 || (host === undefined && !HOST_NAME.test(first))) return undefined;
  const address = parseUrl(`http://${host ?? first}/${own.map(asSegment).join('/')}`);
  if (address === undefined) return undefined;
  return { address: address.href, file: path, recorded: false };
}

/** A name as a part of an address: an index page is its folder, and what is behind a `?` stays the query. */
function asSegment(name: string, index: number, all: readonly string[]): string {
  if (index < all.length - 1) return encodeURIComponent(name);
  if (INDEX.test(name)) return '';
  const [path = '', ...query] = name.split('?');
  return [encodeURIComponent(path), ...query].join('?');
}
