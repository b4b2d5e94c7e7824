import { createOxigraphStore } from '../oxigraph/oxigraph-store.js';
import { QuerySyntaxError } from './query-error.js';

/** The error of our own SPARQL 1.1 parser, with its position; undefined when it takes the query. */
export async function syntaxError(query: string): Promise<QuerySyntaxError | undefined> {
  try {
    await createOxigraphStore().answer(query, 'table');
    return undefined;
  } catch (error) {
    // Anything else, such as a SERVICE that cannot be asked, says nothing about the syntax.
    return error instanceof QuerySyntaxError ? error : undefined;
  }
}
