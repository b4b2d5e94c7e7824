import { dcterms, itsrdf, nif, prov, rdf, rdfs, sfwc, skos, LINKER_IRIS } from '../../model/vocabulary.js';
import { addToList } from '../../support/add-to-list.js';
import { type Description, type Statement, describe, nifText } from '../../support/rdf/quads.js';
import { decimal, integer, iri, text } from '../../support/rdf/rdf-terms.js';
import { iriOfUrl } from '../../support/rdf/sparql-terms.js';
import { inverseDocumentFrequency, sum, weightedSpread } from '../../support/statistics.js';
import type { TopicIris } from './iris.js';
import type { Krs, KrsDocument, KrsEntity } from './krs.js';
import type { CorpusDocument } from '../../model/document.js';
import { codePointOffsets } from '../../support/text/cut-text.js';
import { fullText } from '../../support/text/full-text.js';
import type { DocumentAnalysis } from './analysis.js';
import type { Spread } from '../../model/topic.js';

/** Version of the form in which topics are written; readers refuse another. */
export const FORMAT_VERSION = 3;

/** Tools and texts of which a topic was made: the same provenance and the same code give the same bytes. */
export interface Provenance {
  readonly annotator: string;
  readonly about?: string;
  /** ISO 639-1 code of the texts. */
  readonly language: string;
  readonly linkers: readonly string[];
  /** The settings that shape the result, as JSON with sorted keys. */
  readonly settings: string;
  /** SHA-256 over the documents in the order of their ids, in hexadecimal. */
  readonly corpusChecksum: string;
  /** Likewise of label files and background, where there are any. */
  readonly labelsChecksum?: string;
  readonly backgroundChecksum?: string;
  /** Name of the file next to the topic's that holds the corpus's record, and of that with its NIF layer. */
  readonly corpusRecord?: string;
  readonly nifLayer?: string;
}

/** A concept that the line about a topic or its vocabulary names, or one below it in WordNet. */
export interface TopicConcept {
  /** Names it in the topic: the offset of its noun synset; else its label. */
  readonly id: string;
  /** The IRIs of its synset and of the concepts of the vocabulary. */
  readonly meanings: readonly string[];
  readonly label: string;
  /** The concept that it was found below; absent for one that is named. */
  readonly broader?: string;
  /** Its nouns in lower case. Weight: 0 to 1, how likely the noun means something that the topic is about. */
  readonly nouns: readonly { readonly lemma: string; readonly weight: number }[];
}

/** Everything that a topic's file holds. */
export interface TopicContent {
  readonly name: string;
  readonly iris: TopicIris;
  readonly krs: Krs;
  readonly byLemma: LemmaDocuments;
  readonly statistics: TopicStatistics;
  readonly provenance: Provenance;
  readonly background?: BackgroundFrequencies;
  /** The concepts of the line about the topic and of its vocabulary. */
  readonly concepts?: readonly TopicConcept[];
}

/**
 * The quads of a topic, in a fixed order: the topic's graph, then those of background and concepts. Those of a subject follow one
 * another, and so do nouns of one linker, so that the gazetteer's are read without the others.
 */
export function* topicQuads(content: TopicContent): Generator<Description> {
  const { iris, krs, background } = content;
  yield describe(iris.topic, iris.topic, describeTopic(content));
  yield describe(iris.statistics, iris.topic, describeStatistics(content));
  for (const document of krs.documents)
    yield describe(iris.document(document.id), iris.topic, describeDocument(document, iris.topic));
  const documentIris = krs.documents.map(({ id }) => iris.document(id));
  for (const entity of byLinker(krs.entities)) {
    const count = content.byLemma.get(entity.lemma)?.length ?? entity.documents.length;
    const idf = inverseDocumentFrequency(krs.documents.length, count);
    yield describe(iris.entity(entity), iris.topic, describeEntity(entity, idf, documentIris));
  }
  if (background !== undefined) yield* describeBackground(background, iris);
  if (content.concepts !== undefined) yield* describeConcepts(content.concepts, iris);
}

function byLinker(entities: readonly KrsEntity[]): readonly KrsEntity[] {
  const groups = new Map<string, KrsEntity[]>();
  for (const entity of entities) addToList(groups, entity.linker ?? '', entity);
  return [...groups.keys()].sort().flatMap((linker) => groups.get(linker) ?? []);
}

/** A statement, where there is a value. */
function maybe(
  property: string,
  value: string | undefined,
  term: (value: string) => Statement[1] = text,
): readonly Statement[] {
  return value === undefined ? [] : [[property, term(value)]];
}

const iriOf = (url: string): Statement[1] => iri(iriOfUrl(url));

