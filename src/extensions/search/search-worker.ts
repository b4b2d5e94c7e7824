import { serveThread } from '../../support/threads/serve-thread.js';
import type { SearchProtocol } from './search-messages.js';
import { readPassages, search } from './search.js';

/** A worker thread that searches, one search after the other. */
serveThread<SearchProtocol>((_data, call) => {
  const told = (id: number) => ({
    onProgress: (progress: Parameters<SearchProtocol['calls']['progress']>[0]['progress']) =>
      void call('progress', { id, progress }),
  });
  return {
    ready: undefined,
    tasks: {
      search: ({ id, outs, query, options, offset }) => search(outs, query, options, told(id), offset),
      passages: ({ id, out, url, wanted }) => readPassages(out, url, wanted, told(id)),
    },
  };
});
