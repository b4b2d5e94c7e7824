import { once } from 'node:events';
import { command, helpNotes } from '../../cli/command.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import { lineLogger } from '../../support/logger.js';
import { loadOptional } from '../../support/optional-packages.js';
import { mcpFields, serveFields, uiFields } from './settings.js';

export const serveCommand = command({
  examples: ['sfwc serve kb', 'sfwc serve kb/diabetes --port 0 --query-timeout 10 --crawl out'],
  fields: serveFields,
  run: async (settings, places, io) => {
    const progress = watchWork(io, 'serve');
    progress.wait(LOADING);
    const { serve } = await import('./serve.js');
    progress.wait(`loading ${places.join(', ')}`);
    const onNote = (note: string): void => io.stderr(`note: ${note}\n`);
    const server = await serve(places, settings, { onNote }).finally(progress.stop);
    const { address } = server;
    io.stderr(`serving ${places.join(', ')} at ${address}\n`);
    const search = settings.crawl.length === 0 ? '' : `, search ${address}search`;
    io.stderr(`  SPARQL ${address}sparql, page ${address}${search}; Ctrl-C stops\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await server.close();
    return 0;
  },
});

export const uiCommand = command({
  examples: ['sfwc ui', 'sfwc ui out', 'sfwc ui out/diabetes out/politics --port 8080'],
  fields: uiFields,
  run: async (settings, places, io) => {
    const folder = process.cwd();
    const title = places.length === 0 ? `workbench of ${folder}` : `control room of ${places.join(', ')}`;
    const progress = watchWork(io, places.length === 0 ? 'workbench' : 'control room');
    progress.wait(LOADING);
    const { namedPlaces, openControlRoom } = await import('./control-room/serve-control-room.js');
    progress.wait(`opening ${places.join(', ') || folder}`);
    const { outs, kbs } = await namedPlaces(places);
    const room = await openControlRoom(outs, settings, { folder, kbs }).finally(progress.stop);
    io.stderr(`${title}: open ${room.link}\n  Ctrl-C closes it; crawls continue\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await room.close();
    return 0;
  },
});

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
        Promise.all([
          import('@modelcontextprotocol/sdk/server/stdio.js'),
          import('./mcp/assistant-server.js'),
        ]),
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
