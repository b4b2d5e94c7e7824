import { defineExtension } from '../../judging/plugins/ports.js';

/** The web faces. */
export default defineExtension({
  ports: {
    controlRoom: {
      load: async () => (await import('./control-room/open-in-thread.js')).openRoomInThread,
    },
    metrics: { load: async () => (await import('./metrics-server.js')).serveMetrics },
    crawlTables: { load: async () => (await import('./control-room/crawl-tables.js')).crawlTables },
    boundedQueries: {
      load: async () => (await import('./datasets/bounded-queries-port.js')).boundedQueries,
    },
  },
  commands: {
    ui: {
      section: 'Main commands',
      args: '[place...]',
      summary:
        'Open the workbench of the current folder in a browser: topics, crawls and what they found. With crawls as ' +
        'arguments, it opens their control room, which shows what they find and why, and steers them. ' +
        'Ctrl-C closes it; crawls continue. Name the crawls before the options, or after --.',
      load: async () => (await import('./control-room/command.js')).uiCommand,
    },
    serve: {
      section: 'Topics and knowledge bases',
      args: '<kb...>',
      summary:
        'Serve knowledge bases: SPARQL endpoint, graph store, and a page to query them. Ctrl-C stops it. ' +
        'Name the knowledge bases before the options, or after --.',
      load: async () => (await import('./command.js')).serveCommand,
    },
  },
});
