import type { KnowledgeBase, QueryScope } from '../model/rdf.js';
import { PREFIXES, itsrdf, nif, rdf, sfwc } from '../model/vocabulary.js';
import { inBatches } from '../support/batches.js';
import { createRecent } from '../support/recent.js';
import { sparqlIri, sparqlString } from '../support/rdf/sparql-terms.js';

/** Nouns in one query: 300 counts in one VALUES query take about as long as a hundred queries of one noun. */
const NOUNS_PER_QUERY = 300;

/**
 * Document frequencies of nouns, asked of the knowledge base in SPARQL and remembered: a noun is asked again only after
 * so many others that it was forgotten.
 */
export interface FrequencyTable {
  /** Lemma → documents of the topic that hold it (the paper's Listing 1). Unknown lemmas map to 0. */
  byLemma(lemmas: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** As {@link byLemma}, where the noun is also linked to the IRI. Keys as {@link meaningKey}. */
  byMeaning(meanings: Iterable<Meaning>): Promise<ReadonlyMap<string, number>>;
  /** Lemma → documents of the background that hold it. */
  inBackground(lemmas: Iterable<string>): Promise<ReadonlyMap<string, number>>;
}

/** A noun together with what it was linked to. */
export interface Meaning {
  readonly lemma: string;
  readonly iri: string;
}

export function meaningKey({ lemma, iri }: Meaning): string {
  return `${lemma}\t${iri}`;
}

/**
 * Counts in a knowledge base, each noun asked at most once as long as it is remembered.
 * @param topicGraph the graph of the topic
 * @param backgroundGraph the graph of its background nouns
 * @param remembered nouns of each kind
 */
export function createFrequencyTable(
  kb: KnowledgeBase,
  topicGraph: string,
  backgroundGraph: string,
  remembered = REMEMBERED,
): FrequencyTable {
  const numbers = async (query: string, graph: string, lemmas: readonly string[]): Promise<Counts> => {
    const { rows } = await kb.select(query, scopeOf(graph, lemmas));
    return new Map(
      rows.map((row) => {
        const [lemma = '', iri] = [row['lemma']?.value, row['iri']?.value];
        return [iri === undefined ? lemma : meaningKey({ lemma, iri }), Number(row['total']?.value)];
      }),
    );
  };
  return remembering(
    {
      byLemma: (lemmas) => numbers(lemmaQuery([...lemmas]), topicGraph, [...lemmas]),
      byMeaning: (meanings) => {
        const lemmas = [...meanings].map(({ lemma }) => lemma);
        return numbers(meaningQuery([...meanings]), topicGraph, lemmas);
      },
      inBackground: (lemmas) => numbers(backgroundQuery([...lemmas]), backgroundGraph, [...lemmas]),
    },
    remembered,
  );
}

type Counts = ReadonlyMap<string, number>;

/** Nouns that are remembered of each kind, some 10 MB, twice as many at most: the Web has ever new ones, which no topic knows. */
const REMEMBERED = 100_000;

/**
 * A table that asks another one, for some hundred nouns at a time, and remembers. Of what it does not answer, the count is 0.
 * @param remembered nouns of each kind
 */
export function remembering(table: FrequencyTable, remembered = REMEMBERED): FrequencyTable {
  const byLemma = createMemory<string>(
    (lemmas) => table.byLemma(lemmas),
    (lemma) => lemma,
    remembered,
  );
  const byMeaning = createMemory<Meaning>((meanings) => table.byMeaning(meanings), meaningKey, remembered);
  const inBackground = createMemory<string>(
    (lemmas) => table.inBackground(lemmas),
    (lemma) => lemma,
    remembered,
  );
  return { byLemma, byMeaning, inBackground };
}

/** Look-ups take turns: two pages judged at the same time must not ask for the same noun. */
function createMemory<Asked>(
  ask: (missing: readonly Asked[]) => Promise<Counts>,
  keyOf: (asked: Asked) => string,
  remembered: number,
): (wanted: Iterable<Asked>) => Promise<Counts> {
  const known = createRecent<string, number>(remembered);
  let turn: Promise<unknown> = Promise.resolve();
  const lookUp = async (wanted: ReadonlyMap<string, Asked>): Promise<Counts> => {
    const counts = new Map<string, number>();
    const missing: (readonly [string, Asked])[] = [];
    for (const [key, asked] of wanted) {
      const count = known.get(key);
      if (count === undefined) missing.push([key, asked]);
      else counts.set(key, count);
    }
    for (const batch of inBatches(missing, NOUNS_PER_QUERY)) {
      const answered = await ask(batch.map(([, asked]) => asked));
      for (const [key] of batch) {
        const count = answered.get(key) ?? 0;
        known.set(key, count);
        counts.set(key, count);
      }
    }
    return new Map([...wanted.keys()].map((key) => [key, counts.get(key) ?? 0]));
  };
  return (wanted) => {
    const distinct = new Map<string, Asked>();
    for (const asked of wanted) distinct.set(keyOf(asked), asked);
    const result = turn.then(() => lookUp(distinct));
    turn = result.catch(() => undefined);
    return result;
  };
}

/** Everything that the queries below look at. */
const LOOKED_AT = [rdf.type, nif.anchorOf, itsrdf.taIdentRef, sfwc.inDocument, sfwc.backgroundDocumentCount];

function scopeOf(graph: string, lemmas: readonly string[]): QueryScope {
  return {
    defaultGraphs: [graph],
    focus: { property: nif.anchorOf, values: lemmas, predicates: LOOKED_AT },
  };
}

const HEAD = `PREFIX sfwc: <${PREFIXES.sfwc}>\nPREFIX nif: <${PREFIXES.nif}>\nPREFIX itsrdf: <${PREFIXES.itsrdf}>\n`;

function lemmaQuery(lemmas: readonly string[]): string {
  return `${HEAD}SELECT ?lemma (COUNT(DISTINCT ?doc) AS ?total) WHERE {
  VALUES ?lemma { ${lemmas.map(sparqlString).join(' ')} }
  ?s nif:anchorOf ?lemma ; a sfwc:Entity ; sfwc:inDocument ?doc .
} GROUP BY ?lemma`;
}

function meaningQuery(meanings: readonly Meaning[]): string {
  const pairs = meanings.map(({ lemma, iri }) => `(${sparqlString(lemma)} ${sparqlIri(iri)})`);
  return `${HEAD}SELECT ?lemma ?iri (COUNT(DISTINCT ?doc) AS ?total) WHERE {
  VALUES (?lemma ?iri) { ${pairs.join(' ')} }
  ?s nif:anchorOf ?lemma ; itsrdf:taIdentRef ?iri ; a sfwc:Entity ; sfwc:inDocument ?doc .
} GROUP BY ?lemma ?iri`;
}

function backgroundQuery(lemmas: readonly string[]): string {
  return `${HEAD}SELECT ?lemma (MAX(?count) AS ?total) WHERE {
  VALUES ?lemma { ${lemmas.map(sparqlString).join(' ')} }
  ?s nif:anchorOf ?lemma ; a sfwc:BackgroundNoun ; sfwc:backgroundDocumentCount ?count .
} GROUP BY ?lemma`;
}
