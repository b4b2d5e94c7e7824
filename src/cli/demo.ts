import path from 'node:path';
import { crawlTopic } from '../app/crawl/crawl-topic.js';
import { queryKnowledgeBase } from '../app/kb/query-topics.js';
import { buildTopic, type BuildReport } from '../app/topics/build-topic.js';
import { readEvents } from '../crawling/store/result-folder.js';
import { PARTS } from '../judging/parts.js';
import type { CrawlEvent } from '../model/crawl-event.js';
import { packagedPath } from '../support/files/packaged-path.js';
import { alignColumns } from '../support/text/columns.js';
import { buildTable } from './build-command.js';
import { crawlStanding } from './crawl-text.js';
import { eventText } from './explain-command.js';
import type { CommandIo } from './io.js';
import { watchWork, type WorkWatch } from './work-watch.js';
import { shellWord } from '../model/errors.js';

/** The topics that come with the package: name, and folder of texts under `corpora/`. */
export const SAMPLE_TOPICS = [
  { name: 'diabetes', folder: 'diabetes' },
  { name: 'computer science', folder: 'computer-science' },
  { name: 'politics', folder: 'politics' },
] as const;
type SampleTopic = (typeof SAMPLE_TOPICS)[number];

function buildSampleTopic({ name, folder }: SampleTopic, kb: string): Promise<BuildReport> {
  const own = (file: string): string => packagedPath(`corpora/${file}`);
  const parts = { labels: [own('labels.ttl')], background: [own('background')] };
  return buildTopic([own(folder)], { topic: name, kb, ...parts });
}

/** Runs the demo on the samples of the package: builds, queries, crawls and explains. Writes to `out`. */
export async function runDemo(out: string, io: CommandIo): Promise<void> {
  const kb = path.join(out, 'kb');
  const { crawl, showProgress, close } = await openSampleWeb(out, io);
  const [reports, crawls]: [BuildReport[], ReturnType<typeof crawl>[]] = [[], []];
  try {
    io.stdout('1. Build: texts become knowledge bases\n\n');
    for (const topic of SAMPLE_TOPICS) {
      io.stderr(`   reading corpora/${topic.folder} …\n`);
      reports.push(await buildSampleTopic(topic, kb));
      // The next topic is built meanwhile; a failure comes out at the end.
      crawls.push(crawl(topic));
      crawls.at(-1)?.catch(() => undefined);
    }
    io.stdout(`${buildTable(reports)}\n2. Query: nouns near "insulin" (queries/nouns-near-noun.rq)\n\n`);
    const answer = await queryKnowledgeBase({
      place: path.join(kb, 'diabetes'),
      file: packagedPath('queries/nouns-near-noun.rq'),
      param: ['lemma=insulin', 'limit=8'],
      format: 'table',
    });
    io.stdout(`${answer}\n3. Crawl: the sample web, six hosts served on this machine\n\n`);
    showProgress();
    const head = ['topic', 'requests', 'on topic', 'accepted'];
    io.stdout(`${alignColumns([head, ...(await Promise.all(crawls))])}\n`);
  } finally {
    await Promise.allSettled(crawls);
    await close();
  }
  const crawled = path.join(out, 'crawl-diabetes');
  io.stdout('4. Explain: why one page was accepted and another was rejected (diabetes)\n\n');
  for (const event of await tellingEvents(crawled)) io.stdout(`${eventText(event)}\n`);
  io.stdout(nextSteps(out, kb, crawled));
}

/** Serves the sample web to crawls, each a row of a table. Those that run while topics are built show their progress afterwards. */
async function openSampleWeb(out: string, io: CommandIo) {
  const { web, topics } = await (await PARTS.webs()).openWeb(packagedPath('corpora/sample-web'));
  const server = await (await PARTS.webServer()).serveWeb(web);
  let watch: WorkWatch | undefined;
  const showProgress = (): void => void (watch = watchWork(io, '   crawling'));
  async function crawl({ name, folder }: SampleTopic): Promise<readonly string[]> {
    const { seeds = [], targets = [] } = topics.find((one) => one.name === folder) ?? {};
    const place = path.join(out, `crawl-${folder}`);
    const settings = {
      ...{ kb: path.join(out, 'kb'), topic: name, seeds: [...seeds], out: place },
      ...{ maxPages: 40, force: true, connectTo: [`*=${server.address}:${server.port}`] },
      // The web is this process: there is nobody to be polite to, and one host at a time gives the same order every time.
      ...{ delay: 0, concurrency: 1, workers: 1 },
    };
    const { summary } = await crawlTopic(settings, {
      onProgress: (counts, maxPages) => {
        const { notes = [], ...standing } = crawlStanding(counts, maxPages);
        watch?.update({ ...standing, notes: [name, ...notes] });
      },
    });
    let found = 0;
    for await (const { state, depth, url, finalUrl = url } of readEvents(place))
      if (state === 'done' && depth > 0 && targets.includes(finalUrl)) found += 1;
    return [name, ...[summary.fetched, found, summary.accepted].map(String)];
  }
  return { crawl, showProgress, close: () => server.close().finally(() => watch?.stop()) };
}

/** The clearest accepted and the clearest rejected page of a crawl. */
async function tellingEvents(out: string): Promise<readonly CrawlEvent[]> {
  const judged: CrawlEvent[] = [];
  for await (const event of readEvents(out))
    if (event.judgement !== undefined && event.depth > 0) judged.push(event);
  judged.sort((a, b) => (a.judgement?.score ?? 0) - (b.judgement?.score ?? 0));
  const accepted = judged.findLast((event) => event.judgement?.accepted === true);
  const rejected = judged.find((event) => event.judgement?.accepted === false);
  return [accepted, rejected].filter((event) => event !== undefined);
}

/** Commands that run from the current folder as they are printed. */
function nextSteps(out: string, kb: string, crawled: string): string {
  const own = (name: string): string =>
    shellWord(path.relative(process.cwd(), packagedPath(name)) || packagedPath(name));
  const [base, crawl] = [kb, crawled].map(shellWord);
  return `All files are in ${out}: knowledge bases in ${kb}, and the pages, events and RDF of each crawl.

Try next:
  npx sfwc query ${base} --crawl ${crawl} --file ${own('queries/telling-pages.rq')}
  npx sfwc classify ${own('README.md')} --kb ${base} --topic "computer science" --explain
  npx sfwc build ${own('corpora/diabetes')} --topic diabetes --kb kb
  npx sfwc crawl --kb kb --topic diabetes --seeds http://glucosecare.example/ --web ${own('corpora/sample-web')} --out out --max-pages 20

Then put your texts in the place of corpora/diabetes, and your seeds in that of the sample web (without --web).
`;
}
