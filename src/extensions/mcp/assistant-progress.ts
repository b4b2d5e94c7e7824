import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

/** Context of a request besides its arguments. */
export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Tells the client how far its request has come. */
export interface Progress {
  readonly report: (done: number, total: number | undefined, message: string) => void;
  /** Ends the reports: the request has its answer. */
  readonly end: () => void;
}

/** Milliseconds between two notifications. */
const EVERY = 250;

/** Sends progress if the client asked for it: only what has grown, at most four times a second. */
export function progressOf({ _meta, sendNotification }: Extra): Progress {
  const progressToken = _meta?.progressToken;
  let [last, at] = [-1, -Infinity];
  let isOver = progressToken === undefined;
  return {
    report: (progress, total, message) => {
      const now = performance.now();
      if (isOver || progressToken === undefined || progress <= last) return;
      if (now - at < EVERY && progress < (total ?? Infinity)) return;
      [last, at] = [progress, now];
      const params = { progressToken, progress, message, ...(total !== undefined && { total }) };
      // A client that has gone does not need to hear of it.
      sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    },
    end: () => (isOver = true),
  };
}
