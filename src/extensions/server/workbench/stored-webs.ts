import { readFile, readdir, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { Problem } from '../http.js';
import { checkedName, cleanFileName, PLACES, within } from './work-folder.js';

/** The web that comes with the package, and its name. */
const SAMPLE_WEB = 'sample';
/** Bytes of a file that is imported. */
export const MAX_IMPORTED = 512 << 20;

const ARCHIVE = /\.(?:warc|warc\.gz|wacz)$/i;
const PAGE = /\.(?:html?|xhtml)$/i;

/** A web in files that can be crawled in place of the Web. JSON. */
export interface StoredWeb {
  readonly name: string;
  readonly kind: 'sample' | 'folder' | 'archive';
  /** Addresses to start from, by topic, where they are known. */
  readonly seeds?: Readonly<Record<string, readonly string[]>>;
}

/** The webs in files of a folder. */
export interface StoredWebs {
  list(): Promise<readonly StoredWeb[]>;
  /** The path for `--web`. @throws Problem 404 */
  pathOf(name: string): string;
  /** Keeps an archive, or a page of a folder of pages. @param file its path, as the browser names it @returns the name of the web */
  keep(name: string, file: string, bytes: Uint8Array): Promise<StoredWeb>;
}

/** @param folder of the workbench; webs are kept in `webs/` */
export function createStoredWebs(folder: string): StoredWebs {
  const root = path.join(folder, PLACES.webs);
  return {
    async list() {
      const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
      const kept = entries
        .filter((entry) => entry.isDirectory() || ARCHIVE.test(entry.name))
        .map((entry): StoredWeb => ({ name: entry.name, kind: entry.isDirectory() ? 'folder' : 'archive' }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return [await sampleWeb(), ...kept];
    },
    pathOf(name) {
      if (name === SAMPLE_WEB) return packagedPath('corpora/sample-web');
      const place = within(folder, PLACES.webs, cleanFileName(name));
      if (!existsSync(place)) throw new Problem(404, `there is no stored web '${name}'`);
      return path.relative(folder, place);
    },
    async keep(name, file, bytes) {
      if (ARCHIVE.test(file)) {
        const clean = cleanFileName(file);
        await replaceFile(within(folder, PLACES.webs, clean), bytes);
        return { name: clean, kind: 'archive' };
      }
      if (!PAGE.test(file))
        throw new Problem(
          415,
          `${file} is neither a page (.html) nor a web archive (.warc, .warc.gz, .wacz)`,
        );
      const web = checkedName(name, 'web');
      const parts = file
        .split('/')
        .map(cleanFileName)
        .filter((part) => part !== '');
      const place = within(folder, PLACES.webs, web, ...parts);
      await mkdir(path.dirname(place), { recursive: true });
      await replaceFile(place, bytes);
      return { name: web, kind: 'folder' };
    },
  };
}

async function sampleWeb(): Promise<StoredWeb> {
  const manifest = await readFile(packagedPath('corpora/sample-web/manifest.json'), 'utf8');
  const { seeds } = JSON.parse(manifest) as Required<Pick<StoredWeb, 'seeds'>>;
  return { name: SAMPLE_WEB, kind: 'sample', seeds };
}
