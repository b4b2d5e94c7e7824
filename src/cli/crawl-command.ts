import { crawlFields, resumeFields } from '../app/settings/crawl-settings.js';
import { CLASSIFIERS } from '../judging/classifiers/classifier-table.js';
import { STRATEGIES } from '../judging/plugins/built-in-strategies.js';
import { command } from './command.js';
import { helpNotes } from './help.js';
import { runWatched } from './watched-crawl.js';

export const crawlCommand = command({
  examples: [
    'sfwc crawl --kb kb --topic diabetes --seeds https://example.org/ --out out --max-pages 200',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --scope domain --delay 2',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --max-pages 9000 --until recall=0.9',
    'sfwc crawl --kb kb --topic diabetes --seeds seeds.txt --out out --engine https://searx.example/',
    'sfwc crawl --resume --out out --max-pages 5000',
    'sfwc crawl --seeds https://example.org/ --out out --scope host --warc all',
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
    }),
    helpNotes('Exit codes', {
      '0': 'done: no URLs were left, or a limit or condition was reached',
      '1': 'failed, or no page could be fetched and read; results are saved, and --resume continues',
      '2': 'wrong usage',
      '130': 'interrupted; --resume continues',
    }),
    {
      heading: 'Resume',
      text:
        'A crawl continues from its folder with its original settings, even after a kill. Only --max-pages and ' +
        '--max-seconds (totals), --until, --ui, --plugin and --json can be changed. Secrets are not ' +
        'stored: give them again. `sfwc explain OUT` shows the state.',
    },
    helpNotes('Results in OUT', {
      'events.jsonl': 'what happened to each URL, one JSON object per line; the last line of a URL counts',
      'pages.warc': 'bodies and texts of pages (WARC 1.1); `sfwc pages OUT` writes the accepted ones',
      'actions.jsonl': 'steering commands received, if any (sfwc steer)',
      'crawl.json': 'settings and counters',
      'crawl.nq.gz': 'the crawl as RDF',
      'warc/':
        'with --warc: archives (WARC 1.1, gzip), each with an index (CDXJ); sfwc pack makes a WACZ file',
    }),
  ],
  fields: crawlFields,
  readsProject: true,
  interruption: 'saves',
  alternatives: [
    {
      field: 'resume',
      ...command({
        examples: [],
        fields: resumeFields,
        run: async (settings, _args, io) => {
          const { resumeCrawl } = await import('../app/crawl/crawl-topic.js');
          return runWatched(settings, io, (deps) => resumeCrawl(settings, deps));
        },
      }),
    },
  ],
  run: async (settings, _args, io) => {
    const { crawlTopic } = await import('../app/crawl/crawl-topic.js');
    return runWatched(settings, io, (deps) => crawlTopic(settings, deps));
  },
});
