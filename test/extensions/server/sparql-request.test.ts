import { describe, expect, it } from '@jest/globals';
import { parseSparqlRequest } from '../../../src/extensions/server/sparql-routes.js';

const FORM = 'application/x-www-form-urlencoded';

function parse(method: string, search: string, contentType?: string, body: string | Uint8Array = '') {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return parseSparqlRequest({ method, parameters: new URLSearchParams(search), contentType, body: bytes });
}

describe('a request of the SPARQL protocol', () => {
  const graphs = 'default-graph-uri=http://a/&named-graph-uri=http://b/&named-graph-uri=http://c/';
  const scope = { defaultGraphs: ['http://a/'], namedGraphs: ['http://b/', 'http://c/'] };

  it('is the same query in all three forms', () => {
    const expected = { query: 'ASK {}', scope };
    expect(parse('GET', `query=ASK+{}&${graphs}`)).toEqual(expected);
    expect(parse('POST', '', FORM, `query=ASK+{}&${graphs}`)).toEqual(expected);
    expect(parse('POST', graphs, 'application/sparql-query; charset=UTF-8', 'ASK {}')).toEqual(expected);
  });

  it.each([
    [400, 'GET', 'format=turtle', undefined, ''],
    [400, 'GET', 'update=DROP+ALL', undefined, ''],
    [400, 'GET', 'query=ASK+{}&query=ASK+{}', undefined, ''],
    [400, 'GET', 'query=ASK+{}&default-graph-uri=relative', undefined, ''],
    [400, 'POST', '', FORM, 'update=DROP+ALL'],
    [415, 'POST', '', 'application/sparql-update', 'DROP ALL'],
    [400, 'POST', '', FORM, ''],
    [400, 'POST', 'query=ASK+{}', 'application/sparql-query', 'ASK {}'],
    [400, 'POST', '', 'application/sparql-query', new Uint8Array([0xff, 0xfe, 0x41])],
    [415, 'POST', '', 'application/sparql-query; charset=latin1', 'ASK {}'],
    [415, 'POST', '', 'text/plain', 'ASK {}'],
    [415, 'POST', '', undefined, 'query=ASK+{}'],
  ] as const)('is refused with %i: %s ?%s %s %s', (status, method, search, type, body) => {
    expect(() => parse(method, search, type, body)).toThrow(expect.objectContaining({ status }));
  });
});
