import { command } from '../../../cli/command.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';
import { mapFields } from './map-settings.js';

export const mapCommand = command({
  examples: [
    'sfwc map example.org --kb kb --topic diabetes --out seeds.txt',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out',
  ],
  notes: [
    {
      heading: 'Requests',
      text: 'sfwc requests robots.txt of each host and the sitemaps that it names (or /sitemap.xml), with the pauses of a crawl, and no pages. A host name stands for https, and for http where https cannot be reached.',
    },
  ],
  fields: mapFields,
  run: async ({ json, ...options }, hosts, io) => {
    const progress = watchWork(io, `map for ${options.topic}`);
    progress.wait(LOADING);
    const { mapHosts } = await import('./map-hosts.js');
    const { logger, wait: onWait } = progress;
    try {
      const report = await mapHosts({ ...options, hosts }, { signal: io.signal, logger, onWait });
      progress.stop();
      const { seeds, out, file } = report;
      if (json) io.data(`${JSON.stringify(report)}\n`);
      else if (out === undefined) io.data(file);
      if (out !== undefined) logger.info(`saved ${out}: ${seeds.length} seeds`);
      if (seeds.length === 0) io.stderr('error: nothing was found on these hosts; the messages say why\n');
      return seeds.length === 0 ? 1 : 0;
    } finally {
      progress.stop();
    }
  },
});