function describeTopic(content: TopicContent): Statement[] {
  const { name, iris, statistics, provenance, background, concepts } = content;
  return [
    [rdf.type, iri(sfwc.Topic)],
    [rdfs.label, text(name)],
    [dcterms.language, text(provenance.language)],
    [sfwc.documentCount, integer(statistics.documents)],
    [sfwc.statistics, iri(iris.statistics)],
    [sfwc.formatVersion, integer(FORMAT_VERSION)],
    [sfwc.annotator, text(provenance.annotator)],
    [sfwc.linkers, text(provenance.linkers.join(','))],
    [sfwc.settings, text(provenance.settings)],
    [sfwc.corpusChecksum, text(provenance.corpusChecksum)],
    ...maybe(dcterms.description, provenance.about),
    ...maybe(sfwc.labelsChecksum, provenance.labelsChecksum),
    ...maybe(sfwc.backgroundChecksum, provenance.backgroundChecksum),
    ...maybe(sfwc.corpusRecord, provenance.corpusRecord),
    ...maybe(sfwc.nifLayer, provenance.nifLayer),
    ...maybe(sfwc.background, background && iris.background, iri),
    ...maybe(sfwc.concepts, concepts && iris.concepts, iri),
  ];
}

function describeStatistics({ statistics }: TopicContent): Statement[] {
  return [
    [rdf.type, iri(sfwc.Statistics)],
    [sfwc.nounCount, integer(statistics.nouns)],
    [sfwc.linkedNounCount, integer(statistics.linkedNouns)],
    [sfwc.entityCount, integer(statistics.entities)],
    [sfwc.linkedEntityCount, integer(statistics.linkedEntities)],
    [sfwc.meanIdf, decimal(statistics.idf.mean)],
    [sfwc.idfDeviation, decimal(statistics.idf.deviation)],
  ];
}

function describeDocument(
  { id, title, sourceUrl, language, crawl }: KrsDocument,
  topic: string,
): Statement[] {
  return [
    [rdf.type, iri(sfwc.Document)],
    [dcterms.identifier, text(id)],
    [dcterms.title, text(title)],
    [sfwc.inTopic, iri(topic)],
    ...maybe(dcterms.source, sourceUrl, iriOf),
    ...maybe(dcterms.language, language),
    ...maybe(prov.wasGeneratedBy, crawl, iri),
  ];
}

function describeEntity(entity: KrsEntity, idf: number, documentIris: readonly string[]): Statement[] {
  return [
    [rdf.type, iri(sfwc.Entity)],
    [rdf.type, iri(entity.kind === 'word' ? nif.Word : nif.Phrase)],
    [nif.anchorOf, text(entity.lemma)],
    [nif.posTag, text(entity.tag)],
    [sfwc.neTag, text(entity.entityClass)],
    ...maybe(itsrdf.taIdentRef, entity.iri, iriOf),
    ...maybe(sfwc.linkedBy, entity.linker),
    [sfwc.idfValue, decimal(idf)],
    ...entity.documents.flatMap((index) => maybe(sfwc.inDocument, documentIris[index], iri)),
  ];
}

function* describeBackground({ documents, byLemma }: BackgroundFrequencies, iris: TopicIris) {
  yield describe(iris.background, iris.background, [
    [rdf.type, iri(sfwc.Background)],
    [sfwc.documentCount, integer(documents)],
  ]);
  for (const [lemma, count] of byLemma)
    yield describe(iris.backgroundNoun(lemma), iris.background, [
      [rdf.type, iri(sfwc.BackgroundNoun)],
      [nif.anchorOf, text(lemma)],
      [sfwc.backgroundDocumentCount, integer(count)],
    ]);
}

/** SKOS, each concept with its meanings, and the nouns of the concepts with their weights. */
function* describeConcepts(concepts: readonly TopicConcept[], iris: TopicIris): Generator<Description> {
  const graph = iris.concepts;
  yield describe(graph, graph, [
    [rdf.type, iri(skos.ConceptScheme)],
    [rdfs.label, text('concepts of the topic')],
  ]);
  for (const { id, meanings, label, broader } of concepts)
    yield describe(iris.concept(id), graph, [
      [rdf.type, iri(skos.Concept)],
      [skos.prefLabel, text(label)],
      ...meanings.map((meaning) => [skos.exactMatch, iri(meaning)] as const),
      [skos.inScheme, iri(graph)],
      broader === undefined ? [skos.topConceptOf, iri(graph)] : [skos.broader, iri(iris.concept(broader))],
    ]);
  for (const { id, nouns } of concepts)
    for (const { lemma, weight } of nouns)
      yield describe(iris.conceptNoun(lemma), graph, [
        [rdf.type, iri(sfwc.ConceptNoun)],
        [rdfs.label, text(lemma)],
        [itsrdf.taIdentRef, iri(iris.concept(id))],
        [sfwc.conceptWeight, decimal(weight)],
      ]);
}

