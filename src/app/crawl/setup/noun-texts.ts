import type { OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { generalEnglishTexts } from '../../topics/building/recorded-texts.js';
import { PREFIXES } from '../../../model/vocabulary.js';
import { createFrequencyTable } from '../../../knowledge/places/frequency-table.js';

/** A text with its title. */
interface TitledText {
  readonly title: string;
  readonly text: string;
}

/** Result of {@link nounTexts}, with the language of the topic as an ISO 639-1 code. */
export interface NounTexts {
  readonly corpus: readonly TitledText[];
  readonly background: readonly TitledText[];
  readonly language: string;
}

/** Number of nouns that are requested, the most frequent ones first. Endpoints often cut answers off at 10,000 rows. */
const MAX_NOUNS = 5000;
/** Texts that nouns are spread over at most, of the corpus and of the background each. */
const MAX_TEXTS = 400;
/** Stride by which the texts with a noun are chosen, so that no text has all the frequent ones. */
const STRIDE = 7919;

/**
 * Texts that strategies learn a topic from where its own are not there: a topic in a SPARQL endpoint, or one without a
 * record of its corpus. They are made of the nouns that the knowledge base counts: each occurs in as many texts as in the
 * corpus, and in the background. What words weigh depends on these counts, not on which texts have them. A topic without
 * a background gets general English for one.
 */
export async function nounTexts({ kb, facts }: OpenTopic): Promise<NounTexts> {
  const { language } = facts;
  const { rows } = await kb.select(NOUNS_QUERY, { defaultGraphs: [facts.iri] });
  const counts = new Map(rows.map((row) => [row['lemma']?.value ?? '', Number(row['total']?.value)]));
  const corpus = spread(counts, facts.documents);
  if (facts.backgroundGraph === undefined)
    return { corpus, language, background: generalEnglishTexts().map((text) => ({ title: '', text })) };
  const table = createFrequencyTable(kb, facts.iri, facts.backgroundGraph);
  const inBackground = await table.inBackground(counts.keys());
  const most = Math.max(MAX_TEXTS, ...inBackground.values());
  return { corpus, language, background: spread(inBackground, most) };
}

const NOUNS_QUERY = `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX nif: <${PREFIXES.nif}>
SELECT ?lemma (COUNT(DISTINCT ?doc) AS ?total) WHERE {
  ?s a sfwc:Entity ; nif:anchorOf ?lemma ; sfwc:inDocument ?doc .
} GROUP BY ?lemma ORDER BY DESC(?total) ?lemma LIMIT ${MAX_NOUNS}`;

/** So many texts, scaled down to {@link MAX_TEXTS}, with each noun in as many of them as it should be in. */
function spread(counts: ReadonlyMap<string, number>, documents: number): TitledText[] {
  const size = Math.max(1, Math.min(documents, MAX_TEXTS));
  const texts = Array.from({ length: size }, (): string[] => []);
  for (const [place, [lemma, count]] of [...counts].entries()) {
    const share = Math.min(size, Math.ceil((count * size) / Math.max(1, documents)));
    for (let step = 0; step < share; step += 1) texts[(place * STRIDE + step) % size]?.push(lemma);
  }
  return texts.map((nouns) => ({ title: '', text: nouns.join('. ') }));
}
