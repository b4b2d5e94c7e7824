import { z } from 'zod';
import { json, path } from '../../../app/settings/common.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';
import { field, type OptionsOf } from '../../../support/settings/field.js';

/** Settings of `sfwc report`. */
export const reportFields = {
  to: field(path.optional(), {
    path: true,
    help: 'file to write; default: report.html in the folder of the crawl',
    placeholder: 'FILE',
  }),
  title: field(z.string().min(1).optional(), {
    help: 'title of the page; default: the topics of the crawl',
    placeholder: 'TEXT',
  }),
  json,
} as const;

/** Options of reportCrawl. */
export type ReportOptions = OptionsOf<typeof reportFields>;

export const reportCommand = command({
  examples: ['sfwc report out', 'sfwc report out --to diabetes.html --title "Diabetes, 2026"'],
  fields: reportFields,
  run: async (settings, [out = ''], io) => {
    const { reportCrawl } = await import('./report-crawl.js');
    const report = await reportCrawl(out, settings);
    printResult(
      io,
      settings.json,
      report,
      ({ file, bytes, accepted }) => `${file}: ${(bytes / 1000).toFixed(0)} kB, ${accepted} accepted pages\n`,
    );
    return 0;
  },
});
