import type { CollectReport } from './collect.js';
import type { SharedStatus } from './shared-status.js';
import { collectFields, joinFields, sharedStatusFields } from './shared-settings.js';
import { lineLogger } from '../../support/logger.js';
import { linesText, printResult } from '../../cli/io.js';
import { command } from '../../cli/command.js';
import { topicText } from '../../cli/crawl-text.js';
import { runWatched } from '../../cli/watched-crawl.js';

export const joinCommand = command({
  examples: ['sfwc shared join diabetes-2026 --frontier postgres://db/crawls --out worker2'],
  fields: joinFields,
  interruption: 'saves',
  run: async (settings, [name = ''], io) => {
    const { joinCrawl } = await import('./shared-crawl.js');
    return runWatched(settings, io, (deps) => joinCrawl(name, settings, deps));
  },
});

export const statusCommand = command({
  examples: ['sfwc shared status diabetes-2026 --frontier postgres://db/crawls'],
  fields: sharedStatusFields,
  run: async ({ frontier, json }, [name = ''], io) => {
    const { sharedStatus } = await import('./shared-status.js');
    printResult(io, json, await sharedStatus(name, { frontier }), statusText);
    return 0;
  },
});

const STATES = {
  running: 'running',
  done: 'nothing is left to request',
  stopped: 'no worker is running; continue with sfwc shared join',
} as const;

function statusText(status: SharedStatus): string {
  const { topic, state, counts, maxPages, startedAt, workers } = status;
  return linesText([
    `${topicText(topic)}: ${STATES[state]}`,
    `  ${counts.fetched}/${maxPages} pages requested, ${counts.accepted} accepted, ${counts.queued} URLs queued`,
    `  started ${startedAt}`,
    ...workers.map(
      ({ name, state: how, hosts, fetched, accepted, silence }) =>
        `  ${name}: ${how}, ${fetched} requested, ${accepted} accepted` +
        (how === 'running' ? `, holds ${hosts} hosts` : '') +
        (how === 'lost' ? `, last heard of ${silence.toFixed(0)} s ago` : ''),
    ),
  ]);
}

export const collectCommand = command({
  examples: ['sfwc shared collect diabetes-2026 worker1 worker2 --frontier postgres://db/crawls --out all'],
  fields: collectFields,
  run: async (settings, [name = '', ...folders], io) => {
    const { collectCrawl } = await import('./collect.js');
    const report = await collectCrawl(name, folders, settings, lineLogger(io.stderr));
    printResult(io, settings.json, report, reportText);
    return 0;
  },
});

function reportText(report: CollectReport): string {
  const { name, out, events, pages, missing, summary } = report;
  const { accepted, queued } = summary;
  return [
    `${name}: ${events} events, ${accepted} accepted pages, ${queued} URLs still queued`,
    `  ${pages} pages copied` + (missing === 0 ? '' : `, ${missing} not found`),
    `  results in ${out}: events.jsonl, pages.warc, crawl.nq.gz`,
    '',
  ].join('\n');
}
