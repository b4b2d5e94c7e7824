import { describeUnits, type OtherInfo, type TopicInfo } from '../../app/kb/kb-info.js';
import { queryInThread } from '../../app/kb/query-in-thread.js';
import { explainUrl, type ExplainedLink, type ExplainedPage } from '../../app/crawl/explain.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { kbInfoFields } from '../../app/settings/kb-settings.js';
import { queryFields } from '../../app/settings/query-settings.js';
import type { KbInfoOptions, QueryOptions } from '../../app/settings/settings.js';
import { UsageError } from '../../model/errors.js';
import { checkArguments } from '../../support/check-arguments.js';
import { given } from '../../support/given.js';

/**
 * What the commands do with requests that they put together from arguments and options, as functions: arguments first,
 * then options, which are checked.
 */

/** Hears what a person should know. */
type Warn = (message: string) => void;

const silent: Warn = () => undefined;

/**
 * Queries a knowledge base, together with crawls, endpoints and files where options name them; gives the answer as text.
 * `openKnowledgeBase` gives rows instead.
 * @param kb folder, file or SPARQL endpoint
 * @param sparql the query; absent where `file` names the file that holds it
 * @throws UsageError, InputError, QueryError
 * @example await query('kb', 'SELECT * WHERE { ?s ?p ?o } LIMIT 5', { format: 'csv' })
 */
export async function query(
  kb: string,
  sparql: string | undefined,
  options: QueryOptions = {},
  warn: Warn = silent,
): Promise<string> {
  checkArguments('query', {
    kb: [kb, 'string'],
    sparql: [sparql, 'string?'],
    options: [options, 'object'],
    warn: [warn, 'function'],
  });
  const settings = checkSettings(queryFields, options);
  const {
    file,
    param,
    format,
    topic,
    crawl: crawls,
    source: sources,
    plugin,
    queryMemory,
    ...endpoint
  } = settings;
  if ((sparql === undefined) === (file === undefined))
    throw new UsageError('query: give either the query or the file that holds it');
  const request = { place: kb, param, format, crawls, sources, modules: plugin, settings: endpoint, warn };
  return queryInThread({ ...request, ...given({ sparql, file, topic }) }, queryMemory);
}

/**
 * Describes the topics and other datasets of knowledge bases, one after the other.
 * @param kbs folders, files and SPARQL endpoints
 */
export async function* describeKnowledgeBases(
  kbs: readonly string[],
  options: KbInfoOptions = {},
  warn: Warn = silent,
): AsyncGenerator<TopicInfo | OtherInfo, void> {
  checkArguments('describeKnowledgeBases', {
    kbs: [kbs, 'strings'],
    options: [options, 'object'],
    warn: [warn, 'function'],
  });
  yield* describeUnits({ kbs, settings: checkSettings(kbInfoFields, options), warn });
}

/**
 * What a crawl did with an address, why, and the way to it from a seed; of an address that it never requested, why not.
 * @throws UsageError; InputError where the crawl never met it
 */
export async function explain(out: string, url: string): Promise<ExplainedPage | ExplainedLink> {
  checkArguments('explain', { out: [out, 'string'], url: [url, 'string'] });
  return explainUrl(out, url);
}
