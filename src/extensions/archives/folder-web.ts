import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { InputError, messageOf } from '../../model/errors.js';
import {
  fileAddress,
  lookupKey,
  mediaTypeOf,
  UNKNOWN_TYPE,
  withoutQuery,
  type FileAddress,
} from './file-addresses.js';

import {
  notFound,
  pageKey,
  type VirtualWeb,
  type WebAnswer,
  type OpenWebOptions,
} from '../../web/stored/virtual-web.js';

/** A file of the web. */
interface StoredPage extends FileAddress {
  /** Relative to the folder of the web, with slashes; bytes as Latin-1, since names may not be valid text. */
  readonly file: string;
}

const HTML_BEGINS = /^\s*</;

/**
 * Opens a folder of pages as a web. Its files are laid out as `wget --mirror` lays them out, `<host>/<path>`, or with `host` all
 * of one host.
 *
 * Each page has one URL, to which other requests for it are redirected ({@link FileAddress} has the rule). Names that begin
 * with a dot are skipped.
 *
 * @throws InputError when the folder cannot be read or has no file with a URL
 */
export async function openFolderWeb(folder: string, options: OpenWebOptions = {}): Promise<VirtualWeb> {
  const stored = new Map<string, StoredPage>();
  for (const path of await readFolder(folder)) {
    const page = fileAddress(path, options.host);
    if (page !== undefined) stored.set(pageKey(new URL(page.address)), { ...page, file: path });
  }
  if (stored.size === 0) {
    throw new InputError(`${folder} does not contain pages with URLs`, {
      hint: `lay files out as ${join(folder, 'example.org', 'path', 'page.html')}, or name their host: --host example.org`,
    });
  }
  const redirects = new Map<string, string>();
  for (const { keys, address } of stored.values())
    for (const key of keys) if (!redirects.has(key)) redirects.set(key, address);
  return {
    name: folder,
    hosts: new Set([...stored.values()].map(({ address }) => new URL(address).hostname)),
    pages: [...stored.values()].filter(mayBePage).map(({ address }) => address),
    async answer(url) {
      const asked = new URL(url);
      const page = stored.get(pageKey(asked));
      if (page !== undefined) return answerWith(folder, page);
      const location = redirects.get(lookupKey(asked));
      return location === undefined
        ? notFound(url)
        : { status: 301, headers: { location }, body: new Uint8Array() };
    },
  };
}

/** Pictures, for example, are not pages; `page.php?x=1` and names without an ending may be. */
function mayBePage({ file }: StoredPage): boolean {
  const type = typeOf(file);
  return type === UNKNOWN_TYPE || /^(?:text\/(?:html|plain)|application\/xhtml)/.test(type);
}

/** wget appends `.html` to a query if the content type is HTML. */
function typeOf(file: string): string {
  const name = basename(file);
  const type = mediaTypeOf(withoutQuery(name));
  return type === UNKNOWN_TYPE && /\.html$/i.test(name) ? mediaTypeOf(name) : type;
}

async function answerWith(folder: string, { file }: StoredPage): Promise<WebAnswer> {
  const body = await readFile(placeOf(folder, file));
  const type = typeOf(file);
  const isHtml = type === UNKNOWN_TYPE && HTML_BEGINS.test(body.subarray(0, 200).toString('latin1'));
  return { status: 200, headers: { 'content-type': isHtml ? 'text/html' : type }, body };
}

/** A place in the folder, byte by byte. */
function placeOf(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(folder, '/')), Buffer.from(path, 'latin1')]);
}

/** Paths of all files in the folder, as {@link StoredPage} has them, sorted. */
async function readFolder(folder: string): Promise<readonly string[]> {
  try {
    return (await filesBelow(folder, '')).sort();
  } catch (thrown) {
    throw new InputError(`${folder} cannot be read as a web: ${messageOf(thrown)}`, { cause: thrown });
  }
}

async function filesBelow(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(placeOf(folder, below), { withFileTypes: true, encoding: 'latin1' });
  const files: string[] = [];
  for (const entry of entries) {
    const path = below + entry.name;
    if (entry.name.startsWith('.')) continue;
    if (entry.isFile()) files.push(path);
    else if (entry.isDirectory()) files.push(...(await filesBelow(folder, `${path}/`)));
  }
  return files;
}
