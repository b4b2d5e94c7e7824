import { parseUrl } from '../support/parse-url.js';
import { pageKey } from './web.js';

/**
 * The rule by which files and addresses belong together. Names of files are strings of bytes (Latin-1): wget escapes
 * some bytes of UTF-8 and leaves others, so that names need not be valid text.
 *
 * A file is listed under the address that its name spells: `index.html` is its folder; what follows a `?`, or an `@`
 * before `name=`, is the query; escapes stay, and characters that addresses do not have are escaped.
 * A request leads to it that differs from this address in nothing but escapes (also `%2F` for `/`), or in what wget
 * changes: `.html` or `.css` at the end (`--adjust-extension`), `@` for `?` (`--restrict-file-names=windows`), the name
 * `index.html`, and the slash behind a folder.
 */
export interface FileAddress {
  readonly address: string;
  /** Under what requests are looked up by {@link lookupKey}: surely this file, if no other is listed there. */
  readonly sure: readonly string[];
  /** The same for names that wget may have changed. Names of other files that are sure go before. */
  readonly possible: readonly string[];
}

const INDEX = /^index\.x?html?$/i;
/** A folder that may stand for a host, perhaps with a port. */
const HOST_NAME = /^(?:localhost|[^.]+(?:\.[^.]+)+)$/i;
/** Begins the query in a file's name. */
const QUERY_MARK = /\?|@(?=[^@]*=)/;
/** What cannot stand in a path, or means something else there. */
const NOT_IN_PATH = /%(?![\da-f]{2})|[?#\\]|[^\x21-\x7e]/gi;
const NOT_IN_QUERY = /%(?![\da-f]{2})|#|[^\x21-\x7e]/gi;

/**
 * The address of a file, and what else it may be asked for as.
 *
 * @param path from the folder of the web, with slashes
 * @param host of all files; without it the first folder of the path names the host
 * @returns undefined where there is no folder that may be a host
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
    sure: [lookupKey(address), unescaped(start + name), ...(isFolder ? [unescaped(start.slice(0, -1))] : [])],
    possible: namesBefore(name).map((before) => unescaped(start + before)),
  };
}

/** The key of an address among `sure` and `possible`. */
export function lookupKey(address: URL): string {
  return unescaped(pageKey(address));
}

/** A file's name without what may be the query. */
export function withoutQuery(name: string): string {
  return splitQuery(name, QUERY_MARK)[0];
}

/** What wget may have made a name from, as it would stand in an address. */
function namesBefore(name: string): readonly string[] {
  return [name, name.replace(/(?<=.)\.(?:html|css)$/i, '')].flatMap((plain) => {
    const [page, query] = splitQuery(plain, plain.includes('?') ? /\?/ : /@/);
    const asked = query === undefined ? '' : `?${query}`;
    return [plain, page + asked, ...(INDEX.test(page) ? [asked] : [])];
  });
}

/** wget writes `host+port` where `:` cannot be in names. */
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

/** Bytes without any escape: wget's links to a name with an escape escape it once more. */
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
