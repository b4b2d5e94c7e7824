import type { HarvestProgress, HarvestReport, HarvestSummary } from '../harvest.js';
import { harvestFields } from '../harvest-settings.js';
import { alignColumns } from '../../../support/text/columns.js';
import { command } from '../../../cli/command.js';
import { helpNotes } from '../../../cli/help.js';
import { printResult } from '../../../cli/io.js';
import { noPageText } from '../../../cli/no-page-text.js';
import { secondsText } from '../../../cli/numbers.js';
import { LOADING, watchWork } from '../../../cli/work-watch.js';

export const harvestCommand = command({
  examples: [
    'sfwc harvest --kb kb --topic diabetes --thesaurus kb/thesaurus-diabetes.ttl --engine https://searx.example/ --out found',
    'sfwc harvest --kb kb --topic diabetes --engine https://en.wikipedia.org/w/api.php --searches 20 --out found',
    'sfwc harvest --kb kb --topic diabetes --engine corpora/sample-web --web corpora/sample-web --out found',
    'sfwc explain found/runs/001 https://example.org/insulin.html',
  ],
  notes: [
    helpNotes('Search engines', {
      json: 'SearXNG (its settings.yml must allow the format json), or any URL with {searchTerms} and {startPage}',
      opensearch: 'an engine with a description (Atom, RSS or JSON): URLs that contain opensearch or .xml',
      mediawiki: 'the search of a MediaWiki: URLs that end in api.php',
      index:
        'BM25 over the web of --web, or over a corpus whose documents have URLs (WARC, records with url): paths',
    }),
  ],
  fields: harvestFields,
  interruption: 'saves',
  run: async (settings, _args, io) => {
    const progress = await watchWork(io, 'harvesting');
    progress.wait(LOADING);
    const { harvestTopic } = await import('../harvest.js');
    try {
      const report = await harvestTopic(settings, {
        signal: io.signal,
        logger: progress.logger,
        onWait: progress.wait,
        watchActivity: progress.watchActivity,
        onProgress: (counts) =>
          progress.update({
            done: counts.requested,
            total: settings.maxPages,
            unit: 'pages requested',
            // A harvest usually ends with its searches, before it has requested so many pages.
            endKnown: false,
            notes: harvestNotes(counts),
          }),
      });
      progress.stop();
      printResult(io, settings.json, report, harvestText);
      if (report.summary.ended === 'interrupted') return 130;
      const failure = failureOf(report.summary);
      if (failure !== '') io.stderr(`error: ${failure}`);
      return failure === '' ? 0 : 1;
    } finally {
      progress.stop();
    }
  },
});

/** Why a run failed; empty if it did not. */
function failureOf({ searches, noPage }: HarvestSummary): string {
  if (searches.made === 0 && searches.failure !== undefined)
    return `no search succeeded: ${searches.failure}\n`;
  return noPage === undefined ? '' : noPageText(noPage);
}

function harvestNotes({ searches, found, relevant }: HarvestProgress): readonly string[] {
  return [`${relevant} relevant`, `${searches} searches found ${found} URLs`];
}

const ENDINGS = {
  complete: 'every URL that was found was requested',
  'max-pages': 'reached --max-pages',
  interrupted: 'interrupted; results are saved, and the next run uses them',
} as const;

function harvestText({ out, results, topic, summary, simulatedTime }: HarvestReport): string {
  const { searches, pages, hubs, sites, requested, seconds, run, ended } = summary;
  const rows = countedPages(pages);
  const reasons = Object.entries(summary.reasons).map(([code, count]) => `${code} ${count}`);
  const table = alignColumns(
    rows
      .filter(([, count]) => count > 0)
      .map(([name, count, note = '']) => [`  ${name}`, String(count), note]),
    ['left', 'right', 'left'],
  );
  const lists = [
    ['  list', 'before', 'new', 'dropped', 'now'],
    ...(
      [
        ['hubs', hubs],
        ['sites', sites],
      ] as const
    ).map(([name, { before, added, dropped, now }]) => [
      `  ${name}`,
      ...[before, added, dropped, now].map(String),
    ]),
  ];
  const cut = searches.made < searches.planned ? ` of ${searches.planned}` : '';
  return [
    `${topic}, run ${run}: ${searches.made}${cut} searches found ${searches.addresses} URLs; ${requested} pages requested in ${secondsText(seconds, simulatedTime === true)}\n`,
    `  ended: ${ENDINGS[ended]}\n`,
    rows.some(([, count]) => count > 0) ? table : '',
    reasons.length === 0 ? '' : `  reasons for skips and failures: ${reasons.join(', ')}\n`,
    `  relevant after a quarter, half, three quarters, all of the searches: ${summary.relevantBySearches.join(', ')}\n`,
    alignColumns(lists),
    `  results in ${results}: events.jsonl, skipped.jsonl, pages/, crawl.nq.gz\n`,
    `  kept for the next run in ${out}: lists.json, known-pages.jsonl\n`,
    `  why a page was accepted or rejected: sfwc explain ${results} <url>\n`,
  ].join('');
}

/** Pages by what became of them, with a note where it does not say all. */
function countedPages(pages: HarvestSummary['pages']): readonly (readonly [string, number, string?])[] {
  return [
    ['relevant', pages.relevant],
    ['not relevant', pages.irrelevant],
    ['unchanged', pages.unchanged, `${pages.unchangedRelevant} of them relevant, not judged again`],
    ['verbatim copies', pages.verbatimCopies],
    ['blogs and forums', pages.blogsAndForums, 'recognised by URL, not requested'],
    ['hubs', pages.hubs, 'not judged; their links were followed'],
    ['without content', pages.noContent],
    ['skipped otherwise', pages.otherSkipped],
    ['failed', pages.failed],
  ];
}
