import { z } from 'zod';
import { json, path } from '../../../app/settings/common.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';
import { lineLogger } from '../../../support/logger.js';
import { field, type OptionsOf } from '../../../support/settings/field.js';
import type { PackReport } from './pack.js';

/** Settings of `sfwc pack`. */
export const packFields = {
  to: field(path.optional(), {
    path: true,
    help: 'file to write; default: crawl.wacz in the folder of the crawl',
    placeholder: 'FILE',
  }),
  title: field(z.string().min(1).optional(), {
    help: 'title of the archive; default: the topics of the crawl',
    placeholder: 'TEXT',
  }),
  json,
} as const;

/** Options of packCrawl. */
export type PackOptions = OptionsOf<typeof packFields>;

export const packCommand = command({
  examples: ['sfwc pack out', 'sfwc pack out --to diabetes.wacz --title "Diabetes, 2026"'],
  fields: packFields,
  run: async (settings, [out = ''], io) => {
    const { packCrawl } = await import('./pack.js');
    const report = await packCrawl(out, settings, { logger: lineLogger(io.stderr) });
    printResult(io, settings.json, report, reportText);
    return 0;
  },
});

function reportText({ file, bytes, archives, pages }: PackReport): string {
  return `${file}: ${(bytes / 1e6).toFixed(1)} MB, ${archives} WARC files, ${pages} accepted pages
  open it at https://replayweb.page/, or crawl it: sfwc crawl --web\n`;
}
