import { once } from 'node:events';
import { serveFields } from '../config/serve-settings.js';
import { command } from './command.js';

export const serveCommand = command({
  examples: [
    'sfwc serve kb',
    'sfwc serve kb/diabetes --port 0 --query-timeout 10 --crawl out',
    'SFWC_TOKEN=$(openssl rand -hex 16) sfwc serve kb --writable',
  ],
  fields: serveFields,
  run: async (settings, places, io) => {
    const { serve } = await import('../server/serve.js');
    const server = await serve(places, settings, { onNote: (note) => io.stderr(`note: ${note}\n`) });
    const { address } = server;
    io.stderr(`serving ${places.join(', ')} at ${address}\n`);
    io.stderr(`  SPARQL ${address}sparql, graphs ${address}data, page ${address}; Ctrl-C stops\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await server.close();
    return 0;
  },
});
