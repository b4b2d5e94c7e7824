import { describe, expect, it } from '@jest/globals';
import type { DatasetPool } from '../../../src/extensions/server/datasets/dataset-pool.js';
import type { DatasetAnswer } from '../../../src/extensions/server/datasets/dataset-service.js';
import { createServerApp } from '../../../src/extensions/server/serve.js';
import {
  BOOLEAN_FORMATS,
  negotiate,
  parseSparqlRequest,
  ROW_FORMATS,
} from '../../../src/extensions/server/sparql-routes.js';

const MAX = 1000;
const FORM = 'application/x-www-form-urlencoded';

describe('a request of the SPARQL protocol', () => {
  const graphs = 'default-graph-uri=http://a/&named-graph-uri=http://b/&named-graph-uri=http://c/';
  const scope = { defaultGraphs: ['http://a/'], namedGraphs: ['http://b/', 'http://c/'] };

  function parse(method: string, search: string, contentType?: string, body: string | Uint8Array = '') {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    return parseSparqlRequest({ method, parameters: new URLSearchParams(search), contentType, body: bytes });
  }

  it('is the same query in all three forms', () => {
    const expected = { query: 'ASK {}', scope };
    expect(parse('GET', `query=ASK+{}&${graphs}`)).toEqual(expected);
    expect(parse('POST', '', FORM, `query=ASK+{}&${graphs}`)).toEqual(expected);
    expect(parse('POST', graphs, 'application/sparql-query; charset=UTF-8', 'ASK {}')).toEqual(expected);
  });

  it.each([
    [400, 'GET', 'update=DROP+ALL', undefined, ''],
    [400, 'GET', 'query=ASK+{}&query=ASK+{}', undefined, ''],
    [400, 'GET', 'query=ASK+{}&default-graph-uri=relative', undefined, ''],
    [415, 'POST', '', 'application/sparql-update', 'DROP ALL'],
    [400, 'POST', '', 'application/sparql-query', new Uint8Array([0xff, 0xfe, 0x41])],
    [415, 'POST', '', undefined, 'query=ASK+{}'],
  ] as const)('is refused with %i: %s ?%s %s %s', (status, method, search, type, body) => {
    expect(() => parse(method, search, type, body)).toThrow(expect.objectContaining({ status }));
  });
});

describe('the format of an answer', () => {
  it.each([
    [undefined, 'application/sparql-results+json'],
    ['text/*', 'text/csv; charset=utf-8'],
    ['text/csv;q=0.5, text/tab-separated-values;q=0.6', 'text/tab-separated-values; charset=utf-8'],
    ['text/csv;q=0, */*;q=0.1', 'application/sparql-results+json'],
    ['*/*;q=0', undefined],
  ])('for Accept: %s is %s', (accept, expected) => {
    expect(negotiate(accept, ROW_FORMATS)?.contentType).toBe(expected);
  });

  it('is no CSV for ASK', () => expect(negotiate('text/csv', BOOLEAN_FORMATS)).toBeUndefined());
});

/** A server before a pool that gives one outcome and notes what it is asked. */
function serverBefore(outcome: DatasetAnswer) {
  const asked: Parameters<DatasetPool['ask']>[0][] = [];
  const pool: DatasetPool = {
    ask: (job) => {
      asked.push(job);
      return Promise.resolve(outcome);
    },
    close: () => undefined,
  };
  const app = createServerApp({ pool, host: '0.0.0.0', maxRows: 10, maxQuery: MAX, cors: [] });
  const post = async (type: string, body: string, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', body, headers: { 'content-type': type, ...headers } };
    const response = await app.request('http://a.example/sparql', init);
    return [response.status, await response.text()] as const;
  };
  return { asked, post };
}

const text = (form: 'SELECT' | 'ASK'): DatasetAnswer => ({
  ...{ body: new TextEncoder().encode('an answer'), cut: false, form },
});

it.each([
  ['as a body', 'application/sparql-query', `ASK { } #${'x'.repeat(MAX)}`],
  ['in a form that is too large to be read', FORM, `query=${'x'.repeat(5 * MAX)}`],
])('refuses a query that is too large %s, before a worker is asked', async (_, type, body) => {
  const { asked, post } = serverBefore(text('ASK'));
  expect(await post(type, body)).toEqual([
    413,
    expect.stringMatching(
      /larger than \d000 bytes; send less, or start the server with a larger --max-query/,
    ),
  ]);
  expect(asked).toEqual([]);
  const query = `ASK { } #${'é'.repeat(495)}x`;
  expect(await post(FORM, `query=${encodeURIComponent(query)}`)).toEqual([200, 'an answer']);
});

it('leaves the form of a query to the worker, and refuses an answer that is not acceptable', async () => {
  const query = 'SELECT * { ?s ?p ?o }';
  const { asked, post } = serverBefore(text('SELECT'));
  await post('application/sparql-query', query, { accept: 'text/csv, text/turtle;q=0.5' });
  expect(asked).toMatchObject([
    { query, mediaTypes: { SELECT: 'text/csv', CONSTRUCT: 'text/turtle', DESCRIBE: 'text/turtle' } },
  ]);
  expect(asked).not.toMatchObject([{ mediaTypes: { ASK: expect.anything() } }]);
  const none = serverBefore({ form: 'ASK', cut: false });
  expect(await none.post('application/sparql-query', 'ASK {}', { accept: 'text/csv' })).toEqual([
    406,
    expect.stringMatching(/^not available as text\/csv; there is application\/sparql-results\+json/),
  ]);
});
