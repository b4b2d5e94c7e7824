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
  topicInEndpointContract('Virtuoso', async () => {
    await clear();
    return { kb: virtuoso.url };
  });
  it('takes long strings', async () => {
    await clear();
    const kb = createSparqlEndpoint({ url: virtuoso.url });
    const text = Array.from({ length: 50_000 }, (_, n) => String(n).padStart(10, 'é ')).join('');
    await kb.load([`<http://a.example/s> <http://a.example/p> "${text}" <http://a.example/g> .\n`]);
    const { rows } = await kb.select('SELECT ?o WHERE { ?s <http://a.example/p> ?o }');
    expect(rows.map((row) => row['o']?.value === text)).toEqual([true]);
  }, 60_000);

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
