import { defineExtension } from '../../judging/plugins/ports.js';

/** Knowledge bases in other formats. */
export default defineExtension({
  ports: {
    voidDescriptions: { load: async () => ({ describe: (await import('./void.js')).voidDescription }) },
  },
  commands: {
    'kb export': {
      args: '<kb...>',
      summary:
        'Write knowledge bases, with their NIF layers, as Turtle, TriG, N-Triples, N-Quads, JSON-LD or RDF/XML, to standard ' +
        'output or into a file.',
      load: async () => (await import('./command.js')).kbExportCommand,
    },
  },
});
