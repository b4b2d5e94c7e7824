/**
 * The rooms of src/, those that know the least first. A room may import from itself and from the rooms above it; an
 * extension may import from every room and from the extensions in its `imports`; else only the composition roots name extensions. ESLint
 * checks it.
 * `scripts/room-table.js` checks the budgets of lines and packages and writes the tables of ARCHITECTURE.md.
 *
 * `lines` is the most that the TypeScript of a room may have. It may only fall.
 */
export const rooms = {
  model: {
    lines: 1460,
    content:
      'plain types and the ports: Document, Noun, Page, Judgement, CrawlEvent; KnowledgeBase, TopicClassifier, LinkPriority, Fetcher …; vocabulary IRIs; errors',
  },
  support: {
    lines: 3170,
    content:
      'what knows nothing of the domain: `files/` atomic writes and packed files, `rdf/` terms and quads, `text/`, `time/` clocks, `numeric/`, `threads/` one typed pool of worker threads, `settings/` how settings and commands are declared',
  },
  web: {
    lines: 5280,
    content:
      '`http/` the fetcher over axios, `page/` HTML → Page, `archive/` WARC files as they are written and read, `stored/` what a web in files is to a crawl (`--web`)',
  },
  language: {
    lines: 4170,
    content:
      '`corpus/` readers of documents, `text/` sentences, tokens, nouns, languages, `wordnet/` senses, `linking/` linkers and their chain',
  },
  knowledge: {
    lines: 2880,
    content:
      '`krs/` the schema as plain data, `oxigraph/` and `files/` the store, `endpoint/` requests to services, `places/` opening a knowledge base wherever it is, `queries/`, `formats/`',
  },
  judging: {
    lines: 4700,
    content:
      '`learning/` from examples, `classifiers/` their table, `topic/` is this page about the topic, `relevance/` weighs the members of the ensemble; `judge/` a judge assembled from a topic, with threads, `plugins/` user-defined parts',
  },
  crawling: {
    lines: 8610,
    content:
      '`engine/` the loop, `frontier/` which URL is next, `politeness/`, `sitemaps/`, `urls/`, `pages/` copies and traps, `priority/` how promising is this link, `steering/`, `store/` results and resuming, `ratings/` answers of people',
  },
  app: {
    lines: 5160,
    content:
      'one use case per file, in folders: `settings/` every setting once, `topics/` building, `classify/`, `crawl/` with its `setup/`, `kb/`',
  },
  cli: {
    lines: 2360,
    content:
      '`commands.ts` lists the commands; one thin file each, loaded when it is called; `api/` the public API of the core by subject',
  },
};

/** The extensions in src/extensions/. */
export const extensions = {
  archives: {
    lines: 2640,
    content:
      'webs in files: folders of pages, WARC and WACZ; `captures/` of crawl archives instead of hosts, nearest to a date; `filter/` keeps the records of archives about a topic',
  },
  cluster: { lines: 2480, content: 'one crawl by many workers on PostgreSQL' },
  discover: {
    lines: 2340,
    content:
      'where a crawl may start: harvests, search engines, proposals of seeds; sources of URLs besides links while it runs',
  },
  encoder: {
    lines: 480,
    content:
      'a sentence encoder that reads pages near the decision, in a thread of its own; a language model that answers questions about pages',
  },
  documents: {
    lines: 1300,
    content:
      'texts of corpora in PDF, Word, OpenDocument and EPUB, corpora of JSON lines and tables; documents that crawls meet, in threads of their own',
  },
  endpoints: {
    lines: 920,
    content:
      'topics in SPARQL endpoints: built into them, read and queried there; `federation/` queries over several sources together, by Comunica; `spotlight/` linking by the service DBpedia Spotlight',
  },
  languages: {
    lines: 660,
    content: 'nouns in German, Spanish, French, Italian, Dutch and Portuguese: an annotator per language',
  },
  lab: { lines: 3334, content: 'strategies and classifiers of papers, comparison, measures, ratings' },
  monitor: { lines: 780, content: 'collections that stay fresh: rounds, revisits, changes, reports' },
  publish: {
    lines: 2650,
    content:
      'results to be used elsewhere: pages in many formats with their dates and authors, dataset folders, WACZ, the report; `kb/` knowledge bases in any format of RDF, and their validation',
  },
  rendering: {
    lines: 915,
    content:
      'which pages are rendered, and a Chromium that makes pages of shells, every request of which is answered by the crawl',
  },
  search: {
    lines: 1340,
    content: 'full-text search in what crawls have accepted, by an index that follows them',
  },
  server: {
    imports: ['search'],
    lines: 8860,
    content:
      'the web faces: SPARQL protocol and query page; the operations of the HTTP API as tools of the Model Context Protocol; `search/` in crawls; `control-room/` shows and steers them; `workbench/` makes topics, crawls and collections in a browser, and has the HTTP API',
  },
  teach: {
    lines: 1800,
    content:
      'labels and training on request, training again while a crawl runs, an estimate of how many relevant pages are left',
  },
  thesaurus: {
    lines: 2650,
    content:
      'faceted thesauri, vocabularies in SKOS and the subjects of pages by them, what WordNet knows about the nouns of topics',
  },
  wikipedia: { lines: 820, content: 'a corpus from a category of a wiki, by its API' },
};

/** Packages that an installation without development may have, optional ones included. It may only fall. */
export const productionPackages = 252;

/**
 * The files that say what is loaded on demand, with literal `import()`: they alone name extensions, and what they load may be in
 * any room.
 */
export const compositionRoots = [
  'src/language/corpus/file-kinds.ts',
  'src/knowledge/places/parse-place.ts',
  'src/judging/parts.ts',
  'src/app/crawl/features.ts',
  'src/cli/commands.ts',
];

/** The rooms and extensions that one may import, itself included. */
export function importsOf(name) {
  const names = Object.keys(rooms);
  if (name in rooms) return names.slice(0, names.indexOf(name) + 1);
  const others = [name, ...(extensions[name].imports ?? [])];
  return [...names, ...others.map((other) => `extensions/${other}`)];
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
