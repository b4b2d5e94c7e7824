import type { FetchedResponse } from '../../model/crawl-event.js';
import { RENDER_FAILURES } from '../../model/page-reading.js';

/** Limits for the scripts of one page. */
export interface RenderLimits {
  /** Seconds for a page in all; what it shows then is taken. */
  readonly seconds: number;
  /** Requests of its scripts that go over the network. */
  readonly requests: number;
  /** Bytes that come over the network for it, after decompression. */
  readonly bytes: number;
  /** Megabytes of a process that runs its scripts. */
  readonly memory: number;
}

/** A page whose scripts are to run. */
export interface RenderTask {
  /** Response of the server; it is not requested again. */
  readonly response: FetchedResponse;
  /** Requests what a script asks for, by the rules of the crawl. */
  readonly ask: (url: string, maxBytes: number, signal: AbortSignal) => Promise<FetchedResponse>;
  readonly signal: AbortSignal;
}

/** Page as scripts left it. */
export interface RenderedPage {
  /** HTML in UTF-8, with the byte order mark that tells so whatever a header says. */
  readonly body: Uint8Array;
  /** Requests of its scripts that went over the network, and bytes that came. */
  readonly requests: number;
  readonly bytes: number;
}

/** A page could not be rendered: it is read as it came. */
export class RenderError extends Error {
  constructor(readonly failure: keyof typeof RENDER_FAILURES) {
    super(RENDER_FAILURES[failure]);
  }
}

/** Port: runs the scripts of pages. What a page does to its browser does not reach further than its own result. */
export interface PageRenderer {
  /** @throws RenderError; Error when the signal is aborted */
  render(task: RenderTask): Promise<RenderedPage>;
  close(): Promise<void>;
}
