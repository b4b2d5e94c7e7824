import { defineExtension } from '../../judging/plugins/ports.js';

/** What knowledge bases hold, and knowledge bases in other formats. */
export default defineExtension({
  ports: {
    descriptions: { load: async () => (await import('./void.js')).descriptionsPort },
    topicInfo: { load: async () => (await import('./kb-info.js')).topicInfoPort },
  },
  commands: {
    'kb info': {
      group: 'Inspect and validate knowledge bases, and convert them to other formats.',
      section: 'Topics and knowledge bases',
      args: '<kb...>',
      summary: 'Describe knowledge bases: topics, sizes, how they were made, and files.',
      load: async () => (await import('./kb-info-command.js')).kbInfoCommand,
    },
    'kb export': {
      args: '<kb...>',
      summary:
        'Write knowledge bases, with their NIF layers, as Turtle, TriG, N-Triples, N-Quads, JSON-LD or RDF/XML, to standard ' +
        'output or into a file.',
      load: async () => (await import('./command.js')).kbExportCommand,
    },
  },
});
