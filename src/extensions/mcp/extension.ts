import { definePlugin } from '../../judging/plugins/plugin.js';

/** A server for assistants. */
export default definePlugin({
  commands: {
    mcp: {
      section: 'Tools',
      summary:
        'Let an assistant use sfwc through the Model Context Protocol, on standard input and output, within limits that you set.',
      load: async () => (await import('./command.js')).mcpCommand,
    },
  },
});
