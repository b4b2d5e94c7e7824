import { definePlugin } from '../../judging/plugins/plugin.js';

/** Validation of knowledge bases. */
export default definePlugin({
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
