import { once } from 'node:events';
import type { WebDescription } from './stored-web.js';
import { webInfoFields, webServeFields } from './web-commands-settings.js';
import { InputError } from '../../model/errors.js';
import { alignColumns } from '../../support/text/columns.js';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';

export const webInfoCommand = command({
  examples: ['sfwc web info corpora/sample-web', 'sfwc web info archive.warc.gz --json'],
  fields: webInfoFields,
  run: async (settings, [path = ''], io) => {
    const { describeWeb } = await import('./stored-web.js');
    const description = await describeWeb(path, settings);
    for (const problem of description.problems) io.stderr(`skipped ${problem}\n`);
    printResult(io, settings.json, description, webText);
    return 0;
  },
});

function webText({ name, hosts, pages, topics }: WebDescription): string {
  const counts = topics.map((topic) => [
    topic.name,
    String(topic.seeds),
    String(topic.corpus),
    String(topic.targets),
  ]);
  const table = topics.length === 0 ? '' : alignColumns([['topic', 'seeds', 'corpus', 'targets'], ...counts]);
  return `${name}: ${pages} pages of ${hosts} ${hosts === 1 ? 'host' : 'hosts'}\n${table}`;
}

export const webServeCommand = command({
  examples: [
    'sfwc web serve corpora/sample-web --port 8080',
    'sfwc web serve pages --web-host example.org',
    'sfwc web serve archive.warc.gz',
  ],
  fields: webServeFields,
  run: async (settings, [path = ''], io) => {
    const { serveStoredWeb } = await import('./stored-web.js');
    const { server, example, problems } = await serveStoredWeb(path, settings, settings.port).catch(
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
        throw new InputError(`port ${settings.port} is taken`, {
          hint: 'choose another one, or let --port 0 pick a free one',
        });
      },
    );
    for (const problem of problems) io.stderr(`skipped ${problem}\n`);
    const address = `${server.address}:${server.port}`;
    io.stderr(`serving ${path} at ${address}; Ctrl-C stops\n`);
    io.stderr(
      `  crawl it: sfwc crawl --seeds '${example}' --connect-to '*=${address}' --kb … --topic … --out …\n`,
    );
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await server.close();
    return 0;
  },
});
