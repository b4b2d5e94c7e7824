/** `sfwc/kb`: corpora and knowledge bases. */
import { queryInThread } from '../../app/kb/query-topics.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import type { WithParts } from '../../app/settings/plugin-options.js';
import { queryFields } from '../../app/settings/query-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import type { BuildOptions, QueryOptions } from '../../app/settings/settings.js';
import { buildTopic as build, type BuildReport } from '../../app/topics/build-topic.js';
import { openKnowledgeBase as openBase } from '../../knowledge/places/knowledge-base.js';
import type { EndpointSettings } from '../../knowledge/places/store.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { BuildReport, CallOptions };
export type { CorpusDocument, CorpusProblem } from '../../model/document.js';
export type { Bindings, KnowledgeBase, QueryScope, ResultFormat, Term } from '../../model/rdf.js';

/** Progress of a build: documents that were read. */
export interface BuildProgress {
  readonly done: number;
  readonly total: number;
}

/** Options of {@link buildTopic}. */
export type BuildTopicOptions = WithParts<BuildOptions, 'linkers' | 'readers'> & CallOptions<BuildProgress>;

/**
 * Builds the knowledge base of a topic from texts, or changes one, and saves it, as `sfwc build` does.
 * @param sources files and folders of texts
 * @throws UsageError for settings; InputError for the texts and the topic; OutputError when it cannot be saved
 * @example await buildTopic(['texts'], { topic: 'diabetes', kb: 'kb' })
 */
export async function buildTopic(
  sources: readonly string[],
  options: BuildTopicOptions,
): Promise<BuildReport> {
  checkArguments('buildTopic', { sources: [sources, 'strings'] });
  const { how, warn, settings } = takeCall<BuildTopicOptions, BuildProgress>('buildTopic', options);
  const { onProgress, ...others } = how;
  return build(sources, settings, {
    ...others,
    onProblem: ({ where, message }) => warn(`skipped ${where}: ${message}`),
    onWarning: warn,
    onProgress: (done, total) => onProgress?.({ done, total }),
  });
}

export interface OpenOptions extends EndpointSettings, CallOptions {
  /** Folders of crawls whose RDF is queried as well. */
  readonly crawls?: readonly string[];
}

/**
 * Opens a knowledge base for queries that give rows.
 * @param place folder, file or SPARQL endpoint
 * @throws InputError
 * @example const kb = await openKnowledgeBase('kb')
 */
export async function openKnowledgeBase(place: string, options: OpenOptions = {}): Promise<KnowledgeBase> {
  checkArguments('openKnowledgeBase', { place: [place, 'string'] });
  const { warn, settings } = takeCall('openKnowledgeBase', options);
  const { crawls = [], ...endpoint } = settings;
  checkArguments('openKnowledgeBase', { crawls: [crawls, 'strings'] });
  return openBase(place, crawls, endpoint, warn);
}

/** Options of {@link query}: either the query, or the file that holds it. */
export type AskOptions = QueryOptions & CallOptions & { readonly sparql?: string | undefined };

/**
 * Queries a knowledge base, together with crawls, endpoints and files where options name them; gives the answer as text.
 * `openKnowledgeBase` gives rows instead.
 * @param kb folder, file or SPARQL endpoint
 * @throws UsageError, InputError, QueryError
 * @example await query('kb', { sparql: 'SELECT * WHERE { ?s ?p ?o } LIMIT 5', format: 'csv' })
 */
export async function query(kb: string, options: AskOptions): Promise<string> {
  checkArguments('query', { kb: [kb, 'string'] });
  const { warn, settings: asked } = takeCall('query', options);
  const { sparql, ...given } = asked;
  checkArguments('query', { sparql: [sparql, 'string?'] });
  const settings = checkSettings(queryFields, given);
  return queryInThread({ ...settings, place: kb, sparql, warn }, settings.queryMemory);
}
