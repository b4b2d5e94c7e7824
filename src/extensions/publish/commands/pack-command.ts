import type { PackReport } from '../pack.js';
import { packFields } from '../pack-settings.js';
import { lineLogger } from '../../../support/logger.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';

export const packCommand = command({
  examples: ['sfwc pack out', 'sfwc pack out --to diabetes.wacz --title "Diabetes, 2026"'],
  fields: packFields,
  run: async (settings, [out = ''], io) => {
    const { packCrawl } = await import('../pack.js');
    const report = await packCrawl(out, settings, { logger: lineLogger(io.stderr) });
    printResult(io, settings.json, report, reportText);
    return 0;
  },
});

function reportText({ file, bytes, archives, pages, extraPages }: PackReport): string {
  return [
    `${file}: ${(bytes / 1e6).toFixed(1)} MB, ${archives} WARC files, ${pages} accepted pages, ${extraPages} others`,
    '  open it at https://replayweb.page/, or crawl it: sfwc crawl --web',
    '',
  ].join('\n');
}
