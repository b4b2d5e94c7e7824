import { defineExtension } from '../../judging/plugins/ports.js';

/** Collections that stay fresh. */
export default defineExtension({
  ports: {
    unchangedPages: { load: async () => (await import('./unchanged-pages.js')).unchangedPages },
  },
  commands: {
    monitor: {
      section: 'Crawls',
      args: '<file>',
      summary:
        'Keep a collection of pages about a topic fresh: round by round, find new pages, visit known ones again, and report ' +
        'what is new, changed and gone.',
      load: async () => (await import('./command.js')).monitorCommand,
    },
  },
});
