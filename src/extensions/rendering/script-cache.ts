import type { FetchedResponse } from '../../model/crawl-event.js';

/** Scripts that pages have asked for: the pages of a host share them. */
export interface ScriptCache {
  get(url: string): FetchedResponse | undefined;
  put(url: string, response: FetchedResponse): void;
}

/** Keeps the scripts that were asked for last, so many bytes of them at most. Answers other than 2xx are not kept. */
export function createScriptCache(maxBytes: number): ScriptCache {
  const kept = new Map<string, FetchedResponse>();
  let bytes = 0;
  const drop = (url: string): void => {
    bytes -= kept.get(url)?.body.length ?? 0;
    kept.delete(url);
  };
  return {
    get(url) {
      const found = kept.get(url);
      if (found === undefined) return undefined;
      kept.delete(url);
      kept.set(url, found);
      return found;
    },
    put(url, response) {
      const isKept = response.status >= 200 && response.status < 300 && response.body.length <= maxBytes;
      if (!isKept) return;
      drop(url);
      kept.set(url, response);
      bytes += response.body.length;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
