import {
  createSparqlEndpoint,
  type SparqlEndpoint,
  type SparqlEndpointOptions,
} from '../kb/endpoint/sparql-endpoint.js';
import { QueryError, UsageError } from '../model/errors.js';
import { sfwc } from '../model/vocabulary.js';
import { isLoopback } from '../support/loopback.js';
import { parseUrl } from '../support/parse-url.js';

/** The settings of commands that say how a SPARQL endpoint is used. */
export interface EndpointSettings {
  readonly kbUser?: string | undefined;
  readonly kbPassword?: string | undefined;
  readonly kbToken?: string | undefined;
  /** Seconds for an answer. */
  readonly kbTimeout?: number | undefined;
  /** How often a request is repeated that failed for a reason that may pass. */
  readonly kbRetries?: number | undefined;
  readonly updateUrl?: string | undefined;
  readonly graphStore?: string | undefined;
}

/** Whether a knowledge base is a SPARQL endpoint and no folder. */
export function isEndpoint(place: string): boolean {
  return /^https?:\/\//i.test(place);
}

/** The address without the name and password that it may hold (`https://name:password@host/sparql`), to be shown. */
export function withoutCredentials(place: string): string {
  const url = isEndpoint(place) ? parseUrl(place) : undefined;
  // What is no address may hold a password all the same.
  if (url === undefined) return place.replace(/^(https?:\/\/)[^/]*@/i, '$1');
  if (url.username === '' && url.password === '') return place;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Settings as they may be written down: without passwords and tokens. */
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
 * @param warn told of requests that are repeated and of answers that are cut off
 * @throws UsageError when the address is none
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

/** What a client needs to know of an endpoint. @throws UsageError when the address is none */
export function endpointOptions(place: string, settings: EndpointSettings): SparqlEndpointOptions {
  const url = parseUrl(place);
  if (url === undefined) throw new UsageError(`'${withoutCredentials(place)}' is not a web address`);
  const { kbUser, kbPassword, kbToken, kbTimeout, kbRetries, updateUrl, graphStore } = settings;
  const user = kbUser ?? decoded(url.username);
  const password = kbPassword ?? decoded(url.password);
  return {
    url: withoutCredentials(place),
    auth: {
      ...(kbToken === undefined ? {} : { token: kbToken }),
      ...(user === undefined ? {} : { user }),
      ...(password === undefined ? {} : { password }),
    },
    ...(kbTimeout === undefined ? {} : { timeoutSeconds: kbTimeout }),
    ...(kbRetries === undefined ? {} : { retries: kbRetries }),
    ...(updateUrl === undefined ? {} : { updateUrl: withoutCredentials(updateUrl) }),
    ...(graphStore === undefined ? {} : { graphStore: withoutCredentials(graphStore) }),
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
 * An endpoint to ask anything of. One that holds topics is asked as the union of its named graphs, as a folder is;
 * any other as it presents itself.
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
    // Some engines know no named graphs.
    if (error instanceof QueryError) return plain;
    throw error;
  }
}
