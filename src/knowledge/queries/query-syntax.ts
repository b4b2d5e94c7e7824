import { QueryError } from '../../model/errors.js';
import { isEngineFailure } from '../oxigraph/store-limit.js';
import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { QuerySyntaxError } from './query-error.js';

/**
 * The error of our own SPARQL 1.1 parser with its position; undefined for a valid query.
 * @throws QueryError for a query that exhausts the engine's memory without any data; the engine must not be used afterwards
 */
export async function syntaxError(query: string): Promise<QuerySyntaxError | undefined> {
  try {
    await createOxigraphStore().answer(query, 'table');
    return undefined;
  } catch (error) {
    if (error instanceof QueryError && isEngineFailure(error.cause)) throw error;
    // Other errors, such as an unreachable SERVICE, are not about the syntax.
    return error instanceof QuerySyntaxError ? error : undefined;
  }
}
