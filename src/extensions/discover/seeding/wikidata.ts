import type { Bindings } from '../../../model/rdf.js';
import type { SeedHit } from './seeds.js';
import { inBatches } from '../../../support/batches.js';
import { sparqlIri, sparqlString } from '../../../support/rdf/sparql-terms.js';
import { unescapePercent } from '../../../support/text/escapes.js';

/** An entity that a noun of the topic is linked to. */
export interface NounEntity {
  /** Of DBpedia or Wikidata; others are left out. */
  readonly iri: string;
  readonly noun: string;
  /** How characteristic the noun is. */
  readonly weight: number;
}

/** Entities in one query. */
const BATCH = 50;
/** Rows of one answer. A general entity is the subject of many. */
const MOST_ROWS = 1000;
/** How an item may be related to an entity, how much that counts, and how a note says it. */
const RELATIONS: Readonly<
  Record<string, { readonly weight: number; readonly note: (label: string, noun: string) => string }>
> = {
  is: { weight: 1, note: (label, noun) => `official website of ${label} (noun ${noun})` },
  P101: { weight: 0.5, note: (label, noun) => `website of ${label}, whose field of work is ${noun}` },
  P921: { weight: 0.5, note: (label, noun) => `website of ${label}, whose subject is ${noun}` },
};

const DBPEDIA = /^https?:\/\/dbpedia\.org\/resource\/(.+)$/;
const WIKIDATA = /^https?:\/\/www\.wikidata\.org\/entity\/Q\d+$/;

/** The name of an entity in Wikidata: its own IRI, or the article of the English Wikipedia that a DBpedia IRI stands for. */
export function wikidataName(
  iri: string,
): { readonly kind: 'article' | 'item'; readonly iri: string } | undefined {
  if (WIKIDATA.test(iri)) return { kind: 'item', iri: iri.replace(/^https:/, 'http:') };
  const [, title] = DBPEDIA.exec(iri) ?? [];
  if (title === undefined) return undefined;
  // As MediaWiki escapes titles (wfUrlencode): encodeURIComponent, but for these characters.
  const escaped = encodeURIComponent(unescapePercent(title))
    .replace(/%(?:3B|40|24|2C|2F|3A)/g, unescapePercent)
    .replaceAll("'", '%27');
  return { kind: 'article', iri: `https://en.wikipedia.org/wiki/${escaped}` };
}

/**
 * Asks Wikidata for the official websites (P856) of entities, and of those whose field of work (P101) or main subject (P921)
 * they are; one query at a time.
 * @param ask sends a SELECT query; waits where it has to
 * @param language ISO 639-1 code of the labels
 * @returns the websites, those of the most characteristic nouns first
 */
export async function officialWebsites(
  entities: readonly NounEntity[],
  ask: (query: string) => Promise<Bindings>,
  language: string,
): Promise<readonly SeedHit[]> {
  const named = new Map<string, NounEntity>();
  const wanted = { article: [] as string[], item: [] as string[] };
  for (const entity of entities) {
    const name = wikidataName(entity.iri);
    if (name === undefined || named.has(name.iri)) continue;
    named.set(name.iri, entity);
    wanted[name.kind].push(name.iri);
  }
  const found: WeightedHit[] = [];
  for (const kind of ['item', 'article'] as const)
    for (const batch of inBatches(wanted[kind], BATCH)) {
      const { rows } = await ask(websiteQuery(kind, batch, language));
      for (const row of rows.slice(0, MOST_ROWS)) found.push(...toHit(row, named));
    }
  return found.sort((a, b) => b.weight - a.weight).map(({ url, note }) => ({ url, note }));
}

type WeightedHit = SeedHit & { readonly weight: number };

/** A row of the answer, which may not be what was asked for. */
function toHit(
  row: Bindings['rows'][number],
  named: ReadonlyMap<string, NounEntity>,
): readonly WeightedHit[] {
  const value = (variable: string): string => row[variable]?.value ?? '';
  const entity = named.get(value('entity'));
  const relation = RELATIONS[value('relation')];
  if (entity === undefined || relation === undefined) return [];
  const note = relation.note(value('label') || value('item'), entity.noun);
  return [{ url: value('site'), note, weight: entity.weight * relation.weight }];
}

function websiteQuery(kind: 'article' | 'item', names: readonly string[], language: string): string {
  const rows = names.map(sparqlIri).map((name) => (kind === 'item' ? `(${name} ${name})` : `(${name})`));
  const entities = `VALUES (?entity${kind === 'item' ? ' ?topic' : ''}) { ${rows.join(' ')} }`;
  return `PREFIX schema: <http://schema.org/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?entity ?item ?relation ?site ?label WHERE {
  ${entities}${kind === 'item' ? '' : ' ?entity schema:about ?topic .'}
  { ?topic wdt:P856 ?site . BIND(?topic AS ?item) BIND("is" AS ?relation) }
  UNION { ?item wdt:P101 ?topic ; wdt:P856 ?site . BIND("P101" AS ?relation) }
  UNION { ?item wdt:P921 ?topic ; wdt:P856 ?site . BIND("P921" AS ?relation) }
  OPTIONAL { ?item rdfs:label ?label FILTER(LANG(?label) = ${sparqlString(language)}) }
} LIMIT ${MOST_ROWS}`;
}
