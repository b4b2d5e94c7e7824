import { readdir, readFile, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join, normalize, basename } from 'node:path';
import { InputError, messageOf } from '../../model/errors.js';
import { openWarcWeb } from './warc-web.js';
import {
  type OpenedWeb,
  type OpenWebOptions,
  type VirtualWeb,
  type WebTopic,
  type WebAnswer,
  notFound,
  pageKey,
} from '../../web/stored/virtual-web.js';
import { z } from 'zod';
import { parseJson } from '../../support/parse-json.js';
import { type FileAddress, mediaTypeOf, fileAddress, UNKNOWN_TYPE } from './file-addresses.js';

const HTML_BEGINS = /^\s*</;
/** Pictures, for example, are not pages; `page.php?x=1` and names without an ending may be. */
const PAGE_TYPES = ['text/html', 'text/plain', 'application/xhtml', UNKNOWN_TYPE];

/**
 * Opens a folder of pages as a web. Its files are laid out as `wget --mirror` lays them out, `<host>/<path>`, or with `host` all
 * of one host.
 *
 * Each page has one URL, to which other requests for it are redirected ({@link fileAddress} has the rule). Names that begin
 * with a dot are skipped.
 *
 * @throws InputError when the folder cannot be read or has no file with a URL
 */
export async function openFolderWeb(folder: string, options: OpenWebOptions = {}): Promise<VirtualWeb> {
  const stored = new Map<string, FileAddress & { readonly file: string }>();
  for (const file of await readFolder(folder)) {
    const page = fileAddress(file, options.host);
    if (page !== undefined) stored.set(pageKey(new URL(page.address)), { ...page, file });
  }
  if (stored.size === 0) {
    throw new InputError(`${folder} does not contain pages with URLs`, {
      hint: `lay files out as ${join(folder, 'example.org', 'path', 'page.html')}, or name their host: --host example.org`,
    });
  }
  const redirects = new Map<string, string>();
  for (const { keys, address } of stored.values())
    for (const key of keys) if (!redirects.has(key)) redirects.set(key, address);
  const pages = [...stored.values()].filter(({ file }) =>
    PAGE_TYPES.some((one) => typeOf(file).startsWith(one)),
  );
  return {
    name: folder,
    hosts: new Set([...stored.values()].map(({ address }) => new URL(address).hostname)),
    pages: pages.map(({ address }) => address),
    async answer(url) {
      const key = pageKey(new URL(url));
      const page = stored.get(key);
      const location = redirects.get(key);
      if (page !== undefined) return answerWith(folder, page.file);
      if (location === undefined) return notFound(url);
      return { status: 301, headers: { location }, body: new Uint8Array() };
    },
  };
}

/** The type of a file, by its name without a query. */
function typeOf(file: string): string {
  return mediaTypeOf(basename(file).split('?', 1).join(''));
}

async function answerWith(folder: string, file: string): Promise<WebAnswer> {
  const body = await readFile(join(folder, file));
  const type = typeOf(file);
  const isHtml = type === UNKNOWN_TYPE && HTML_BEGINS.test(body.subarray(0, 200).toString('latin1'));
  return { status: 200, headers: { 'content-type': isHtml ? 'text/html' : type }, body };
}

/** Paths of all files below a folder, with slashes, sorted. */
async function readFolder(folder: string): Promise<readonly string[]> {
  const filesBelow = async (below: string): Promise<string[]> => {
    const files: string[] = [];
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      if (entry.isFile()) files.push(below + entry.name);
      else if (entry.isDirectory()) files.push(...(await filesBelow(`${below}${entry.name}/`)));
    }
    return files;
  };
  try {
    return (await filesBelow('')).sort();
  } catch (thrown) {
    throw new InputError(`${folder} cannot be read as a web: ${messageOf(thrown)}`, { cause: thrown });
  }
}

const pageSchema = z.object({
  url: z.url(),
  /** Relative to the folder. */
  file: z.string(),
  /** The kind of page: an article, an index, a trap…; informative only. */
  kind: z.string(),
  /** The topics that the page is about: the ground truth. */
  topics: z.array(z.string()),
  contentType: z.string(),
  /** True when robots.txt forbids the page. */
  forbidden: z.boolean().optional(),
});

const manifestSchema = z.object({
  hosts: z.array(z.string()),
  /** Seeds by topic. */
  seeds: z.record(z.string(), z.array(z.url())),
  redirects: z.array(z.object({ from: z.url(), to: z.string(), status: z.number().int() })).default([]),
  pages: z.array(pageSchema),
});

