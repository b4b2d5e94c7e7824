import { compareFields } from '../compare-settings.js';
import { STRATEGIES } from '../../../judging/plugins/built-in-strategies.js';
import { command, helpNotes } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';

export const compareCommand = command({
  examples: [
    'sfwc compare --web web --kb kb --out comparison',
    'sfwc compare --web web --kb kb --out comparison --topics diabetes --strategies krs,lpe,breadth-first',
    'sfwc compare --web web --kb kb --out comparison --plugin ./mine.js --strategies mine,krs,breadth-first',
    'sfwc compare --web crawl.warc.gz --kb kb --out comparison --topics diabetes --seeds https://example.org/',
  ],
  notes: [
    helpNotes(
      'Strategies',
      Object.fromEntries(Object.entries(STRATEGIES).map(([name, { summary }]) => [name, summary])),
    ),
  ],
  fields: compareFields,
  interruption: 'saves',
  run: async (settings, _args, io) => {
    const progress = watchWork(io, 'comparing');
    progress.wait(LOADING);
    const { compareStrategies, leagueText } = await import('../compare.js');
    try {
      const { comparison, out, complete } = await compareStrategies(settings, {
        signal: io.signal,
        logger: progress.logger,
        onWait: progress.wait,
        onProgress: ({ crawls, allCrawls, fetched }) =>
          progress.update({ done: crawls, total: allCrawls, unit: 'crawls', notes: [`${fetched} pages`] }),
      });
      progress.stop();
      printResult(io, settings.json, comparison, leagueText);
      io.stderr(`results in ${out}: results.csv, results.json${complete ? '' : '; incomplete'}\n`);
      return complete ? 0 : 130;
    } finally {
      progress.stop();
    }
  },
});
