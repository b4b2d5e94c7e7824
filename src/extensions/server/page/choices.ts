import type { Endpoint } from './endpoint.js';
import { literalText, quoted } from './term-texts.js';

/** A value that can be chosen. */
export interface Choice {
  readonly value: string;
  /** Label by which people know it, if that is not the value. */
  readonly label?: string;
}

/** Number of suggestions. */
const MAX = 12;
/** Topics and crawls: all of them are in one list. */
const MAX_LISTED = 500;

const PREFIXES = `PREFIX sfwc: <http://sfwcrawler.com/core#>
PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX prov: <http://www.w3.org/ns/prov#>
`;

/** Lists, from which one is chosen, by the names of parameters. */
const LISTS: Readonly<Record<string, string>> = {
  // Those that a crawl judged by come first.
  topic: `SELECT (STR(?name) AS ?value) { ?topic a sfwc:Topic ; rdfs:label ?name
  BIND(EXISTS { ?crawl a sfwc:Crawl ; prov:used ?topic } AS ?used) } ORDER BY DESC(?used) ?name`,
  crawl: `SELECT ?value ?label ?time { ?value a sfwc:Crawl ; dcterms:title ?label
  OPTIONAL { ?value prov:startedAtTime ?time } } ORDER BY ?time`,
};
const SAME_LIST: Readonly<Record<string, string>> = { first: 'topic', second: 'topic' };

/** Searches while somebody types, by the names of parameters; `?text` is what is compared. */
const SEARCHES: Readonly<Record<string, (filter: string) => string>> = {
  page: (filter) => `SELECT ?value (SAMPLE(?title) AS ?label) (MAX(?score) AS ?best) {
  ?value a sfwc:Page ; sfwc:decision ?decision . ?decision sfwc:score ?score ; sfwc:accepted ?accepted .
  OPTIONAL { ?value dcterms:title ?title } BIND(CONCAT(STR(?value), " ", COALESCE(?title, "")) AS ?text) ${filter}
} GROUP BY ?value ORDER BY DESC(?best) ?value`,
  lemma: (filter) => `SELECT ?value (COUNT(DISTINCT ?document) AS ?documents) {
  ?entity a sfwc:Entity ; nif:anchorOf ?value ; sfwc:inDocument ?document . BIND(?value AS ?text) ${filter}
} GROUP BY ?value ORDER BY DESC(?documents) ?value`,
  title: (filter) => `SELECT DISTINCT ?value {
  ?document a sfwc:Document ; dcterms:title ?value . BIND(?value AS ?text) ${filter}
} ORDER BY ?value`,
  entity: (filter) => `SELECT ?value (SAMPLE(?noun) AS ?label) (COUNT(?entity) AS ?count) {
  ?entity itsrdf:taIdentRef ?value ; nif:anchorOf ?noun . BIND(CONCAT(STR(?value), " ", ?noun) AS ?text) ${filter}
} GROUP BY ?value ORDER BY DESC(?count) ?value`,
};

/** Kind of field for the value of a parameter: chosen from a list, found by typing, or typed. */
export function fieldKind(parameter: string): 'list' | 'search' | 'typed' {
  if ((SAME_LIST[parameter] ?? parameter) in LISTS) return 'list';
  return parameter in SEARCHES ? 'search' : 'typed';
}

/** All values of a parameter that is chosen from a list. */
export async function listed(endpoint: Endpoint, parameter: string): Promise<readonly Choice[]> {
  const list = LISTS[SAME_LIST[parameter] ?? parameter];
  if (list === undefined) return [];
  const rows = await endpoint.select(`${PREFIXES}${list} LIMIT ${MAX_LISTED}`);
  return rows.map(({ value, label, time }) => ({
    value: value?.value ?? '',
    ...(label === undefined
      ? {}
      : { label: `${label.value}${time === undefined ? '' : `, ${literalText(time)}`}` }),
  }));
}

/** Values that fit what was typed so far, the most likely first. */
export async function found(
  endpoint: Endpoint,
  parameter: string,
  typed: string,
  signal?: AbortSignal,
): Promise<readonly Choice[]> {
  const search = SEARCHES[parameter];
  if (search === undefined) return [];
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 5);
  const filter = words.map((word) => `FILTER(CONTAINS(LCASE(?text), ${quoted(word)}))`).join(' ');
  const rows = await endpoint.select(`${PREFIXES}${search(filter)} LIMIT ${MAX}`, signal);
  return rows.flatMap(({ value, label }) =>
    value === undefined
      ? []
      : [{ value: value.value, ...(label === undefined ? {} : { label: label.value }) }],
  );
}
