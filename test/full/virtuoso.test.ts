import { afterAll, beforeAll, describe } from '@jest/globals';
import { createSparqlEndpoint } from '../../src/kb/sparql-endpoint.js';
import { knowledgeBaseContract } from '../contracts/knowledge-base.js';
import { topicInEndpointContract } from '../contracts/topic-in-endpoint.js';
import { startVirtuoso, virtuosoMissing, type Virtuoso } from './virtuoso-server.js';

const missing = virtuosoMissing();
const suite = (): void => {
  let virtuoso: Virtuoso;
  beforeAll(async () => {
    virtuoso = await startVirtuoso();
  }, 120_000);
  afterAll(() => virtuoso.stop());

  const clear = async (): Promise<void> => {
    const kb = createSparqlEndpoint({ url: virtuoso.url });
    const { rows } = await kb.select(
      'SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g',
    );
    await kb.replaceGraphs(
      nothing(),
      rows.map((row) => row['g']?.value ?? ''),
    );
  };
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
};

async function* nothing(): AsyncGenerator<string> {}

if (missing === undefined) describe('Virtuoso', suite);
else describe.skip(`Virtuoso (${missing})`, suite);
