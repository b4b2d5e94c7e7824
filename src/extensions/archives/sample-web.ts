import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../model/errors.js';
import { parseJson } from '../../support/parse-json.js';
import { mediaTypeOf } from './file-addresses.js';
import { notFound, pageKey, type VirtualWeb, type WebTopic } from '../../web/stored/virtual-web.js';

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

/** A page of a sample web. */
export type SamplePage = z.output<typeof pageSchema>;

/** `manifest.json` of a sample web: its hosts, seeds, redirects and pages with the topics that they are about. */
export type SampleManifest = z.output<typeof manifestSchema>;

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
