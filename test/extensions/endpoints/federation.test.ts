import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createFederation } from '../../../src/extensions/endpoints/federation.js';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { createSparqlEndpoint } from '../../../src/extensions/endpoints/sparql-endpoint.js';
import { InputError, QueryError } from '../../../src/model/errors.js';
import type { KnowledgeBase } from '../../../src/model/rdf.js';
import { manualClock } from '../../support/manual-clock.js';
import { startSparqlServer, type SparqlServer } from '../../support/sparql-server.js';

const GRAPH = 'http://a.example/graph/1';
let server: SparqlServer;
beforeAll(async () => {
  server = await startSparqlServer();
});
beforeEach(() => server.clear());
afterAll(() => server.close());

async function storeOf(...lines: readonly string[]): Promise<KnowledgeBase> {
  const kb = createOxigraphStore();
  await kb.load([`${lines.join('\n')}\n`]);
  return kb;
}

/** Nouns here, names of what they mean behind an endpoint. */
async function federation() {
  const local = await storeOf(
    ...[1, 2, 3].map(
      (n) => `<http://a.example/noun${n}> <http://a.example/means> <http://a.example/thing${n}> <${GRAPH}> .`,
    ),
    `<http://a.example/noun3> <http://a.example/count> "3"^^<http://www.w3.org/2001/XMLSchema#integer> <${GRAPH}> .`,
  );
  const remote = createSparqlEndpoint({ url: server.url, clock: manualClock(), retries: 1 });
  await remote.load([
    `<http://a.example/thing1> <http://a.example/name> "Biene"@de .\n<http://a.example/thing3> <http://a.example/name> "hive" .\n`,
  ]);
  return createFederation([
    { url: 'http://source-1.invalid/sparql', kb: local },
    { url: server.url, kb: remote },
  ]);
}

const JOIN =
  'PREFIX a: <http://a.example/> SELECT ?noun ?name WHERE { ?noun a:means ?thing . ?thing a:name ?name } ORDER BY ?noun';

describe('createFederation', () => {
  it('leaves unbound variables out and keeps datatypes', async () => {
    const { rows } = await (
      await federation()
    ).select(
      'PREFIX a: <http://a.example/> SELECT ?n ?name ?count { ?n a:means ?t OPTIONAL { ?t a:name ?name } OPTIONAL { ?n a:count ?count } } ORDER BY ?n',
    );
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([
      ['n', 'name'],
      ['n'],
      ['count', 'n', 'name'],
    ]);
    expect(rows[2]?.['count']).toEqual({
      termType: 'Literal',
      value: '3',
      datatype: 'http://www.w3.org/2001/XMLSchema#integer',
    });
  });

  it('writes every format', async () => {
    const all = await federation();
    expect(await all.answer(JOIN, 'table')).toContain('(2 rows)');
    expect(await all.answer(JOIN, 'tsv')).toContain('<http://a.example/noun1>\t"Biene"@de\n');
    const construct = JOIN.replace('SELECT ?noun ?name', 'CONSTRUCT { ?noun a:called ?name }').replace(
      / ORDER.*/,
      '',
    );
    expect((await all.answer(construct, 'ntriples')).trim().split('\n').sort()).toEqual([
      '<http://a.example/noun1> <http://a.example/called> "Biene"@de .',
      '<http://a.example/noun3> <http://a.example/called> "hive" .',
    ]);
    const ask = 'ASK { ?n <http://a.example/means>/<http://a.example/name> "hive" }';
    await expect(all.answer(ask, 'table')).rejects.toThrow(QueryError);
    await expect(all.answer(JOIN, 'turtle')).rejects.toThrow(QueryError);
  });

  it('asks nobody but the sources', async () => {
    const all = await federation();
    const service = (url: string): string =>
      `SELECT ?s ?o WHERE { SERVICE <${url}> { ?s <http://a.example/name> ?o } }`;
    const error: unknown = await all
      .select(service('http://127.0.0.1:9/sparql'))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toBe(
      'the query asks http://127.0.0.1:9/sparql, which is none of its sources',
    );
    expect((await all.select(service(server.url))).rows).toHaveLength(2);
  });

  it('says where a query is wrong', async () => {
    const asking = (await federation()).answer('SELECT ?s WHERE { ?s ?p', 'table');
    await expect(asking).rejects.toThrow(QueryError);
    await expect(asking).rejects.toThrow(/: line 1, column \d+: /);
  });
});
