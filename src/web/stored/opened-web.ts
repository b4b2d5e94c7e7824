import type { VirtualWeb, WebTopic } from './virtual-web.js';

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
