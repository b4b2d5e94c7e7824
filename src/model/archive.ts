import type { CrawlEvent, QueuedUrl } from './crawl-event.js';
import type { DatedExchange } from './exchange.js';

export interface RenderedVersion {
  /** HTML in UTF-8. */
  readonly body: Uint8Array;
  /** Time at which it was rendered, in milliseconds since the epoch. */
  readonly time: number;
  /** Requests of its scripts, in the order of the answers. */
  readonly exchanges: readonly DatedExchange[];
}

/** A URL that was asked for and came to its end: what an archive keeps of it. */
export interface Visited {
  readonly entry: QueuedUrl;
  /** In their order: redirects, then the page; without answers after which the URL is requested again. */
  readonly exchanges: readonly DatedExchange[];
  readonly rendered?: RenderedVersion;
  /** As it is before links are valued: where the strategy fails at them, the event says that instead. */
  readonly outcome: Pick<CrawlEvent, 'state' | 'code' | 'message' | 'judgement' | 'checksum' | 'capturedAt'>;
}

/** End of an archive that is being written. JSON. */
export interface ArchivePlace {
  readonly file: string;
  readonly length: number;
}

/** Port: keeps what went over the wire. */
export interface CrawlArchive {
  /** Writes what is kept of a visit, then takes the step that ends it; if that throws, this is taken back. @throws OutputError */
  keep<T>(visited: Visited, step: (begun: () => void) => Promise<T>): Promise<T>;
  /** End of what was written before the last step that has begun, as it said. Undefined before the first record. */
  place(): ArchivePlace | undefined;
}
