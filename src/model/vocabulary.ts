/** Every vocabulary IRI that sfwc writes or queries, in one place. */

const FOAF = 'http://xmlns.com/foaf/0.1/';

/** Prefixes as queries and Turtle output use them. */
export const PREFIXES = {
  sfwc: 'http://sfwcrawler.com/core#',
  nif: 'http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#',
  itsrdf: 'http://www.w3.org/2005/11/its/rdf#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  dcterms: 'http://purl.org/dc/terms/',
  prov: 'http://www.w3.org/ns/prov#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
} as const;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Terms of a vocabulary by their names. @param names separated by blanks */
function terms<Base extends string, Names extends string>(
  base: Base,
  ...names: readonly Names[]
): { readonly [Name in Words<Names>]: `${Base}${Name}` } {
  const all = names.flatMap((some) => some.split(' '));
  return Object.fromEntries(all.map((name) => [name, base + name])) as ReturnType<typeof terms<Base, Names>>;
}

/** The project's own terms; `kb/sfwc.ttl` documents each. */
export const sfwc = terms(
  PREFIXES.sfwc,
  'Entity Document capturedAt archive Topic neTag idfValue inDocument inTopic documentCount linkedBy',
  'mentionOf mention corpusRecord nifLayer statistics Statistics nounCount linkedNounCount entityCount',
  'linkedEntityCount meanIdf idfDeviation settings corpusChecksum labelsChecksum backgroundChecksum',
  'annotator linkers Linker linkerGazetteer linkerSpotlight linkerWordNet formatVersion Background',
  'BackgroundNoun background backgroundDocumentCount ConceptNoun concepts conceptWeight Expansion',
  'expansion topicChecksum nounWeight relatedness negativeLabel proposed facet Crawl Page Decision',
  'Evidence PageData issuedFrom issuedConfidence decision topicDecision byTopic accepted score classifier',
  'TrainedClassifier trainedClassifier trainedModel overruledBy Model byModel modelNumber answersYes',
  'answersNo modelChecksum Action actionKind afterEvent addressPattern termText concerns refused readBy',
  'bandLow bandHigh evidence pull rank knownInDocuments distinctNouns linkedNouns unknownNouns linksTo',
  'redirectsTo foundOn depth httpStatus state reasonCode resembles truncated canonicalPage readFrom onPage',
  'subject concept weight tdmReserved tdmPolicy aiDirective usagePreference ended until priority priorityReason',
);

/** The linkers as resources, by the names that links carry; `sfwc:linkedBy` has the names, NIF layers the resources. */
export const LINKER_IRIS: ReadonlyMap<string, string> = new Map([
  ['gazetteer', sfwc.linkerGazetteer],
  ['spotlight', sfwc.linkerSpotlight],
  ['wordnet', sfwc.linkerWordNet],
]);

export const nif = terms(
  PREFIXES.nif,
  'Word Phrase Context RFC5147String isString beginIndex endIndex referenceContext lemma sourceUrl',
  'anchorOf posTag',
);
export const itsrdf = terms(PREFIXES.itsrdf, 'taIdentRef taAnnotatorsRef');
export const rdf = terms(PREFIXES.rdf, 'type');
export const rdfs = terms(PREFIXES.rdfs, 'label');
export const skos = terms(
  PREFIXES.skos,
  'Concept ConceptScheme inScheme hasTopConcept topConceptOf prefLabel altLabel hiddenLabel broader',
  'broaderTransitive exactMatch narrower definition editorialNote',
);
/** SHACL. Its properties are named where they are read. */
export const sh = { namespace: 'http://www.w3.org/ns/shacl#' } as const;
export const dcterms = terms(
  PREFIXES.dcterms,
  'title subject source language identifier description issued modified creator license rights',
);
export const prov = terms(
  PREFIXES.prov,
  'Activity Entity wasDerivedFrom wasGeneratedBy used startedAtTime generatedAtTime',
  'Agent SoftwareAgent wasAssociatedWith wasInformedBy',
);
export const foaf = terms(FOAF, 'name');
export const xsd = terms(
  PREFIXES.xsd,
  'string integer nonNegativeInteger decimal boolean dateTime date gYearMonth gYear',
);

/** Base of WordNet 3.1 synsets; a noun synset is this, eight digits of offset, `-n`. */
export const WORDNET_BASE = 'http://wordnet-rdf.princeton.edu/id/';

/** Base of DBpedia's resources; the English Wikipedia's article X is this followed by X. */
export const DBPEDIA_RESOURCE_BASE = 'http://dbpedia.org/resource/';

/** Base of Wikidata's items: this followed by `Q42`. */
export const WIKIDATA_ENTITY_BASE = 'http://www.wikidata.org/entity/';
