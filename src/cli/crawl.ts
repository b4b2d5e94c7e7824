import type { CrawlReport, CrawlSurroundings } from '../app/crawl/crawl-topic.js';
import { crawlFields, resumeFields } from '../app/settings/crawl-settings.js';
import { joinFields } from '../extensions/cluster/shared-settings.js';
import { STRATEGIES } from '../model/strategy.js';
import { CLASSIFIERS } from '../judging/classifiers/table.js';
import { linesText, styled, type StyledText } from './colours.js';
import { alternative, command } from './command.js';
import { helpNotes } from './help.js';
import {
  byTopicText,
  endingText,
  notKeptText,
  rejudgedText,
  remainingText,
  topicText,
} from './crawl-text.js';
import { watchCrawl, type WatchSettings } from './crawl-watch.js';
import { printResult, type CommandIo } from './io.js';
import { noPageText } from './no-page.js';
import { secondsText } from './numbers.js';

export const crawlCommand = command({
  examples: [
    'sfwc crawl --kb kb --topic diabetes --seeds https://example.org/ --out out --max-pages 200',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --scope domain --delay 2',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --strategy krs',
    'sfwc crawl --kb kb --topic diabetes --topic nutrition --seeds seeds.txt --out out',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --max-pages 9000 --until recall=0.9',
    'sfwc crawl --resume --out out --max-pages 5000',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --ui',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --frontier postgres://db/crawls --crawl-name d1 --out w1',
    'sfwc crawl --join d1 --frontier postgres://db/crawls --out w2',
    'sfwc crawl --seeds https://example.org/ --out out --scope host --warc all',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --warc all',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out again --from-warc out/warc --strategy hmm',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --log-format json --metrics-port 9464',
  ],
  notes: [
    helpNotes('Classifiers', CLASSIFIERS),
    helpNotes(
      'Strategies',
      Object.fromEntries(Object.entries(STRATEGIES).map(([name, { summary }]) => [name, summary])),
    ),
    helpNotes('Links that --follow follows', {
      accepted: 'those of accepted pages, and of the seeds',
      'accepted-first':
        'when none of these are left, those of rejected pages; default for krs and krs-best-first',
      all: 'those of all pages; default for all other strategies',
    }),
    helpNotes('Conditions of --until', {
      'recall=0.9': 'the estimated share of relevant pages that were found; from 100 requests on',
      'harvest<0.02 over 500': 'the share of accepted pages among the last requests (default: 500)',
      'new-nouns<1% over 50':
        'the share of nouns that only the last accepted pages (default: 50) brought, among all met',
      'pages=5000, bytes=2GB, seconds=600, time=2h': 'requests, bytes of bodies, duration',
      'ask=FILE': 'the SPARQL ASK in the file, over the RDF of the crawl; asked every 100 URLs',
    }),
    helpNotes('Exit codes', {
      '0': 'done: no URLs were left to request, a limit (--max-pages, --max-seconds) or a condition of --until was reached, or no host that was left could be contacted (--max-idle)',
      '1': 'failed, or no page could be fetched and read; results are saved, and --resume continues',
      '2': 'wrong usage',
      '3': 'with --fail-on-limit: reached --max-pages or --max-seconds; --resume with a larger number continues',
      '130': 'interrupted; --resume continues',
    }),
    {
      heading: 'Resume',
      text:
        'A crawl continues from its folder with its original settings, even after a kill. Only --max-pages and ' +
        '--max-seconds (totals), --until, --max-idle, --stop-within, --log-format, --metrics-port, --ui, --fail-on-limit, --plugin and --json can be changed. User name, ' +
        'password and token of a SPARQL endpoint are not stored: give them again. `sfwc status OUT` shows the state.',
    },
    helpNotes('Figures of --json, --log-format json and `sfwc status --json`', {
      harvestRate: 'share of accepted pages among all requests of the crawl, 0 to 1',
      recentHarvestRate: 'the same among the last 100 requests',
      rate: 'requests per second: over the last 30 s in --log-format json, over the whole crawl in status',
      recentRate: 'in status, while the crawl runs: requests per second over the last 30 s',
      simulatedTime: 'whether times and seconds are simulated, as with --web and --from-warc',
    }),
    helpNotes('Results in OUT', {
      'events.jsonl': 'what happened to each URL, one JSON object per line; the last line of a URL counts',
      'skipped.jsonl': 'only the skipped and failed URLs, with code and message',
      'pages/': 'body and text of accepted pages; `sfwc pages OUT` writes them as JSON lines or text',
      'actions.jsonl': 'steering commands received, if any (sfwc pause, block, boost …)',
      'aside/': 'rejected pages kept for re-judging, once the threshold has settled',
      'crawl.json': 'settings and counters',
      'crawl.nq.gz': 'the crawl as RDF',
      'warc/': 'with --warc: archives (WARC 1.1, gzip), each with an index (CDXJ) once it is closed',
      'crawl.wacz': 'with --wacz: the archives in one file, with pages and judgements',
    }),
    {
      heading: 'Many workers',
      text:
        '--frontier keeps the queue in a PostgreSQL database (13 or later), where any number of workers share the crawl: ' +
        'each joins with --join NAME, from any machine, and may join or leave at any time. --max-pages counts for all workers ' +
        'together. `sfwc status --frontier URL NAME` shows them, `sfwc pause --frontier URL NAME` and the like steer them, ' +
        '`sfwc collect` puts their results into one folder, `sfwc drop` removes the crawl from the database. The password is best given in PGPASSWORD or a passfile (PGPASSFILE, ' +
        '~/.pgpass); sslmode in the URL says how TLS is used. See docs/scale.md.',
    },
    {
      heading: 'Archives',
      text:
        '--warc all archives every exchange with a response: pages, redirects, errors, robots.txt, sitemaps. --warc ' +
        'accepted archives only those that led to an accepted page. A metadata record after each page holds its ' +
        'judgement. A resumed crawl continues its archive. --from-warc crawls the archives of any crawler, with any ' +
        'strategy and without the network. The last capture of a URL counts; URLs without a capture are not found.',
    },
  ],
  fields: crawlFields,
  readsProject: true,
  interruption: 'saves',
  alternatives: [
    alternative('resume', resumeFields, async (settings, io) => {
      const { resumeCrawl } = await import('../app/crawl/crawl-topic.js');
      return watched(settings, io, (surroundings) => resumeCrawl(settings, surroundings));
    }),
    alternative('join', joinFields, async (settings, io) => {
      const { joinCrawl } = await import('../extensions/cluster/shared-crawl.js');
      return watched(settings, io, (surroundings) => joinCrawl(settings, surroundings));
    }),
  ],
  run: async (settings, _args, io) => {
    const { crawlTopic } = await import('../app/crawl/crawl-topic.js');
    return watched(settings, io, (surroundings) => crawlTopic(settings, surroundings));
  },
});

