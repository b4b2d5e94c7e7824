import { readdir, readFile, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError, messageOf } from '../../model/errors.js';
import { openFolderWeb } from './folder-web.js';
import { openSampleWeb } from './sample-web.js';
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

const ROLES = ['seed', 'corpus', 'target', 'neutral'] as const;

/**
 * Reads the topics of a web: tab-separated lines `topic role page`, where role is seed, corpus, target or neutral, and a page is
 * a URL of the web. Lines that begin with `#` are comments.
 *
 * @throws InputError naming the file and the line that is none of these
 */
export async function readTopics(file: string, web: VirtualWeb): Promise<readonly WebTopic[]> {
  const text = await readFile(file, 'utf8').catch((thrown: unknown) => {
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  });
  const pages = new Set(web.pages);
  const topics = new Map<string, Record<(typeof ROLES)[number], string[]>>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [topic = '', written = '', page = ''] = line.split('\t').map((column) => column.trim());
    const role = ROLES.find((one) => one === written);
    if (topic === '' || role === undefined || !pages.has(page))
      throw new InputError(
        `${file}:${index + 1}: not a topic, a role (seed, corpus, target, neutral) and a page of ${web.name}, separated by tabs`,
      );
    const entry = topics.get(topic) ?? { seed: [], corpus: [], target: [], neutral: [] };
    topics.set(topic, entry);
    entry[role].push(page);
  }
  return [...topics].map(([name, { seed: seeds, corpus, target: targets, neutral }]) => {
    return { name, seeds, corpus, targets, ...(neutral.length > 0 && { neutral }) };
  });
}
