import type { CrawlReport } from '../report-crawl.js';
import { reportFields } from '../report-settings.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';

export const reportCommand = command({
  examples: ['sfwc report out', 'sfwc report out --to diabetes.html --title "Diabetes, 2026"'],
  fields: reportFields,
  run: async (settings, [out = ''], io) => {
    const { reportCrawl } = await import('../report-crawl.js');
    printResult(io, settings.json, await reportCrawl(out, settings), reportText);
    return 0;
  },
});

function reportText({ file, bytes, accepted }: CrawlReport): string {
  return `${file}: ${(bytes / 1000).toFixed(0)} kB, ${accepted} accepted pages\n`;
}
