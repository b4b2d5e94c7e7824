import {
  createSparqlEndpoint,
  type SparqlEndpointOptions,
} from '../../src/extensions/endpoints/sparql-endpoint.js';

/** Takes every graph out of an endpoint. */
export async function clearEndpoint(options: SparqlEndpointOptions): Promise<void> {
  const kb = createSparqlEndpoint(options);
  const { rows } = await kb.select('SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g');
  await kb.replaceGraphs(
    nothing(),
    rows.map((row) => row['g']?.value ?? ''),
  );
}

async function* nothing(): AsyncGenerator<string> {}
