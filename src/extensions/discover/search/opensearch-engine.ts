import { readXml } from '../../../language/corpus/documents/xml.js';
import { InputError, messageOf } from '../../../model/errors.js';
import type { SearchEngine } from './search.js';
import { parseUrl } from '../../../support/parse-url.js';
import { bodyText, engineAsker, type EngineOptions } from './engine-options.js';
import { hitsOfFeed } from './feed-hits.js';
import { collectHits, withoutKeys, type StatedHit } from './hits.js';
import { hitsOfJson } from './json-hits.js';
import { fillTemplate, hasPlace } from './url-template.js';

/** How to query the engine, according to its description. */
interface SearchTemplate {
  readonly template: string;
  readonly offsets: { readonly index: number; readonly page: number };
}

/** Supported types of responses, the best first. */
const KINDS = [
  /^application\/atom\+xml/i,
  /^application\/rss\+xml/i,
  /^application\/(?:\w+\+)?json/i,
] as const;
/** Types for the description and the responses. */
const ACCEPT =
  'application/opensearchdescription+xml,application/atom+xml,application/rss+xml,application/json,*/*;q=0.1';

/**
 * A search engine with an OpenSearch description document (1.1, draft 6), queried through its template for Atom, RSS or JSON.
 * The description is fetched at the first search.
 */
export function createOpenSearchEngine(options: EngineOptions): SearchEngine {
  const name = withoutKeys(options.address);
  const ask = engineAsker(options, ACCEPT, bodyText);
  let described: Promise<SearchTemplate> | undefined;
  const describe = async (): Promise<SearchTemplate> =>
    readDescription(await ask(options.address), options.address, name);
  return {
    name,
    async search(query, most) {
      described ??= describe();
      const { template, offsets } = await described.catch((thrown: unknown) => {
        described = undefined;
        throw thrown;
      });
      const mayHaveMore = hasPlace(template, 'startPage') || hasPlace(template, 'startIndex');
      return collectHits(most, async (part, before) => {
        const url = fillTemplate(template, { query, part, before, count: most }, offsets);
        return { hits: readAnswer(await ask(url), name), address: url, mayHaveMore };
      });
    },
  };
}

function readDescription(xml: string, address: string, name: string): SearchTemplate {
  const elements = orRefuse(() => readXml(xml), name);
  if (elements[0]?.name !== 'OpenSearchDescription') {
    throw new InputError(`${name} is not an OpenSearch description document`, {
      hint: 'a page of the engine names it: <link rel="search" type="application/opensearchdescription+xml" href="…">',
    });
  }
  const urls = elements.filter(
    ({ name, attributes: { rel = 'results', template } }) =>
      name === 'Url' && template !== undefined && rel.split(/\s+/).includes('results'),
  );
  for (const kind of KINDS) {
    const found = urls.find(({ attributes: { type = '' } }) => kind.test(type))?.attributes;
    const template = found?.['template'];
    if (found === undefined || template === undefined || !hasPlace(template, 'searchTerms')) continue;
    const offsets = { index: offset(found['indexOffset']), page: offset(found['pageOffset']) };
    return { template: absolute(template, address), offsets };
  }
  const types = urls.map(({ attributes: { type = '' } }) => type).join(', ') || 'none';
  throw new InputError(`${name} does not describe a search in Atom, RSS or JSON (only: ${types})`);
}

function offset(written: string | undefined): number {
  return written !== undefined && /^\d+$/.test(written) ? Number(written) : 1;
}

/** A template may be relative to its description; its braces must stay. */
function absolute(template: string, address: string): string {
  if (/^https?:\/\//i.test(template)) return template;
  const href = parseUrl(template, address)?.href ?? template;
  return href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
}

function readAnswer(text: string, name: string): readonly StatedHit[] {
  const isJson = /^\s*[[{]/.test(text);
  const hits = isJson
    ? orRefuse(() => hitsOfJson(JSON.parse(text)), name)
    : orRefuse(() => hitsOfFeed(text), name);
  if (hits !== undefined) return hits;
  throw new InputError(`${name} does not answer with search results in Atom, RSS or JSON`);
}

function orRefuse<T>(read: () => T, name: string): T {
  try {
    return read();
  } catch (thrown) {
    throw new InputError(`${name} returned a response that cannot be read: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}
