import { createOxigraphStore } from '../../kb/oxigraph/oxigraph-store.js';
import { queryKind } from '../../kb/queries/query-text.js';
import { QueryError } from '../../model/errors.js';
import { serveThread } from '../../threads/serve-thread.js';
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
      async ask(query) {
        const kind = queryKind(query);
        if (kind !== 'ASK') throw new QueryError(`the query is not an ASK: ${kind}`);
        return (await store.answer(query, 'csv')).trim() === 'true';
      },
    },
  };
});
