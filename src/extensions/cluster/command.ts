import type { CollectReport } from './collect.js';
import { collectFields, dropFields } from './shared-settings.js';
import { lineLogger } from '../../support/logger.js';
import { command } from '../../cli/command.js';
import { printResult } from '../../cli/io.js';

export const collectCommand = command({
  examples: ['sfwc collect --frontier postgres://db/crawls diabetes-2026 worker1 worker2 --out all'],
  fields: collectFields,
  run: async (settings, [name = '', ...folders], io) => {
    const { collectCrawl } = await import('./collect.js');
    const report = await collectCrawl(name, folders, settings, lineLogger(io.stderr));
    printResult(io, settings.json, report, reportText);
    return 0;
  },
});

function reportText(report: CollectReport): string {
  const { name, out, events, pages, missing, duplicates, archives, summary } = report;
  const { accepted, queued } = summary;
  return [
    `${name}: ${events} events, ${accepted} accepted pages, ${queued} URLs still queued`,
    `  ${pages} pages copied` +
      (missing === 0 ? '' : `, ${missing} not found`) +
      (duplicates === 0 ? '' : `; ${duplicates} duplicates that different workers accepted`) +
      (archives === 0 ? '' : `; ${archives} WARC files`),
    `  results in ${out}: events.jsonl, skipped.jsonl, pages/, crawl.nq.gz`,
    '',
  ].join('\n');
}

export const dropCommand = command({
  examples: ['sfwc drop --frontier postgres://db/crawls diabetes-2026'],
  fields: dropFields,
  run: async (settings, [name = ''], io) => {
    const { dropSharedCrawl } = await import('./shared-status.js');
    await dropSharedCrawl(name, settings);
    io.stderr(`removed the crawl '${name}' from the database; folders of workers stay\n`);
    return 0;
  },
});
