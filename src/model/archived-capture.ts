/** The capture in a crawl archive that a response comes from, instead of from its host. JSON. */
export interface ArchivedCapture {
  /** Time at which the archive requested the page: ISO 8601, UTC. The page is judged as of then. */
  readonly time: string;
  /** The archive: the address of its index without credentials, or its folder. */
  readonly archive: string;
  /** The address of the capture, where it differs from the one that was looked up by scheme or spelling. */
  readonly url?: string;
  /** The WARC file, and where the record lies in it, in bytes; absent where the archive replayed the capture. */
  readonly file?: string;
  readonly offset?: number;
  readonly length?: number;
  /** The address at which the archive replayed it. */
  readonly replayed?: string;
  /** Of the payload, as the index or the record states it; it was verified unless `unverified` says otherwise. */
  readonly digest?: string;
  /** Why the digest was not compared with the payload. */
  readonly unverified?: 'no digest' | 'truncated' | 'unknown algorithm' | 'replayed decoded';
  /** Why the body is not whole, as the archive says it. */
  readonly truncated?: string;
  /** Time at which the payload was captured, if the record only says that it was the same: ISO 8601, UTC. */
  readonly payloadOf?: string;
}
