import { parseBindings } from '../../knowledge/formats/result-json.js';
import { ServiceError } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { sfwc } from '../../model/vocabulary.js';
import type { DatasetPool } from './datasets/served-knowledge-base.js';
import { Problem } from './problem.js';

/** Rows of an answer at most, which are in memory together. */
const MOST_ROWS = 200_000;

/** What is served as a knowledge base to be read, for parts of the server that query it themselves. */
export function servedStore(pool: DatasetPool, signal?: AbortSignal): KnowledgeBase {
  const unavailable = (): Promise<never> =>
    Promise.reject(new ServiceError('unavailable', 'the served data is read by SELECT queries only'));
  return {
    async select(query, scope) {
      const request = {
        query,
        scope: { defaultGraphs: scope?.defaultGraphs ?? [], namedGraphs: [] },
        base: sfwc.Topic,
        mediaTypes: { SELECT: 'application/sparql-results+json' },
        maxRows: MOST_ROWS,
      };
      const outcome = await pool.ask({ kind: 'query', request }, signal);
      if (outcome.kind !== 'text') throw new Problem(500, 'the query was not answered');
      return parseBindings(Buffer.from(outcome.body).toString());
    },
    answer: unavailable,
    load: unavailable,
    size: unavailable,
  };
}

/** Remembers a value that is derived from what is served until that changes. */
export function oncePerVersion<T>(pool: DatasetPool, make: () => Promise<T>): () => Promise<T> {
  let known: { readonly version: number; readonly value: Promise<T> } | undefined;
  return () => {
    if (known?.version === pool.version()) return known.value;
    const mine = { version: pool.version(), value: make() };
    known = mine;
    mine.value.catch(() => {
      if (known === mine) known = undefined;
    });
    return mine.value;
  };
}
