/**
 * The rooms of src/, those that know the least first. A room may import from itself and from the rooms above it; an
 * extension may import from every room and from no other extension; only the composition roots name extensions. ESLint
 * checks it.
 * `scripts/room-table.js` checks the budgets of lines and writes the tables of ARCHITECTURE.md.
 *
 * `lines` is the most that the TypeScript of a room may have. Raising it needs a page in docs/decisions/ with the reason.
 */
export const rooms = {
  model: {
    lines: 2680,
    content:
      'plain types and the ports: Document, Noun, Page, Judgement, CrawlEvent; KnowledgeBase, TopicClassifier, LinkPriority, Fetcher …; vocabulary IRIs; errors',
  },
  support: {
    lines: 4670,
    content:
      'what knows nothing of the domain: `files/` atomic writes and packed files, `rdf/` terms and quads, `text/`, `time/` clocks, `numeric/`, `threads/` one typed pool of worker threads, `settings/` how settings and commands are declared',
  },
  web: {
    lines: 7790,
    content:
      '`http/` the fetcher over axios, `page/` HTML → Page, `archive/` WARC files as they are written and read, `stored/` what a web in files is to a crawl (`--web`)',
  },
  language: {
    lines: 6200,
    content:
      '`corpus/` readers of documents, `text/` sentences, tokens, nouns, languages, `wordnet/` senses, `linking/` linkers and their chain',
  },
  knowledge: {
    lines: 4860,
    content:
      '`krs/` the schema as plain data, `oxigraph/` and `files/` the store, `endpoint/` requests to services, `places/` opening a knowledge base wherever it is, `expansion/` what is kept of expansions, `queries/`, `formats/`',
  },
  judging: {
    lines: 5370,
    content:
      '`learning/` from examples, `classifiers/` and `linkers/` their tables, `topic/` is this page about the topic, `relevance/` weighs what the members of the ensemble say, `judge/` a judge assembled from a topic, with threads, `plugins/` user-defined parts',
  },
  crawling: {
    lines: 15410,
    content:
      '`engine/` the loop, `frontier/` in memory and on disk, `politeness/`, `sitemaps/`, `urls/`, `pages/` copies and traps, `priority/` how promising is this link, `steering/`, `store/` results and resuming, `ratings/` answers of people, `view/`',
  },
  app: {
    lines: 9200,
    content:
      'one use case per file, in folders: `settings/` every setting once, `topics/` building, `classify/`, `crawl/` with its `setup/`, `kb/`',
  },
  cli: {
    lines: 3840,
    content:
      '`commands.ts` lists the commands; one thin file each, loaded when it is called; `api/` the public API of the core by subject',
  },
};

