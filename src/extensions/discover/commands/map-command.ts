import { command } from '../../../cli/command.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';
import { folderLines } from '../map/folder-lines.js';
import { mapFields } from '../map-settings.js';
import { isMatching } from '../map/site-entries.js';

export const mapCommand = command({
  examples: [
    'sfwc map example.org --kb kb --topic diabetes --out seeds.txt',
    'sfwc map example.org https://www.example.net/health/ --kb kb --topic diabetes --tree --svg map.svg',
    'sfwc map example.org --kb kb --topic diabetes --cdx https://web.archive.org/cdx/search/cdx --out seeds.txt',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out',
  ],
  notes: [
    {
      heading: 'What is requested',
      text: 'Of each host robots.txt, the sitemaps that it names (or /sitemap.xml), the first page and its feeds, with the pauses of a crawl; of other pages nothing. A host name stands for https, and for http where https cannot be reached.',
    },
  ],
  fields: mapFields,
  run: async (settings, hosts, io) => {
    const progress = await watchWork(io, `map for ${settings.topic}`);
    progress.wait(LOADING);
    const { mapHosts } = await import('../map-hosts.js');
    const { json, tree, ...options } = settings;
    const { logger } = progress;
    try {
      const report = await mapHosts(
        { ...options, hosts },
        {
          signal: io.signal,
          logger,
          onWait: progress.wait,
          onProgress: ({ mapped, planned }) =>
            progress.update({ done: mapped, total: planned, unit: 'hosts mapped' }),
        },
      );
      progress.stop();
      const { seeds, out, svg, file } = report;
      if (json) io.data(`${JSON.stringify(report)}\n`);
      else if (tree)
        for (const { folders } of report.hosts) io.stdout(`${folderLines(folders, settings.levels)}\n`);
      else if (out === undefined) io.data(file);
      if (seeds.length > 0 && !seeds.some(isMatching))
        logger.warn('no URL has a noun of the topic; the seeds are the newest URLs');
      if (out !== undefined) logger.info(`saved ${out}: ${seeds.length} seeds`);
      if (svg !== undefined) logger.info(`saved ${svg}`);
      if (seeds.length === 0) io.stderr('error: nothing was found on these hosts; the messages say why\n');
      return seeds.length === 0 ? 1 : 0;
    } finally {
      progress.stop();
    }
  },
});