/**
 * The NIF layer of one document: its text as a `nif:Context` (title, empty line, text, in Unicode NFC) and every mention
 * of a noun as a string of it, with offsets in code points (Hellmann et al. 2013, NIF 2.0; fragments of RFC 5147).
 * `itsrdf:taAnnotatorsRef` names the linker of a linked one; `sfwc:mentionOf` leads from a mention to the schema's entity.
 */
export function* nifLayer(
  document: CorpusDocument,
  analysis: DocumentAnalysis,
  iris: TopicIris,
): Generator<Description> {
  const place = iris.document(document.id);
  const written = fullText(document);
  const { contextQuads, part } = nifText(place, written, iris.nif, [
    [dcterms.title, text(document.title)],
    [dcterms.source, iri(place)],
    ...maybe(nif.sourceUrl, document.sourceUrl, iriOf),
  ]);
  yield contextQuads;
  const codePoint = codePointOffsets(written);
  for (const [begin, end, index] of analysis.mentions) {
    const noun = analysis.nouns[index];
    if (noun === undefined) continue;
    yield part(codePoint(begin), codePoint(end), written.slice(begin, end), [
      [rdf.type, iri(noun.kind === 'word' ? nif.Word : nif.Phrase)],
      [nif.lemma, text(noun.lemma)],
      [nif.posTag, text(noun.tag)],
      ...maybe(itsrdf.taIdentRef, noun.iri, iriOf),
      ...maybe(itsrdf.taAnnotatorsRef, LINKER_IRIS.get(noun.linker ?? ''), iri),
      [sfwc.mentionOf, iri(iris.entity(noun))],
    ]).quads;
  }
}

export interface TopicStatistics {
  /** N: documents of the corpus. */
  readonly documents: number;
  readonly nouns: number;
  readonly linkedNouns: number;
  /** Distinct nouns, and distinct linked nouns. */
  readonly entities: number;
  readonly linkedEntities: number;
  /** μ and σ of the IDF of linked nouns, in bits. */
  readonly idf: Spread;
}

/**
 * The statistics of a topic; μ and σ as Hernandez et al. 2020, equations 2 and 3.
 *
 * The paper takes both "over all enriched nouns whose URL value is not empty", and its schema holds a noun once for
 * each document it stands in. So a linked noun counts here once per document: only this reading gives means as low as
 * the published 5.01 bits for 1,151 documents; over distinct nouns, most of which stand in one document only, it would
 * be near the maximum of log2(1151) = 10.2.
 */
export function topicStatistics(krs: Krs, byLemma: LemmaDocuments): TopicStatistics {
  const linked = krs.entities.filter((entity) => entity.iri !== undefined);
  return {
    documents: krs.documents.length,
    nouns: sum(krs.documents.map((document) => document.nounCount)),
    linkedNouns: sum(krs.documents.map((document) => document.linkedNounCount)),
    entities: krs.entities.length,
    linkedEntities: linked.length,
    idf: weightedSpread(
      linked.map(({ lemma, documents }) => {
        const count = byLemma.get(lemma)?.length ?? documents.length;
        return [inverseDocumentFrequency(krs.documents.length, count), documents.length] as const;
      }),
    ),
  };
}

/** Lemma → indices of the documents that hold it, in any of its entities, ascending. */
type LemmaDocuments = ReadonlyMap<string, readonly number[]>;

/** The documents of each lemma: what the paper's Listing 1 counts. */
export function documentsByLemma(krs: Krs): LemmaDocuments {
  const found = new Map<string, readonly number[]>();
  for (const { lemma, documents } of krs.entities) {
    const before = found.get(lemma);
    const all = before && [...new Set([...before, ...documents])].sort((a, b) => a - b);
    found.set(lemma, all ?? documents);
  }
  return found;
}

/** Document frequencies of a background corpus: texts of any subjects, unlabelled. */
interface BackgroundFrequencies {
  readonly documents: number;
  /** Lemma → documents that hold it, ordered by lemma. */
  readonly byLemma: ReadonlyMap<string, number>;
}

/** Counts in how many documents each lemma stands. @param documents the distinct lemmas of each document */
export function countBackground(documents: readonly (readonly string[])[]): BackgroundFrequencies {
  const counts = new Map<string, number>();
  for (const lemmas of documents) {
    for (const lemma of lemmas) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  }
  const ordered = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return { documents: documents.length, byLemma: new Map(ordered) };
}
