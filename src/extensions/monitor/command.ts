import { monitorFields } from './collection.js';
import { command, helpNotes } from '../../cli/command.js';

import { printResult } from '../../cli/io.js';
import { noPageText } from '../../cli/crawl-text.js';
import { watchCrawl } from '../../cli/watched-crawl.js';

/** Exit code of a round that found changes. */
const CHANGED = 10;

export const monitorCommand = command({
  examples: [
    'sfwc monitor diabetes.yaml --once   # from cron or a systemd timer',
    'sfwc monitor diabetes.yaml          # stays, and runs a round each period until Ctrl-C',
  ],
  notes: [
    {
      heading: 'The file of a collection',
      text: 'It names topic, kb, seeds, out (a folder), every (a period such as 1d), budget (pages a round) and notify (a URL or a command that receives the report as JSON); other settings of a crawl are under crawl.',
    },
    helpNotes('Exit codes', {
      0: 'with --once: nothing has changed; otherwise: ended by a signal between two rounds',
      10: 'with --once: pages are new, changed or gone',
      1: 'an error; with --once also: not a single page could be fetched',
      130: 'interrupted during a round; the next start continues it',
    }),
  ],
  fields: monitorFields,
  interruption: 'saves',
  run: async (settings, [file = ''], io) => {
    const { monitorCollection } = await import('./monitor.js');
    const { reportMarkdown } = await import('./run-round.js');
    const { json, ...options } = settings;
    const watch = await watchCrawl(io);
    const { last, interrupted, isUnderWay } = await monitorCollection(file, options, {
      signal: io.signal,
      logger: watch.logger,
      onProgress: watch.update,
      onWait: watch.waiting,
      watchActivity: watch.watchActivity,
      onRound: (report) => printResult(io, json, report, reportMarkdown),
    }).finally(() => watch.stop());
    if (interrupted && (isUnderWay || (settings.once && last === undefined))) return 130;
    if (settings.once && last?.noPage !== undefined) {
      io.stderr(`error: ${noPageText(last.noPage)}`);
      return 1;
    }
    return settings.once && last !== undefined && last.changes.length > 0 ? CHANGED : 0;
  },
});
