import { readFile } from 'node:fs/promises';
import { expansionIri } from '../../knowledge/krs/iris.js';
import {
  bindParameters,
  parseAssignments,
  parseQueryTemplate,
} from '../../knowledge/queries/query-library.js';
import { InputError, QueryError, UsageError, messageOf } from '../../model/errors.js';
import type { KnowledgeBase, QueryScope } from '../../model/rdf.js';
import { sfwc } from '../../model/vocabulary.js';
import { readTopicFacts } from '../../knowledge/places/topic-facts.js';
import { PARTS } from '../../judging/parts.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { openKnowledgeBase } from '../../knowledge/places/knowledge-base.js';
import type { QueryOptions } from '../settings/query-settings.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import { openThreadPool } from '../../support/threads/pool.js';
import { syntaxError } from '../../knowledge/oxigraph/oxigraph-store.js';

/** A query over a knowledge base, by the settings of `sfwc query`. */
export interface TopicQuery extends Omit<QueryOptions, 'queryMemory'> {
  /** Folder, file or SPARQL endpoint of the knowledge base. */
  readonly place: string;
  /** The query itself, where no file holds it. */
  readonly sparql?: string | undefined;
  /** Told of requests to endpoints that are repeated, and of answers that they cut off. */
  readonly warn?: (message: string) => void;
}

/**
 * Answers a query over a knowledge base, which is opened once the query has been parsed.
 * @throws UsageError without or with two queries; InputError for files; QueryError for the query
 */
export async function queryKnowledgeBase(request: TopicQuery): Promise<string> {
  const { place, topic, crawl: crawls = [], source: sources = [], format = 'table', warn } = request;
  const template = parseQueryTemplate(await queryText(request));
  const sparql = bindParameters(template, parseAssignments(request.param ?? []));
  const isFolder = parsePlace(place).path !== undefined;
  // An endpoint may understand more than the standard.
  const malformed = isFolder || sources.length > 0 ? await syntaxError(sparql) : undefined;
  if (malformed !== undefined) throw malformed;
  if (sources.length > 0 || (crawls.length > 0 && !isFolder)) {
    const scope = topic === undefined ? {} : { scopeOf: (kb: KnowledgeBase) => scopeOf(kb, topic) };
    const federate = await PARTS.federate();
    return (await federate({ place, sources, crawls, settings: {}, ...scope, warn })).answer(sparql, format);
  }
  const kb = await openKnowledgeBase(place, crawls, {}, warn);
  return kb.answer(sparql, format, topic === undefined ? undefined : await scopeOf(kb, topic));
}

/** One topic means its graph, those of its background and its expansion, of crawls and of what their pages say of themselves. */
async function scopeOf(kb: KnowledgeBase, topic: string): Promise<QueryScope> {
  const { iri, backgroundGraph } = await readTopicFacts(kb, topic);
  const { rows } = await kb.select(
    `SELECT DISTINCT ?g WHERE { { GRAPH ?g { ?g a <${sfwc.Crawl}> } } UNION { GRAPH ?g { ?g a <${sfwc.PageData}> } } }`,
  );
  const crawls = rows.flatMap((row) => row['g']?.value ?? []);
  const background = backgroundGraph === undefined ? [] : [backgroundGraph];
  return { defaultGraphs: [iri, ...background, expansionIri(iri), ...crawls] };
}

async function queryText({ sparql, file }: TopicQuery): Promise<string> {
  if (sparql !== undefined && file === undefined) return sparql;
  if (sparql !== undefined || file === undefined)
    throw new UsageError(sparql === undefined ? 'there is no query' : 'there are two queries', {
      hint: 'give SPARQL as the last argument, or --file with one of queries/',
    });
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InputError(`cannot read the query file ${file}: ${messageOf(cause)}`, { cause });
  });
}

export interface QueryProtocol {
  readonly data: {
    /** Megabytes of memory for the query, in addition to what the data takes. */
    readonly queryMemory: number;
    readonly request: Omit<TopicQuery, 'warn'>;
  };
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
export async function queryInThread(request: TopicQuery, queryMemory: number): Promise<string> {
  const { warn, ...plain } = request;
  const { place, source = [], crawl = [] } = request;
  if (parsePlace(place).path === undefined && source.length + crawl.length === 0)
    return queryKnowledgeBase(request);
  const pool = openThreadPool<QueryProtocol>({
    script: new URL('./query-worker.js', import.meta.url),
    data: () => ({ queryMemory, request: plain }),
    calls: { warn: (message) => warn?.(message) },
    ...{ size: 1, tasksAtOnce: 1, retries: false },
    limits: { maxOldGenerationSizeMb: CODE_MEGABYTES + queryMemory },
    purpose: 'answer the query',
    hint: 'give sfwc more memory, or query less data',
  });
  try {
    return await pool.run('answer', undefined);
  } catch (error) {
    // Nothing but its memory ends this thread.
    throw error instanceof NoAnswerError ? beyondMemory(queryMemory, error) : error;
  } finally {
    await pool.close();
  }
}

/** The error for a query that reached the limit. @param queryMemory the limit in megabytes */
export function beyondMemory(queryMemory: number, cause: unknown): QueryError {
  return new QueryError(`the query was stopped: it needs more than ${queryMemory} MB of memory`, {
    hint: 'ask for less: a LIMIT, fewer variables, no product of unrelated patterns; or give it more with --query-memory MB',
    cause,
  });
}
