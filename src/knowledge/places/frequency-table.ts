import type { KnowledgeBase } from '../../model/rdf.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { createRecent } from '../../support/remember.js';
import { sparqlIri, sparqlString } from '../../support/rdf/sparql-terms.js';
import { takeTurns } from '../../support/take-turns.js';

/** Nouns per query. A VALUES query of 300 nouns takes about as long as a hundred queries of one noun. */
const NOUNS_PER_QUERY = 300;

/** Document frequencies of nouns, from SPARQL queries of the knowledge base, with a cache. */
export interface FrequencyTable {
  /** Lemma → number of documents of the topic with it (the paper's Listing 1). Unknown lemmas map to 0. */
  byLemma(lemmas: Iterable<string>): Promise<ReadonlyMap<string, number>>;
  /** As {@link byLemma}, for nouns that are linked to the IRI. Keys as {@link meaningKey}. */
  byMeaning(meanings: Iterable<Meaning>): Promise<ReadonlyMap<string, number>>;
  inBackground(lemmas: Iterable<string>): Promise<ReadonlyMap<string, number>>;
}

/** A noun with the IRI that it is linked to. */
export interface Meaning {
  readonly lemma: string;
  readonly iri: string;
}

export function meaningKey({ lemma, iri }: Meaning): string {
  return `${lemma}\t${iri}`;
}

/** Counts in a knowledge base. A noun in the cache is not queried again. */
export function createFrequencyTable(
  kb: KnowledgeBase,
  topicGraph: string,
  backgroundGraph: string,
): FrequencyTable {
  const numbers = async (graph: string, query: string): Promise<Counts> => {
    const { rows } = await kb.select(query, { defaultGraphs: [graph] });
    return new Map(
      rows.map((row) => {
        const [lemma = '', iri] = [row['lemma']?.value, row['iri']?.value];
        return [iri === undefined ? lemma : meaningKey({ lemma, iri }), Number(row['total']?.value)];
      }),
    );
  };
  const strings = (lemmas: Iterable<string>): string =>
    `?lemma { ${[...lemmas].map(sparqlString).join(' ')} }`;
  const pair = ({ lemma, iri }: Meaning): string => `(${sparqlString(lemma)} ${sparqlIri(iri)})`;
  return remembering({
    byLemma: (lemmas) => numbers(topicGraph, countQuery('?lemma', strings(lemmas), IN_DOCUMENT)),
    byMeaning: (meanings) => {
      const pairs = `(?lemma ?iri) { ${[...meanings].map(pair).join(' ')} }`;
      return numbers(topicGraph, countQuery('?lemma ?iri', pairs, `itsrdf:taIdentRef ?iri ; ${IN_DOCUMENT}`));
    },
    inBackground: (lemmas) =>
      numbers(backgroundGraph, countQuery('?lemma', strings(lemmas), OF_BACKGROUND, 'MAX(?count)')),
  });
}

type Counts = ReadonlyMap<string, number>;

/** Size of the cache in nouns of each kind, at most doubled, some 10 MB. The Web always has new nouns, unknown to the topic. */
const REMEMBERED = 100_000;

/** A table that queries another one for some hundred nouns at a time and caches the counts. Missing counts are 0. */
export function remembering(table: FrequencyTable, remembered = REMEMBERED): FrequencyTable {
  return {
    byLemma: createMemory<string>((lemmas) => table.byLemma(lemmas), itself, remembered),
    byMeaning: createMemory<Meaning>((meanings) => table.byMeaning(meanings), meaningKey, remembered),
    inBackground: createMemory<string>((lemmas) => table.inBackground(lemmas), itself, remembered),
  };
}

const itself = (lemma: string): string => lemma;

/** Look-ups take turns, so that two pages judged at the same time do not query the same noun. */
function createMemory<Asked>(
  ask: (missing: readonly Asked[]) => Promise<Counts>,
  keyOf: (asked: Asked) => string,
  remembered: number,
): (wanted: Iterable<Asked>) => Promise<Counts> {
  const known = createRecent<string, number>(remembered);
  const inTurn = takeTurns();
  return (wanted) => {
    const distinct = new Map([...wanted].map((asked) => [keyOf(asked), asked]));
    return inTurn(async () => {
      const counts = new Map([...distinct.keys()].map((key) => [key, known.get(key)]));
      const missing = [...distinct].filter(([key]) => counts.get(key) === undefined);
      for (let begin = 0; begin < missing.length; begin += NOUNS_PER_QUERY) {
        const batch = missing.slice(begin, begin + NOUNS_PER_QUERY);
        const answered = await ask(batch.map(([, asked]) => asked));
        for (const [key] of batch) {
          counts.set(key, answered.get(key) ?? 0);
          known.set(key, answered.get(key) ?? 0);
        }
      }
      return counts as Map<string, number>;
    });
  };
}

const HEAD = `PREFIX sfwc: <${PREFIXES.sfwc}>\nPREFIX nif: <${PREFIXES.nif}>\nPREFIX itsrdf: <${PREFIXES.itsrdf}>\n`;
const IN_DOCUMENT = 'a sfwc:Entity ; sfwc:inDocument ?doc';
const OF_BACKGROUND = 'a sfwc:BackgroundNoun ; sfwc:backgroundDocumentCount ?count';

function countQuery(keys: string, values: string, pattern: string, total = 'COUNT(DISTINCT ?doc)'): string {
  return `${HEAD}SELECT ${keys} (${total} AS ?total) WHERE {
  VALUES ${values}
  ?s nif:anchorOf ?lemma ; ${pattern} .
} GROUP BY ${keys}`;
}
