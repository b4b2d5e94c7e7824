// Made by scripts/extension-list.js out of src/extensions/*/extension.ts; `npm run extensions` makes it again.
import type { CommandDeclaration } from '../../support/settings/command-body.js';
import type { ClassifierDescription } from '../classifiers/classifier.js';
import type { StrategyDescription } from '../../model/strategy.js';
import type { LinkerDescription } from '../linkers/linker.js';

/** What an extension declares. It is loaded when one of its parts is named. */
export interface ListedExtension {
  /** Its folder in `src/extensions/`. */
  readonly name: string;
  /** Its commands by the words that call them. */
  readonly commands?: Readonly<Record<string, Omit<CommandDeclaration, 'load'>>>;
  readonly classifiers?: Readonly<Record<string, ClassifierDescription>>;
  readonly strategies?: Readonly<Record<string, StrategyDescription>>;
  readonly linkers?: Readonly<Record<string, LinkerDescription>>;
}

/** The classifiers of extensions. */
export type ExtensionClassifier =
  'itfidf-bayes' | 'tfidf-bayes' | 'centroid' | 'semantic' | 'semantic-hypernyms' | 'thesaurus';

/** The crawling strategies by name, in the order of the help: those of the core, then those of extensions. */
// prettier-ignore
export const STRATEGIES = {
  'krs': { summary: 'breadth-first from accepted pages (Hernandez et al. 2020)', follow: 'accepted', needs: 'order' },
  'krs-best-first': { summary: 'links of the best-scored accepted pages first', follow: 'accepted', needs: 'judgements' },
  'learning': { summary: 'learns from judgements which texts, pages, hosts, templates and words lead to the topic', follow: 'all', needs: 'texts', expectsRelevance: true },
  'breadth-first': { summary: 'closest to the seeds first, regardless of the topic', follow: 'all', needs: 'order' },
  'best-first-page': { summary: 'links of similar pages first (Batsakis et al. 2009)', follow: 'all', needs: 'texts' },
  'best-first-anchor': { summary: 'links of similar anchor text first (Batsakis et al. 2009)', follow: 'all', needs: 'texts' },
  'best-first-page-anchor': { summary: 'the mean of best-first-page and best-first-anchor (Batsakis et al. 2009)', follow: 'all', needs: 'texts' },
  'n-best-first': { summary: 'best-first-page-anchor, several pages at a time (Pant, Srinivasan, Menczer 2004)', follow: 'all', needs: 'texts' },
  'parent-quality': { summary: 'links of the best-scored pages first, accepted or not (Yu, Liu and Xiong 2025)', follow: 'all', needs: 'judgements' },
  'semantic-synonym': { summary: 'similarity by WordNet synonyms, page and anchor (Batsakis et al. 2009)', follow: 'all', needs: 'texts' },
  'semantic-hypernym': { summary: 'semantic-synonym with hypernyms and hyponyms counting half', follow: 'all', needs: 'texts' },
  'hmm': { summary: 'a hidden Markov model of the way to the topic, learned while browsing (Liu et al. 2006)', follow: 'all', needs: 'texts' },
  'hmm-centroid': { summary: 'hmm combined with similarity of the page to relevant pages (Batsakis et al. 2009)', follow: 'all', needs: 'texts' },
  'hmm-centroid-anchor': { summary: 'hmm-centroid with similarity of page and anchor (Batsakis et al. 2009)', follow: 'all', needs: 'texts' },
  'link-context': { summary: 'links of similar surrounding text first (Lu et al. 2016)', follow: 'all', needs: 'texts' },
  'cbp': { summary: 'links of similar content blocks first (Lu et al. 2016)', follow: 'all', needs: 'texts' },
  'lpe': { summary: 'links of similar content blocks first, else of similar anchor and context (Lu et al. 2016)', follow: 'all', needs: 'texts' },
  'three-phase': { summary: 'topic words in page and URL, and relevant siblings (Devi 2017)', follow: 'all', needs: 'texts' },
  'shark-search': { summary: 'anchor text, context and scores inherited from parent pages (Hersovici et al. 1998)', follow: 'all', needs: 'texts' },
  'tag-path': { summary: 'learns which paths of tags lead to relevant pages (Gauquier et al. 2025)', follow: 'all', needs: 'tag paths' },
  'tree-frontier': { summary: 'one link per leaf of a regression tree that grows in the crawl (Kontogiannis et al. 2022)', follow: 'all', needs: 'texts' },
  'thesaurus': { summary: 'words of a thesaurus in URL and anchor window (Badia et al. 2006)', follow: 'all', needs: 'texts' },
} as const satisfies Readonly<Record<string, StrategyDescription>>;