/** Runs a crawl, and shows its progress and results. */
async function watched(
  settings: WatchSettings & { readonly json: boolean; readonly failOnLimit: boolean },
  io: CommandIo,
  run: (surroundings: CrawlSurroundings) => Promise<CrawlReport>,
): Promise<number> {
  const watch = await watchCrawl(settings, io);
  try {
    const report = await run({
      signal: io.signal,
      logger: watch.logger,
      onProgress: watch.update,
      onBegun: watch.begun,
      onWait: watch.waiting,
      watchActivity: watch.watchActivity,
    });
    watch.stop();
    printResult(io, settings.json, report, reportText);
    const { ended, noPage } = report.summary;
    if (noPage === undefined || ended === 'interrupted') return exitCode(ended, settings.failOnLimit);
    io.stderr(`error: ${noPageText(noPage)}`);
    return 1;
  } finally {
    watch.stop();
  }
}

/** A limit that was reached. */
const AT_LIMIT = 3;

/** By how a crawl ended. 1 and 2 mean errors; 130 is the shell convention for Ctrl-C. */
function exitCode(ended: CrawlReport['summary']['ended'], failOnLimit: boolean): number {
  if (ended === 'interrupted') return 130;
  return failOnLimit && (ended === 'max-pages' || ended === 'max-seconds') ? AT_LIMIT : 0;
}

function reportText({ out, topic, summary, simulatedTime }: CrawlReport): StyledText {
  const { fetched, accepted, rejected, secondChoice, queued, seconds } = summary;
  return linesText([
    [
      `${topicText(topic)}: ${fetched} pages requested in ${secondsText(seconds, simulatedTime === true)}, `,
      styled('good', `${accepted} accepted`),
      `${byTopicText(summary)}, `,
      styled('bad', `${rejected} rejected`),
    ],
    `  ended: ${endingText(summary)}; ${queued} URLs still queued`,
    ...remainingText(summary).map((line) => `  ${line}`),
    ...(secondChoice === 0 ? [] : [`  ${secondChoice} of them are linked to by rejected pages only`]),
    `  ${[...rejudgedText(summary), ...notKeptText(summary)].join('; ')}`,
    `  results in ${out}: events.jsonl, skipped.jsonl, pages/, crawl.nq.gz`,
    `  why a page was accepted or rejected: sfwc explain ${out} <url>`,
  ]);
}
