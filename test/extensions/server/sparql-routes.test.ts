import { describe, expect, it } from '@jest/globals';
import type { DatasetPool } from '../../../src/extensions/server/datasets/dataset-pool.js';
import type { DatasetAnswer } from '../../../src/extensions/server/datasets/dataset-service.js';
import { createServerApp } from '../../../src/extensions/server/serve.js';

const MAX = 1000;
const FORM = 'application/x-www-form-urlencoded';

type Job = Parameters<DatasetPool['ask']>[0];

/** A server before a pool that gives one outcome and notes what it is asked. */
function serverBefore(outcome: DatasetAnswer) {
  const asked: Job[] = [];
  const pool: DatasetPool = {
    ask: (job) => {
      asked.push(job);
      return Promise.resolve(outcome);
    },
    close: () => undefined,
  };
  const app = createServerApp({
    pool,
    host: '0.0.0.0',
    maxRows: 10,
    maxQuery: MAX,
    cors: [],
  });
  const post = async (type: string, body: string, headers: Record<string, string> = {}) => {
    const response = await app.request('http://a.example/sparql', {
      method: 'POST',
      body,
      headers: { 'content-type': type, ...headers },
    });
    return [response.status, await response.text()] as const;
  };
  return { asked, post };
}

const text = (form: 'SELECT' | 'ASK'): DatasetAnswer => ({
  body: new TextEncoder().encode('an answer'),
  cut: false,
  form,
});

describe('a query that is too large', () => {
  const long = `ASK { } #${'x'.repeat(MAX)}`;
  it.each([
    ['as a body', 'application/sparql-query', long],
    ['in a form', FORM, `query=${encodeURIComponent(long)}`],
    ['in a form that is too large to be read', FORM, `query=${'x'.repeat(5 * MAX)}`],
  ])('is refused %s, before a worker is asked', async (_, type, body) => {
    const { asked, post } = serverBefore(text('ASK'));
    expect(await post(type, body)).toEqual([
      413,
      expect.stringMatching(
        /larger than \d000 bytes; send less, or start the server with a larger --max-query/,
      ),
    ]);
    expect(asked).toEqual([]);
  });

  it('is not one as long as it is allowed, however it is written', async () => {
    const { post } = serverBefore(text('ASK'));
    const query = `ASK { } #${'é'.repeat(495)}x`;
    expect(Buffer.byteLength(query)).toBe(MAX);
    expect(await post(FORM, `query=${encodeURIComponent(query)}`)).toEqual([200, 'an answer']);
  });
});

describe('the form of a query', () => {
  const query = 'SELECT * { ?s ?p ?o }';
  it('is found out by the worker, which is told what would be acceptable for each', async () => {
    const { asked, post } = serverBefore(text('SELECT'));
    await post('application/sparql-query', query, { accept: 'text/csv, text/turtle;q=0.5' });
    expect(asked).toMatchObject([
      { query, mediaTypes: { SELECT: 'text/csv', CONSTRUCT: 'text/turtle', DESCRIBE: 'text/turtle' } },
    ]);
    expect(asked).not.toMatchObject([{ mediaTypes: { ASK: expect.anything() } }]);
  });

  it('decides whether an answer is acceptable', async () => {
    const { post } = serverBefore({ form: 'ASK', cut: false });
    expect(await post('application/sparql-query', 'ASK {}', { accept: 'text/csv' })).toEqual([
      406,
      expect.stringMatching(/^not available as text\/csv; there is application\/sparql-results\+json/),
    ]);
  });
});
