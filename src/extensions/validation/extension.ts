import { defineExtension } from '../../judging/plugins/ports.js';

/** Validation of knowledge bases. */
export default defineExtension({
  commands: {
    'kb validate': {
      args: '[kb...]',
      summary:
        'Validate knowledge bases, results of crawls and thesauri against SHACL shapes, and check that the files of each ' +
        'topic are present and intact. Exit code 0: everything conforms; 1: something does not.',
      load: async () => (await import('./command.js')).kbValidateCommand,
    },
  },
});
