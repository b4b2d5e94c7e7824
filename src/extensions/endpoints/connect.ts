import { createSparqlEndpoint, type SparqlEndpoint, type SparqlEndpointOptions } from './sparql-endpoint.js';
import { ENDPOINT_DEFAULTS, type EndpointSettings } from '../../model/endpoint.js';
import { QueryError, UsageError } from '../../model/errors.js';
import { sfwc } from '../../model/vocabulary.js';
import { given } from '../../support/given.js';
import { isLoopback, parseUrl } from '../../support/parse-url.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { withoutCredentials } from '../../support/without-credentials.js';

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

/** Address and credentials of an endpoint. @throws UsageError when the address is none */
export function endpointOptions(place: string, settings: EndpointSettings): SparqlEndpointOptions {
  const url = parseUrl(place);
  if (url === undefined) throw new UsageError(`'${withoutCredentials(place)}' is not a web address`);
  const { kbUser, kbPassword, kbToken, updateUrl, graphStore } = settings;
  const { kbTimeout, kbRetries } = { ...ENDPOINT_DEFAULTS, ...given(settings) };
  const user = kbUser ?? decoded(url.username);
  const password = kbPassword ?? decoded(url.password);
  return {
    url: withoutCredentials(place),
    auth: given({ token: kbToken, user, password }),
    timeoutSeconds: kbTimeout,
    retries: kbRetries,
    updateUrl: updateUrl && withoutCredentials(updateUrl),
    graphStore: graphStore && withoutCredentials(graphStore),
  };
}

function decoded(part: string): string | undefined {
  return part === '' ? undefined : unescapePercent(part);
}

const HAS_TOPICS = `ASK { { ?t a <${sfwc.Topic}> } UNION { GRAPH ?g { ?t a <${sfwc.Topic}> } } }`;

/**
 * An endpoint to ask anything of. One that holds topics is queried as the union of its named graphs, as a folder is;
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
