import { extname } from 'node:path';
import { parseUrl } from '../../support/parse-url.js';
import { pageKey } from '../../web/stored/virtual-web.js';

/**
 * The mapping between files and URLs. File names are byte strings (Latin-1): wget escapes only some bytes of UTF-8, so names
 * may not be valid text.
 *
 * A file is listed under the URL that corresponds to its name: `index.html` is its folder; the part after a `?`, or after an
 * `@` before `name=`, is the query; escapes are kept, and characters that URLs cannot contain are escaped.
 * A request finds the file if it differs from this URL only in escapes (also `%2F` for `/`), in the name `index.html`, and in the
 * slash behind a folder.
 */
export interface FileAddress {
  readonly address: string;
  /** Keys ({@link lookupKey}) of requests that mean this file, unless another one is listed there. */
  readonly keys: readonly string[];
}

const INDEX = /^index\.x?html?$/i;
/** A folder name that can be a host, optionally with a port. */
const HOST_NAME = /^(?:localhost|[^.]+(?:\.[^.]+)+)$/i;
/** Begins the query in a file's name. */
const QUERY_MARK = /\?|@(?=[^@]*=)/;
/** Characters that are not allowed in a path, or have a special meaning there. */
const NOT_IN_PATH = /%(?![\da-f]{2})|[?#\\]|[^\x21-\x7e]/gi;
const NOT_IN_QUERY = /%(?![\da-f]{2})|#|[^\x21-\x7e]/gi;

/**
 * The URL of a file, and the keys of other requests for it.
 *
 * @param path from the folder of the web, with slashes
 * @param host of all files; without it the first folder of the path names the host
 * @returns undefined if no folder can be a host
 */
export function fileAddress(path: string, host: string | undefined): FileAddress | undefined {
  const [first = '', ...below] = path.split('/');
  const own = host === undefined ? below : [first, ...below];
  const name = own.pop();
  if (name === undefined || (host === undefined && !HOST_NAME.test(first))) return undefined;
  const site = parseUrl(`http://${host ?? hostOfFolder(first)}/`);
  if (site === undefined) return undefined;
  const folder = own.map((part) => `${part}/`).join('');
  const [page, query] = splitQuery(name, QUERY_MARK);
  const written =
    escaped(folder + (INDEX.test(page) ? '' : page), NOT_IN_PATH) +
    (query === undefined ? '' : `?${escaped(query, NOT_IN_QUERY)}`);
  const address = parseUrl(site.href + written);
  if (address === undefined) return undefined;
  const start = `${site.hostname}/${folder}`;
  const isFolder = address.pathname.endsWith('/') && query === undefined;
  return {
    address: address.href,
    keys: [lookupKey(address), unescaped(start + name), ...(isFolder ? [unescaped(start.slice(0, -1))] : [])],
  };
}

/** The key of a URL in `keys`. */
export function lookupKey(address: URL): string {
  return unescaped(pageKey(address));
}

/** A file name without the part that may be the query. */
export function withoutQuery(name: string): string {
  return splitQuery(name, QUERY_MARK)[0];
}

/** wget writes `host+port` where `:` is not allowed in names. */
function hostOfFolder(folder: string): string {
  return Buffer.from(folder, 'latin1')
    .toString()
    .replace(/\+(?=\d+$)/, ':');
}

function splitQuery(name: string, mark: RegExp): readonly [page: string, query?: string] {
  const at = name.search(mark);
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

function escaped(text: string, unfit: RegExp): string {
  return text.replace(unfit, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

/** Decodes all escapes repeatedly, since wget's links escape the escapes in names again. */
function unescaped(text: string): string {
  let known: string;
  let plain = text;
  do {
    known = plain;
    plain = known.replace(/%([\da-f]{2})/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  } while (plain !== known);
  return plain;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.pdf': 'application/pdf',
};

/** The type of files with an unknown ending. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The Content-Type for the ending of a file name. HTML gets no charset, since the page itself may declare it. */
export function mediaTypeOf(file: string): string {
  return TYPES[extname(file).toLowerCase()] ?? UNKNOWN_TYPE;
}
