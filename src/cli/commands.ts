import type { ListedCommand, CommandGroup } from './command-list.js';

/**
 * All commands, in the order of the help. Options, examples and what a command does are in its file, which is loaded when
 * the command is called.
 */
export const COMMANDS: readonly (ListedCommand | CommandGroup)[] = [
  {
    name: 'init',
    args: '',
    summary:
      'Ask for topic, texts and seeds, and write sfwc.yaml: a project file that sfwc build and sfwc crawl read.',
    load: async () => (await import('./init.js')).initCommand,
  },
  {
    name: 'build',
    args: '[source...]',
    summary:
      'Build the knowledge base of a topic from folders or files (.txt, .md, .html, .pdf, .docx, .epub, .jsonl, .csv, .tsv, .warc; ' +
      'many also with .gz), ' +
      'or change it: --add, --replace, --remove, --from-crawl. Topics in a language for which sfwc has no background need --background. Name the sources before the options, or after --.',
    load: async () => (await import('./build.js')).buildCommand,
  },
  {
    name: 'train',
    args: '',
    summary:
      'Train a classifier from a topic and a background, and save it next to the topic. ' +
      'sfwc build trains the ensemble itself.',
    load: async () => (await import('./train.js')).trainCommand,
  },
  {
    name: 'expand',
    args: '',
    summary:
      "Expand a topic's characteristic nouns by WordNet, as SKOS in a graph of its own: synonyms, what is above, what is below. " +
      'The semantic classifiers read it; sfwc build makes it again when the topic changes.',
    load: async () => (await import('./expand.js')).expandCommand,
  },
  {
    name: 'thesaurus',
    summary:
      'Validate, describe and propose thesauri: the words of a topic by facet, for --classifier thesaurus.',
    commands: [
      {
        name: 'validate',
        args: '<file>',
        summary:
          'Validate a thesaurus: SKOS in Turtle, one concept scheme per facet. Lists all problems with their lines.',
        load: async () => (await import('../extensions/thesaurus/command.js')).validateCommand,
      },
      {
        name: 'info',
        args: '<file>',
        summary: 'Show the number of concepts and labels in each facet of a thesaurus.',
        load: async () => (await import('../extensions/thesaurus/command.js')).infoCommand,
      },
      {
        name: 'suggest',
        args: '',
        summary:
          'Propose facets and terms of a thesaurus from a topic of a knowledge base, for manual editing.',
        load: async () => (await import('../extensions/thesaurus/command.js')).suggestCommand,
      },
    ],
  },
  {
    name: 'query',
    args: '<kb> [sparql]',
    summary:
      'Query a knowledge base in SPARQL: a folder (all its topics), one topic (kb/diabetes) or a SPARQL endpoint, ' +
      'alone or together with other sources.',
    load: async () => (await import('./query.js')).queryCommand,
  },
  {
    name: 'classify',
    args: '[page...]',
    summary:
      'Judge a page or text: a file (.html, .txt, .md), a URL, or - for standard input; or many at once: folders, web ' +
      'archives (.warc, .warc.gz, .cdxj), files of records (.jsonl, .csv), lists of URLs.',
    load: async () => (await import('./classify.js')).classifyCommand,
  },
  {
    name: 'crawl',
    args: '',
    summary:
      'Crawl for pages about a topic, and record why each page was accepted or rejected; without a topic, keep every page. ' +
      'Ctrl-C stops it cleanly.',
    load: async () => (await import('./crawl.js')).crawlCommand,
  },
  {
    name: 'monitor',
    args: '<file>',
    summary:
      'Keep a collection of pages about a topic fresh: round by round, find new pages, visit known ones again, and report ' +
      'what is new, changed and gone.',
    load: async () => (await import('../extensions/monitor/command.js')).monitorCommand,
  },
  {
    name: 'status',
    args: '<out>',
    summary:
      'Show the state of a crawl: running, killed, or finished. With --frontier, of a crawl that workers share, by its name.',
    load: async () => (await import('./status.js')).statusCommand,
  },
  {
    name: 'collect',
    args: '<name> <folder...>',
    summary:
      'Put the results of all workers of a shared crawl into one folder. Name the folders of the workers before the options, ' +
      'or after --.',
    load: async () => (await import('../extensions/cluster/command.js')).collectCommand,
  },
  {
    name: 'drop',
    args: '<name>',
    summary: 'Remove a shared crawl from its PostgreSQL database. The folders of its workers stay.',
    load: async () => (await import('../extensions/cluster/command.js')).dropCommand,
  },
  {
    name: 'pages',
    args: '<out>',
    summary:
      'Write the accepted pages of a crawl as JSON lines, Markdown, text, CSV or Parquet, whole or in chunks, or as a dataset folder.',
    load: async () => (await import('../extensions/publish/commands/pages.js')).pagesCommand,
  },
  {
    name: 'report',
    args: '<out>',
    summary:
      'Write a crawl as one HTML page to read and print: its course, hosts, a map of the accepted pages, samples with reasons, ' +
      'and what was missed.',
    load: async () => (await import('../extensions/publish/commands/report.js')).reportCommand,
  },
  {
    name: 'pack',
    args: '<out>',
    summary:
      'Pack the archive of a crawl (--warc) into one WACZ file, with its pages and judgements, for ReplayWeb.page and others; or ' +
      'its whole folder into a bag (--bag).',
    load: async () => (await import('../extensions/publish/commands/pack.js')).packCommand,
  },
  {
    name: 'pause',
    args: '<out>',
    summary: 'Pause a running crawl. Requests under way are finished.',
    load: async () => (await import('./steer.js')).pauseCommand,
  },
  {
    name: 'resume',
    args: '<out>',
    summary: 'Let a paused crawl go on. A crawl that has ended continues with sfwc crawl --resume.',
    load: async () => (await import('./steer.js')).resumeCommand,
  },
  {
    name: 'stop',
    args: '<out>',
    summary: 'Stop a running crawl cleanly, as Ctrl-C does.',
    load: async () => (await import('./steer.js')).stopCommand,
  },
  {
    name: 'seed',
    args: '<out> <url...>',
    summary: 'Add seeds to a crawl. Name the URLs before the options, or after --.',
    load: async () => (await import('./steer.js')).seedCommand,
  },
  {
    name: 'block',
    args: '<out> <what>',
    summary: 'Stop requesting a host, a URL, or URLs that match a pattern.',
    load: async () => (await import('./steer.js')).blockCommand,
  },
  {
    name: 'boost',
    args: '<out> <what>',
    summary: 'Request a host, a URL, or URLs that match a pattern earlier or later than others.',
    load: async () => (await import('./steer.js')).boostCommand,
  },
  {
    name: 'adjust',
    args: '<out>',
    summary: 'Change the pace of a crawl, or how much it accepts, while it runs.',
    load: async () => (await import('./steer.js')).adjustCommand,
  },
  {
    name: 'harvest',
    args: '',
    summary:
      'Find pages about a topic through many short searches, and through hubs and sites known from earlier runs.',
    load: async () => (await import('../extensions/discover/commands/harvest.js')).harvestCommand,
  },
  {
    name: 'seeds',
    args: '',
    summary:
      'Propose seeds for crawls about a topic, as a file with reasons: from links of texts, searches, Wikidata and web archives. ' +
      'The best candidates are fetched and judged.',
    load: async () => (await import('../extensions/discover/commands/seeds.js')).seedsCommand,
  },
  {
    name: 'compare',
    args: '',
    summary:
      'Crawl a stored web with many strategies and compare them. Ctrl-C stops it and keeps the finished crawls.',
    load: async () => (await import('../extensions/lab/commands/compare.js')).compareCommand,
  },
  {
    name: 'explain',
    args: '<out> <url>',
    summary: 'Show what a crawl did with a URL, and why.',
    load: async () => (await import('./explain.js')).explainCommand,
  },
  {
    name: 'replay',
    args: '<out>',
    summary:
      'Score a finished crawl with another classifier or strategy, without fetching, and show the differences.',
    load: async () => (await import('../extensions/lab/commands/replay.js')).replayCommand,
  },
  {
    name: 'tune',
    args: '<out>',
    summary:
      'Choose settings for a crawl by simulated crawls of the pages that a finished crawl fetched. Nothing is fetched, and ' +
      'the folder is not changed.',
    load: async () => (await import('../extensions/lab/commands/tune.js')).tuneCommand,
  },
  {
    name: 'rate',
    args: '<out> [url] [answer]',
    summary:
      "Have people judge a sample of the accepted pages, and report each rater's harvest ratio and their agreement. " +
      'With a URL and yes or no: judge that page, and let the crawl learn from it.',
    load: async () => (await import('../extensions/lab/commands/rate.js')).rateCommand,
  },
  {
    name: 'terms',
    args: '<out>',
    summary:
      'List terms that accepted pages of a crawl share and the topic lacks, and add them to the topic or refuse them. ' +
      'Also lists the answers so far.',
    load: async () => (await import('./terms.js')).termsCommand,
  },
  {
    name: 'serve',
    args: '<kb...>',
    summary:
      'Serve knowledge bases: SPARQL endpoint, graph store, and a page to query them. Ctrl-C stops it. ' +
      'Name the knowledge bases before the options, or after --.',
    load: async () => (await import('../extensions/server/command.js')).serveCommand,
  },
  {
    name: 'ui',
    args: '<out...>',
    summary:
      'Open the control room of crawls, running or ended: a page that shows what they find and why, and steers them. ' +
      'Ctrl-C closes it. Name the crawls before the options, or after --.',
    load: async () => (await import('../extensions/server/control-room/command.js')).uiCommand,
  },
  {
    name: 'mcp',
    args: '',
    summary:
      'Let an assistant use sfwc through the Model Context Protocol, on standard input and output, within limits that you set.',
    load: async () => (await import('../extensions/mcp/command.js')).mcpCommand,
  },
  {
    name: 'corpus',
    summary: 'Make corpora, and inspect what they contain and what cannot be read.',
    commands: [
      {
        name: 'stats',
        args: '<corpus...>',
        summary:
          'Describe a corpus as build would read it: documents, words, languages, sizes, and empty, duplicate or unreadable documents.',
        load: async () => (await import('./corpus-stats.js')).corpusStatsCommand,
      },
      {
        name: 'wikipedia',
        args: '',
        summary:
          'Make a corpus of the pages of a category of Wikipedia or any other MediaWiki, through its API or from XML exports. ' +
          'Run the same command again to continue after an interruption.',
        load: async () => (await import('../extensions/wikipedia/command.js')).corpusWikipediaCommand,
      },
    ],
  },
  {
    name: 'web',
    summary:
      'Inspect or serve stored webs, for comparisons and tests: folders of pages, web archives, linked articles.',
    commands: [
      {
        name: 'info',
        args: '<path>',
        summary:
          'Describe the hosts, pages and topics of a stored web: a folder of pages, a WARC file, or linked articles.',
        load: async () => (await import('./web.js')).webInfoCommand,
      },
      {
        name: 'serve',
        args: '<path>',
        summary:
          'Serve all hosts of a stored web on one local port, distinguished by the Host header. Ctrl-C stops it.',
        load: async () => (await import('./web.js')).webServeCommand,
      },
    ],
  },
  {
    name: 'kb',
    summary: 'Inspect and validate knowledge bases, and convert them to other formats.',
    commands: [
      {
        name: 'info',
        args: '<kb...>',
        summary: 'Describe knowledge bases: topics, sizes, how they were made, and files.',
        load: async () => (await import('./kb-info.js')).kbInfoCommand,
      },
      {
        name: 'validate',
        args: '[kb...]',
        summary:
          'Validate knowledge bases, results of crawls and thesauri against SHACL shapes, and check that the files of each ' +
          'topic are present and intact. Exit code 0: everything conforms; 1: something does not.',
        load: async () => (await import('./kb-validate.js')).kbValidateCommand,
      },
      {
        name: 'export',
        args: '<kb...>',
        summary:
          'Write knowledge bases, with their NIF layers, as Turtle, TriG, N-Triples, N-Quads, JSON-LD or RDF/XML, to standard ' +
          'output or into a file.',
        load: async () => (await import('./kb-export.js')).kbExportCommand,
      },
    ],
  },
  {
    name: 'labels',
    summary: 'Make and inspect label indexes: millions of names from dumps in one compact file, for linking.',
    commands: [
      {
        name: 'index',
        args: '<dump...>',
        summary:
          'Make a label index of DBpedia or Wikidata dumps: labels, redirects, disambiguations, counts; .nt, .ttl, .nq, .json, ' +
          '.tsv, also .gz and .bz2. Name the dumps before the options.',
        load: async () => (await import('../extensions/label-index/command.js')).indexCommand,
      },
      {
        name: 'info',
        args: '<index>',
        summary: 'Check that a label index is intact, and describe it.',
        load: async () => (await import('../extensions/label-index/command.js')).infoCommand,
      },
      {
        name: 'lookup',
        args: '<index> <name...>',
        summary: 'Look up the meanings of names in a label index, the most common first.',
        load: async () => (await import('../extensions/label-index/command.js')).lookupCommand,
      },
    ],
  },
  {
    name: 'doctor',
    args: '',
    summary:
      'Check what sfwc uses on this machine, and say what each thing is for and how to install what is missing. ' +
      'Exit code 1 where something that is needed does not work.',
    load: async () => (await import('./doctor.js')).doctorCommand,
  },
  {
    name: 'completion',
    args: '<shell>',
    summary: 'Print a script that completes commands and options in a shell: bash, zsh or fish.',
    load: async () => (await import('./completion.js')).completionCommand,
  },
  {
    name: 'demo',
    args: '',
    summary:
      'Build three sample topics, query them, crawl a sample web on this machine, and explain the results.',
    load: async () => (await import('./demo.js')).demoCommand,
  },
];
