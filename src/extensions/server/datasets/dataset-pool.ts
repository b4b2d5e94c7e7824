import path from 'node:path';
import { knowledgeBaseFiles } from '../../../knowledge/files/kb-folder.js';
import { requireCrawlQuads } from '../../../knowledge/places/knowledge-base.js';
import { parsePlace, topicLayers } from '../../../knowledge/places/parse-place.js';
import { QueryError, ServiceError, UsageError } from '../../../model/errors.js';
import { NoAnswerError } from '../../../support/threads/thread-errors.js';
import { openThreadPool } from '../../../support/threads/pool.js';
import type { DatasetAnswer, DatasetQuery } from './dataset-service.js';

/** The protocol of threads with a dataset. */
export interface DatasetProtocol {
  readonly data: { readonly files: readonly string[]; readonly queryMemory: number };
  readonly tasks: {
    readonly open: (nothing: undefined) => undefined;
    readonly run: (request: DatasetQuery) => DatasetAnswer;
  };
  readonly calls: Readonly<Record<string, never>>;
}

/** Data to serve, and limits. */
interface ServePlan {
  /** Knowledge bases: folders, or files of single topics. */
  readonly places: readonly string[];
  /** Result folders of crawls. */
  readonly crawls: readonly string[];
  /** Threads, each with the whole dataset in memory. */
  readonly workers: number;
  /** Seconds for a query, and for waiting before it. */
  readonly timeout: number;
  /** Megabytes of memory for a query, in addition to what the data takes. */
  readonly queryMemory: number;
  /** Queries that may wait for a free thread. */
  readonly maxWaiting: number;
  /** The compiled worker; for tests, which run from the sources. */
  readonly script?: URL;
}

/** A dataset in several threads with the same content. */
export interface DatasetPool {
  /** Answers a query. @throws QueryError, ServiceError */
  ask(request: DatasetQuery, signal?: AbortSignal): Promise<DatasetAnswer>;
  close(): void;
}

/**
 * Opens knowledge bases for a server, with their NIF layers and expansions. Resolves when the first thread has loaded them;
 * the others are started when queries wait.
 * @throws InputError when there is nothing to open or a file is damaged; UsageError for an address, and for a file
 * that is named twice
 */
export async function openServedKnowledgeBase(plan: ServePlan): Promise<DatasetPool> {
  const { timeout, queryMemory } = plan;
  const files = await filesOf(plan);
  const pool = openThreadPool<DatasetProtocol>({
    script: plan.script ?? new URL('./dataset-worker.js', import.meta.url),
    data: () => ({ files, queryMemory }),
    calls: {},
    size: plan.workers,
    tasksAtOnce: 1,
    seconds: timeout,
    // Clients do not wait for a second attempt.
    retries: false,
    waiting: { places: plan.maxWaiting, seconds: timeout },
    purpose: 'hold the knowledge base',
    hint: 'give sfwc more memory, or serve less',
    // What else fails may have left the engine unusable.
    endsThread: (error) => !(error instanceof QueryError),
  });
  await pool.run('open', undefined);
  return {
    ask: (request, signal) =>
      pool.run('run', request, signal).catch((error: unknown) => {
        throw toServiceError(error, timeout);
      }),
    close: () => void pool.close(),
  };
}

async function filesOf({ places, crawls }: ServePlan): Promise<readonly string[]> {
  const remote = places.map((place) => parsePlace(place)).find((place) => place.path === undefined);
  if (remote !== undefined)
    throw new UsageError(`${remote.name} is an address; only files are served`, {
      hint: 'name a folder of a knowledge base; what is in a SPARQL endpoint is served there already',
    });
  const topics = (await Promise.all(places.map(knowledgeBaseFiles))).flat();
  const layers = (await Promise.all(topics.map(topicLayers))).flat();
  const files = [...topics, ...layers, ...crawls.map(requireCrawlQuads)].map((file) => path.resolve(file));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is named twice`);
  return files;
}

/** The error for clients of the server. */
function toServiceError(error: unknown, timeout: number): unknown {
  if (!(error instanceof NoAnswerError)) return error;
  switch (error.reason) {
    case 'timeout':
      return new ServiceError('timeout', `stopped: it took longer than ${timeout} seconds`, {
        hint: 'ask for less, or start the server with a longer --query-timeout',
      });
    case 'died':
      return new ServiceError('exhausted', `the operation was aborted: ${error.message}`);
    case 'busy':
      return new ServiceError('busy', `too many requests: ${error.message}`, {
        hint: 'try again in a moment',
      });
    case 'cancelled':
      return new ServiceError('cancelled', 'the client has gone');
    case 'closed':
      return new ServiceError('unavailable', 'the server is stopping');
  }
}
