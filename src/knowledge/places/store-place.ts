import type { Quad } from 'n3';
import { parseNQuads } from '../files/quad-file.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import { sfwc } from '../../model/vocabulary.js';
import { sparqlIri } from '../../support/rdf/sparql-terms.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import type { DatasetUnit, Place, UnopenedUnit } from './place.js';
import type { EndpointSettings } from '../../model/endpoint.js';
import { loadStore } from './stores.js';

/**
 * A knowledge base at an address, such as that of a SPARQL endpoint. What opens it is loaded then: most places are folders.
 * @param warn called with requests that are repeated and answers that are cut off
 */
export function storePlace(
  address: string,
  settings: EndpointSettings,
  warn: (message: string) => void = () => undefined,
): Place {
  const name = withoutCredentials(address);
  const open = async (): Promise<KnowledgeBase> =>
    (await loadStore(address)).open(address, { settings, warn });
  return {
    name,
    iri: name,
    path: undefined,
    open(crawls) {
      if (crawls.length === 0) return open();
      throw new UsageError('results of crawls cannot be loaded into an endpoint', {
        hint: 'sfwc query --crawl asks them together',
      });
    },
    async openTopic() {
      return (await loadStore(address)).openTopic(address, { settings, warn });
    },
    async *units() {
      let isEmpty = true;
      for await (const unit of endpointUnits(await open(), name)) {
        isEmpty = false;
        yield unit;
      }
      if (isEmpty)
        throw new InputError(`${name} holds no topics and no crawls`, {
          hint: `put one there: sfwc build <folder of texts> --topic NAME --kb ${name}`,
        });
    },
    async *quads(graphs, scope) {
      yield* endpointQuads(await open(), name, graphs, scope);
    },
  };
}

const ENDPOINT_TOPICS = `SELECT DISTINCT ?topic ?background WHERE {
  GRAPH ?topic { ?topic a <${sfwc.Topic}> OPTIONAL { ?topic <${sfwc.background}> ?background } } } ORDER BY ?topic`;
const ENDPOINT_CRAWLS = `SELECT DISTINCT ?crawl WHERE { GRAPH ?crawl { ?crawl a <${sfwc.Crawl}> } } ORDER BY ?crawl`;

/** The topics and crawls of a store, each with the graphs that it consists of. */
async function* endpointUnits(kb: KnowledgeBase, address: string): AsyncGenerator<UnopenedUnit> {
  const unit = (kind: DatasetUnit['kind'], graphs: readonly string[]): UnopenedUnit => {
    const name = `${address} graph ${graphs[0] ?? ''}`;
    const scope = { defaultGraphs: graphs };
    return { name, open: () => Promise.resolve({ kind, name, place: address, kb, scope, files: [] }) };
  };
  const topics = (await kb.select(ENDPOINT_TOPICS)).rows;
  const crawls = (await kb.select(ENDPOINT_CRAWLS)).rows;
  for (const row of topics) {
    const topic = row['topic']?.value ?? '';
    const background = row['background']?.value;
    yield unit('topic', [topic, `${topic}/nif`, ...(background === undefined ? [] : [background])]);
  }
  for (const row of crawls) yield unit('crawl', [row['crawl']?.value ?? '']);
}

/** Graph by graph, each as one answer; an endpoint gives the same blank node another label each time. */
async function* endpointQuads(
  kb: KnowledgeBase,
  address: string,
  graphs: readonly string[],
  scope: () => string,
): AsyncGenerator<Quad> {
  const { rows } = await kb.select('SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g');
  const all = rows.flatMap((row) => (row['g']?.termType === 'NamedNode' ? [row['g'].value] : []));
  const wanted = graphs.length === 0 ? all : all.filter((graph) => graphs.includes(graph));
  for (const graph of wanted) {
    const query = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ${sparqlIri(graph)} { ?s ?p ?o } }`;
    const ntriples = await kb.answer(query, 'ntriples');
    const inGraph = ntriples.replaceAll(/ \.$/gm, ` <${graph}> .`);
    yield* parseNQuads(inGraph, scope(), address);
  }
}
