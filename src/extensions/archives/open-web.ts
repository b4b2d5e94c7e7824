import { readdir, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError, messageOf } from '../../model/errors.js';
import { openFolderWeb } from './folder-web.js';
import { openSampleWeb } from './sample-web.js';
import { readTopics } from './topics-file.js';
import { openWarcWeb } from './warc-web.js';
import type { OpenedWeb, OpenWebOptions, VirtualWeb, WebTopic } from '../../web/stored/virtual-web.js';

const WARC = /\.(?:warc(?:\.gz)?|wacz)$/i;
const TOPICS_FILE = 'topics.tsv';

/**
 * Opens the web at a path: a folder with a `manifest.json` (a sample web), a folder of pages (`<host>/<path>`), a WARC or WACZ file or a folder of these.
 *
 * @throws InputError when the path is none of these, or the file of topics names a missing page
 */
export async function openWeb(path: string, options: OpenWebOptions = {}): Promise<OpenedWeb> {
  const isFolder = await isDirectory(path);
  if (isFolder && existsSync(join(path, 'manifest.json'))) {
    const web = await openSampleWeb(path);
    return { web, topics: web.topics };
  }
  const archives = isFolder ? await archivesIn(path) : WARC.test(path) ? [path] : [];
  if (archives.length === 0 && !isFolder) {
    throw new InputError(`${path} is not a web`, {
      hint: 'give a folder of pages (<host>/<path>) or a WARC or WACZ file',
    });
  }
  const web = archives.length > 0 ? await openWarcWeb(archives) : await openFolderWeb(path, options);
  return { web, topics: await topicsOf(web, isFolder ? path : dirname(path)) };
}

/**
 * Opens archives as one web: WARC and WACZ files, and folders of them.
 * @throws InputError when a path cannot be read or a folder holds none
 */
export async function openArchives(paths: readonly string[]): Promise<VirtualWeb> {
  const files: string[] = [];
  for (const path of paths) {
    const found = (await isDirectory(path)) ? await archivesIn(path) : [path];
    if (found.length === 0) {
      throw new InputError(`${path} does not contain WARC files`, {
        hint: 'name files, or folders with files such as crawl.warc.gz; a crawl writes them to OUT/warc',
      });
    }
    files.push(...found);
  }
  return openWarcWeb(files);
}

/** The topics of the file next to the pages, where there is one. */
async function topicsOf(web: VirtualWeb, folder: string): Promise<readonly WebTopic[]> {
  const file = join(folder, TOPICS_FILE);
  return existsSync(file) ? readTopics(file, web) : [];
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (thrown) {
    throw new InputError(`${path} cannot be read: ${messageOf(thrown)}`, {
      hint: 'name a folder of pages, or a WARC or WACZ file',
      cause: thrown,
    });
  }
}

async function archivesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => WARC.test(name))
    .sort()
    .map((name) => join(folder, name));
}
