import { extname } from 'node:path';
import { parseUrl } from '../../support/parse-url.js';
import { pageKey } from '../../web/stored/virtual-web.js';

/** The URL of a file of a web, and other requests that mean it, by their keys ({@link pageKey}). */
export interface FileAddress {
  readonly address: string;
  readonly keys: readonly string[];
}

const INDEX = /^index\.x?html?$/i;
/** A folder name that can be a host, optionally with a port. */
const HOST_NAME = /^(?:localhost|[^.]+(?:\.[^.]+)+)$/i;
/** Characters that are not allowed in a path, or have a special meaning there. */
const NOT_IN_PATH = /%(?![\da-f]{2})|[#\\]|[^\x21-\x7e]/giu;

/**
 * The URL of a file, by its name: `index.html` is its folder; the part after a `?` is the query; escapes are kept, and characters that
 * URLs cannot contain are escaped. Requests by the name `index.html`, and without the slash behind a folder, mean the same file.
 * @param path from the folder of the web, with slashes
 * @param host of all files; without it the first folder of the path names the host
 * @returns undefined if no folder can be a host
 */
export function fileAddress(path: string, host: string | undefined): FileAddress | undefined {
  const [first = '', ...below] = path.split('/');
  const own = host === undefined ? below : [first, ...below];
  const name = own.pop();
  if (name === undefined || (host === undefined && !HOST_NAME.test(first))) return undefined;
  // wget writes `host+port` where `:` is not allowed in names.
  const site = `http://${host ?? first.replace(/\+(?=\d+$)/, ':')}`;
  const folder = [site, ...own, ''].join('/').replace(NOT_IN_PATH, encodeURIComponent);
  const [page = '', ...query] = name.replace(NOT_IN_PATH, encodeURIComponent).split('?');
  const search = query.length === 0 ? '' : `?${query.join('?')}`;
  const address = parseUrl(`${folder}${INDEX.test(page) ? '' : page}${search}`);
  if (address === undefined) return undefined;
  const others = [`${folder}${page}${search}`, ...(INDEX.test(page) ? [folder.slice(0, -1) + search] : [])];
  return { address: address.href, keys: others.map((other) => pageKey(new URL(other))) };
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
