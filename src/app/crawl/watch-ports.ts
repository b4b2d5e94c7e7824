import type { CrawlCounts } from '../../crawling/engine/crawl-counts.js';

/** A control room that shows a crawl of this process. */
export interface OpenedRoom {
  /** The address with the token, to be opened in a browser. */
  readonly link: string;
  close(): Promise<void>;
}

/** Opens the control room of a crawl in a thread, so that the crawl does not wait for those who watch it. @throws InputError */
export type ControlRoomPort = (out: string, settings: { readonly port: number }) => Promise<OpenedRoom>;

/** The metrics of a crawl, served. */
export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  readonly address: string;
  update(counts: CrawlCounts): void;
  close(): Promise<void>;
}

/** Serves the metrics of a crawl. @throws InputError when the address is in use */
export type MetricsPort = (host: string, port: number) => Promise<MetricsServer>;

declare module '../../judging/plugins/ports.js' {
  interface Ports {
    readonly controlRoom: ControlRoomPort;
    readonly metrics: MetricsPort;
  }
}
