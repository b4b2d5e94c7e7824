import type { FetchedResponse } from '../../model/crawl-event.js';
import { RENDER_FAILURES } from '../../model/page-reading.js';

/** Limits for a page: seconds, requests of its scripts, bytes of what they load, and megabytes of its process. */
export interface RenderLimits {
  readonly seconds: number;
  readonly requests: number;
  readonly bytes: number;
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

/** Page as scripts left it: HTML with a byte order mark, requests that went over the network, and bytes that came. */
export interface RenderedPage {
  readonly body: Uint8Array;
  readonly requests: number;
  readonly bytes: number;
}

/** A page could not be rendered: it is read as it came. */
export class RenderError extends Error {
  constructor(readonly failure: keyof typeof RENDER_FAILURES) {
    super(RENDER_FAILURES[failure]);
  }
}

/** Runs the scripts of pages. What a page does to its browser does not reach further than its own result. */
export interface PageRenderer {
  /** @throws RenderError; Error when the signal is aborted */
  render(task: RenderTask): Promise<RenderedPage>;
  close(): Promise<void>;
}
