import type { LabelEntry } from '../../language/linking/labels/label-entry.js';
import { InputError } from '../../model/errors.js';
import type { KnowledgeBase } from '../../model/rdf.js';
import type { Spread } from '../../model/topic.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { given } from '../../support/given.js';
import { sha256 } from '../../support/hash.js';
import { sparqlIri, sparqlString } from '../../support/rdf/sparql-terms.js';

/** The facts about a topic in a knowledge base. */
export interface TopicFacts {
  readonly name: string;
  readonly iri: string;
  /** The graph of the background's nouns; absent if the topic was built without a background. */
  readonly backgroundGraph?: string;
  /** Documents of the background; 0 without one. */
  readonly backgroundDocuments: number;
  readonly about?: string;
  /** The language of its texts, as an ISO 639-1 code. */
  readonly language: string;
  /** N: documents of the corpus. */
  readonly documents: number;
  /** μ and σ of the IDF of linked nouns, in bits. */
  readonly idf: Spread;
  /** The annotator and linkers of the corpus; pages must be read with the same. */
  readonly annotator: string;
  readonly linkers: readonly string[];
  readonly settings: string;
  readonly formatVersion: number;
  /** {@link topicChecksum}; trained classifiers store it. */
  readonly checksum: string;
}

type Checksums = Readonly<
  Partial<Record<'corpusChecksum' | 'labelsChecksum' | 'backgroundChecksum', string>>
>;
type TopicMaking = Pick<TopicFacts, 'about' | 'annotator' | 'linkers' | 'settings'> & Checksums;

/** SHA-256 over the inputs of a topic: its line, corpus, background, label files and settings. */
export function topicChecksum(making: TopicMaking): string {
  const { annotator, linkers, settings, corpusChecksum, labelsChecksum, backgroundChecksum, about } = making;
  const checksums = [corpusChecksum, labelsChecksum, backgroundChecksum];
  return sha256([annotator, linkers.join(','), settings, ...checksums, about].join('\n'));
}

const HEAD = `PREFIX sfwc: <${PREFIXES.sfwc}>\nPREFIX dcterms: <${PREFIXES.dcterms}>\nPREFIX rdfs: <${PREFIXES.rdfs}>\n`;

async function topicNames(kb: KnowledgeBase): Promise<readonly string[]> {
  const { rows } = await kb.select(
    `${HEAD}SELECT ?name WHERE { ?t a sfwc:Topic ; rdfs:label ?name } ORDER BY ?name`,
  );
  return rows.map((row) => row['name']?.value ?? '');
}

/** Reads the facts of a topic. @throws InputError */
export async function readTopicFacts(kb: KnowledgeBase, name: string): Promise<TopicFacts> {
  const { rows } = await kb.select(`${HEAD}SELECT * WHERE {
  ?topic a sfwc:Topic ; rdfs:label ${sparqlString(name)} ; sfwc:documentCount ?documents ; sfwc:statistics ?s ;
    sfwc:annotator ?annotator ; sfwc:linkers ?linkers ; sfwc:formatVersion ?version ;
    sfwc:settings ?settings ; sfwc:corpusChecksum ?corpusChecksum .
  ?s sfwc:meanIdf ?mean ; sfwc:idfDeviation ?deviation ; sfwc:linkedEntityCount ?linked .
  OPTIONAL { ?topic sfwc:background ?background . ?background sfwc:documentCount ?backgroundDocuments }
  OPTIONAL { ?topic dcterms:language ?language }
  OPTIONAL { ?topic dcterms:description ?about }
  OPTIONAL { ?topic sfwc:labelsChecksum ?labelsChecksum }
  OPTIONAL { ?topic sfwc:backgroundChecksum ?backgroundChecksum }
}`);
  const row = rows[0];
  if (row === undefined) {
    const known = await topicNames(kb);
    if (known.includes(name)) throw new InputError(`the topic '${name}' is damaged: build it again`);
    const hint = known.length === 0 ? 'it has none at all' : `it has: ${known.join(', ')}`;
    throw new InputError(`the knowledge base has no topic '${name}'`, { hint });
  }
  const text = (variable: string): string => row[variable]?.value ?? '';
  const linkers = text('linkers').split(',').filter(Boolean);
  const about = given({ about: row['about']?.value });
  const made = { ...about, annotator: text('annotator'), linkers, settings: text('settings') };
  return {
    ...{ ...made, name, iri: text('topic'), backgroundGraph: row['background']?.value },
    backgroundDocuments: Number(text('backgroundDocuments')),
    language: row['language']?.value ?? 'en',
    documents: Number(text('documents')),
    idf: { mean: Number(text('mean')), deviation: Number(text('deviation')), count: Number(text('linked')) },
    formatVersion: Number(text('version')),
    checksum: topicChecksum({
      ...{ ...made, corpusChecksum: text('corpusChecksum'), labelsChecksum: text('labelsChecksum') },
      backgroundChecksum: text('backgroundChecksum'),
    }),
  };
}

/** Nouns of the concepts of a topic, with their weights, 0 to 1; none without a line and a vocabulary. @param topic its IRI */
export async function conceptNouns(
  kb: KnowledgeBase,
  topic: string,
): Promise<readonly (readonly [lemma: string, weight: number])[]> {
  const query = `${HEAD}SELECT ?lemma ?weight WHERE {
  ${sparqlIri(topic)} sfwc:concepts ?concepts .
  GRAPH ?concepts { ?noun a sfwc:ConceptNoun ; rdfs:label ?lemma ; sfwc:conceptWeight ?weight } } ORDER BY ?lemma`;
  const { rows } = await kb.select(query);
  return rows.map((row) => [row['lemma']?.value ?? '', Number(row['weight']?.value)]);
}

/** The links that a linker made in the corpus of a topic, as labels. @param topic its IRI */
export async function linkedLabels(
  kb: KnowledgeBase,
  topic: string,
  linker: string,
): Promise<readonly LabelEntry[]> {
  const query = `${HEAD}PREFIX nif: <${PREFIXES.nif}>\nPREFIX itsrdf: <${PREFIXES.itsrdf}>
SELECT DISTINCT ?label ?iri WHERE {
  ?s sfwc:linkedBy "${linker}" ; nif:anchorOf ?label ; itsrdf:taIdentRef ?iri .
} ORDER BY ?label ?iri`;
  const { rows } = await kb.select(query, { defaultGraphs: [topic] });
  return rows.map(({ label, iri }) => {
    return { label: label?.value ?? '', iri: iri?.value ?? '', kind: 'preferred' };
  });
}
