/** Every vocabulary IRI that sfwc writes or queries, in one place. */

/** Base of the project's own terms, and of crawls. */
export const SFWC_BASE = 'http://sfwcrawler.com/';
const SFWC = 'http://sfwcrawler.com/core#';
const NIF = 'http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#';
const ITSRDF = 'http://www.w3.org/2005/11/its/rdf#';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const DCTERMS = 'http://purl.org/dc/terms/';
const PROV = 'http://www.w3.org/ns/prov#';
const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const OWL = 'http://www.w3.org/2002/07/owl#';
const DBO = 'http://dbpedia.org/ontology/';
const SD = 'http://www.w3.org/ns/sparql-service-description#';
const VOID = 'http://rdfs.org/ns/void#';
const SCHEMA = 'http://schema.org/';
const SH = 'http://www.w3.org/ns/shacl#';

/** Prefixes as queries and Turtle output use them. */
export const PREFIXES = {
  sfwc: SFWC,
  nif: NIF,
  itsrdf: ITSRDF,
  rdf: RDF,
  rdfs: RDFS,
  xsd: XSD,
  dcterms: DCTERMS,
  prov: PROV,
  skos: SKOS,
} as const;

/** Prefixes that may be meant where a query uses one without declaring it. */
export const KNOWN_PREFIXES = {
  ...PREFIXES,
  owl: OWL,
  dbo: DBO,
  dbr: 'http://dbpedia.org/resource/',
  schema: SCHEMA,
  sh: SH,
  sd: SD,
  void: VOID,
  foaf: 'http://xmlns.com/foaf/0.1/',
  dc: 'http://purl.org/dc/elements/1.1/',
  wd: 'http://www.wikidata.org/entity/',
  wdt: 'http://www.wikidata.org/prop/direct/',
} as const;

