import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSparqlEndpoint } from '../../src/extensions/endpoints/sparql-endpoint.js';
import { knowledgeBaseContract } from '../contracts/knowledge-base.js';
import { topicInEndpointContract } from '../contracts/topic-in-endpoint.js';
import { clearEndpoint } from '../support/clear-endpoint.js';
import { describeUnless } from './data.js';
import { startVirtuoso, virtuosoMissing, type Virtuoso } from './virtuoso-server.js';

const suite = (): void => {
  let virtuoso: Virtuoso;
  beforeAll(async () => {
    virtuoso = await startVirtuoso();
  }, 120_000);
  afterAll(() => virtuoso.stop());

  const clear = (): Promise<void> => clearEndpoint({ url: virtuoso.url });
  knowledgeBaseContract('Virtuoso', async () => {
    await clear();
    return createSparqlEndpoint({ url: virtuoso.url });
  });
  knowledgeBaseContract('Virtuoso, loaded by the graph store', async () => {
    await clear();
    return createSparqlEndpoint({ url: virtuoso.url, graphStore: virtuoso.graphStore });
  });
  topicInEndpointContract('Virtuoso', async () => {
    await clear();
    return { kb: virtuoso.url };
  });
  topicInEndpointContract('Virtuoso with its graph store', async () => {
    await clear();
    return { kb: virtuoso.url, graphStore: virtuoso.graphStore };
  });

  it.each([
    ['updates', 500_000],
    ['the graph store', 2_000_000],
  ])(
    'takes long strings by %s: %i characters',
    async (way, length) => {
      await clear();
      const store = way === 'updates' ? {} : { graphStore: virtuoso.graphStore };
      const kb = createSparqlEndpoint({ url: virtuoso.url, ...store });
      const text = Array.from({ length: length / 10 }, (_, n) => String(n).padStart(10, 'é ')).join('');
      await kb.load([`<http://a.example/s> <http://a.example/p> "${text}" <http://a.example/g> .\n`]);
      const { rows } = await kb.select('SELECT ?o WHERE { ?s <http://a.example/p> ?o }');
      expect(rows.map((row) => row['o']?.value === text)).toEqual([true]);
    },
    60_000,
  );

  it('gives more rows than it gives at once', async () => {
    await clear();
    const kb = createSparqlEndpoint({ url: virtuoso.url, graphStore: virtuoso.graphStore });
    const line = (n: number): string =>
      `<http://a.example/s${n}> <http://a.example/p> "${n}" <http://a.example/g> .\n`;
    await kb.load(Array.from({ length: 25_000 }, (_, n) => line(n)));
    const { rows } = await kb.select('SELECT ?s WHERE { ?s <http://a.example/p> ?o } ORDER BY ?s');
    expect(new Set(rows.map((row) => row['s']?.value)).size).toBe(25_000);
  }, 60_000);

  it('asks for name and password by digest', async () => {
    await clear();
    const locked = { url: virtuoso.authUrl, retries: 0 };
    await expect(createSparqlEndpoint(locked).checkWritable()).rejects.toThrow(/status 401/);
    await expect(
      createSparqlEndpoint({ ...locked, auth: { user: 'dba', password: 'wrong' } }).checkWritable(),
    ).rejects.toThrow(/status 401/);
    const kb = createSparqlEndpoint({ ...locked, auth: { user: 'dba', password: 'dba' } });
    await kb.checkWritable();
    expect(await kb.size()).toBe(0);
  });

  it('moves graphs that were loaded, and keeps the old ones when loading breaks off', async () => {
    await clear();
    const kb = createSparqlEndpoint({ url: virtuoso.url });
    const graphs = ['http://a.example/g', 'http://a.example/h'];
    const of = (value: string): string[] =>
      graphs.map((graph) => `<http://a.example/s> <http://a.example/p> "${value}" <${graph}> .\n`);
    const values = async (): Promise<unknown[]> =>
      (await kb.select('SELECT ?o WHERE { GRAPH ?g { ?s <http://a.example/p> ?o } }')).rows.map(
        (row) => row['o']?.value,
      );
    await kb.replaceGraphs(pieces(of('old')), graphs);
    await expect(kb.replaceGraphs(pieces([...of('new'), 'oops\n']), graphs)).rejects.toMatchObject({
      hint: expect.stringContaining('as it was before'),
    });
    expect(await values()).toEqual(['old', 'old']);
    await kb.replaceGraphs(pieces(of('new')), graphs);
    expect(await values()).toEqual(['new', 'new']);
  });
};

async function* pieces(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

describeUnless(virtuosoMissing(), 'Virtuoso', suite);
