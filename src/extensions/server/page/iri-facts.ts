import type { Answer } from './answers.js';
import type { Endpoint } from './endpoint.js';
import { isWritable } from './term-texts.js';

/** Fact about an IRI of an answer. */
export interface IriFact {
  /** Its name or title. */
  readonly label?: string;
  /** True if it is a page that a crawl met. */
  readonly isPage: boolean;
}

export type IriFacts = ReadonlyMap<string, IriFact>;

/** IRIs of an answer that are looked up. */
const MAX = 500;

/** The IRIs that an answer shows, the first ones. */
export function irisOf(answer: Answer): readonly string[] {
  const terms =
    answer.kind === 'rows' ? answer.rows.flat() : answer.kind === 'triples' ? answer.triples.flat() : [];
  const found = new Set<string>();
  for (const term of terms) {
    if (found.size === MAX) break;
    if (term?.kind === 'iri' && isWritable(term.value)) found.add(term.value);
  }
  return [...found];
}

/** Looks up IRIs in the data. */
export async function lookUp(
  { select }: Pick<Endpoint, 'select'>,
  iris: readonly string[],
  signal?: AbortSignal,
): Promise<IriFacts> {
  if (iris.length === 0) return new Map();
  const rows = await select(
    `PREFIX sfwc: <http://sfwcrawler.com/core#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
SELECT ?iri (SAMPLE(?name) AS ?label) (SAMPLE(?state) AS ?page) WHERE {
  VALUES ?iri { ${iris.map((iri) => `<${iri}>`).join(' ')} }
  OPTIONAL { ?iri rdfs:label|dcterms:title|skos:prefLabel ?name }
  OPTIONAL { ?iri a sfwc:Page . BIND(true AS ?state) }
}
GROUP BY ?iri`,
    signal,
  );
  return new Map(
    rows.map(({ iri, label, page }) => [
      iri?.value ?? '',
      { isPage: page !== undefined, ...(label === undefined ? {} : { label: label.value }) },
    ]),
  );
}
