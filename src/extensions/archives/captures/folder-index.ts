import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { InputError, messageOf } from '../../../model/errors.js';
import { without } from '../../../support/without.js';
import type { Logger } from '../../../support/logger.js';
import { indexArchive, readIndex, type CdxEntry } from '../../../web/archive/cdxj.js';
import { indexName } from '../../../web/archive/names.js';
import { keyOf, type CaptureIndex } from './capture-index.js';
import type { CaptureStore } from './capture-store.js';
import type { IndexedCapture } from './choose-captures.js';
import { parseUrl } from '../../../support/parse-url.js';

const INDEX = /\.cdxj(?:\.gz)?$/i;
const ARCHIVE = /\.warc(?:\.gz)?$/i;
/** Captures that are written in one step. */
const BATCH = 5000;

/** A file of captures in a folder: an index, or an archive without one. */
export interface CaptureFile {
  /** With the folder. */
  readonly path: string;
  /** Signature of the file, which changes with it. */
  readonly version: string;
}

/** The indexes of a folder and below it, and the WARC files without one. @throws InputError where there are none */
export async function captureFiles(folder: string): Promise<readonly CaptureFile[]> {
  const names = await readdir(folder, { recursive: true }).catch((thrown: unknown) => {
    throw new InputError(`${folder} cannot be read: ${messageOf(thrown)}`, {
      hint: 'give the URL of a CDX server, or a folder with WARC files and their indexes (CDXJ)',
      cause: thrown,
    });
  });
  const known = new Set(names);
  const wanted = names.filter(
    (name) =>
      INDEX.test(name) || (ARCHIVE.test(name) && !known.has(indexName(name)) && !known.has(`${name}.cdxj`)),
  );
  if (wanted.length === 0)
    throw new InputError(`${folder} contains neither indexes (.cdxj) nor WARC files`, {
      hint: 'a crawl with --warc all writes both to OUT/warc',
    });
  return Promise.all(
    wanted.sort().map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, version: `${name} ${size} ${mtimeMs}` };
    }),
  );
}

/**
 * The captures of a folder, by its indexes. They are read into the store once; a WARC file without an index is read as a whole.
 * @param isRelative whether the names of WARC files are relative to the folder of their index, as without `warcBase`
 * @throws InputError for a file that cannot be read; OutputError
 */
export async function openFolderIndex(
  folder: string,
  files: readonly CaptureFile[],
  isRelative: boolean,
  { store, logger }: { readonly store: CaptureStore; readonly logger: Logger },
): Promise<CaptureIndex> {
  for (const { path, version } of files) {
    if (store.scope(version) === 'whole') continue;
    const place = isRelative ? relative(folder, dirname(path)) : '';
    await readFile(path, place, version, store, logger);
  }
  const find = (url: string): Promise<readonly IndexedCapture[]> =>
    Promise.resolve(store.captures(keyOf(url)));
  return {
    find,
    findAt: async (url, timestamp) => (await find(url)).filter((one) => one.timestamp === timestamp),
  };
}

async function readFile(
  path: string,
  place: string,
  version: string,
  store: CaptureStore,
  logger: Logger,
): Promise<void> {
  let rows: (readonly [string, IndexedCapture])[] = [];
  let damaged = 0;
  try {
    for await (const entry of entriesOf(path)) {
      if (entry === undefined || parseUrl(entry.url) === undefined) {
        damaged += 1;
        continue;
      }
      const capture = without(entry, 'urlkey');
      rows.push([keyOf(entry.url), { ...capture, filename: join(place, entry.filename) }]);
      if (rows.length < BATCH) continue;
      store.keep(`${version} in part`, 'large', rows);
      rows = [];
    }
  } catch (thrown) {
    throw new InputError(`${path} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
  store.keep(version, 'whole', rows);
  if (damaged > 0) logger.warn(`${path}: ${damaged} lines are not captures; they are skipped`);
}

async function* entriesOf(path: string): AsyncGenerator<CdxEntry | undefined> {
  if (!INDEX.test(path)) yield* await indexArchive(path);
  else if (/\.gz$/i.test(path)) yield* readIndex(createReadStream(path).pipe(createGunzip()));
  else yield* readIndex(path);
}
