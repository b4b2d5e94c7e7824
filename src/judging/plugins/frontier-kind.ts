import type { Countable, Revaluing, Transactional, UrlQueue } from '../../model/frontier.js';

/** What a frontier is opened with. */
export interface FrontierContext {
  /** The folder of the crawl, where it may keep a file. */
  readonly out: string;
  /**
   * Whether the crawl continues: the frontier then has to be as at its last `commit`, with leased URLs queued again and
   * the claims of those leases given up.
   */
  readonly isResumed: boolean;
}

/** A user-defined frontier: the queue, and of each further capability all methods or none. Only `commit` may answer later. */
export interface OwnFrontier
  extends UrlQueue, Partial<Revaluing>, Partial<Countable>, Partial<Transactional> {
  /** Called once when the crawl has ended, however that was. */
  close?(): void | Promise<void>;
}

/** Opens the frontier of a crawl. */
export interface FrontierKind {
  /**
   * Whether what it committed survives its process. It then needs `Countable` and `Transactional`. Default: it does not, and
   * its crawls cannot be resumed.
   */
  readonly isDurable?: boolean;
  open(context: FrontierContext): OwnFrontier | Promise<OwnFrontier>;
}
