import type { DatasetPool } from '../../src/extensions/server/datasets/dataset-pool.js';
import { answerQuery } from '../../src/extensions/server/datasets/dataset-service.js';
import { load, oxigraphModule } from '../../src/knowledge/oxigraph/oxigraph-store.js';

/** A pool that answers queries in this thread, and counts them. */
export interface MemoryPool extends DatasetPool {
  readonly asked: () => number;
}

/** @param nquads the content */
export async function memoryPool(nquads: string): Promise<MemoryPool> {
  const { Store } = oxigraphModule();
  const store = new Store();
  await load(store, [nquads]);
  let asked = 0;
  return {
    ask: (request) => {
      asked += 1;
      return Promise.resolve(answerQuery(store, request));
    },
    close: () => undefined,
    asked: () => asked,
  };
}