/** The project's own terms; `kb/sfwc.ttl` documents each. */
export const sfwc = {
  Entity: `${SFWC}Entity`,
  Document: `${SFWC}Document`,
  capturedAt: `${SFWC}capturedAt`,
  archive: `${SFWC}archive`,
  archivedRecord: `${SFWC}archivedRecord`,
  Topic: `${SFWC}Topic`,
  neTag: `${SFWC}neTag`,
  idfValue: `${SFWC}idfValue`,
  inDocument: `${SFWC}inDocument`,
  inTopic: `${SFWC}inTopic`,
  documentCount: `${SFWC}documentCount`,
  linkedBy: `${SFWC}linkedBy`,
  mentionOf: `${SFWC}mentionOf`,
  mention: `${SFWC}mention`,
  corpusRecord: `${SFWC}corpusRecord`,
  nifLayer: `${SFWC}nifLayer`,

  statistics: `${SFWC}statistics`,
  Statistics: `${SFWC}Statistics`,
  nounCount: `${SFWC}nounCount`,
  linkedNounCount: `${SFWC}linkedNounCount`,
  entityCount: `${SFWC}entityCount`,
  linkedEntityCount: `${SFWC}linkedEntityCount`,
  meanIdf: `${SFWC}meanIdf`,
  idfDeviation: `${SFWC}idfDeviation`,
  settings: `${SFWC}settings`,
  corpusChecksum: `${SFWC}corpusChecksum`,
  labelsChecksum: `${SFWC}labelsChecksum`,
  backgroundChecksum: `${SFWC}backgroundChecksum`,
  annotator: `${SFWC}annotator`,
  linkers: `${SFWC}linkers`,
  Linker: `${SFWC}Linker`,
  linkerGazetteer: `${SFWC}linkerGazetteer`,
  linkerSpotlight: `${SFWC}linkerSpotlight`,
  linkerWordNet: `${SFWC}linkerWordNet`,
  formatVersion: `${SFWC}formatVersion`,

  Background: `${SFWC}Background`,
  BackgroundNoun: `${SFWC}BackgroundNoun`,
  background: `${SFWC}background`,
  backgroundDocumentCount: `${SFWC}backgroundDocumentCount`,

  ConceptNoun: `${SFWC}ConceptNoun`,
  concepts: `${SFWC}concepts`,
  conceptWeight: `${SFWC}conceptWeight`,
  Expansion: `${SFWC}Expansion`,
  expansion: `${SFWC}expansion`,
  topicChecksum: `${SFWC}topicChecksum`,
  nounWeight: `${SFWC}nounWeight`,
  relatedness: `${SFWC}relatedness`,
  negativeLabel: `${SFWC}negativeLabel`,
  proposed: `${SFWC}proposed`,
  facet: `${SFWC}facet`,

  Crawl: `${SFWC}Crawl`,
  Page: `${SFWC}Page`,
  Decision: `${SFWC}Decision`,
  Evidence: `${SFWC}Evidence`,
  PageData: `${SFWC}PageData`,
  PageStatements: `${SFWC}PageStatements`,
  issuedFrom: `${SFWC}issuedFrom`,
  issuedConfidence: `${SFWC}issuedConfidence`,
  decision: `${SFWC}decision`,
  topicDecision: `${SFWC}topicDecision`,
  byTopic: `${SFWC}byTopic`,
  accepted: `${SFWC}accepted`,
  score: `${SFWC}score`,
  classifier: `${SFWC}classifier`,
  TrainedClassifier: `${SFWC}TrainedClassifier`,
  trainedClassifier: `${SFWC}trainedClassifier`,
  trainedModel: `${SFWC}trainedModel`,
  Opinion: `${SFWC}Opinion`,
  opinion: `${SFWC}opinion`,
  logOdds: `${SFWC}logOdds`,
  acceptedBefore: `${SFWC}acceptedBefore`,
  overruledBy: `${SFWC}overruledBy`,
  Model: `${SFWC}Model`,
  byModel: `${SFWC}byModel`,
  modelNumber: `${SFWC}modelNumber`,
  answersYes: `${SFWC}answersYes`,
  answersNo: `${SFWC}answersNo`,
  modelChecksum: `${SFWC}modelChecksum`,
  Action: `${SFWC}Action`,
  actionKind: `${SFWC}actionKind`,
  afterEvent: `${SFWC}afterEvent`,
  addressPattern: `${SFWC}addressPattern`,
  termText: `${SFWC}termText`,
  concerns: `${SFWC}concerns`,
  refused: `${SFWC}refused`,
  bandLowBefore: `${SFWC}bandLowBefore`,
  readBy: `${SFWC}readBy`,
  bandLow: `${SFWC}bandLow`,
  bandHigh: `${SFWC}bandHigh`,
  evidence: `${SFWC}evidence`,
  pull: `${SFWC}pull`,
  rank: `${SFWC}rank`,
  knownInDocuments: `${SFWC}knownInDocuments`,
  distinctNouns: `${SFWC}distinctNouns`,
  linkedNouns: `${SFWC}linkedNouns`,
  unknownNouns: `${SFWC}unknownNouns`,
  linksTo: `${SFWC}linksTo`,
  redirectsTo: `${SFWC}redirectsTo`,
  foundOn: `${SFWC}foundOn`,
  depth: `${SFWC}depth`,
  httpStatus: `${SFWC}httpStatus`,
  state: `${SFWC}state`,
  reasonCode: `${SFWC}reasonCode`,
  resembles: `${SFWC}resembles`,
  truncated: `${SFWC}truncated`,
  canonicalPage: `${SFWC}canonicalPage`,
  readFrom: `${SFWC}readFrom`,
  onPage: `${SFWC}onPage`,
  subject: `${SFWC}subject`,
  concept: `${SFWC}concept`,
  weight: `${SFWC}weight`,
  shellSign: `${SFWC}shellSign`,
  renderingPaid: `${SFWC}renderingPaid`,
  tdmReserved: `${SFWC}tdmReserved`,
  tdmPolicy: `${SFWC}tdmPolicy`,
  aiDirective: `${SFWC}aiDirective`,

  QueuedUrl: `${SFWC}QueuedUrl`,
  LeftLinks: `${SFWC}LeftLinks`,
  Contribution: `${SFWC}Contribution`,
  Estimate: `${SFWC}Estimate`,
  ended: `${SFWC}ended`,
  until: `${SFWC}until`,
  estimate: `${SFWC}estimate`,
  estimateNotKnown: `${SFWC}estimateNotKnown`,
  requests: `${SFWC}requests`,
  relevantFound: `${SFWC}relevantFound`,
  relevantLeft: `${SFWC}relevantLeft`,
  relevantLeftLow: `${SFWC}relevantLeftLow`,
  relevantLeftHigh: `${SFWC}relevantLeftHigh`,
  estimatedRecall: `${SFWC}estimatedRecall`,
  estimatedRecallLow: `${SFWC}estimatedRecallLow`,
  estimatedRecallHigh: `${SFWC}estimatedRecallHigh`,
  samples: `${SFWC}samples`,
  samplesAccepted: `${SFWC}samplesAccepted`,
  sampled: `${SFWC}sampled`,
  priority: `${SFWC}priority`,
  priorityReason: `${SFWC}priorityReason`,
  contribution: `${SFWC}contribution`,
  feature: `${SFWC}feature`,
  leftBy: `${SFWC}leftBy`,
  leftLink: `${SFWC}leftLink`,
} as const;

/** The linkers as resources, by the names that links carry; `sfwc:linkedBy` has the names, NIF layers the resources. */
export const LINKER_IRIS: ReadonlyMap<string, string> = new Map([
  ['gazetteer', sfwc.linkerGazetteer],
  ['spotlight', sfwc.linkerSpotlight],
  ['wordnet', sfwc.linkerWordNet],
]);

