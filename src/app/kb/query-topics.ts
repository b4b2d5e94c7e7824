import { readFile } from 'node:fs/promises';
import { expansionIri } from '../../knowledge/expansion/expansion-iri.js';
import {
  bindParameters,
  parseAssignments,
  parseQueryTemplate,
} from '../../knowledge/queries/query-library.js';
import { syntaxError } from '../../knowledge/queries/query-syntax.js';
import { InputError, UsageError, messageOf } from '../../model/errors.js';
import type { KnowledgeBase, QueryScope, ResultFormat } from '../../model/rdf.js';
import { sfwc } from '../../model/vocabulary.js';
import { readTopicFacts } from '../../knowledge/places/topic-facts.js';
import type { EndpointSettings } from '../../model/endpoint.js';
import { PARTS } from '../../judging/parts.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { openKnowledgeBase } from '../../knowledge/places/knowledge-base.js';

export interface QueryRequest {
  /** Folder, file or SPARQL endpoint of the knowledge base. */
  readonly place: string;
  /** The query itself, or the file that holds it: one of the two. */
  readonly sparql?: string;
  readonly file?: string;
  /** `name=value` for parameters that the query declares. */
  readonly param: readonly string[];
  readonly format: ResultFormat;
  readonly topic?: string;
  readonly crawls: readonly string[];
  readonly sources?: readonly string[];
  readonly settings?: EndpointSettings;
  /** Told of requests to endpoints that are repeated, and of answers that they cut off. */
  readonly warn?: (message: string) => void;
}

/**
 * Answers a query over a knowledge base, which is opened once the query has been parsed.
 * @throws UsageError without or with two queries; InputError for files; QueryError for the query
 */
export async function queryKnowledgeBase(request: QueryRequest): Promise<string> {
  const text = await queryText(request);
  const sparql = bindParameters(parseQueryTemplate(text), parseAssignments(request.param));
  // An endpoint may understand more than the standard.
  const isAskedHere = parsePlace(request.place).path !== undefined || (request.sources ?? []).length > 0;
  const malformed = isAskedHere ? await syntaxError(sparql) : undefined;
  if (malformed !== undefined) throw malformed;
  return (await open(request)).answer(sparql, request.format);
}

async function open(request: QueryRequest): Promise<Pick<KnowledgeBase, 'answer'>> {
  const { place, topic, crawls, sources = [], settings = {}, warn } = request;
  if (sources.length > 0 || (crawls.length > 0 && parsePlace(place).path === undefined)) {
    const scope = topic === undefined ? {} : { scopeOf: (kb: KnowledgeBase) => scopeOf(kb, topic) };
    const federate = await PARTS.federate();
    return federate({ place, sources, crawls, settings, ...scope, warn });
  }
  const kb = await openKnowledgeBase(place, crawls, settings, warn);
  const scope = topic === undefined ? undefined : await scopeOf(kb, topic);
  return { answer: (query, format) => kb.answer(query, format, scope) };
}

/**
 * One topic means its graph, those of its background and its expansion, those of crawls and of what their pages say of themselves. The RDF in pages is there as named graphs.
 */
async function scopeOf(kb: KnowledgeBase, topic: string): Promise<QueryScope> {
  const { iri, backgroundGraph } = await readTopicFacts(kb, topic);
  const { rows } = await kb.select(
    `SELECT DISTINCT ?g WHERE { { GRAPH ?g { ?g a <${sfwc.Crawl}> } } UNION { GRAPH ?g { ?g a <${sfwc.PageData}> } } }`,
  );
  const crawls = rows.flatMap((row) => row['g']?.value ?? []);
  const background = backgroundGraph === undefined ? [] : [backgroundGraph];
  return { defaultGraphs: [iri, ...background, expansionIri(iri), ...crawls] };
}

async function queryText({ sparql, file }: QueryRequest): Promise<string> {
  if ((sparql === undefined) === (file === undefined)) {
    throw new UsageError(
      sparql === undefined ? 'there is no query' : 'there are two queries: one in --file, one as argument',
      {
        hint: 'give SPARQL as the last argument, or --file with one of queries/',
      },
    );
  }
  if (file === undefined) return sparql ?? '';
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new InputError(`cannot read the query file ${file}: ${messageOf(error)}`, { cause: error });
  }
}
