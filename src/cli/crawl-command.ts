import { crawlFields, resumeFields } from '../app/settings/crawl-settings.js';
import { STRATEGIES } from '../judging/plugins/built-in-strategies.js';
import { CLASSIFIERS } from '../judging/classifiers/classifier-table.js';
import { alternative, command } from './command.js';
import { helpNotes } from './help.js';
import { runWatched } from './watched-crawl.js';

export const crawlCommand = command({
  examples: [
    'sfwc crawl --kb kb --topic diabetes --seeds https://example.org/ --out out --max-pages 200',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --scope domain --delay 2',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --strategy krs',
    'sfwc crawl --kb kb --topic diabetes --topic nutrition --seeds seeds.txt --out out',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --max-pages 9000 --until recall=0.9',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --engine https://searx.example/',
    'sfwc crawl --resume --out out --max-pages 5000',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --set frontier=postgres://db/crawls --set crawlName=d1 --out w1',
    'sfwc crawl --seeds https://example.org/ --out out --scope host --warc all',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out again --web out/warc --strategy hmm',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --set logFormat=json',
  ],
  notes: [
    helpNotes('Classifiers (--set classifier=NAME)', CLASSIFIERS),
    helpNotes(
      'Strategies',
      Object.fromEntries(Object.entries(STRATEGIES).map(([name, { summary }]) => [name, summary])),
    ),
    helpNotes('Links that the setting follow follows', {
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
    }),
    helpNotes('Exit codes', {
      '0': 'done: no URLs were left to request, a limit (--max-pages, --max-seconds) or a condition of --until was reached, or no host that was left could be contacted (maxIdle)',
      '1': 'failed, or no page could be fetched and read; results are saved, and --resume continues',
      '2': 'wrong usage',
      '3': 'with failOnLimit: reached --max-pages or --max-seconds; --resume with a larger number continues',
      '130': 'interrupted; --resume continues',
    }),
    {
      heading: 'Resume',
      text:
        'A crawl continues from its folder with its original settings, even after a kill. Only --max-pages and ' +
        '--max-seconds (totals), --until, maxIdle, logFormat, --ui, failOnLimit, --plugin and --json can be changed. User name, ' +
        'password and token of a SPARQL endpoint and the key of a teacher are not stored: give them again. `sfwc status OUT` shows the state.',
    },
    helpNotes('Figures of --json, logFormat=json and `sfwc status --json`', {
      acceptedHosts: 'hosts with accepted pages, by the last verdict of each page',
      harvestRate: 'share of accepted pages among all requests of the crawl, 0 to 1',
      recentHarvestRate: 'the same among the last 100 requests',
      rate: 'requests per second: over the last 30 s with logFormat=json, over the whole crawl in status',
      simulatedTime: 'whether times and seconds are simulated, as with --web',
    }),
    helpNotes('Results in OUT', {
      'events.jsonl': 'what happened to each URL, one JSON object per line; the last line of a URL counts',
      'skipped.jsonl': 'only the skipped and failed URLs, with code and message',
      'pages.warc':
        'body and text of accepted pages, and of rejected ones that may be accepted later (WARC 1.1); `sfwc pages OUT` writes the accepted ones',
      'actions.jsonl': 'steering commands received, if any (sfwc steer)',
      'crawl.json': 'settings and counters',
      'crawl.nq.gz': 'the crawl as RDF',
      'warc/': 'with --warc: archives (WARC 1.1, gzip), each with an index (CDXJ) once it is closed',
    }),
    {
      heading: 'Many workers',
      text:
        'The setting frontier keeps the queue in a PostgreSQL database (13 or later), where any number of workers share the crawl: ' +
        'each joins with `sfwc shared join NAME`, from any machine, and may join or leave at any time. --max-pages counts for all workers ' +
        'together. `sfwc shared` shows, collects and removes such crawls. The password is best given in PGPASSWORD or a passfile (PGPASSFILE, ' +
        '~/.pgpass); sslmode in the URL says how TLS is used. See docs/many-machines.md.',
    },
    {
      heading: 'Archives',
      text:
        '--warc all archives every exchange with a response: pages, redirects, errors, robots.txt, sitemaps. --warc ' +
        'accepted archives only those that led to an accepted page. A metadata record after each page holds its ' +
        'judgement. A resumed crawl continues its archive; `sfwc pack OUT` packs it as WACZ. --web crawls the archives of any crawler, with any ' +
        'strategy and without the network. The last capture of a URL counts; URLs without a capture are not found.',
    },
  ],
  fields: crawlFields,
  readsProject: true,
  interruption: 'saves',
  alternatives: [
    alternative('resume', resumeFields, async (settings, io) => {
      const { resumeCrawl } = await import('../app/crawl/crawl-topic.js');
      return runWatched(settings, io, (deps) => resumeCrawl(settings, deps));
    }),
  ],
  run: async (settings, _args, io) => {
    const { crawlTopic } = await import('../app/crawl/crawl-topic.js');
    return runWatched(settings, io, (deps) => crawlTopic(settings, deps));
  },
});
