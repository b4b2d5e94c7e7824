import type { VirtualWeb, WebTopic } from './virtual-web.js';

/** Options for opening a web. */
export interface OpenWebOptions {
  /** Host name of a folder that holds the pages of one host. */
  readonly host?: string;
  /** Linked articles: add a navigation bar and a sidebar to every page. */
  readonly chrome?: boolean;
  /** Linked articles: random seed for the links of the sidebars. */
  readonly seed?: number;
  /** The file with the topics. Default: `topics.tsv` next to the pages, if it exists. */
  readonly topics?: string;
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

/** Webs in files. */
export interface StoredWebsPort {
  /** Opens the web at a path. @throws InputError when there is none, or its topics name a missing page */
  openWeb(path: string, options?: OpenWebOptions): Promise<OpenedWeb>;
  /** Opens WARC and WACZ files, and folders of them, as one web. @throws InputError */
  openArchives(paths: readonly string[]): Promise<VirtualWeb>;
  /** Serves all hosts of a web on 127.0.0.1, on a free port. */
  serveWeb(web: VirtualWeb): Promise<WebServer>;
}
