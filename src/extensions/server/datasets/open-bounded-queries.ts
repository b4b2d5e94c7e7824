import type { BoundedQueries, BoundedQueriesPlan } from '../../../knowledge/queries/bounded-queries.js';
import { QueryError } from '../../../model/errors.js';
import { openServedKnowledgeBase } from './served-knowledge-base.js';

/**
 * Opens knowledge bases for queries within limits, by a dataset in one thread.
 * @throws InputError when there is nothing to open or a file is damaged; UsageError for an address
 */
export async function openBoundedQueries(plan: BoundedQueriesPlan): Promise<BoundedQueries> {
  const pool = await openServedKnowledgeBase({ ...plan, workers: 1, maxWaiting: 1 });
  return {
    async ask(query, signal) {
      const request = { ...query, scope: { defaultGraphs: [], namedGraphs: [] } };
      const outcome = await pool.ask({ kind: 'query', request }, signal);
      if (outcome.kind !== 'text') throw new QueryError('the query was not answered');
      return outcome;
    },
    close: () => pool.close(),
  };
}
