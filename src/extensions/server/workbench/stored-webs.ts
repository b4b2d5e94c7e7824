import { readFile, readdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { Problem } from '../http.js';
import { cleanFileName, PLACES, within } from './work-folder.js';

/** The web that comes with the package, and its name. */
const SAMPLE_WEB = 'sample';

const ARCHIVE = /\.(?:warc|warc\.gz|wacz)$/i;

/** A web in files that can be crawled in place of the Web. JSON. */
export interface StoredWeb {
  readonly name: string;
  readonly kind: 'sample' | 'folder' | 'archive';
  /** Addresses to start from, by topic, where they are known. */
  readonly seeds?: Readonly<Record<string, readonly string[]>>;
}

/** The webs in files of a folder. */
export type StoredWebs = ReturnType<typeof createStoredWebs>;

/** @param folder of the workbench; folders of pages and archives are in `webs/` */
export function createStoredWebs(folder: string) {
  const root = path.join(folder, PLACES.webs);
  return {
    async list(): Promise<readonly StoredWeb[]> {
      const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
      const kept = entries
        .filter((entry) => entry.isDirectory() || ARCHIVE.test(entry.name))
        .map((entry): StoredWeb => ({ name: entry.name, kind: entry.isDirectory() ? 'folder' : 'archive' }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return [await sampleWeb(), ...kept];
    },
    /** The path for `--web`. @throws Problem 404 */
    pathOf(name: string): string {
      if (name === SAMPLE_WEB) return packagedPath('corpora/sample-web');
      const place = within(folder, PLACES.webs, cleanFileName(name));
      if (!existsSync(place)) throw new Problem(404, `there is no stored web '${name}'`);
      return path.relative(folder, place);
    },
  };
}

async function sampleWeb(): Promise<StoredWeb> {
  const manifest = await readFile(packagedPath('corpora/sample-web/manifest.json'), 'utf8');
  const { seeds } = JSON.parse(manifest) as Required<Pick<StoredWeb, 'seeds'>>;
  return { name: SAMPLE_WEB, kind: 'sample', seeds };
}
