import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import type { PushReport } from './push.js';
import { pushFields } from './push-settings.js';

export const pushCommand = command({
  examples: [
    'sfwc push out --to https://search.example:9200/diabetes',
    'SFWC_PUSH_USER=writer SFWC_PUSH_PASSWORD=… sfwc push out --to https://search.example:9200/diabetes',
    'sfwc push out --to http://127.0.0.1:9200/diabetes --json',
  ],
  fields: pushFields,
  run: async (settings, [out = ''], io) => {
    const { json, ...options } = settings;
    const progress = await watchWork(io, 'pushing');
    try {
      progress.wait(LOADING);
      const { push } = await import('./push.js');
      progress.wait(`looking at ${settings.to}`);
      const report = await push(out, options, {
        logger: progress.logger,
        signal: io.signal,
        onProgress: ({ done }) => progress.update({ done, unit: 'pages' }),
      });
      progress.stop();
      printResult(io, json, report, reportText);
      return report.failed === 0 ? 0 : 1;
    } finally {
      progress.stop();
    }
  },
});

function reportText(report: PushReport): string {
  const { to, created, pages, sent, unchanged, deleted, unreadable, failed } = report;
  const parts = [
    `${sent} sent`,
    `${unchanged} unchanged`,
    `${deleted} deleted`,
    ...(unreadable === 0 ? [] : [`${unreadable} without a text that can be read`]),
    ...(failed === 0 ? [] : [`${failed} not taken: push again to send them`]),
  ];
  const made = created ? 'made the index\n' : '';
  return `${made}${pages} accepted ${pages === 1 ? 'page' : 'pages'} to ${to}: ${parts.join(', ')}\n`;
}
