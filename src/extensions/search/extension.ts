import { defineExtension } from '../../judging/plugins/ports.js';

/** Search in what crawls have accepted. */
export default defineExtension({
  ports: {
    collectionSearch: { load: async () => (await import('./port.js')).collectionSearch },
  },
  commands: {
    search: {
      section: 'Results',
      args: '<out> <query...>',
      summary:
        'Search the accepted pages of crawls for words and phrases, also by other names that the knowledge base has for them: ' +
        'the best passages of the best pages. The query is the last argument; before it, name one folder or several.',
      load: async () => (await import('./command.js')).searchCommand,
    },
  },
});