export type StrategyName = keyof typeof STRATEGIES;

/** The linkers of extensions. */
export type ExtensionLinker = 'label-index' | 'spotlight';

/** The extensions that implement ports, by the names of these. */
export const PORTS = {
  foundQueries: 'asks',
  captures: 'captures',
  versions: 'captures',
  beginSharedCrawl: 'cluster',
  sharedDatabase: 'cluster',
  sources: 'discover',
  documents: 'documents',
  documentHtml: 'documents',
  encoder: 'encoder',
  endpoints: 'endpoint',
  descriptions: 'exchange',
  topicInfo: 'exchange',
  hierarchy: 'expansion',
  expansion: 'expansion',
  federation: 'federation',
  pagesToRate: 'lab',
  unchangedPages: 'monitor',
  pageDescriptions: 'page-data',
  pageMetadata: 'page-data',
  pageMap: 'publish',
  parquet: 'publish',
  packing: 'publish',
  recordFiles: 'records',
  rendering: 'rendering',
  browser: 'rendering',
  retraining: 'retraining',
  reservations: 'rights',
  collectionSearch: 'search',
  controlRoom: 'server',
  metrics: 'server',
  crawlTables: 'server',
  boundedQueries: 'server',
  signIn: 'sign-in',
  survey: 'survey',
  teacher: 'teacher',
  newTerms: 'terms',
  vocabularyCandidates: 'thesaurus',
  thesauri: 'thesaurus',
  labels: 'training',
  vocabularies: 'vocabulary',
  readRdf: 'vocabulary',
  subjects: 'vocabulary',
  storedWebs: 'webs',
  wikiApis: 'wikipedia',
};

