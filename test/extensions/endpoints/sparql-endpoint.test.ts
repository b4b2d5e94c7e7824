import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createSparqlEndpoint,
  type SparqlEndpointOptions,
} from '../../../src/extensions/endpoints/sparql-endpoint.js';
import { InputError, OutputError, QueryError } from '../../../src/model/errors.js';
import type { Bindings } from '../../../src/model/rdf.js';
import { knowledgeBaseContract } from '../../contracts/knowledge-base.js';
import { manualClock } from '../../support/manual-clock.js';
import { startSparqlServer, type Fault, type SparqlServer } from '../../support/sparql-server.js';
import { failureOf } from '../../support/failure-of.js';

let server: SparqlServer;
beforeAll(async () => {
  server = await startSparqlServer();
});
beforeEach(() => server.clear());
afterAll(() => server.close());

knowledgeBaseContract('SPARQL endpoint', () => {
  server.clear();
  return createSparqlEndpoint({ url: server.url, updateUrl: server.update });
});

const GRAPH = 'http://a.example/graph/1';
const LINE = `<http://a.example/s> <http://a.example/p> "one" <${GRAPH}> .\n`;
const ASK = 'SELECT ?o WHERE { ?s <http://a.example/p> ?o } ORDER BY ?o';
const IN_GRAPH = { defaultGraphs: [GRAPH] };

function connect(options: Partial<SparqlEndpointOptions> = {}) {
  const warnings: string[] = [];
  const clock = manualClock();
  const warn = (message: string): void => void warnings.push(message);
  const kb = createSparqlEndpoint({ url: server.url, clock, warn, ...options });
  return { kb, warnings, clock };
}
const values = ({ rows }: Bindings): unknown[] => rows.map((row) => row['o']?.value);
const graphNames = (): string[] => [...new Set(server.store.match().map((quad) => quad.graph.value))].sort();

describe('failures that pass', () => {
  it('asks again after a status that passes', async () => {
    const { kb, warnings } = connect();
    await kb.load([LINE]);
    server.faults.push({ status: 503 }, { status: 429 });
    expect(values(await kb.select(ASK, IN_GRAPH))).toEqual(['one']);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toBe(`${server.url}: status 503; asked again in 0.3 s`);
  });

  it('takes no part of an answer for the whole', async () => {
    const { kb } = connect();
    const parts: { status: number; headers?: Record<string, string> }[] = [
      { status: 206 },
      { status: 200, headers: { 'X-SQL-State': 'S1TAT' } },
      { status: 200, headers: { 'X-SPARQL-MaxRows': '1' } },
    ];
    for (const part of parts) {
      server.faults.push({
        type: 'application/sparql-results+json',
        body: '{"head":{"vars":["o"]},"results":{"bindings":[]}}',
        ...part,
      });
      expect((await failureOf(kb.select(ASK, IN_GRAPH))).message).toMatch(/a part of the answer only$/);
    }
  });

  it('adds no triple twice when the answer to an update is lost', async () => {
    const { kb } = connect();
    server.faults.push({ reset: 'after' });
    await kb.load([LINE.replace('<http://a.example/s>', '_:b'), LINE.replace('<http://a.example/s>', '_:b')]);
    expect(await kb.size()).toBe(1);
  });

  it('gives up after four times and names the address', async () => {
    const { kb } = connect();
    server.faults.push(...Array.from({ length: 4 }, () => ({ status: 503 })));
    expect(await failureOf(kb.select(ASK, IN_GRAPH))).toMatchObject({
      message: expect.stringMatching(/^http.* answered with status 503 .*: a fault$/),
      hint: expect.stringContaining('later'),
    });
    expect(server.seen).toHaveLength(4);
  });

  it('gives up on a server that is too slow', async () => {
    const { kb } = connect({ timeoutSeconds: 0.05, retries: 1 });
    server.faults.push({ wait: 400 }, { wait: 400 });
    expect(await failureOf(kb.select(ASK, IN_GRAPH))).toMatchObject({
      message: `${server.url} gave no complete answer within 0.05 s (tried 2 times)`,
      hint: expect.stringContaining('ask for less'),
    });
  });
});

describe('answers that are none', () => {
  const page = '<!DOCTYPE html><html><head><title>Query form</title></head><body></body></html>';
  const json = 'application/sparql-results+json';
  it.each([
    ['a page', { status: 200, type: 'text/html', body: page }, /an HTML page: Query form$/],
    ['broken JSON', { status: 200, type: json, body: '{"head": {' }, /broken .*json/],
    ['a redirect', { status: 301, headers: { Location: 'https://a.example/' } }, /https:\/\/a\.example\/$/],
    ['a locked door', { status: 401 }, /status 401/],
  ])('recognises %s', async (_name, fault: Fault, words) => {
    const { kb } = connect();
    server.faults.push(fault);
    const error = await failureOf(kb.select(ASK, IN_GRAPH));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(words);
    expect(error.message).toContain(server.url);
    expect(error.message).not.toContain('\n');
  });

  it('gives a refused query in the words of the endpoint, with its place where we know it', async () => {
    const { kb } = connect();
    server.faults.push({ status: 400, body: '\nno memory left\nat line 2' });
    const refused = await failureOf(kb.select(ASK, IN_GRAPH));
    expect(refused).toBeInstanceOf(QueryError);
    expect(refused.message).toMatch(/ status 400 .*: no memory left$/);
    const malformed = await failureOf(kb.select('SELECT ?s WHERE { ?s ?p', IN_GRAPH));
    expect(malformed.message).toContain(' line 1, column 24: ');
  });
});

