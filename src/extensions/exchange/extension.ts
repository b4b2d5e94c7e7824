import { definePlugin } from '../../judging/plugins/plugin.js';

/** Knowledge bases in other formats. */
export default definePlugin({
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
