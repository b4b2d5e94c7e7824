import { ENDPOINT_DEFAULTS } from '../../knowledge/places/store.js';
import { QueryError, UsageError } from '../../model/errors.js';
import { sfwc } from '../../model/vocabulary.js';
import type { StoreKind, EndpointSettings } from '../../knowledge/places/store.js';
import { given } from '../../support/given.js';
import { isLoopback, parseUrl } from '../../support/parse-url.js';
import { unescapePercent } from '../../support/text/escapes.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { createSparqlEndpoint, type SparqlEndpointOptions } from './sparql-endpoint.js';

const HAS_TOPICS = `ASK { { ?t a <${sfwc.Topic}> } UNION { GRAPH ?g { ?t a <${sfwc.Topic}> } } }`;

/**
 * Opens SPARQL endpoints by their addresses. One that holds topics is queried as the union of its named graphs, as a folder is;
 * any other as it presents itself.
 */
export const endpointStore: StoreKind = {
  async open(address, { settings, warn }) {
    const options = endpointOptions(address, settings, warn);
    const plain = createSparqlEndpoint({ ...options, dataset: 'endpoint' });
    try {
      const topics = await plain.answer(HAS_TOPICS, 'csv');
      return topics.trim() === 'true' ? createSparqlEndpoint(options) : plain;
    } catch (error) {
      // Some engines know no named graphs.
      if (error instanceof QueryError) return plain;
      throw error;
    }
  },
  openTopic: (address, { settings, warn }) => createSparqlEndpoint(endpointOptions(address, settings, warn)),
};

/** Address and credentials of an endpoint. @throws UsageError when the address is none */
export function endpointOptions(
  place: string,
  settings: EndpointSettings,
  warn: (message: string) => void = () => undefined,
): SparqlEndpointOptions {
  const url = parseUrl(place);
  if (url === undefined) throw new UsageError(`'${withoutCredentials(place)}' is not a web address`);
  const { kbUser, kbPassword, kbToken, updateUrl } = settings;
  const { kbTimeout, kbRetries } = { ...ENDPOINT_DEFAULTS, ...given(settings) };
  const { SFWC_KB_USER, SFWC_KB_PASSWORD, SFWC_KB_TOKEN } = process.env;
  const user = kbUser ?? SFWC_KB_USER ?? decoded(url.username);
  const password = kbPassword ?? SFWC_KB_PASSWORD ?? decoded(url.password);
  const auth = given({ token: kbToken ?? SFWC_KB_TOKEN, user, password });
  if (url.protocol === 'http:' && Object.keys(auth).length > 0 && !isLoopback(url.hostname))
    warn(
      `${withoutCredentials(place)}: name, password or token go there unencrypted; use https where the server has it`,
    );
  return {
    url: withoutCredentials(place),
    updateUrl: updateUrl && withoutCredentials(updateUrl),
    ...{ auth, timeoutSeconds: kbTimeout, retries: kbRetries, warn },
  };
}

function decoded(part: string): string | undefined {
  return part === '' ? undefined : unescapePercent(part);
}
