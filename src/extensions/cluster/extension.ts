import { definePlugin } from '../../judging/plugins/plugin.js';

/** One crawl by many workers. */
export default definePlugin({
  commands: {
    collect: {
      section: 'Crawls',
      args: '<name> <folder...>',
      summary:
        'Put the results of all workers of a shared crawl into one folder. Name the folders of the workers before the options, ' +
        'or after --.',
      load: async () => (await import('./command.js')).collectCommand,
    },
    drop: {
      section: 'Crawls',
      args: '<name>',
      summary: 'Remove a shared crawl from its PostgreSQL database. The folders of its workers stay.',
      load: async () => (await import('./command.js')).dropCommand,
    },
  },
});
