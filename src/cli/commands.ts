import type { PluginCommand } from '../support/settings/command-body.js';
import { bySection, withCommands, type Listed } from './command-list.js';
import { EXTENSIONS, type ListedExtension } from '../judging/plugins/extension-list.js';
import { loadExtension } from '../judging/plugins/extensions.js';

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
    name: 'init',
    section: 'Main commands',
    args: '',
    summary:
      'Ask for topic, texts and seeds, and write sfwc.yaml: a project file that sfwc build and sfwc crawl read.',
    load: async () => (await import('./init.js')).initCommand,
  },
  {
    name: 'build',
    section: 'Main commands',
    args: '[source...]',
    summary:
      'Build the knowledge base of a topic from folders or files (.txt, .md, .html, .pdf, .docx, .epub, .jsonl, .csv, .tsv, .warc; ' +
      'many also with .gz), ' +
      'or change it: --add, --replace, --remove, --from-crawl. Topics in a language for which sfwc has no background need --background. Name the sources before the options, or after --.',
    load: async () => (await import('./build.js')).buildCommand,
  },
  {
    name: 'crawl',
    section: 'Main commands',
    args: '',
    summary:
      'Crawl for pages about a topic, and record why each page was accepted or rejected; without a topic, keep every page. ' +
      'Ctrl-C stops it cleanly.',
    load: async () => (await import('./crawl.js')).crawlCommand,
  },
  {
    name: 'explain',
    section: 'Main commands',
    args: '<out> <url>',
    summary: 'Show what a crawl did with a URL, and why.',
    load: async () => (await import('./explain.js')).explainCommand,
  },
  {
    name: 'query',
    section: 'Main commands',
    args: '<kb> [sparql]',
    summary:
      'Query a knowledge base in SPARQL: a folder (all its topics), one topic (kb/diabetes) or a SPARQL endpoint, ' +
      'alone or together with other sources.',
    load: async () => (await import('./query.js')).queryCommand,
  },
  {
    name: 'train',
    section: 'Topics and knowledge bases',
    args: '',
    summary:
      'Train a classifier from a topic and a background, and save it next to the topic. ' +
      'sfwc build trains the ensemble itself.',
    load: async () => (await import('./train.js')).trainCommand,
  },
  {
    name: 'expand',
    section: 'Topics and knowledge bases',
    args: '',
    summary:
      "Expand a topic's characteristic nouns by WordNet, as SKOS in a graph of its own: synonyms, what is above, what is below. " +
      'The semantic classifiers read it; sfwc build makes it again when the topic changes.',
    load: async () => (await import('./expand.js')).expandCommand,
  },
  {
    name: 'classify',
    section: 'Topics and knowledge bases',
    args: '[page...]',
    summary:
      'Judge a page or text: a file (.html, .txt, .md), a URL, or - for standard input; or many at once: folders, web ' +
      'archives (.warc, .warc.gz, .cdxj), files of records (.jsonl, .csv), lists of URLs.',
    load: async () => (await import('./classify.js')).classifyCommand,
  },
  {
    name: 'status',
    section: 'Crawls',
    args: '<out>',
    summary:
      'Show the state of a crawl: running, killed, or finished. With --frontier, of a crawl that workers share, by its name.',
    load: async () => (await import('./status.js')).statusCommand,
  },
  {
    name: 'pause',
    section: 'Crawls',
    args: '<out>',
    summary: 'Pause a running crawl. Requests under way are finished.',
    load: async () => (await import('./steer.js')).pauseCommand,
  },
  {
    name: 'resume',
    section: 'Crawls',
    args: '<out>',
    summary: 'Continue a paused crawl. A crawl that has ended continues with sfwc crawl --resume.',
    load: async () => (await import('./steer.js')).resumeCommand,
  },
  {
    name: 'stop',
    section: 'Crawls',
    args: '<out>',
    summary: 'Stop a running crawl cleanly, as Ctrl-C does.',
    load: async () => (await import('./steer.js')).stopCommand,
  },
  {
    name: 'seed',
    section: 'Crawls',
    args: '<out> <url...>',
    summary: 'Add seeds to a crawl. Name the URLs before the options, or after --.',
    load: async () => (await import('./steer.js')).seedCommand,
  },
  {
    name: 'block',
    section: 'Crawls',
    args: '<out> <what>',
    summary: 'Stop requesting a host, a URL, or URLs that match a pattern.',
    load: async () => (await import('./steer.js')).blockCommand,
  },
  {
    name: 'boost',
    section: 'Crawls',
    args: '<out> <what>',
    summary: 'Request a host, a URL, or URLs that match a pattern earlier or later than others.',
    load: async () => (await import('./steer.js')).boostCommand,
  },
  {
    name: 'adjust',
    section: 'Crawls',
    args: '<out>',
    summary: 'Change the pace of a crawl, or how much it accepts, while it runs.',
    load: async () => (await import('./steer.js')).adjustCommand,
  },
  {
    name: 'terms',
    section: 'Topics and knowledge bases',
    args: '<out>',
    summary:
      'List terms that accepted pages of a crawl share and the topic lacks, and add them to the topic or refuse them. ' +
      'Also lists the answers so far.',
    load: async () => (await import('./terms.js')).termsCommand,
  },
  {
    name: 'kb',
    section: 'Topics and knowledge bases',
    summary: 'Inspect and validate knowledge bases, and convert them to other formats.',
    commands: [
      {
        name: 'info',
        args: '<kb...>',
        summary: 'Describe knowledge bases: topics, sizes, how they were made, and files.',
        load: async () => (await import('./kb-info.js')).kbInfoCommand,
      },
    ],
  },
  {
    name: 'doctor',
    section: 'Tools',
    args: '',
    summary:
      'Check what sfwc uses on this machine, and say what each thing is for and how to install what is missing. ' +
      'Exit code 1 where something that is needed does not work.',
    load: async () => (await import('./doctor.js')).doctorCommand,
  },
];

/** All commands of sfwc: those of the core and of its extensions, by section. */
export const COMMANDS: Listed = bySection(
  EXTENSIONS.reduce<Listed>((all, extension) => withCommands(all, commandsOf(extension)), CORE),
  SECTIONS,
);

/** The commands of an extension, which is loaded when one of them is. */
function commandsOf({ name, commands = {} }: ListedExtension): Readonly<Record<string, PluginCommand>> {
  const entries = Object.entries(commands).map(([words, entry]): [string, PluginCommand] => {
    const body: PluginCommand['load'] = async () => {
      const command = (await loadExtension(name)).commands?.[words];
      if (command === undefined) throw new Error(`no extension has the command '${words}'`);
      return command.load();
    };
    return [words, { ...entry, load: body }];
  });
  return Object.fromEntries(entries);
}
