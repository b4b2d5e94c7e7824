import { createOxigraphStore } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { serveThread } from '../../../support/threads/serve-thread.js';
import type { FoundProtocol } from './found-store.js';

/** A worker thread that holds what a crawl has found. */
serveThread<FoundProtocol>(() => {
  const store = createOxigraphStore();
  return {
    ready: undefined,
    tasks: {
      async add(nquads) {
        await store.load([nquads]);
        return store.size();
      },
      ask: async (query) => (await store.answer(query, 'csv')).trim() === 'true',
    },
  };
});