/** The extensions that bring parts which help or settings list. */
// prettier-ignore
export const EXTENSIONS: readonly ListedExtension[] = [
  { name: 'annotation', commands: {
    'annotate': { section: 'Results', args: '<out>', summary: 'Add every mention of a noun in the accepted pages of a crawl to its folder as NIF, with lemma, tag, class and meaning. Ctrl-C stops it; the next call continues.' },
  }, },
  { name: 'cluster', commands: {
    'shared join': { section: 'Crawls', group: 'Take part in crawls that workers share, show and steer them, and collect their results.', args: '<name>', summary: 'Take part in a shared crawl, from any machine. Ctrl-C stops this worker; the others continue.' },
    'shared status': { args: '<name>', summary: 'Show the state of a shared crawl, and of each of its workers.' },
    'shared steer': { args: '<name> <action> [word...]', summary: 'Steer a shared crawl, as sfwc steer does a crawl in a folder. A command reaches all workers.' },
    'shared collect': { args: '<name> <folder...>', summary: 'Put the results of all workers of a shared crawl into one folder. Name the folders of the workers before the options, or after --.' },
    'shared drop': { args: '<name>', summary: 'Remove a shared crawl from its PostgreSQL database. The folders of its workers stay.' },
  }, },
  { name: 'demo', commands: {
    'demo': { section: 'Main commands', summary: 'Build three sample topics, query them, crawl a sample web on this machine, and explain the results.' },
  }, },
  { name: 'discover', commands: {
    'harvest': { section: 'Crawls', summary: 'Find pages about a topic through many short searches, and through hubs and sites known from earlier runs.' },
    'map': { section: 'Crawls', args: '<host...>', summary: 'Show what hosts have, by their sitemaps, feeds and first pages, ranked by a topic: as seeds for a crawl, as a tree of folders, or as a picture.' },
    'seeds': { section: 'Crawls', summary: 'Propose seeds for crawls about a topic, as a file with reasons: from links of texts, searches, Wikidata and web archives. The best candidates are fetched and judged.' },
  }, },
  { name: 'doctor', commands: {
    'doctor': { section: 'Tools', summary: 'Check what sfwc uses on this machine, and say what each thing is for and how to install what is missing. Exit code 1 where something that is needed does not work.' },
  }, },
  { name: 'exchange', commands: {
    'kb info': { group: 'Inspect and validate knowledge bases, and convert them to other formats.', section: 'Topics and knowledge bases', args: '<kb...>', summary: 'Describe knowledge bases: topics, sizes, how they were made, and files.' },
    'kb export': { args: '<kb...>', summary: 'Write knowledge bases, with their NIF layers, as Turtle, TriG, N-Triples, N-Quads, JSON-LD or RDF/XML, to standard output or into a file.' },
  }, },
  { name: 'expansion', commands: {
    'expand': { section: 'Topics and knowledge bases', summary: "Expand a topic's characteristic nouns by WordNet, as SKOS in a graph of its own: synonyms, what is above, what is below. The semantic classifiers read it; sfwc build makes it again when the topic changes." },
  }, },
  { name: 'init', commands: {
    'init': { section: 'Main commands', summary: 'Ask for topic, texts and seeds, and write sfwc.yaml: a project file that sfwc build and sfwc crawl read.' },
  }, },
  { name: 'lab', commands: {
    'compare': { section: 'Experiments', summary: 'Crawl a stored web with many strategies and compare them. Ctrl-C stops it and keeps the finished crawls.' },
    'replay': { section: 'Experiments', args: '<out>', summary: 'Score a finished crawl with another classifier or strategy, without fetching, and show the differences.' },
    'tune': { section: 'Experiments', args: '<out>', summary: 'Choose settings for a crawl by simulated crawls of the pages that a finished crawl fetched. Nothing is fetched, and the folder is not changed.' },
    'rate': { section: 'Results', args: '<out>', summary: "Have people judge a sample of the accepted pages, and report each rater's harvest ratio and their agreement." },
  }, classifiers: {
    'itfidf-bayes': { summary: 'naive Bayes on ITFIDF weights (Lu et al. 2016)', trained: true },
    'tfidf-bayes': { summary: 'naive Bayes on TFIDF weights, the baseline of itfidf-bayes', trained: true },
    'centroid': { summary: "cosine to the centre of the topic's texts", trained: true },
    'semantic': { summary: 'cosine that counts WordNet synonyms as well (Batsakis et al. 2009)', trained: true },
    'semantic-hypernyms': { summary: 'the same, with hypernyms and hyponyms counting half', trained: true },
  }, strategies: { 'semantic-synonym': STRATEGIES['semantic-synonym'], 'semantic-hypernym': STRATEGIES['semantic-hypernym'], 'hmm': STRATEGIES['hmm'], 'hmm-centroid': STRATEGIES['hmm-centroid'], 'hmm-centroid-anchor': STRATEGIES['hmm-centroid-anchor'], 'link-context': STRATEGIES['link-context'], 'cbp': STRATEGIES['cbp'], 'lpe': STRATEGIES['lpe'], 'three-phase': STRATEGIES['three-phase'], 'shark-search': STRATEGIES['shark-search'], 'tag-path': STRATEGIES['tag-path'], 'tree-frontier': STRATEGIES['tree-frontier'] }, },
  { name: 'label-index', commands: {
    'labels index': { group: 'Make and inspect label indexes: millions of names from dumps in one compact file, for linking.', section: 'Topics and knowledge bases', args: '<dump...>', summary: 'Make a label index of DBpedia or Wikidata dumps: labels, redirects, disambiguations, counts; .nt, .ttl, .nq, .json, .tsv, also .gz and .bz2. Name the dumps before the options.' },
    'labels info': { args: '<index>', summary: 'Check that a label index is intact, and describe it.' },
    'labels lookup': { args: '<index> <name...>', summary: 'Look up the meanings of names in a label index, the most common first.' },
  }, linkers: {
    'label-index': { summary: 'names of dumps, from a label index among --labels', follows: 'gazetteer' },
  }, },
  { name: 'linguistics', commands: {
    'corpus export': { group: 'Make corpora: of a category of a wiki, or of the accepted pages of a crawl.', section: 'Results', args: '<out>', summary: 'Write the accepted pages of a crawl as a corpus with sentences, words, lemmas and tags: CoNLL-U, vertical text for Sketch Engine and KonText, or TEI.' },
  }, },
  { name: 'mcp', commands: {
    'mcp': { section: 'Tools', summary: 'Let an assistant use sfwc through the Model Context Protocol, on standard input and output, within limits that you set.' },
  }, },
  { name: 'monitor', commands: {
    'monitor': { section: 'Crawls', args: '<file>', summary: 'Keep a collection of pages about a topic fresh: round by round, find new pages, visit known ones again, and report what is new, changed and gone.' },
  }, },
  { name: 'network', commands: {
    'network': { section: 'Results', args: '<out>', summary: 'Write the links between the pages or sites of a crawl, or the nouns that its pages share, as a network: GEXF for Gephi, GraphML or CSV; or the most linked pages or sites that were not crawled, as seeds.' },
  }, },
  { name: 'page-data', commands: {
    'extract': { section: 'Results', args: '<out>', summary: 'Read what the accepted pages of a crawl say of themselves (date, authors, site, language, licence), and the RDF in them (JSON-LD, microdata, RDFa), and add it to its folder. Ctrl-C stops it; the next call continues.' },
  }, },
  { name: 'publish', commands: {
    'pages': { section: 'Main commands', args: '<out>', summary: 'Write the accepted pages of a crawl as JSON lines, Markdown, text, CSV or Parquet, whole or in chunks, or as a dataset folder; or their tables.' },
    'report': { section: 'Results', args: '<out>', summary: 'Write a crawl as one HTML page to read and print: its course, hosts, a map of the accepted pages, samples with reasons, and what was missed.' },
    'pack': { section: 'Results', args: '<out>', summary: 'Pack the archive of a crawl (--warc) into one WACZ file, with its pages and judgements, for ReplayWeb.page and others; or its whole folder into a bag (--bag).' },
  }, },
  { name: 'push', commands: {
    'push': { section: 'Results', args: '<out>', summary: 'Push the accepted pages of a crawl to an index of OpenSearch or Elasticsearch, with verdict, nouns and text. Later pushes send what is new or has changed, and delete pages that are not accepted any more.' },
  }, },
  { name: 'search', commands: {
    'search': { section: 'Results', args: '<out> <query...>', summary: 'Search the accepted pages of crawls for words and phrases, also by other names that the knowledge base has for them: the best passages of the best pages. The query is the last argument; before it, name one folder or several.' },
  }, },
  { name: 'server', commands: {
    'ui': { section: 'Main commands', args: '[place...]', summary: 'Open the workbench of the current folder in a browser: topics, crawls and what they found. With crawls as arguments, it opens their control room, which shows what they find and why, and steers them. Ctrl-C closes it; crawls continue. Name the crawls before the options, or after --.' },
    'serve': { section: 'Topics and knowledge bases', args: '<kb...>', summary: 'Serve knowledge bases: SPARQL endpoint, graph store, and a page to query them. Ctrl-C stops it. Name the knowledge bases before the options, or after --.' },
  }, },
  { name: 'sign-in', commands: {
    'login': { section: 'Crawls', args: '<host>', summary: 'Open a browser in which you sign in at a host, and save its session for crawls with --browser-state. Only the cookies and local storage of this host are saved, in a file that nobody else can read.' },
  }, },
  { name: 'spotlight', linkers: {
    'spotlight': { summary: 'the service DBpedia Spotlight' },
  }, },
  { name: 'terms', commands: {
    'terms': { section: 'Topics and knowledge bases', args: '<out>', summary: 'List terms that accepted pages of a crawl share and the topic lacks, and add them to the topic or refuse them. Also lists the answers so far.' },
  }, },
  { name: 'thesaurus', commands: {
    'thesaurus validate': { group: 'Validate, describe and propose thesauri: the words of a topic by facet, for --classifier thesaurus.', section: 'Topics and knowledge bases', args: '<file>', summary: 'Validate a thesaurus: SKOS in RDF/XML, Turtle, N-Triples or JSON-LD, one concept scheme per facet. Lists all problems with their lines.' },
    'thesaurus info': { args: '<file>', summary: 'Show the number of concepts and labels in each facet of a thesaurus.' },
    'thesaurus suggest': { summary: 'Propose facets and terms of a thesaurus from a topic of a knowledge base, for manual editing.' },
  }, classifiers: {
    'thesaurus': { summary: 'terms of a thesaurus by facet; requires --thesaurus (Badia et al. 2006)' },
  }, strategies: { 'thesaurus': STRATEGIES['thesaurus'] }, },
  { name: 'training', commands: {
    'train': { section: 'Topics and knowledge bases', summary: 'Train a classifier from a topic and a background, and save it next to the topic. sfwc build trains the ensemble itself.' },
  }, },
  { name: 'validation', commands: {
    'kb validate': { args: '[kb...]', summary: 'Validate knowledge bases, results of crawls and thesauri against SHACL shapes, and check that the files of each topic are present and intact. Exit code 0: everything conforms; 1: something does not.' },
  }, },
  { name: 'webs', commands: {
    'filter': { section: 'Crawls', args: '<archives...>', summary: 'Judge all pages of web archives (WARC, WET), one file per thread, and write the accepted records as WARC and Parquet. The same command continues after an interruption.' },
  }, },
  { name: 'wikipedia', commands: {
    'corpus wikipedia': { summary: 'Make a corpus of the pages of a category of Wikipedia or any other MediaWiki, through its API or from XML exports. Run the same command again to continue after an interruption.' },
  }, },
];
