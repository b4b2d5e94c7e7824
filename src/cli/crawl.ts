import type { CrawlReport, CrawlSurroundings } from '../app/crawl/crawl-topic.js';
import { crawlFields, resumeFields } from '../config/settings.js';
import { STRATEGIES } from '../model/strategy.js';
import { CLASSIFIERS } from '../model/topic.js';
import { alternative, command, helpNotes } from './command.js';
import { byTopicText, ENDINGS, notKeptText, rejudgedText } from './crawl-text.js';
import { watchCrawl, type WatchSettings } from './crawl-watch.js';
import { printResult, type CommandIo } from './io.js';
import { noPageText } from './no-page.js';

export const crawlCommand = command({
  name: 'crawl',
  args: '',
  summary: 'Crawl for pages about a topic; each page is kept or left with a reason. Ctrl-C ends it cleanly.',
  examples: [
    'sfwc crawl --kb kb --topic diabetes --seeds https://example.org/ --out out --max-pages 200',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --scope domain --delay 2',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --strategy learning',
    'sfwc crawl --kb kb --topic diabetes --topic nutrition --seeds seeds.txt --out out',
    'sfwc crawl --resume --out out --max-pages 5000',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --warc all',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out again --from-warc out/warc --strategy hmm',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --log-format json --metrics 9464',
  ],
  notes: [
    helpNotes('Classifiers', CLASSIFIERS),
    helpNotes(
      'Strategies',
      Object.fromEntries(Object.entries(STRATEGIES).map(([name, { summary }]) => [name, summary])),
    ),
    helpNotes('Exit codes', {
      '0': 'done: nothing was left to ask for',
      '1': 'failed, or no page could be fetched and read; what was done is saved, and --resume goes on',
      '2': 'wrong usage',
      '3': '--max-pages were requested; --resume with more goes on',
      '130': 'interrupted; --resume goes on',
    }),
    {
      heading: 'Resume',
      lines: [
        'A crawl goes on from its folder, also after a kill, with the settings it was begun with. Only --max-pages',
        '(those before included), --log-format, --metrics, --json can be given anew; name, password and token of a',
        'SPARQL endpoint are not kept and must be. `sfwc status OUT` says how a crawl stands.',
      ],
    },
    helpNotes('Figures of --json, --log-format json and `sfwc status --json`', {
      harvestRate: 'share of accepted pages among all requests of the crawl, 0 to 1',
      recentHarvestRate: 'the same among the last 100 requests',
      rate: 'requests a second: while it runs those of the last 30 s, in status over all the time',
    }),
    helpNotes('Results in OUT', {
      'events.jsonl':
        'what happened to each address that came to its end, one JSON object a line; the last one of an address counts',
      'skipped.jsonl': 'of these the skipped and failed ones, with the code and message why',
      'pages/': 'body and text of accepted pages; `sfwc pages OUT` writes them as JSON lines or text',
      'aside/': 'the same of rejected pages that may still be accepted, when the threshold has settled',
      'crawl.json': 'settings and counters',
      'crawl.nq.gz': 'the crawl as RDF',
      'warc/': 'with --warc: archives (WARC 1.1, gzip), an index (CDXJ) beside each that is closed',
    }),
    {
      heading: 'Archives',
      lines: [
        '--warc all keeps every exchange that was answered: pages, redirects, errors, robots.txt, sitemaps; --warc',
        'accepted those alone that led to an accepted page. After each page a metadata record has its judgement. An',
        'archive goes on when the crawl does. --from-warc crawls archives, of whatever crawler, with any strategy and',
        'without the network: the last capture of an address answers, and what is not in them is not found.',
      ],
    },
  ],
  fields: crawlFields,
  interruption: 'saves',
  alternative: alternative('resume', resumeFields, async (settings, io) => {
    const { resumeCrawl } = await import('../app/crawl/crawl-topic.js');
    return watched(settings, io, (surroundings) => resumeCrawl(settings, surroundings));
  }),
  run: async (settings, _args, io) => {
    const { crawlTopic } = await import('../app/crawl/crawl-topic.js');
    return watched(settings, io, (surroundings) => crawlTopic(settings, surroundings));
  },
});

/** Runs a crawl, shows how it goes and what it brought. */
async function watched(
  settings: WatchSettings & { readonly json: boolean },
  io: CommandIo,
  run: (surroundings: CrawlSurroundings) => Promise<CrawlReport>,
): Promise<number> {
  const watch = await watchCrawl(settings, io);
  try {
    const report = await run({ signal: io.signal, logger: watch.logger, onProgress: watch.update });
    watch.stop();
    printResult(io, settings.json, report, reportText);
    const { ended, noPage } = report.summary;
    if (noPage === undefined || ended === 'interrupted') return EXIT_CODES[ended];
    io.stderr(`error: ${noPageText(noPage)}`);
    return 1;
  } finally {
    watch.stop();
  }
}

/** Exit codes by the end of a crawl; 1 and 2 are those of errors. 130: as a shell says of what Ctrl-C ended. */
const EXIT_CODES = { 'nothing-left': 0, 'max-pages': 3, interrupted: 130 } as const;

function reportText({ out, topic, summary }: CrawlReport): string {
  const { fetched, accepted, rejected, queued, seconds } = summary;
  return [
    `${topic}: ${fetched} pages requested in ${seconds.toFixed(1)} s, ${accepted} accepted${byTopicText(summary)}, ${rejected} rejected`,
    `  ended: ${ENDINGS[summary.ended]}; ${queued} addresses still queued`,
    `  ${[...rejudgedText(summary), ...notKeptText(summary)].join('; ')}`,
    `  results in ${out}: events.jsonl, skipped.jsonl, pages/, crawl.nq.gz`,
    `  why a page was kept or left: sfwc explain ${out} <address>`,
    '',
  ].join('\n');
}
