import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { QuerySyntaxError } from './query-error.js';

/** The error of our own SPARQL 1.1 parser with its position; undefined for a valid query. */
export async function syntaxError(query: string): Promise<QuerySyntaxError | undefined> {
  try {
    await createOxigraphStore().answer(query, 'table');
    return undefined;
  } catch (error) {
    // Other errors, such as an unreachable SERVICE, are not about the syntax.
    return error instanceof QuerySyntaxError ? error : undefined;
  }
}
