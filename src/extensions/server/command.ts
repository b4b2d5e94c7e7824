import { once } from 'node:events';
import { serveFields } from './serve-settings.js';
import { command } from '../../cli/command.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';

export const serveCommand = command({
  examples: ['sfwc serve kb', 'sfwc serve kb/diabetes --port 0 --query-timeout 10 --crawl out'],
  fields: serveFields,
  run: async (settings, places, io) => {
    const progress = await watchWork(io, 'serve');
    progress.wait(LOADING);
    const { serve } = await import('./serve.js');
    progress.wait(`loading ${places.join(', ')}`);
    const onNote = (note: string): void => io.stderr(`note: ${note}\n`);
    const server = await serve(places, settings, { onNote }).finally(progress.stop);
    const { address } = server;
    io.stderr(`serving ${places.join(', ')} at ${address}\n`);
    const search = settings.crawl.length === 0 ? '' : `, search ${address}search`;
    io.stderr(`  SPARQL ${address}sparql, graphs ${address}data, page ${address}${search}; Ctrl-C stops\n`);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await server.close();
    return 0;
  },
});
