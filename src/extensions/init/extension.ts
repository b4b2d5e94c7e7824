import { defineExtension } from '../../judging/plugins/ports.js';

/** The project file. */
export default defineExtension({
  commands: {
    init: {
      section: 'Main commands',
      summary:
        'Ask for topic, texts and seeds, and write sfwc.yaml: a project file that sfwc build and sfwc crawl read.',
      load: async () => (await import('./command.js')).initCommand,
    },
  },
});
