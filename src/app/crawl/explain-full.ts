import { readCrawlOrigin } from './crawl-origin.js';
import { openKeptPages } from '../../crawling/store/kept-pages.js';
import { openJudge, type JudgedBy, type JudgeOptions } from '../../judging/judge/open-judge.js';
import { loadPlugins } from '../../judging/plugins/registry.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { decidedBy } from '../../judging/relevance/acceptance.js';
import { judgementBy } from '../../model/topic-judgements.js';
import type { Page } from '../../model/page.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { Judgement } from '../../model/topic.js';
import type { ExplainSettings } from '../settings/crawl-settings.js';

/** Judgement of a page by one topic after a full reading. */
export interface FullJudgement {
  readonly topic: string;
  readonly judgement: Judgement;
  /** True if the verdict is that of the crawl. */
  readonly agrees: boolean;
}

/** Judgements of a page after a full reading, by each topic of the crawl. */
export interface FullReading {
  /** True if all verdicts are those of the crawl. */
  readonly agrees: boolean;
  readonly judgements: readonly FullJudgement[];
}

/**
 * Reads the kept body of a page in full: by the tagger and the linkers of the topics, as their corpora are read, and judges it by the
 * classifier of the crawl, with the threshold by which the crawl judged it.
 *
 * @param event of a page that the crawl judged
 * @throws UsageError for a page that was not judged, and a crawl without topic; InputError where its body was not kept, and
 * where the topics cannot be opened
 */
export async function readInFull(
  folder: string,
  event: Pick<CrawlEvent, 'url'> | CrawlEvent,
  settings: ExplainSettings,
  warn: (message: string) => void,
): Promise<FullReading> {
  const before = 'judgement' in event ? event.judgement : undefined;
  if (before === undefined || !('sequence' in event))
    throw new UsageError(`${event.url} was not judged, so that a full reading has nothing to compare with`);
  const { topic, settings: crawled } = await readCrawlOrigin(folder);
  const kb = settings.kb ?? crawled.kb;
  if (kb === undefined || [topic].flat().length === 0)
    throw new UsageError('the crawl has no topic to judge the page by');
  const page = await openKeptPages(folder).pageOf(event);
  if (page === undefined) throw notKept(event.url);
  const plugins = await loadPlugins(settings.plugin);
  // Of several topics each may have its own.
  const name = before.topics === undefined ? before.classifier : crawled.classifier;
  const { thesaurus, accept, encoder, anyLanguage } = crawled;
  const by = { ...settings, kb, anyLanguage, accept, encoder, inFull: true };
  const judgements: FullJudgement[] = [];
  for (const own of [topic].flat())
    judgements.push(
      await judgeInFull(
        { ...by, classifier: name, thesaurus, topic: own },
        { plugins, warn },
        { ...event, page },
        judgementBy(before, own) ?? before,
      ),
    );
  return { judgements, agrees: judgements.every(({ agrees }) => agrees) };
}

async function judgeInFull(
  by: JudgedBy & { readonly topic: string },
  options: JudgeOptions,
  { page, anchorText }: Pick<CrawlEvent, 'anchorText'> & { readonly page: Page },
  before: Judgement,
): Promise<FullJudgement> {
  const { low } = before.reason.band;
  const judge = await openJudge(by, options);
  try {
    const { acceptance } = judge;
    const judged = await judge.judge(page, anchorText === undefined ? {} : { linkedFrom: [anchorText] });
    const judgement =
      acceptance === undefined || low === null
        ? verdictBy(acceptance, judged)
        : decidedBy(judged, judged.score, { least: low, origin: 'the threshold of the crawl' });
    return { topic: by.topic, judgement, agrees: judgement.accepted === before.accepted };
  } finally {
    await judge.close();
  }
}

function notKept(url: string): InputError {
  return new InputError(`the body of ${url} was not kept, so that it cannot be read in full`, {
    hint: 'crawls keep accepted pages, and with --warc all also rejected ones; sfwc classify URL --explain fetches and judges a page',
  });
}
