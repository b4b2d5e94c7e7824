import type { Values } from '../../support/settings/field.js';
import type { queryFields } from '../settings/query-settings.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { QueryError } from '../../model/errors.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import { openThreadPool } from '../../support/threads/pool.js';
import { queryKnowledgeBase, type QueryRequest } from './query-topics.js';

export interface QueryProtocol {
  readonly data: {
    /** Megabytes of memory for the query, in addition to what the data takes. */
    readonly queryMemory: number;
    readonly request: Omit<QueryRequest, 'warn'>;
  };
  readonly ready: undefined;
  readonly tasks: { readonly answer: () => string };
  readonly calls: { readonly warn: (message: string) => void };
}

/** Megabytes of JavaScript heap that the code of a query thread takes, with that of a federation. */
const CODE_MEGABYTES = 128;

/**
 * Answers a query as {@link queryKnowledgeBase} does, in a thread whose memory has a limit. A query that only an endpoint
 * evaluates needs no thread.
 * @param queryMemory megabytes for the SPARQL engine, in addition to the data, and as many for turning its results into text
 * @throws as queryKnowledgeBase; QueryError at the limit
 */
export async function queryInThread(request: QueryRequest, queryMemory: number): Promise<string> {
  const { warn, ...plain } = request;
  const { place, sources = [], crawls } = request;
  if (parsePlace(place).path === undefined && sources.length + crawls.length === 0)
    return queryKnowledgeBase(request);
  const pool = openThreadPool<QueryProtocol>({
    script: new URL('./query-worker.js', import.meta.url),
    data: () => ({ queryMemory, request: plain }),
    calls: { warn: (message) => warn?.(message) },
    size: 1,
    tasksAtOnce: 1,
    retries: false,
    limits: { maxOldGenerationSizeMb: CODE_MEGABYTES + queryMemory },
    purpose: 'answer the query',
    hint: 'give sfwc more memory, or query less data',
  });
  try {
    return await pool.run('answer', () => undefined as never);
  } catch (error) {
    // Nothing but its memory ends this thread.
    throw error instanceof NoAnswerError ? beyondMemory(queryMemory, error) : error;
  } finally {
    await pool.close();
  }
}

/** Answers the query of a command or program, by its settings. @throws as {@link queryInThread} */
export function answerQuery(
  place: string,
  sparql: string | undefined,
  settings: Values<typeof queryFields>,
  warn: (message: string) => void,
): Promise<string> {
  const { file, param, format, topic, crawl, source, queryMemory, ...endpoint } = settings;
  const where = { place, param, format, crawls: crawl, sources: source, settings: endpoint, warn };
  return queryInThread({ ...where, sparql, file, topic }, queryMemory);
}

/** The error for a query that reached the limit. @param queryMemory the limit in megabytes */
export function beyondMemory(queryMemory: number, cause: unknown): QueryError {
  return new QueryError(`the query was stopped: it needs more than ${queryMemory} MB of memory`, {
    hint: 'ask for less: a LIMIT, fewer variables, no product of unrelated patterns; or give it more with --query-memory MB',
    cause,
  });
}
