import { monitorFields } from './collection.js';
import { command, helpNotes } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { noPageText } from '../../cli/crawl-text.js';
import { watchCrawl } from '../../cli/watched-crawl.js';

/** Exit code of a round that found changes. */
const CHANGED = 10;

export const monitorCommand = command({
  examples: ['sfwc monitor diabetes.yaml   # a round; from cron or a systemd timer, again and again'],
  notes: [
    {
      heading: 'The file of a collection',
      text: 'It names topic, kb, seeds, out (a folder), every (a period such as 1d, after which a page is due), budget (pages a round) and notify (a URL or a command that receives the report as JSON); other settings of a crawl are under crawl.',
    },
    helpNotes('Exit codes', {
      0: 'nothing has changed',
      10: 'pages are new, changed or gone',
      1: 'an error, or not a single page could be fetched',
      130: 'interrupted; the next start continues the round',
    }),
  ],
  fields: monitorFields,
  interruption: 'saves',
  run: async ({ json }, [file = ''], io) => {
    const { monitorCollection, reportText } = await import('./monitor.js');
    const { deps, stop } = watchCrawl(io);
    const report = await monitorCollection(file, deps).finally(stop);
    if (report === undefined) return 130;
    printResult(io, json, report, reportText);
    if (report.noPage === undefined) return report.changes.length > 0 ? CHANGED : 0;
    io.stderr(`error: ${noPageText(report.noPage)}`);
    return 1;
  },
});
