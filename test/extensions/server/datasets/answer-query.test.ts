import { describe, expect, it } from '@jest/globals';
import {
  answerQuery,
  type DatasetQuery,
} from '../../../../src/extensions/server/datasets/dataset-service.js';
import { load, oxigraphModule, type Store } from '../../../../src/knowledge/oxigraph/oxigraph-store.js';

const A = 'http://a.example/';
const JSON_RESULTS = 'application/sparql-results+json';

async function filled(): Promise<Store> {
  const { Store: Oxigraph } = oxigraphModule();
  const store = new Oxigraph();
  await load(store, [
    `<${A}s> <${A}p> "in one" <${A}one> .\n<${A}s> <${A}p> "in two.\\nsecond line\u2028." <${A}two> .\n<${A}s> <${A}p> "in none" .\n`,
  ]);
  return store;
}

type Given = Partial<DatasetQuery> & { readonly mediaType?: string };

function ask(store: Store, query: string, { mediaType = JSON_RESULTS, ...given }: Given = {}) {
  const { body, cut } = answerQuery(store, {
    query,
    scope: { defaultGraphs: [], namedGraphs: [] },
    base: `${A}base/`,
    mediaTypes: { SELECT: mediaType, ASK: mediaType, CONSTRUCT: mediaType, DESCRIBE: mediaType },
    maxRows: 100,
    ...given,
  });
  if (body === undefined) throw new Error('no answer');
  return { text: new TextDecoder().decode(body), cut };
}

function values(text: string): string[] {
  const { results } = JSON.parse(text) as { results: { bindings: { o: { value: string } }[] } };
  return results.bindings.map(({ o }) => o.value.slice(0, 7)).sort();
}

describe('answerQuery', () => {
  const ALL = 'SELECT ?o { ?s ?p ?o }';
  const NAMED = 'SELECT ?o { GRAPH ?g { ?s ?p ?o } }';
  it.each([
    ['the union of all graphs without a dataset', ALL, [], [], ['in none', 'in one', 'in two.']],
    ["the query's own FROM", `SELECT ?o FROM <${A}one> { ?s ?p ?o }`, [], [], ['in one']],
    ['the request before the FROM', `SELECT ?o FROM <${A}one> { ?s ?p ?o }`, [`${A}two`], [], ['in two.']],
    ['no named graphs beside default graphs', NAMED, [`${A}one`], [], []],
    ['the named graphs of the request', NAMED, [], [`${A}one`], ['in one']],
  ])('asks %s', async (_, query, defaultGraphs, named, found) => {
    const { text } = ask(await filled(), query, { scope: { defaultGraphs, namedGraphs: named } });
    expect(values(text)).toEqual(found);
  });

  it.each([
    [JSON_RESULTS, 2],
    ['text/csv', 2],
  ])('cuts %s and says so, not when it fits exactly', async (mediaType, maxRows) => {
    const store = await filled();
    const three = ask(store, 'SELECT ?o { ?s ?p ?o } ORDER BY DESC(?o)', { mediaType, maxRows: 3 });
    const two = ask(store, 'SELECT ?o { ?s ?p ?o } ORDER BY DESC(?o)', { mediaType, maxRows });
    const whole = ask(store, 'SELECT ?o { ?s ?p ?o } ORDER BY DESC(?o) LIMIT 2', { mediaType });
    expect([three.cut, two.cut, whole.cut]).toEqual([false, true, false]);
    expect(two.text).toBe(whole.text);
    expect(three.text.length).toBeGreaterThan(two.text.length);
  });

  it('cuts graphs, and writes them in every format', async () => {
    const store = await filled();
    const query = `CONSTRUCT { ?s ?p ?o } { ?s ?p ?o } ORDER BY ?o`;
    for (const mediaType of ['text/turtle', 'application/rdf+xml', 'application/ld+json']) {
      const { text, cut } = ask(store, query, { mediaType, maxRows: 1 });
      expect([text.includes('in none'), text.includes('in one'), cut]).toEqual([true, false, true]);
      expect(ask(store, query, { mediaType }).cut).toBe(false);
    }
    expect(ask(store, 'ASK {}', { maxRows: 1 }).text).toContain('true');
  });

  it.each([
    ['SELECT ?s { ?s ?p', /^the query cannot be run: line 1, column 18: the query ends here\n/],
    [
      'ASK { SERVICE <http://a.example/> { ?s ?p ?o } }',
      /The service <http:\/\/a.example\/> is not supported/,
    ],
  ])('says where %j is wrong', async (query, message) => {
    const store = await filled();
    expect(() => ask(store, query)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(message),
        name: expect.stringMatching(/^Query(?:Syntax)?Error$/),
      }),
    );
  });

  it('does not run a query without a media type for its form', async () => {
    const scope = { defaultGraphs: [], namedGraphs: [] };
    const request = { query: 'ASK { oops', scope, base: A, mediaTypes: { SELECT: JSON_RESULTS }, maxRows: 1 };
    expect(answerQuery(await filled(), request)).toEqual({ form: 'ASK', cut: false });
  });
});
