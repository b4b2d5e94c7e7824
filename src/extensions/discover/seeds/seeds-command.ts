import { CLASSIFIERS } from '../../../judging/classifiers/classifier-table.js';
import { command, helpNotes } from '../../../cli/command.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';
import { seedsFields } from './seeds-settings.js';

export const seedsCommand = command({
  examples: [
    'sfwc seeds --kb kb --topic diabetes --corpus texts --out seeds.txt',
    'sfwc seeds --kb kb --topic diabetes --engine https://searx.example/ --out seeds.txt',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out',
  ],
  notes: [helpNotes('Classifiers', CLASSIFIERS)],
  fields: seedsFields,
  run: async (settings, _args, io) => {
    const progress = watchWork(io, `seeds for ${settings.topic}`);
    progress.wait(LOADING);
    const { proposeSeeds } = await import('./propose-seeds.js');
    const { json, ...options } = settings;
    const { logger } = progress;
    try {
      const report = await proposeSeeds(options, {
        signal: io.signal,
        logger,
        onWait: progress.wait,
        watchActivity: progress.watchActivity,
        onProgress: ({ probed, planned }) =>
          progress.update({ done: probed, total: planned, unit: 'pages probed' }),
      });
      progress.stop();
      const { seeds, rejected, out, file } = report;
      if (json) io.data(`${JSON.stringify(report)}\n`);
      else if (out === undefined) io.data(file);
      if (out !== undefined)
        logger.info(`saved ${out}: ${seeds.length} seeds of ${seeds.length + rejected.length} candidates`);
      if (seeds.length === 0)
        io.stderr('error: no candidate is a good seed; the comments of the file say why\n');
      return seeds.length === 0 ? 1 : 0;
    } finally {
      progress.stop();
    }
  },
});
