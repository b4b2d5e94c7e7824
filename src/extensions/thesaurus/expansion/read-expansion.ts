import type { KnowledgeBase } from '../../../model/rdf.js';
import type { NounExpansion, TopicExpansion } from '../../../model/topic.js';
import { PREFIXES } from '../../../model/vocabulary.js';

const QUERY = `PREFIX nif: <${PREFIXES.nif}>
PREFIX skos: <${PREFIXES.skos}>
SELECT DISTINCT ?noun ?kind ?label WHERE {
  { ?concept nif:anchorOf ?noun ; skos:prefLabel|skos:altLabel ?label . BIND("synonyms" AS ?kind) }
  UNION
  { ?concept nif:anchorOf ?noun ; skos:broader|skos:narrower ?other .
    ?other skos:prefLabel|skos:altLabel ?label . BIND("related" AS ?kind) }
} ORDER BY ?noun ?kind ?label`;

/** Reads synonyms and related words of a topic's nouns from the graph of its expansion. */
export async function readExpansion(kb: KnowledgeBase, graph: string): Promise<TopicExpansion> {
  const { rows } = await kb.select(QUERY, { defaultGraphs: [graph] });
  const found = new Map<string, Record<keyof NounExpansion, string[]>>();
  for (const row of rows) {
    const noun = row['noun']?.value ?? '';
    const label = (row['label']?.value ?? '').toLowerCase();
    const expansion = found.get(noun) ?? { synonyms: [], related: [] };
    found.set(noun, expansion);
    const words = row['kind']?.value === 'synonyms' ? expansion.synonyms : expansion.related;
    if (label !== noun && !words.includes(label)) words.push(label);
  }
  return found;
}
