import { jsonText } from './json-ld-items.js';

/** Part of one script of JSON-LD that is read. */
const JSON_LD_LIMITS = {
  /** Characters. */
  characters: 1_000_000,
  /** Values within each other. */
  depth: 60,
  /** Values in all. */
  values: 50_000,
} as const;

/** A script that can be parsed without a request. */
export interface PreparedJsonLd {
  /** JSON whose contexts are inline, or the bundled one of schema.org. */
  readonly json: string;
  /** Addresses of contexts that are not bundled; terms of them are left out. */
  readonly unknown: readonly string[];
}

/** The one name of the bundled context. */
const SCHEMA_ORG = 'https://schema.org/';
const SCHEMA_ADDRESS =
  /^https?:\/\/(?:www\.)?schema\.org(?:\/?|\/docs\/jsonldcontext\.jsonl?d?|\/version\/latest\/?.*)$/i;

/** Properties of schema.org whose strings are addresses, as in its own context. */
const ADDRESSES = (
  'url image logo license sameAs mainEntityOfPage thumbnailUrl contentUrl embedUrl discussionUrl additionalType codeRepository ' +
  'downloadUrl installUrl isBasedOn archivedAt acquireLicensePage usageInfo publishingPrinciples correctionsPolicy ethicsPolicy ' +
  'hasMap map maps menu hasMenu itemListElementUrl relatedLink significantLink screenshot serviceUrl target trailer video photo ' +
  'paymentUrl replyToUrl schemaVersion targetUrl ticketToken warning labelDetails namedPosition foundingUrl'
).split(' ');
const DATES =
  'dateCreated dateModified datePublished uploadDate startDate endDate birthDate deathDate expires'.split(
    ' ',
  );

/** Loader of contexts for the parser. */
interface LoadedContext {
  readonly '@context': Record<string, string | Record<string, string>>;
}

/** The terms of schema.org, as far as they are not plain strings. */
const SCHEMA_CONTEXT: LoadedContext = {
  '@context': {
    '@vocab': 'http://schema.org/',
    schema: 'http://schema.org/',
    id: '@id',
    type: '@type',
    ...Object.fromEntries(ADDRESSES.map((name) => [name, { '@id': `schema:${name}`, '@type': '@id' }])),
    ...Object.fromEntries(
      DATES.map((name) => [name, { '@id': `schema:${name}`, '@type': 'schema:DateTime' }]),
    ),
  },
};

/** Loads the bundled context and no other: nothing is requested. */
export const bundledContexts = {
  load: (address: string): Promise<LoadedContext> =>
    address === SCHEMA_ORG
      ? Promise.resolve(SCHEMA_CONTEXT)
      : Promise.reject(new Error(`the context ${address} is not bundled`)),
};

/**
 * Makes a script of JSON-LD fit to be parsed.
 * @returns why it cannot be, in words, where it cannot
 */
export function prepareJsonLd(script: string): PreparedJsonLd | string {
  if (script.length > JSON_LD_LIMITS.characters)
    return `is longer than ${JSON_LD_LIMITS.characters / 1_000_000} million characters`;
  let data: unknown;
  try {
    data = JSON.parse(jsonText(script));
  } catch (error) {
    const [, place] = /position (\d+)/.exec(String(error)) ?? [];
    return place === undefined ? 'is not JSON' : `is not JSON (at character ${place})`;
  }
  const unknown = new Set<string>();
  const problem = tidyContexts(data, unknown);
  return problem ?? { json: JSON.stringify(data), unknown: [...unknown] };
}

type JsonObject = Record<string, unknown>;

/** Replaces contexts within a value by what can be read without a request. */
function tidyContexts(data: unknown, unknown: Set<string>): string | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: data, depth: 0 }];
  let values = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    values += 1;
    if (depth > JSON_LD_LIMITS.depth) return `is deeper than ${JSON_LD_LIMITS.depth} levels`;
    if (values > JSON_LD_LIMITS.values) return `has more than ${JSON_LD_LIMITS.values} values`;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      const item = value as JsonObject;
      // It may load another context.
      delete item['@import'];
      if ('@context' in item) item['@context'] = knownContext(item['@context'], unknown);
    }
    for (const part of Object.values(value)) open.push({ value: part, depth: depth + 1 });
  }
  return undefined;
}

function knownContext(context: unknown, unknown: Set<string>): unknown {
  if (Array.isArray(context)) return context.map((one) => knownContext(one, unknown));
  if (typeof context !== 'string') return context;
  if (SCHEMA_ADDRESS.test(context.trim())) return SCHEMA_ORG;
  unknown.add(context.slice(0, 200));
  return {};
}
