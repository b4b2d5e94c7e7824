import { stat } from 'node:fs/promises';
import type { FetchedResponse } from '../../model/crawl-event.js';
import type { FetchFailure } from '../../model/errors.js';
import { escapeHtml } from '../../support/text/escapes.js';

/** One response of a virtual web; redirects are not followed. */
export interface WebAnswer extends Omit<FetchedResponse, 'url'> {
  /** The fetch failed when the web was recorded, and fails again; servers respond with 502, as a gateway. */
  readonly failure?: { readonly code: FetchFailure; readonly message: string };
}

/** A stored web: pages in files, with responses as from servers. */
export interface VirtualWeb {
  /** The folder or file that it was opened from, for messages. */
  readonly name: string;
  /** Names of its hosts, without port. */
  readonly hosts: ReadonlySet<string>;
  /** URLs of its pages, in a fixed order, without redirects and other files. */
  readonly pages: readonly string[];
  /** The response for an absolute URL of one of the hosts, whatever scheme and port; 404 for a missing page. */
  answer(url: string): Promise<WebAnswer>;
  /** Problems with the files, one line each. */
  readonly problems?: readonly string[];
}

/** A topic of a virtual web. */
export interface WebTopic {
  readonly name: string;
  /** Seeds. */
  readonly seeds: readonly string[];
  /** URLs of pages that the topic was built from, which never count as found. */
  readonly corpus: readonly string[];
  /** URLs of the pages that a crawl should find. */
  readonly targets: readonly string[];
  /** URLs of pages that are neither right nor wrong, such as a licence; a measure may leave out requests for them. */
  readonly neutral?: readonly string[];
}

/** The key of a URL for looking up its page: host, path and query. */
export function pageKey(url: URL): string {
  return `${url.hostname}${url.pathname}${url.search}`;
}

/** The response for a missing page. */
export function notFound(url: string): WebAnswer {
  const page = `<!doctype html><html lang="en"><title>Not found</title><p>There is no page ${escapeHtml(url)}.</p></html>`;
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(page) };
}

/** Options for opening a web. */
export interface OpenWebOptions {
  /** Host name of a folder that holds the pages of one host. */
  readonly host?: string;
}

/** A web with its topics. */
export interface OpenedWeb {
  readonly web: VirtualWeb;
  readonly topics: readonly WebTopic[];
}

/** A running server of a virtual web. */
export interface WebServer {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Names of web archives and of their indexes. */
export const ARCHIVE = /\.(?:w?arc(?:\.(?:gz|zst))?|cdxj|wacz)$/i;
/** Any file may be a page; these hold many. XML may be a page as well. */
const RECORDS = /\.(?:jsonl|ndjson|csv|tsv|wet)(?:\.(?:gz|zst))?$/i;

/** True if a path stands for several pages: a folder, an archive or a file of records. */
export async function holdsSeveralPages(what: string): Promise<boolean> {
  if (ARCHIVE.test(what) || RECORDS.test(what)) return true;
  return stat(what).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
