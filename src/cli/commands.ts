import type { CommandBody, CommandDeclaration } from '../support/settings/command-body.js';
import { bySection, withCommands, type Listed } from './command-list.js';
import { EXTENSIONS, type ListedExtension } from '../judging/plugins/extension-list.js';
import { loadPart } from '../support/load-extension.js';

/** The sections of the help, in their order. */
export const SECTIONS = [
  'Main commands',
  'Topics and knowledge bases',
  'Crawls',
  'Results',
  'Experiments',
  'Tools',
] as const;

/**
 * The commands of the core, in the order of the help. Options, examples and what a command does are in its file, which is
 * loaded when the command is called.
 */
const CORE: Listed = [
  {
    name: 'build',
    section: 'Main commands',
    args: '[source...]',
    summary:
      'Build the knowledge base of a topic from folders or files (.txt, .md, .html, .pdf, .docx, .odt, .epub, .jsonl, .csv, .tsv, .warc; ' +
      'many also with .gz), ' +
      'or change it: --add, --replace, --remove, --from-crawl. Topics in a language for which sfwc has no background need --background. Name the sources before the options, or after --.',
    load: async () => (await import('./build-command.js')).buildCommand,
  },
  {
    name: 'crawl',
    section: 'Main commands',
    args: '',
    summary:
      'Crawl for pages about a topic, and record why each page was accepted or rejected; without a topic, keep every page. ' +
      'Ctrl-C stops it cleanly.',
    load: async () => (await import('./crawl-command.js')).crawlCommand,
  },
  {
    name: 'explain',
    section: 'Main commands',
    args: '<out> <url>',
    summary: 'Show what a crawl did with a URL, and why.',
    load: async () => (await import('./explain-command.js')).explainCommand,
  },
  {
    name: 'query',
    section: 'Main commands',
    args: '<kb> [sparql]',
    summary:
      'Query a knowledge base in SPARQL: a folder (all its topics), one topic (kb/diabetes) or a SPARQL endpoint, ' +
      'alone or together with other sources.',
    load: async () => (await import('./query-command.js')).queryCommand,
  },
  {
    name: 'classify',
    section: 'Topics and knowledge bases',
    args: '[page...]',
    summary:
      'Judge a page or text: a file (.html, .txt, .md), a URL, or - for standard input; or many at once: folders, web ' +
      'archives (.warc, .warc.gz, .cdxj), files of records (.jsonl, .csv), lists of URLs.',
    load: async () => (await import('./classify-command.js')).classifyCommand,
  },
  {
    name: 'status',
    section: 'Crawls',
    args: '<out>',
    summary: 'Show the state of a crawl: running, killed, or finished.',
    load: async () => (await import('./status-command.js')).statusCommand,
  },
  {
    name: 'steer',
    section: 'Crawls',
    args: '<out> <action> [word...]',
    summary:
      'Steer a crawl while it runs: pause, resume, stop, seed, block, boost, pin, adjust, rate and their opposites. ' +
      'Name the words of an action before the options, or after --.',
    load: async () => (await import('./steer-command.js')).steerCommand,
  },
];

/** Commands that come first in their sections, in this order: the main ones as a person needs them. */
const FIRST = [
  ...['init', 'build', 'crawl', 'ui', 'explain', 'query', 'pages', 'demo'],
  ...['train', 'expand', 'classify', 'terms', 'kb', 'doctor'],
];

/** All commands of sfwc: those of the core and of its extensions, by section. */
export const COMMANDS: Listed = bySection(
  EXTENSIONS.reduce<Listed>((all, extension) => withCommands(all, commandsOf(extension)), CORE),
  SECTIONS,
  FIRST,
);

/** The commands of an extension, which is loaded when one of them is. */
function commandsOf({ name, commands = {} }: ListedExtension): Readonly<Record<string, CommandDeclaration>> {
  const entries = Object.entries(commands).map(([words, entry]): [string, CommandDeclaration] => {
    const body: CommandDeclaration['load'] = async () =>
      (await loadPart(name, 'commands', words)) as CommandBody;
    return [words, { ...entry, load: body }];
  });
  return Object.fromEntries(entries);
}
