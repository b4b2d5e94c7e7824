import { QueryError } from '../../../model/errors.js';
import type { Bindings } from '../../../model/rdf.js';
import { inBatches } from '../../../support/batches.js';
import { isIri } from '../../../support/rdf/sparql-terms.js';
import type { FederatedSource } from '../../../knowledge/places/store.js';
import { createOxigraphStore } from '../../../knowledge/oxigraph/oxigraph-store.js';
import { splitPrologue } from '../../../knowledge/queries/query-text.js';

/** Resources per query. */
const RESOURCES_PER_QUERY = 200;

/**
 * DESCRIBE over several sources: all triples of each source with one of the resources as subject. Comunica sends an
 * empty query when only one source knows the resource.
 *
 * @param select runs a SELECT query over all sources, for resources given as variables
 * @returns N-Triples
 */
export async function describeResources(
  query: string,
  sources: readonly FederatedSource[],
  select: (query: string) => Promise<Bindings>,
): Promise<string> {
  const resources = await resourcesOf(query, select);
  const pieces: string[] = [];
  for (const batch of inBatches([...resources], RESOURCES_PER_QUERY)) {
    const values = batch.map((iri) => `<${iri}>`).join(' ');
    const construct = `CONSTRUCT { ?s ?p ?o } WHERE { VALUES ?s { ${values} } ?s ?p ?o }`;
    for (const { kb, scope } of sources) pieces.push(await kb.answer(construct, 'ntriples', scope));
  }
  return pieces.join('');
}

async function resourcesOf(
  query: string,
  select: (query: string) => Promise<Bindings>,
): Promise<ReadonlySet<string>> {
  const [prologue, body] = splitPrologue(query);
  const found = /^describe\s+((?:\*|[?$][^\s{<]+|<[^<>\s]*>|(?!where\b|from\b)[^\s{<?$]+|\s)+)(.*)$/is.exec(
    body,
  );
  if (found === null) throw new QueryError('this DESCRIBE query cannot be run over several sources');
  const [, targets = '', rest = ''] = found;
  const words = targets.match(/<[^<>\s]*>|[?$][^\s?$<]+|[^\s?$<]+/g) ?? [];
  const variables = words.filter((word) => /^[?$*]/.test(word));
  const names = words.filter((word) => !/^[?$*]/.test(word));
  const listed = `${prologue}\nSELECT ?r WHERE { VALUES ?r { ${names.join(' ')} } }`;
  const answers = [
    ...(names.length === 0 ? [] : [await createOxigraphStore().select(listed)]),
    ...(variables.length === 0
      ? []
      : [await select(`${prologue}\nSELECT DISTINCT ${variables.join(' ')} ${rest}`)]),
  ];
  const terms = answers.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)));
  return new Set(
    terms.flatMap(({ termType, value }) => (termType === 'NamedNode' && isIri(value) ? [value] : [])),
  );
}
