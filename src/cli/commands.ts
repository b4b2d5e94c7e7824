import { Command } from 'commander';
import type { CommandIo } from './io.js';
import type { CommandBody } from '../support/settings/field.js';

/** The commands by section, in the order of the help: call, summary and file, which is loaded when the command is called. */
const BY_SECTION: Readonly<Record<string, Entries>> = {
  'Main commands': {
    init: [
      'Write sfwc.yaml, a project file with topic, texts and seeds that sfwc build and sfwc crawl read.',
      async () => (await import('./init.js')).initCommand,
    ],
    'build [source...]': [
      'Build the knowledge base of a topic from folders or files (.txt, .md, .html, .pdf, .docx, .odt, .epub, .jsonl, .csv, .tsv, .warc; many also with .gz), or from the accepted pages of crawls (their folders); --add adds to the topic. Topics in a language for which sfwc has no background need --background.',
      async () => (await import('./build-command.js')).buildCommand,
    ],
    crawl: [
      'Crawl for pages about a topic, and record why each page was accepted or rejected; without a topic, accept every page. Ctrl-C stops it cleanly.',
      async () => (await import('./crawl-command.js')).crawlCommand,
    ],
    'ui [place...]': [
      'Open the workbench of the current folder in a browser: topics, crawls and what they found. With crawls as arguments, it opens their control room, which shows what they find and why, and steers them. Ctrl-C closes it; crawls continue.',
      async () => (await import('../extensions/server/command.js')).uiCommand,
    ],
    'explain <out> [url]': [
      'Show what a crawl did with a URL, and why; without one, the state of the crawl.',
      async () => (await import('./explain-command.js')).explainCommand,
    ],
    'query <kb> [sparql]': [
      'Query a knowledge base in SPARQL: a folder (all its topics), one topic (kb/diabetes) or a SPARQL endpoint, alone or together with other sources.',
      async () => (await import('./query-command.js')).queryCommand,
    ],
    'pages <out>': [
      'Write the accepted pages of a crawl as JSON lines, Markdown, text, CSV or Parquet, or as a dataset folder.',
      async () => (await import('../extensions/publish/commands.js')).pagesCommand,
    ],
    demo: [
      'Build three sample topics, query them, crawl a sample web on this machine, and explain the results.',
      async () => (await import('./demo-command.js')).demoCommand,
    ],
  },
  'Topics and knowledge bases': {
    train: [
      'Train a classifier from a topic and its background, and save it next to the topic. sfwc build trains the ensemble itself.',
      async () => (await import('../extensions/teach/command.js')).trainCommand,
    ],
    expand: [
      "Expand a topic's characteristic nouns by WordNet, as SKOS in a graph of its own: synonyms, what is above, what is below. The semantic classifiers read it; sfwc build makes it again when the topic changes.",
      async () => (await import('../extensions/thesaurus/command.js')).expandCommand,
    ],
    'classify [page...]': [
      'Judge a page or text: a file (.html, .txt, .md), a URL, or - for standard input; or many at once: folders, web archives (.warc, .warc.gz, .cdxj), files of records (.jsonl, .csv), lists of URLs.',
      async () => (await import('./classify-command.js')).classifyCommand,
    ],
    kb: [
      'Inspect and validate knowledge bases, and convert them to other formats.',
      {
        'info <kb...>': [
          'Describe knowledge bases: topics, sizes, how they were made, and files.',
          async () => (await import('../extensions/publish/commands.js')).kbInfoCommand,
        ],
        'export <kb...>': [
          'Write knowledge bases, with their NIF layers, as Turtle, TriG, N-Triples, N-Quads, JSON-LD or RDF/XML, to standard output or into a file.',
          async () => (await import('../extensions/publish/commands.js')).kbExportCommand,
        ],
        'validate [kb...]': [
          'Validate knowledge bases, results of crawls and thesauri against SHACL shapes, and check that the files of each topic are present and intact. Exit code 0: everything conforms; 1: something does not.',
          async () => (await import('../extensions/publish/commands.js')).kbValidateCommand,
        ],
      },
    ],
    'serve <kb...>': [
      'Serve knowledge bases: SPARQL endpoint, graph store, and a page to query them. Ctrl-C stops it.',
      async () => (await import('../extensions/server/command.js')).serveCommand,
    ],
    thesaurus: [
      'Validate and propose thesauri: the words of a topic by facet, for --classifier thesaurus.',
      {
        'validate <file>': [
          'Validate a thesaurus: SKOS in RDF/XML, Turtle, N-Triples or JSON-LD, one concept scheme per facet. Lists all problems.',
          async () => (await import('../extensions/thesaurus/command.js')).validateCommand,
        ],
        suggest: [
          'Propose facets and terms of a thesaurus from a topic of a knowledge base, for manual editing.',
          async () => (await import('../extensions/thesaurus/command.js')).suggestCommand,
        ],
      },
    ],
  },
  Crawls: {
    'steer <out> <action> [word...]': [
      'Steer a crawl while it runs: pause, resume, stop, seed, block, boost, pin, adjust, rate and their opposites.',
      async () => (await import('./steer-command.js')).steerCommand,
    ],
    shared: [
      'Take part in crawls that workers share, show and steer them, and collect their results.',
      {
        'join <name>': [
          'Take part in a shared crawl, from any machine. Ctrl-C stops this worker; the others continue.',
          async () => (await import('../extensions/cluster/command.js')).joinCommand,
        ],
        'status <name>': [
          'Show the state of a shared crawl, and of each of its workers.',
          async () => (await import('../extensions/cluster/command.js')).statusCommand,
        ],
        'collect <name> <folder...>': [
          'Put the results of all workers of a shared crawl into one folder.',
          async () => (await import('../extensions/cluster/command.js')).collectCommand,
        ],
      },
    ],
    harvest: [
      'Find pages about a topic through many short searches, and through hubs and sites known from earlier runs.',
      async () => (await import('../extensions/discover/harvest/harvest-command.js')).harvestCommand,
    ],
    seeds: [
      'Propose seeds for crawls about a topic, as a file with reasons: from links of texts, searches, and sitemaps of hosts. The best candidates are fetched and judged.',
      async () => (await import('../extensions/discover/seeds/seeds-command.js')).seedsCommand,
    ],
    'monitor <file>': [
      'Keep a collection of pages about a topic fresh: round by round, find new pages, visit known ones again, and report what is new, changed and gone.',
      async () => (await import('../extensions/monitor/command.js')).monitorCommand,
    ],
    'filter <archives...>': [
      'Judge all pages of web archives (WARC, WET), one file per thread, and write the accepted records as WARC and Parquet. The same command continues after an interruption.',
      async () => (await import('../extensions/archives/filter/filter-command.js')).filterCommand,
    ],
  },
  Results: {
    'rate <out>': [
      "Have people judge a sample of the accepted pages, and report each rater's harvest ratio and their agreement.",
      async () => (await import('../extensions/lab/commands/rate-command.js')).rateCommand,
    ],
    corpus: [
      'Make corpora of a category of a wiki.',
      {
        wikipedia: [
          'Make a corpus of the pages of a category of Wikipedia or any other MediaWiki, through its API. Run the same command again to continue after an interruption.',
          async () => (await import('../extensions/wikipedia/command.js')).corpusWikipediaCommand,
        ],
      },
    ],
    'report <out>': [
      'Write a crawl as one HTML page to read and print: its course, hosts, what the accepted pages are about, examples with reasons, and what was missed.',
      async () => (await import('../extensions/publish/commands.js')).reportCommand,
    ],
    'pack <out>': [
      'Pack the archive of a crawl (--warc) into one WACZ file, with its pages and judgements, for ReplayWeb.page and others.',
      async () => (await import('../extensions/publish/commands.js')).packCommand,
    ],
    'search <out> <query...>': [
      'Search the accepted pages of crawls for words and phrases, also by other names that the knowledge base has for them: the best passages of the best pages. The query is the last argument; before it, name one folder or several.',
      async () => (await import('../extensions/search/command.js')).searchCommand,
    ],
  },
  Experiments: {
    compare: [
      'Crawl a stored web with many strategies and compare them. Ctrl-C stops it and keeps the finished crawls.',
      async () => (await import('../extensions/lab/commands/compare-command.js')).compareCommand,
    ],
  },
  Tools: {
    doctor: [
      'Check the optional packages and the browser that sfwc may use, and say what each is for and how to install what is missing.',
      async () => (await import('./doctor.js')).doctorCommand,
    ],
    'mcp [folder]': [
      'Let an assistant use the workbench of a folder through the Model Context Protocol, on standard input and output, within limits that you set.',
      async () => (await import('../extensions/server/command.js')).mcpCommand,
    ],
  },
};

