import { PREFIXES } from '../../../model/vocabulary.js';
import { commonness } from '../../../language/wordnet/commonness.js';
import type { WordNet } from '../../../language/wordnet/wordnet.js';
import type { OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import type { CharacteristicNoun } from './expansion.js';
import { characteristicNouns, type NounCounts } from './characteristic-nouns.js';

/** The nouns that are characteristic of a topic, by its counts in the knowledge base: common nouns, or names, too. */
export async function topicNouns(
  { kb, facts }: OpenTopic,
  wordNet: WordNet,
  most: number,
  which: 'common' | 'all' = 'common',
): Promise<CharacteristicNoun[]> {
  const { backgroundGraph, documents, iri } = facts;
  const { rows } = await kb.select(nounCounts(which), { defaultGraphs: [iri] });
  const background =
    backgroundGraph === undefined
      ? { rows: [] }
      : await kb.select(BACKGROUND_COUNTS, { defaultGraphs: [backgroundGraph] });
  const elsewhere = new Map(
    background.rows.map((row) => [row['noun']?.value ?? '', Number(row['documents']?.value)]),
  );
  const counts = rows.map((row): NounCounts => {
    const lemma = row['noun']?.value ?? '';
    return { lemma, documents: Number(row['documents']?.value), background: elsewhere.get(lemma) ?? 0 };
  });
  const texts = {
    documents,
    backgroundDocuments: Number(background.rows[0]?.['total']?.value ?? 0),
    commonness: (lemma: string) => commonness(wordNet, lemma),
  };
  return characteristicNouns(counts, texts, most);
}

const HEAD = `PREFIX sfwc: <${PREFIXES.sfwc}>\nPREFIX nif: <${PREFIXES.nif}>\n`;

function nounCounts(which: 'common' | 'all'): string {
  return `${HEAD}SELECT ?noun (COUNT(DISTINCT ?document) AS ?documents) WHERE {
  ?s a sfwc:Entity ; nif:anchorOf ?noun ; nif:posTag ?tag ; sfwc:inDocument ?document .
  ${which === 'all' ? '' : 'FILTER(?tag IN ("NN", "NNS"))'}
} GROUP BY ?noun ORDER BY ?noun`;
}

const BACKGROUND_COUNTS = `${HEAD}SELECT ?noun ?documents ?total WHERE {
  ?s a sfwc:BackgroundNoun ; nif:anchorOf ?noun ; sfwc:backgroundDocumentCount ?documents .
  ?background a sfwc:Background ; sfwc:documentCount ?total .
}`;
