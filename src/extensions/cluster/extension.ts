import { defineExtension } from '../../judging/plugins/ports.js';

/** One crawl by many workers. */
export default defineExtension({
  ports: {
    beginSharedCrawl: { load: async () => (await import('./shared-crawl.js')).beginSharedCrawl },
    sharedDatabase: { load: async () => (await import('./database-check.js')).databaseCheck },
  },
  commands: {
    'shared join': {
      section: 'Crawls',
      group: 'Take part in crawls that workers share, show and steer them, and collect their results.',
      args: '<name>',
      summary:
        'Take part in a shared crawl, from any machine. Ctrl-C stops this worker; the others continue.',
      load: async () => (await import('./command.js')).joinCommand,
    },
    'shared status': {
      args: '<name>',
      summary: 'Show the state of a shared crawl, and of each of its workers.',
      load: async () => (await import('./command.js')).statusCommand,
    },
    'shared steer': {
      args: '<name> <action> [word...]',
      summary: 'Steer a shared crawl, as sfwc steer does a crawl in a folder. A command reaches all workers.',
      load: async () => (await import('./command.js')).steerCommand,
    },
    'shared collect': {
      args: '<name> <folder...>',
      summary:
        'Put the results of all workers of a shared crawl into one folder. Name the folders of the workers before the options, ' +
        'or after --.',
      load: async () => (await import('./command.js')).collectCommand,
    },
    'shared drop': {
      args: '<name>',
      summary: 'Remove a shared crawl from its PostgreSQL database. The folders of its workers stay.',
      load: async () => (await import('./command.js')).dropCommand,
    },
  },
});
