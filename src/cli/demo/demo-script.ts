import path from 'node:path';
import {
  buildSampleTopic,
  compareCrawls,
  hasSamples,
  openPackagedWeb,
  serveSampleWeb,
  packagedPath,
  SAMPLE_TOPICS,
  tellingEvents,
  type ComparedCrawls,
} from './demo.js';
import type { BuildReport } from '../../app/topics/build-topic.js';
import { queryKnowledgeBase } from '../../app/kb/query-topics.js';
import { InputError } from '../../model/errors.js';
import { buildTable } from '../build-command.js';
import { alignColumns } from '../../support/text/columns.js';
import { crawlStanding } from '../crawl-text.js';
import { eventText } from '../explain-command.js';
import type { CommandIo } from '../io.js';
import { shellWord } from '../../support/text/terminal-text.js';
import { ownCall, pathFrom } from './own-call.js';
import { createProgress } from '../progress.js';

/** Runs the demo on the samples of the package: builds, queries, crawls and explains. Writes to `out`. */
export async function runDemo(out: string, io: CommandIo): Promise<void> {
  if (!hasSamples()) {
    throw new InputError('the samples are missing from this installation', {
      hint: 'reinstall the package',
    });
  }
  const kb = path.join(out, 'kb');
  await buildAll(kb, io);
  await showQuery(kb, io);
  const crawls = await crawlAll(out, io);
  const first = crawls[0];
  if (first !== undefined) await explainTwo(first, io);
  io.stdout(nextSteps(out, kb, first, io));
}

async function buildAll(kb: string, io: CommandIo): Promise<void> {
  io.stdout('1. Build: texts become knowledge bases\n\n');
  const reports: BuildReport[] = [];
  for (const topic of SAMPLE_TOPICS) {
    io.stderr(`   reading corpora/${topic.folder} …\n`);
    reports.push(await buildSampleTopic(topic, kb));
  }
  io.stdout(`${buildTable(reports)}\n`);
}

async function showQuery(kb: string, io: CommandIo): Promise<void> {
  io.stdout('2. Query: nouns near "insulin" (queries/nouns-near-noun.rq)\n\n');
  const answer = await queryKnowledgeBase({
    place: path.join(kb, 'diabetes'),
    file: packagedPath('queries/nouns-near-noun.rq'),
    param: ['lemma=insulin', 'limit=8'],
    format: 'table',
    crawls: [],
  });
  io.stdout(`${answer}\n`);
}

async function crawlAll(out: string, io: CommandIo): Promise<ComparedCrawls[]> {
  io.stdout('3. Crawl: the sample web, six hosts served on this machine\n\n');
  const web = await openPackagedWeb();
  const server = await serveSampleWeb(web);
  const crawls: ComparedCrawls[] = [];
  try {
    for (const topic of SAMPLE_TOPICS) {
      const progress = createProgress(io, `   ${topic.name}`);
      crawls.push(
        await compareCrawls(topic, web, server, out, {
          onProgress: (counts, maxPages) => progress.update(crawlStanding(counts, maxPages)),
        }),
      );
      progress.stop();
      io.stderr(`   crawled for ${topic.name}\n`);
    }
  } finally {
    await server.close();
  }
  io.stdout(`${crawlTable(crawls)}\n`);
  return crawls;
}

function crawlTable(crawls: readonly ComparedCrawls[]): string {
  const header = [
    'topic',
    'crawler',
    'requests',
    'on topic',
    'harvest rate',
    'target recall',
    'kept',
    'precision',
  ];
  const rows = crawls.flatMap(({ topic, crawls: compared }) =>
    compared.map(({ crawler, isFocused, metrics }, index) => [
      index === 0 ? topic : '',
      crawler,
      String(metrics.fetched),
      String(metrics.relevantFetched),
      percent(metrics.harvestRate),
      percent(metrics.targetRecall),
      ...(isFocused ? [String(metrics.accepted), percent(metrics.acceptancePrecision)] : ['', '']),
    ]),
  );
  return alignColumns([header, ...rows]);
}

function percent(rate: number | null): string {
  return rate === null ? '–' : `${Math.round(rate * 100)} %`;
}

async function explainTwo({ focusedOut, topic }: ComparedCrawls, io: CommandIo): Promise<void> {
  const { accepted, rejected } = await tellingEvents(focusedOut);
  io.stdout(`4. Explain: why one page was accepted and another was rejected (${topic})\n\n`);
  for (const event of [accepted, rejected]) {
    if (event !== undefined) io.stdout([eventText(event), '\n']);
  }
}

/** Commands that run from the current folder as they are printed. */
function nextSteps(
  out: string,
  kb: string,
  crawl: ComparedCrawls | undefined,
  { environment }: CommandIo,
): string {
  const folder = process.cwd();
  const call = ownCall({ folder, path: environment['PATH'] });
  const own = (name: string): string => shellWord(pathFrom(folder, packagedPath(name)));
  const [base, crawled] = [kb, crawl?.focusedOut ?? out].map(shellWord);
  return [
    `All files are in ${out}: knowledge bases in ${kb}, and the pages, events and RDF of each crawl.`,
    '',
    'Try next:',
    `  ${call} query ${base} --file ${own('queries/topics-compared.rq')} --param first=diabetes second=politics`,
    `  ${call} query ${base} --crawl ${crawled} --file ${own('queries/telling-pages.rq')}`,
    `  ${call} classify ${own('README.md')} --kb ${base} --topic "computer science" --explain`,
    '',
    'Then put a folder of your texts in the place of the sample texts, and your seeds in that of the sample web (without --web):',
    `  ${call} build ${own('corpora/diabetes')} --topic diabetes --kb kb`,
    `  ${call} crawl --kb kb --topic diabetes --seeds http://glucosecare.example/ --web ${own('corpora/sample-web')} --out out --max-pages 20`,
    '',
  ].join('\n');
}
