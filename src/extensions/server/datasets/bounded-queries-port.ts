import type { BoundedQueriesPort } from '../../../knowledge/queries/bounded-queries.js';
import { QueryError } from '../../../model/errors.js';
import { openServedKnowledgeBase } from './served-knowledge-base.js';

/** Queries within limits, by a dataset in one thread. */
export const boundedQueries: BoundedQueriesPort = {
  async open(plan) {
    const pool = await openServedKnowledgeBase({ ...plan, writable: false, workers: 1, maxWaiting: 1 });
    return {
      async ask(query, signal) {
        const request = { ...query, scope: { defaultGraphs: [], namedGraphs: [] } };
        const outcome = await pool.ask({ kind: 'query', request }, signal);
        if (outcome.kind !== 'text') throw new QueryError('the query was not answered');
        return outcome;
      },
      close: () => {
        pool.close();
      },
    };
  },
};
