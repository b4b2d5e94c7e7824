import type { DatasetPool } from '../../src/extensions/server/datasets/served-knowledge-base.js';
import { answerQuery, createDataset, loadQuads } from '../../src/extensions/server/datasets/dataset-store.js';
import { summarise } from '../../src/extensions/server/datasets/dataset-summary.js';

/** A pool that answers queries in this thread, and counts them. */
export interface MemoryPool extends DatasetPool {
  readonly asked: () => number;
}

/** @param nquads the content */
export async function memoryPool(nquads: string): Promise<MemoryPool> {
  const store = createDataset();
  await loadQuads(store, [nquads]);
  let asked = 0;
  return {
    ask: (job) => {
      asked += 1;
      if (job.kind === 'summary') return Promise.resolve({ kind: 'summary', summary: summarise(store) });
      if (job.kind !== 'query') return Promise.reject(new Error(`${job.kind} was not expected`));
      const answer = answerQuery(store, job.request);
      return Promise.resolve(
        answer.text === undefined
          ? { kind: 'unacceptable', form: answer.form }
          : { kind: 'text', form: answer.form, cut: answer.cut, body: new TextEncoder().encode(answer.text) },
      );
    },
    close: () => undefined,
    asked: () => asked,
  };
}
