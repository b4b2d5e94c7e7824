import { once } from 'node:events';
import { mcpFields } from './mcp-settings.js';
import { lineLogger } from '../../../support/logger.js';
import { loadOptional } from '../../../support/optional-packages.js';
import { command } from '../../../cli/command.js';
import { helpNotes } from '../../../cli/help.js';

export const mcpCommand = command({
  examples: [
    'sfwc mcp ~/collections --contact me@example.org --max-pages 500',
    "sfwc mcp ~/collections --contact me@example.org --hosts example.org '*.example.org'",
    'sfwc mcp ~/collections --read-only',
  ],
  notes: [
    helpNotes('An entry in the configuration of an assistant', {
      mcpServers: '{"sfwc": {"command": "sfwc", "args": ["mcp", "/path/to/folder"]}}',
    }),
  ],
  fields: mcpFields,
  interruption: 'saves',
  run: async (settings, [folder = process.cwd()], io) => {
    const [{ StdioServerTransport }, { createAssistantServer }] = await loadOptional(
      '@modelcontextprotocol/sdk',
      () =>
        Promise.all([import('@modelcontextprotocol/sdk/server/stdio.js'), import('./assistant-server.js')]),
    );
    const assistant = createAssistantServer(settings, folder);
    const transport = new StdioServerTransport();
    const over = new AbortController();
    const end = (): void => over.abort();
    assistant.server.server.onclose = end;
    assistant.server.server.onerror = ({ message }) => lineLogger(io.stderr).warn(message);
    process.stdin.once('end', end);
    io.signal.addEventListener('abort', end, { once: true });
    await assistant.server.connect(transport);
    io.stderr('waiting for an assistant on standard input and output; Ctrl-C stops\n');
    if (!over.signal.aborted && !io.signal.aborted) await once(over.signal, 'abort');
    await assistant.close();
    return 0;
  },
});