describe('what is sent', () => {
  it('never sends an update as a query', async () => {
    const { kb } = connect();
    for (const query of ['DELETE WHERE { ?s ?p ?o }', 'SELECT * WHERE { ?s ?p ?o } ; DROP ALL', '']) {
      expect(await failureOf(kb.answer(query, 'table', IN_GRAPH))).toBeInstanceOf(QueryError);
    }
    expect(server.seen).toEqual([]);
  });

  it('names who asks, by token or by name and password', async () => {
    await connect({ auth: { token: 'abc' } }).kb.select(ASK, IN_GRAPH);
    await connect({ auth: { user: 'bee', password: 'hönig' } }).kb.select(ASK, IN_GRAPH);
    await connect().kb.select(ASK, IN_GRAPH);
    expect(server.seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer abc',
      `Basic ${Buffer.from('bee:hönig').toString('base64')}`,
      undefined,
    ]);
  });

  it('says nothing of the credentials in errors', async () => {
    const { kb } = connect({ auth: { token: 'very-secret' } });
    server.faults.push({ status: 403, body: 'no' });
    const error = await failureOf(kb.select(ASK, IN_GRAPH));
    expect(JSON.stringify([error.message, error.hint])).not.toContain('very-secret');
    expect(error.hint).toContain('SFWC_KB_TOKEN');
  });

  it('leaves the dataset to a query with FROM, and to the endpoint where it is told so', async () => {
    const { kb } = connect();
    await kb.load([LINE]);
    expect(values(await kb.select(ASK.replace('WHERE', `FROM <${GRAPH}> WHERE`)))).toEqual(['one']);
    expect(values(await connect({ dataset: 'endpoint' }).kb.select(ASK))).toEqual([]);
    expect(values(await connect({ dataset: 'endpoint' }).kb.select(ASK, IN_GRAPH))).toEqual(['one']);
  });
});

describe('load', () => {
  it('keeps a blank node one node, across requests, and apart from those of other loads', async () => {
    const { kb } = connect();
    const line = (n: number): string => `_:b <http://a.example/p> "${n}" _:g .\n`;
    await kb.load(Array.from({ length: 1500 }, (_, n) => line(n)));
    await kb.load([line(0)]);
    const { rows } = await kb.select('SELECT ?s (COUNT(*) AS ?o) WHERE { ?s ?p ?x } GROUP BY ?s ORDER BY ?o');
    expect(rows.map((row) => row['o']?.value)).toEqual(['1', '1500']);
    expect(rows[1]?.['s']?.value).toMatch(/^urn:x-sfwc:genid:[\w-]+:b$/);
  });

  it('counts lines over all pieces', async () => {
    const { kb } = connect();
    expect((await failureOf(kb.load([LINE + LINE, `${LINE}oops\n`]))).message).toMatch(/line 4/);
    expect(
      (await failureOf(kb.load(['<http://a.example/a b> <http://a.example/p> "x" .\n']))).message,
    ).toMatch(/not valid N-Quads/);
  });
});

describe('replaceGraphs', () => {
  const OTHER = 'http://a.example/graph/2';
  const pieces = async function* (...lines: readonly string[]): AsyncGenerator<string> {
    yield* lines;
  };
  const contents = (): string[] =>
    server.store.dump({ format: 'application/n-quads' }).trim().split('\n').sort();

  it('puts new graphs in the place of old ones, and drops those that are gone', async () => {
    const { kb } = connect();
    await kb.load([LINE, LINE.replace(GRAPH, OTHER), LINE.replace(GRAPH, 'http://a.example/kept')]);
    await kb.replaceGraphs(pieces(LINE.replace('one', 'two')), [GRAPH, OTHER]);
    expect(contents()).toEqual(
      [
        `<http://a.example/s> <http://a.example/p> "one" <http://a.example/kept> .`,
        LINE.replace('one', 'two').trim(),
      ].sort(),
    );
  });

  /** What replaceGraphs sends, in turn: drop what is left, load, move. */
  const [DROP, LOAD] = [{ wait: 0 }, { wait: 0 }];

  it('leaves everything as it was when the source breaks off', async () => {
    const { kb } = connect();
    await kb.load([LINE]);
    const error = await failureOf(kb.replaceGraphs(pieces(LINE.replace('one', 'two'), 'oops\n'), [GRAPH]));
    expect(error).toBeInstanceOf(OutputError);
    expect(error.hint).toContain('as it was before');
    expect(contents()).toEqual([LINE.trim()]);
    expect(graphNames()).toEqual([GRAPH]);
  });

  it('says that it is not known what was moved, and a second time replaces it', async () => {
    const { kb } = connect();
    await kb.load([LINE, LINE.replace(GRAPH, OTHER)]);
    const second = LINE.replace('one', 'two') + LINE.replace('one', 'two').replace(GRAPH, OTHER);
    server.faults.push(DROP, LOAD, { firstOnly: true });
    const error = await failureOf(kb.replaceGraphs(pieces(second), [GRAPH, OTHER]));
    expect(error.hint).toMatch(/it is not known whether the topic was replaced.*: build it again$/);
    // The graph that is named first comes last.
    const [move] = server.seen.filter(({ body }) => body.includes('MOVE'));
    expect(move?.body.match(/TO GRAPH <[^>]*>/g)).toEqual([`TO GRAPH <${OTHER}>`, `TO GRAPH <${GRAPH}>`]);
    await kb.replaceGraphs(pieces(second), [GRAPH, OTHER]);
    expect(contents()).toEqual(second.trim().split('\n').sort());
    expect(graphNames()).toEqual([GRAPH, OTHER]);
  });
});
