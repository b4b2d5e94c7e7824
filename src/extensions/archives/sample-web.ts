import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { mediaTypeOf } from './media-types.js';
import { readManifest, type SampleManifest } from './sample-manifest.js';
import { notFound, pageKey, type VirtualWeb, type WebTopic } from '../../web/stored/virtual-web.js';

export type { SampleManifest, SamplePage } from './sample-manifest.js';

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
