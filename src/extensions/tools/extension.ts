import { definePlugin } from '../../judging/plugins/plugin.js';

/** Small commands around projects, corpora, stored webs and the shell. */
export default definePlugin({
  commands: {
    init: {
      section: 'Main commands',
      summary:
        'Ask for topic, texts and seeds, and write sfwc.yaml: a project file that sfwc build and sfwc crawl read.',
      load: async () => (await import('./init-command.js')).initCommand,
    },
    'corpus stats': {
      group: 'Make corpora, and inspect what they contain and what cannot be read.',
      section: 'Topics and knowledge bases',
      args: '<corpus...>',
      summary:
        'Describe a corpus as build would read it: documents, words, languages, sizes, and empty, duplicate or unreadable documents.',
      load: async () => (await import('./corpus-stats-command.js')).corpusStatsCommand,
    },
    'web info': {
      group:
        'Inspect or serve stored webs, for comparisons and tests: folders of pages, web archives, linked articles.',
      section: 'Experiments',
      args: '<path>',
      summary:
        'Describe the hosts, pages and topics of a stored web: a folder of pages, a WARC file, or linked articles.',
      load: async () => (await import('./web-commands.js')).webInfoCommand,
    },
    'web serve': {
      args: '<path>',
      summary:
        'Serve all hosts of a stored web on one local port, distinguished by the Host header. Ctrl-C stops it.',
      load: async () => (await import('./web-commands.js')).webServeCommand,
    },
    completion: {
      section: 'Tools',
      args: '<shell>',
      summary: 'Print a script that completes commands and options in a shell: bash, zsh or fish.',
      load: async () => (await import('./completion-command.js')).completionCommand,
    },
  },
});