export const nif = {
  Word: `${NIF}Word`,
  Phrase: `${NIF}Phrase`,
  Context: `${NIF}Context`,
  RFC5147String: `${NIF}RFC5147String`,
  isString: `${NIF}isString`,
  beginIndex: `${NIF}beginIndex`,
  endIndex: `${NIF}endIndex`,
  referenceContext: `${NIF}referenceContext`,
  lemma: `${NIF}lemma`,
  sourceUrl: `${NIF}sourceUrl`,
  anchorOf: `${NIF}anchorOf`,
  posTag: `${NIF}posTag`,
} as const;

export const itsrdf = {
  taIdentRef: `${ITSRDF}taIdentRef`,
  taAnnotatorsRef: `${ITSRDF}taAnnotatorsRef`,
} as const;
export const rdf = {
  type: `${RDF}type`,
  langString: `${RDF}langString`,
  first: `${RDF}first`,
  rest: `${RDF}rest`,
  nil: `${RDF}nil`,
} as const;
export const rdfs = {
  label: `${RDFS}label`,
  Class: `${RDFS}Class`,
  subClassOf: `${RDFS}subClassOf`,
  seeAlso: `${RDFS}seeAlso`,
} as const;
export const skos = {
  Concept: `${SKOS}Concept`,
  ConceptScheme: `${SKOS}ConceptScheme`,
  inScheme: `${SKOS}inScheme`,
  hasTopConcept: `${SKOS}hasTopConcept`,
  topConceptOf: `${SKOS}topConceptOf`,
  prefLabel: `${SKOS}prefLabel`,
  altLabel: `${SKOS}altLabel`,
  hiddenLabel: `${SKOS}hiddenLabel`,
  broader: `${SKOS}broader`,
  broaderTransitive: `${SKOS}broaderTransitive`,
  exactMatch: `${SKOS}exactMatch`,
  narrower: `${SKOS}narrower`,
  closeMatch: `${SKOS}closeMatch`,
  definition: `${SKOS}definition`,
  editorialNote: `${SKOS}editorialNote`,
  example: `${SKOS}example`,
} as const;
export const owl = { sameAs: `${OWL}sameAs`, Class: `${OWL}Class` } as const;
/** SHACL. Its properties are named where they are read. */
export const sh = { namespace: SH } as const;

export const dbo = {
  wikiPageRedirects: `${DBO}wikiPageRedirects`,
} as const;
export const schema = {
  isPartOf: `${SCHEMA}isPartOf`,
  name: `${SCHEMA}name`,
  WebSite: `${SCHEMA}WebSite`,
} as const;
export const dcterms = {
  title: `${DCTERMS}title`,
  subject: `${DCTERMS}subject`,
  source: `${DCTERMS}source`,
  language: `${DCTERMS}language`,
  identifier: `${DCTERMS}identifier`,
  description: `${DCTERMS}description`,
  issued: `${DCTERMS}issued`,
  modified: `${DCTERMS}modified`,
  creator: `${DCTERMS}creator`,
  license: `${DCTERMS}license`,
  rights: `${DCTERMS}rights`,
} as const;
export const prov = {
  Activity: `${PROV}Activity`,
  Entity: `${PROV}Entity`,
  wasDerivedFrom: `${PROV}wasDerivedFrom`,
  wasQuotedFrom: `${PROV}wasQuotedFrom`,
  wasGeneratedBy: `${PROV}wasGeneratedBy`,
  used: `${PROV}used`,
  startedAtTime: `${PROV}startedAtTime`,
  generatedAtTime: `${PROV}generatedAtTime`,
  Agent: `${PROV}Agent`,
  SoftwareAgent: `${PROV}SoftwareAgent`,
  wasAssociatedWith: `${PROV}wasAssociatedWith`,
  wasInformedBy: `${PROV}wasInformedBy`,
  endedAtTime: `${PROV}endedAtTime`,
} as const;
export const foaf = {
  name: 'http://xmlns.com/foaf/0.1/name',
  primaryTopic: 'http://xmlns.com/foaf/0.1/primaryTopic',
} as const;
export const xsd = {
  string: `${XSD}string`,
  integer: `${XSD}integer`,
  nonNegativeInteger: `${XSD}nonNegativeInteger`,
  decimal: `${XSD}decimal`,
  double: `${XSD}double`,
  boolean: `${XSD}boolean`,
  dateTime: `${XSD}dateTime`,
  date: `${XSD}date`,
  gYearMonth: `${XSD}gYearMonth`,
  gYear: `${XSD}gYear`,
} as const;

/** Base of WordNet 3.1 synsets; a noun synset is this, eight digits of offset, `-n`. */
export const WORDNET_BASE = 'http://wordnet-rdf.princeton.edu/id/';

/** Base of DBpedia's resources; the English Wikipedia's article X is this followed by X. */
export const DBPEDIA_RESOURCE_BASE = 'http://dbpedia.org/resource/';

/** Base of Wikidata's items: this followed by `Q42`. */
export const WIKIDATA_ENTITY_BASE = 'http://www.wikidata.org/entity/';
