import { InputError } from '../../../model/errors.js';
import type { SearchEngine } from './search.js';
import { parseUrl } from '../../../support/parse-url.js';
import { bodyText, engineAsker, type EngineOptions } from './engine-options.js';
import { collectHits, withoutKeys, type StatedHit } from './hits.js';
import { hitsOfJson } from './json-hits.js';
import { fillTemplate, hasPlace } from './url-template.js';
import { parseJson } from '../../../support/parse-json.js';

/**
 * Any search engine that answers GET requests in JSON. The address is the URL of a SearXNG (`https://searx.example/`, to which
 * `search?q=…&format=json&pageno=N` is added), or a URL template with OpenSearch parameters:
 * `https://search.example/api?q={searchTerms}&page={startPage}`.
 *
 * @throws InputError when the address is invalid
 */
export function createJsonEngine(options: EngineOptions): SearchEngine {
  const { address } = options;
  const template = hasPlace(address, 'searchTerms') ? address : searxngTemplate(address);
  const name = withoutKeys(address);
  const ask = engineAsker(options, 'application/json', (response) => readHits(bodyText(response), name));
  const hasParts = hasPlace(template, 'startPage') || hasPlace(template, 'startIndex');
  return {
    name,
    search: (query, most) =>
      collectHits(most, async (part, before) => {
        const url = fillTemplate(template, { query, part, before, count: most });
        return { hits: await ask(url), address: url, mayHaveMore: hasParts };
      }),
  };
}

function searxngTemplate(address: string): string {
  const url = parseUrl(address);
  if (url === undefined)
    throw new InputError(`'${address}' is not the URL of a search engine`, {
      hint: 'give a URL with http:// or https://, or the path of a corpus to search in',
    });
  if (!url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/\/$/, '')}/search`;
  url.searchParams.set('format', 'json');
  const { href } = url;
  return `${href}&q={searchTerms}&pageno={startPage}`;
}

function readHits(text: string, name: string): readonly StatedHit[] {
  const hits = hitsOfJson(parseJson(text));
  if (hits !== undefined) return hits;
  throw new InputError(`${name} does not answer with search results in JSON`, {
    hint: 'choose another --engine-kind, or give a URL template: …?q={searchTerms}&page={startPage}',
  });
}