/** `manifest.json` of a sample web: its hosts, seeds, redirects and pages with the topics that they are about. */
type SampleManifest = z.output<typeof manifestSchema>;

/** A web in a folder with a manifest, for demos, tests and comparisons: several hosts, and the topics of each page. */
export interface SampleWeb extends VirtualWeb {
  readonly manifest: SampleManifest;
  readonly topics: readonly WebTopic[];
}

/**
 * Opens the web of a folder with a `manifest.json`. Pages and redirects are those of the manifest; other files of the folder
 * (`<host>/robots.txt`, images) are served under their host and path; everything else is 404.
 *
 * @throws InputError when the manifest cannot be read
 */
export async function openSampleWeb(folder: string): Promise<SampleWeb> {
  const manifest = await readManifest(folder);
  const keyOf = (url: string): string => pageKey(new URL(url));
  const pages = new Map(manifest.pages.map((page) => [keyOf(page.url), page]));
  const redirects = new Map(manifest.redirects.map((redirect) => [keyOf(redirect.from), redirect]));
  // A page only has the URL of the manifest, not a second one from its file name.
  const files = new Set(manifest.pages.map((page) => page.file));

  return {
    name: folder,
    manifest,
    hosts: new Set(manifest.hosts),
    pages: manifest.pages.map(({ url }) => url),
    topics: Object.entries(manifest.seeds).map(([topic, seeds]) => topicOf(topic, seeds, manifest)),
    async answer(url) {
      const address = new URL(url);
      const redirect = redirects.get(pageKey(address));
      if (redirect !== undefined) {
        return { status: redirect.status, headers: { location: redirect.to }, body: new Uint8Array() };
      }
      const page = pages.get(pageKey(address));
      // normalize() keeps the path below its host.
      const other = join(address.hostname, normalize(decodedPath(address.pathname)));
      const file = page?.file ?? (files.has(other) ? undefined : other);
      const body = file === undefined ? undefined : await readFile(join(folder, file)).catch(() => undefined);
      if (file === undefined || body === undefined) return notFound(url);
      return { status: 200, headers: { 'content-type': page?.contentType ?? mediaTypeOf(file) }, body };
    },
  };
}

/** The targets are the pages about the topic that a crawler can find if it reads HTML and obeys robots.txt. */
function topicOf(name: string, seeds: readonly string[], manifest: SampleManifest): WebTopic {
  const targets = manifest.pages
    .filter((page) => page.topics.includes(name) && page.forbidden !== true && /html/.test(page.contentType))
    .map((page) => page.url);
  return { name, seeds, corpus: [], targets };
}

/** The path with its escapes resolved, below `/`. */
function decodedPath(pathname: string): string {
  try {
    return `/${decodeURIComponent(pathname)}`;
  } catch {
    return pathname;
  }
}

/** @throws InputError naming the file and the field that is wrong */
async function readManifest(folder: string): Promise<SampleManifest> {
  const file = join(folder, 'manifest.json');
  const text = await readFile(file, 'utf8').catch(() => '');
  const result = manifestSchema.safeParse(parseJson(text));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InputError(`${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a manifest'}`);
}

const WARC = /\.(?:w?arc(?:\.(?:gz|zst))?|wacz)$/i;
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
  const file = join(isFolder ? path : dirname(path), TOPICS_FILE);
  return { web, topics: existsSync(file) ? await readTopics(file, web) : [] };
}

/**
 * Opens archives as one web: WARC and WACZ files, and folders of them.
 * @throws InputError when a path cannot be read or a folder holds none
 */
export async function openArchives(paths: readonly string[]): Promise<VirtualWeb> {
  return openWarcWeb(await archivesAt(paths));
}

/** The files, and in place of folders the archives in them. @param names of archives @throws InputError as above */
export async function archivesAt(paths: readonly string[], names = WARC): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = (await isDirectory(path)) ? await archivesIn(path, names) : [path];
    if (found.length === 0) {
      throw new InputError(`${path} does not contain WARC files`, {
        hint: 'name files, or folders with files such as crawl.warc.gz; a crawl writes them to OUT/warc',
      });
    }
    files.push(...found);
  }
  return files;
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

async function archivesIn(folder: string, names = WARC): Promise<readonly string[]> {
  return (await readdir(folder))
    .filter((name) => names.test(name))
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
