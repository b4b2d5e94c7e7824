import { defineExtension } from '../../judging/plugins/ports.js';

/** A server for assistants. */
export default defineExtension({
  commands: {
    mcp: {
      section: 'Tools',
      summary:
        'Let an assistant use sfwc through the Model Context Protocol, on standard input and output, within limits that you set.',
      load: async () => (await import('./command.js')).mcpCommand,
    },
  },
});
