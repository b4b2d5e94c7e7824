import type { BagReport } from '../bag-crawl.js';
import type { PackReport } from '../pack.js';
import { packFields } from '../pack-settings.js';
import { UsageError } from '../../../model/errors.js';
import { lineLogger } from '../../../support/logger.js';
import { command } from '../../../cli/command.js';
import { printResult } from '../../../cli/io.js';

export const packCommand = command({
  examples: [
    'sfwc pack out',
    'sfwc pack out --to diabetes.wacz --title "Diabetes, 2026"',
    'sfwc pack out --bag diabetes-bag',
  ],
  fields: packFields,
  run: async ({ bag, ...settings }, [out = ''], io) => {
    if (bag !== undefined) {
      if (settings.to !== undefined || settings.title !== undefined || settings.with.length > 0)
        throw new UsageError('--to, --title and --with are of WACZ files: they cannot be given with --bag');
      const { bagCrawl } = await import('../bag-crawl.js');
      printResult(io, settings.json, await bagCrawl(out, bag, { signal: io.signal }), bagText);
      return 0;
    }
    const { packCrawl } = await import('../pack.js');
    const report = await packCrawl(out, settings, { logger: lineLogger(io.stderr) });
    printResult(io, settings.json, report, reportText);
    return 0;
  },
});

function bagText({ folder, files, bytes }: BagReport): string {
  return `${folder}: a bag with ${files} files, ${(bytes / 1e6).toFixed(1)} MB\n`;
}

function reportText({ file, bytes, archives, pages, extraPages }: PackReport): string {
  return [
    `${file}: ${(bytes / 1e6).toFixed(1)} MB, ${archives} WARC files, ${pages} accepted pages, ${extraPages} others`,
    '  open it at https://replayweb.page/, or crawl it: sfwc crawl --from-warc',
    '',
  ].join('\n');
}
