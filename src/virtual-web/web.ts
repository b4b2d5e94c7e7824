import type { FetchedResponse } from '../model/crawl.js';
import type { FetchFailure } from '../model/errors.js';

/** One answer of a virtual web, without redirects being followed. */
export interface WebAnswer extends Omit<FetchedResponse, 'url'> {
  /** The fetch had failed when the web was recorded, and fails again; servers answer as a gateway would, by 502. */
  readonly failure?: { readonly code: FetchFailure; readonly message: string };
}

/**
 * A closed web that is not the Web: pages kept in files, answered for as servers would. It is asked through a fetcher
 * (`fetcher.ts`, in process) or over HTTP on loopback (`server.ts`), and answers both the same.
 */
export interface VirtualWeb {
  /** For messages: the folder or file it was opened from. */
  readonly name: string;
  /** Names of its hosts, without port. Every other host does not exist. */
  readonly hosts: ReadonlySet<string>;
  /** Addresses of its pages, in a fixed order; redirects and files that are not pages are not among them. */
  readonly pages: readonly string[];
  /**
   * The answer for an absolute address of one of the hosts. Scheme and port are not looked at, as in a web archive;
   * what is not there is answered for with a page 404.
   */
  answer(url: string): Promise<WebAnswer>;
  /** What in the files could not be read, one line each. */
  readonly problems?: readonly string[];
  /** Gives back what the web holds open; absent where it holds nothing. */
  close?(): Promise<void>;
}

/** What is known about one topic of a virtual web. */
export interface WebTopic {
  readonly name: string;
  /** Addresses to start from. */
  readonly seeds: readonly string[];
  /** Addresses of pages that were given to the topic builder: they never count as found. */
  readonly corpus: readonly string[];
  /** Addresses of the pages that a crawl should find. */
  readonly targets: readonly string[];
}

/** The key under which the address of a page is looked up: host, path and query. */
export function pageKey(url: URL): string {
  return `${url.hostname}${url.pathname}${url.search}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Text as it stands in HTML, inside and outside of attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => ESCAPES[character] ?? character);
}

/** The answer for what is not there. */
export function notFound(url: string): WebAnswer {
  const page = `<!doctype html><html lang="en"><title>Not found</title><p>There is no page ${escapeHtml(url)}.</p></html>`;
  return { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(page) };
}

/** The answer for a fetch that had failed. */
export function failedAnswer(code: FetchFailure, message: string): WebAnswer {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return { status: 502, headers, body: Buffer.from(message), failure: { code, message } };
}
