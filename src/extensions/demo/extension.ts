import { defineExtension } from '../../judging/plugins/ports.js';

/** The demonstration. */
export default defineExtension({
  commands: {
    demo: {
      section: 'Main commands',
      summary:
        'Build three sample topics, query them, crawl a sample web on this machine, and explain the results.',
      load: async () => (await import('./command.js')).demoCommand,
    },
  },
});
