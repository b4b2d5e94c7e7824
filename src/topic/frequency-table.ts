import type { KnowledgeBase, QueryScope } from '../model/rdf.js';
import { PREFIXES, itsrdf, nif, rdf, sfwc } from '../model/vocabulary.js';
import { inBatches } from '../support/batches.js';
import { sparqlIri, sparqlString } from '../support/sparql-terms.js';

/** Nouns in one query: 300 counts in one VALUES query take about as long as a hundred queries of one noun. */
const NOUNS_PER_QUERY = 300;

/**
 * Nouns that are remembered of each kind, some 10 MB: the Web has ever new ones, which no topic knows. When there are
 * more all are forgotten, which is cheap and changes no answer.
 */
const MOST_REMEMBERED = 100_000;

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
 * @param topicGraph the graph of the topic
 * @param backgroundGraph the graph of its background nouns
 * @param mostRemembered nouns of each kind
 */
export function createFrequencyTable(
  kb: KnowledgeBase,
  topicGraph: string,
  backgroundGraph: string,
  mostRemembered = MOST_REMEMBERED,
): FrequencyTable {
  const lookUp = createLookUp(mostRemembered);
  const lemmas = new Map<string, number>();
  const meanings = new Map<string, number>();
  const background = new Map<string, number>();
  return {
    byLemma: (wanted) =>
      lookUp(lemmas, wanted, async (missing) => {
        const { rows } = await kb.select(lemmaQuery(missing), scopeOf(topicGraph, missing));
        return rows.map((row) => [row['lemma']?.value ?? '', Number(row['total']?.value)]);
      }),
    byMeaning: (wanted) => {
      const byKey = new Map([...wanted].map((meaning) => [meaningKey(meaning), meaning]));
      return lookUp(meanings, byKey.keys(), async (missing) => {
        const asked = missing.flatMap((key) => byKey.get(key) ?? []);
        const { rows } = await kb.select(
          meaningQuery(asked),
          scopeOf(
            topicGraph,
            asked.map(({ lemma }) => lemma),
          ),
        );
        return rows.map((row) => [
          meaningKey({ lemma: row['lemma']?.value ?? '', iri: row['iri']?.value ?? '' }),
          Number(row['total']?.value),
        ]);
      });
    },
    inBackground: (wanted) =>
      lookUp(background, wanted, async (missing) => {
        const { rows } = await kb.select(backgroundQuery(missing), scopeOf(backgroundGraph, missing));
        return rows.map((row) => [row['lemma']?.value ?? '', Number(row['total']?.value)]);
      }),
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

type Ask = (missing: readonly string[]) => Promise<readonly (readonly [string, number])[]>;
type LookUp = (
  known: Map<string, number>,
  wanted: Iterable<string>,
  ask: Ask,
) => Promise<ReadonlyMap<string, number>>;

/** Look-ups take turns: two pages judged at the same time must not ask for the same noun. */
function createLookUp(mostRemembered: number): LookUp {
  let turn: Promise<unknown> = Promise.resolve();
  return (known, wanted, ask) => {
    const result = turn.then(async () => {
      const found = await lookUpNow(known, wanted, ask);
      if (known.size > mostRemembered) known.clear();
      return found;
    });
    turn = result.catch(() => undefined);
    return result;
  };
}

async function lookUpNow(
  known: Map<string, number>,
  wanted: Iterable<string>,
  ask: Ask,
): Promise<ReadonlyMap<string, number>> {
  const distinct = [...new Set(wanted)];
  const missing = distinct.filter((key) => !known.has(key));
  for (const batch of inBatches(missing, NOUNS_PER_QUERY)) {
    const answered = new Map(await ask(batch));
    for (const key of batch) known.set(key, answered.get(key) ?? 0);
  }
  return new Map(distinct.map((key) => [key, known.get(key) ?? 0]));
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