/** The extensions in src/extensions/. */
export const extensions = {
  annotation: { lines: 530, content: 'every noun of the accepted pages of a crawl, read in full, as NIF' },
  asks: { lines: 250, content: 'queries over what a crawl has found, which end it when they hold' },
  captures: {
    lines: 2230,
    content:
      'captures of crawl archives instead of hosts: CDX servers, folders, records by ranges of bytes; versions of pages over time',
  },
  cluster: { lines: 4290, content: 'one crawl by many workers on PostgreSQL' },
  demo: { lines: 440, content: 'three sample topics, a sample web and a crawl of it, explained' },
  discover: {
    lines: 6700,
    content:
      'where a crawl may start: harvests, search engines, proposals of seeds, maps of hosts; sources of URLs besides links while it runs',
  },
  doctor: { lines: 220, content: 'whether what sfwc uses works on this machine' },
  encoder: {
    lines: 570,
    content:
      'a sentence encoder that reads pages near the decision, in a thread of its own; a language model that answers questions about pages',
  },
  endpoint: { lines: 1170, content: 'topics in SPARQL endpoints: built into them, read and queried there' },
  documents: {
    lines: 1500,
    content:
      'texts of corpora in PDF, Word, OpenDocument and EPUB; documents that crawls meet, in threads of their own',
  },
  exchange: { lines: 1200, content: 'what knowledge bases hold, and knowledge bases in any format of RDF' },
  federation: { lines: 440, content: 'queries over several sources together, by Comunica' },
  languages: {
    lines: 680,
    content: 'nouns in German, Spanish, French, Italian, Dutch and Portuguese: an annotator per language',
  },
  init: { lines: 180, content: 'a project file, by questions' },
  lab: {
    lines: 4400,
    content: 'strategies and classifiers of papers, comparison, measures, ratings',
  },
  linguistics: { lines: 830, content: 'accepted pages as corpora of linguists: CoNLL-U, vertical text, TEI' },
  mcp: { lines: 2140, content: 'a server of the Model Context Protocol for assistants' },
  monitor: { lines: 2330, content: 'collections that stay fresh: rounds, revisits, changes, reports' },
  network: {
    lines: 1290,
    content: 'links between pages or sites, and nouns that pages share, for Gephi and others; the next seeds',
  },
  'page-data': {
    lines: 2030,
    content:
      'what accepted pages bring besides their text: date, authors, site, licence, and the RDF in them, as their claim',
  },
  publish: {
    lines: 5020,
    content:
      'results to be used elsewhere: pages in many formats, their tables, dataset folders, bags, WACZ, the report',
  },
  push: { lines: 740, content: 'the accepted pages of a crawl in an index of OpenSearch or Elasticsearch' },
  records: { lines: 460, content: 'corpora of JSON lines and tables' },
  rendering: {
    lines: 1620,
    content:
      'which pages are rendered, and a Chromium that makes pages of shells, every request of which is answered by the crawl',
  },
  rights: { lines: 150, content: 'pages that reserve text and data mining, which a crawl skips' },
  search: {
    lines: 2320,
    content: 'full-text search in what crawls have accepted, by an index that follows them',
  },
  server: {
    lines: 17350,
    content:
      'the web faces: SPARQL protocol and query page; `search/` in crawls; `control-room/` shows and steers them; `workbench/` makes topics, crawls and collections in a browser, and has the HTTP API',
  },
  'sign-in': {
    lines: 470,
    content: 'crawls as a person who has signed in: login, sessions, waiting for a new one',
  },
  spotlight: { lines: 420, content: 'linking by the service DBpedia Spotlight' },
  teach: {
    lines: 2700,
    content:
      'labels and training on request, training again while a crawl runs, an estimate of how many relevant pages are left',
  },
  thesaurus: {
    lines: 3460,
    content:
      'faceted thesauri, vocabularies in SKOS and the subjects of pages by them, what WordNet knows about the nouns of topics',
  },
  validation: {
    lines: 250,
    content: 'SHACL validation of knowledge bases, crawls and thesauri, and whether their files are whole',
  },
  webs: {
    lines: 3100,
    content:
      'webs in files: folders of pages, archives, linked articles; served, crawled, and archives as corpora; `filter/` keeps the records of archives about a topic',
  },
  wikipedia: {
    lines: 2070,
    content: 'a corpus from a category of a wiki, by API or from dumps; exports of wikis as corpora',
  },
};

/**
 * The files that say what is loaded on demand, with literal `import()`: they alone name extensions, and what they load may be in
 * any room.
 */
export const compositionRoots = [
  'src/language/corpus/file-kinds.ts',
  'src/knowledge/places/stores.ts',
  'src/judging/parts.ts',
  'src/app/crawl/features.ts',
  'src/cli/commands.ts',
];

/** The rooms and extensions that one may import, itself included. */
export function importsOf(name) {
  const names = Object.keys(rooms);
  return name in rooms ? names.slice(0, names.indexOf(name) + 1) : [...names, `extensions/${name}`];
}

/** The zones of ESLint's `import-x/no-restricted-paths`. */
export const zones = [
  ...Object.keys(rooms),
  ...Object.keys(extensions).map((name) => `extensions/${name}`),
].map((folder) => {
  const allowed = importsOf(folder.replace(/^extensions\//, ''));
  return {
    target: `./src/${folder}`,
    from: './src',
    except: allowed.map((name) => `./${name}`),
    message: `src/${folder} may import only from: ${allowed.join(', ')}`,
  };
});