/** All commands of sfwc. */
export const COMMANDS = Object.entries(BY_SECTION).flatMap(([section, all]) => listed(all, section));

/** A command in the help, and where the rest of it is. */
export interface ListedCommand {
  readonly name: string;
  /** Positional arguments as commander writes them: `<source...>`, `[sparql]`. */
  readonly args: string;
  readonly summary: string;
  /** Heading under which the help of all commands lists it. */
  readonly section?: string | undefined;
  readonly load: () => CommandBody | Promise<CommandBody>;
}

/** Commands under one name: `sfwc kb info`, `sfwc kb export`. */
export interface CommandGroup extends Omit<ListedCommand, 'args' | 'load'> {
  readonly commands: Listed;
}

type Listed = readonly (ListedCommand | CommandGroup)[];

/** Commands by what calls them, with their arguments: the summary of each, and what loads it, or the commands of a group. */
interface Entries {
  readonly [call: string]: readonly [summary: string, body: Entries | (() => Promise<CommandBody>)];
}

function listed(entries: Entries, section?: string): Listed {
  return Object.entries(entries).map(([call, [summary, body]]) => {
    const [name = '', ...args] = call.split(' ');
    return typeof body === 'function'
      ? { name, args: args.join(' '), summary, section, load: body }
      : { name, summary, section, commands: listed(body) };
  });
}

/** The names of the settings of all commands. Loads the commands. */
export async function knownSettings(commands: Listed): Promise<ReadonlySet<string>> {
  const sets = commands.map(async (one) => {
    if ('commands' in one) return [...(await knownSettings(one.commands))];
    const { fields, alternatives = [] } = await one.load();
    return [fields, ...alternatives.map((other) => other.fields)].flatMap((set) => Object.keys(set));
  });
  return new Set(['config', ...(await Promise.all(sets)).flat()]);
}

/**
 * Adds commands to a parent. Only those that are named are loaded; of the others the parent's help shows all it needs.
 * @param words of the command line: a command can be called only where its name is among them
 * @param all the commands of the program; default: these
 */
export async function addCommands(
  parent: Command,
  commands: Listed,
  words: ReadonlySet<string>,
  io: CommandIo,
  done: (code: number) => void,
  all: Listed = commands,
): Promise<void> {
  for (const one of commands) {
    const command = new Command(one.name).description(one.summary);
    const named = words.has(one.name) ? words : new Set<string>();
    if ('commands' in one) await addCommands(command, one.commands, named, io, done, all);
    else {
      command.allowExcessArguments(false);
      for (const argument of one.args.split(' ').filter(Boolean)) command.argument(argument);
      if (named === words)
        (await import('./command.js')).addBody(command, await one.load(), io, () => knownSettings(all), done);
    }
    parent.addCommand(command);
  }
}
