import {
  createSparqlEndpoint,
  type SparqlEndpoint,
  type SparqlEndpointOptions,
} from '../kb/endpoint/sparql-endpoint.js';
import { QueryError, UsageError } from '../model/errors.js';
import { sfwc } from '../model/vocabulary.js';
import { given } from '../support/given.js';
import { isLoopback } from '../support/loopback.js';
import { parseUrl } from '../support/parse-url.js';

/** Settings for using a SPARQL endpoint. */
export interface EndpointSettings {
  readonly kbUser?: string | undefined;
  readonly kbPassword?: string | undefined;
  readonly kbToken?: string | undefined;
  /** Seconds for a response. */
  readonly kbTimeout?: number | undefined;
  /** Maximum retries after transient failures. */
  readonly kbRetries?: number | undefined;
  readonly updateUrl?: string | undefined;
  readonly graphStore?: string | undefined;
}

/** Whether a knowledge base is a SPARQL endpoint rather than a folder. */
export function isEndpoint(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** The address without name and password (`https://name:password@host/sparql`), for display. */
export function withoutCredentials(place: string): string {
  const url = isEndpoint(place) ? parseUrl(place) : undefined;
  // Invalid addresses may have a password as well.
  if (url === undefined) return place.replace(/^(https?:\/\/)[^/]*@/i, '$1');
  if (url.username === '' && url.password === '') return place;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Settings without passwords and tokens, for storing. */
export function withoutSecrets<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => !['kbUser', 'kbPassword', 'kbToken'].includes(name))
      .map(([name, value]) => [
        name,
        typeof value === 'string' ? withoutCredentials(value) : (value as unknown),
      ]),
  ) as Partial<T>;
}

/**
 * A client of the endpoint at an address.
 * @param warn called with retries and truncated answers
 * @throws UsageError for an invalid address
 */
export function connectEndpoint(
  place: string,
  settings: EndpointSettings,
  warn: (message: string) => void = () => undefined,
): SparqlEndpoint {
  const options = endpointOptions(place, settings);
  warnOfPlainText(options, warn);
  return createSparqlEndpoint({ ...options, warn });
}

function warnOfPlainText({ url, auth = {} }: SparqlEndpointOptions, warn: (message: string) => void): void {
  const { hostname, protocol } = new URL(url);
  if (protocol === 'http:' && Object.keys(auth).length > 0 && !isLoopback(hostname)) {
    warn(`${url}: name, password or token go there unencrypted; use https where the server has it`);
  }
}

/** Options for a client of an endpoint. @throws UsageError for an invalid address */
export function endpointOptions(place: string, settings: EndpointSettings): SparqlEndpointOptions {
  const url = parseUrl(place);
  if (url === undefined) throw new UsageError(`'${withoutCredentials(place)}' is not a web address`);
  const { kbUser, kbPassword, kbToken, kbTimeout, kbRetries, updateUrl, graphStore } = settings;
  return {
    url: withoutCredentials(place),
    auth: given({
      token: kbToken,
      user: kbUser ?? decoded(url.username),
      password: kbPassword ?? decoded(url.password),
    }),
    ...given({
      timeoutSeconds: kbTimeout,
      retries: kbRetries,
      updateUrl: updateUrl && withoutCredentials(updateUrl),
      graphStore: graphStore && withoutCredentials(graphStore),
    }),
  };
}

function decoded(part: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const HAS_TOPICS = `ASK { { ?t a <${sfwc.Topic}> } UNION { GRAPH ?g { ?t a <${sfwc.Topic}> } } }`;

/**
 * Opens an endpoint for queries. If it has topics, queries see the union of its named graphs, as with a folder;
 * otherwise its own default dataset.
 * @throws InputError when it cannot be reached
 */
export async function openEndpoint(
  place: string,
  settings: EndpointSettings,
  warn: (message: string) => void = () => undefined,
): Promise<SparqlEndpoint> {
  const options = { ...endpointOptions(place, settings), warn };
  warnOfPlainText(options, warn);
  const plain = createSparqlEndpoint({ ...options, dataset: 'endpoint' });
  try {
    const topics = await plain.answer(HAS_TOPICS, 'csv');
    return topics.trim() === 'true' ? createSparqlEndpoint(options) : plain;
  } catch (error) {
    // Some engines do not support named graphs.
    if (error instanceof QueryError) return plain;
    throw error;
  }
}
