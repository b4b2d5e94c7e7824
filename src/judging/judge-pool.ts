import { judgeHere } from './judge-here.js';
import type { PageJudge, ReadPage } from '../model/judging.js';
import type { Page } from '../model/page.js';
import type { Judgement } from '../model/topic.js';
import { createPageReader } from '../page/reader.js';
import { once } from '../support/once.js';
import { given } from '../support/given.js';
import { openThreadPool } from '../threads/pool.js';
import { meaningKey, type FrequencyTable, type Meaning } from '../topic/frequency-table.js';
import { answerForThreads, pluginsForThread } from '../plugins/in-threads.js';
import { pageReaderFor, readOwnPage } from '../plugins/guard.js';
import { readsMore, withOwnReaders } from '../plugins/page-readers.js';
import { shareWordNet } from '../wordnet/wordnet-files.js';
import { acceptanceOf, classifierName, textToJudge } from './judge-plan.js';
import type { CountKind, JudgeProtocol } from './judge-messages.js';
import { judgeInThisThread, type JudgeParts } from './judge.js';

/** A judge of pages that holds threads until it is closed. */
export interface PageJudgePool extends PageJudge {
  /** Judges a page that was read elsewhere, such as a plain text. @throws as {@link ReadPage.judge} */
  judgePage(page: Page): Promise<Judgement>;
  close(): Promise<void>;
}

/** How pages are read and judged. */
export interface PageJudgeOptions {
  /** The name of the crawler in robots directives of pages, in lower case. */
  readonly crawler: string;
  /** Pages are parsed exactly as the HTML standard says; see {@link createPageReader}. */
  readonly exact?: boolean;
  /** 1: in this thread. More: in this many other threads, each started when there is work for it. */
  readonly workers: number;
  /** How much is accepted; see {@link createAcceptance}. */
  readonly accept?: string;
}

/** Opens a judge of pages. Its judgements do not depend on the number of workers. */
export function openPageJudge(parts: JudgeParts, options: PageJudgeOptions): PageJudgePool {
  return options.workers === 1 ? inThisThread(parts, options) : inThreads(parts, options);
}

function inThisThread(parts: JudgeParts, { crawler, exact, accept }: PageJudgeOptions): PageJudgePool {
  const readers = parts.plugins.all('pageReaders');
  const reader = withOwnReaders(readers, createPageReader({ crawler, ...given({ exact }) }));
  const judge = judgeInThisThread(parts, undefined, accept);
  return {
    ...judgeHere({ reader, ...judge }),
    ...readsMore(readers),
    judgePage: async (page) => judge.classifier.judge(await judge.annotate(page)),
    close: () => Promise.resolve(),
  };
}

/** Time limit in seconds for reading a page, and for judging it. */
const PATIENCE = 120;

/** Memory limit of a thread in megabytes, several times the need of the largest page. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/** Pages in progress per thread, since pages wait for counts, possibly from a remote endpoint. */
export const PAGES_AT_ONCE = 4;

function inThreads(parts: JudgeParts, { crawler, exact, workers, accept }: PageJudgeOptions): PageJudgePool {
  const { counts, askRemote, plugins } = parts;
  const plan = { ...parts.plan, ...given({ accept }) };
  const readers = plugins.all('pageReaders');
  const context = plan.classifier.rule === 'own' ? { topic: plan.classifier.facts, counts } : undefined;
  const wordNet = once(shareWordNet);
  const pool = openThreadPool<JudgeProtocol>({
    script: new URL('./judge-worker.js', import.meta.url),
    data: () => ({
      plan,
      reading: { crawler, ...given({ exact }) },
      wordNet: wordNet(),
      plugins: pluginsForThread(plugins),
    }),
    calls: {
      count: ({ of, nouns }) => countsOf(counts, of, nouns),
      askPart: answerForThreads(plugins, context),
    },
    size: workers,
    tasksAtOnce: PAGES_AT_ONCE,
    seconds: PATIENCE,
    limits: LIMITS,
    purpose: 'judge pages',
    hint: 'give sfwc more memory, or try --workers 1; --resume continues the crawl',
  });
  let read = 0;
  /** @param keeper the thread that keeps the page under this number; undefined if none does */
  const held = (page: Page, number: number, keeper?: number): ReadPage => {
    let isLeft = false;
    const judgeIn = (thread: number): { readonly page?: Page } => {
      if (thread !== keeper) return { page };
      keeper = undefined;
      return {};
    };
    return {
      page,
      judge: async (linkedFrom) => {
        // The service is queried from here, since its rate limit applies to all threads.
        const remote = await askRemote?.(textToJudge(page));
        if (isLeft) throw new Error('the page was left');
        const seen = { number, ...given({ linkedFrom, remote }) };
        return pool.run('judge', (thread) => ({ ...seen, ...judgeIn(thread) }), { prefer: keeper });
      },
      leave: () => {
        isLeft = true;
        if (keeper === undefined) return;
        // Nothing waits for this, and a thread that has ended does not keep pages.
        pool.run('leave', () => number, { only: keeper }).catch(() => undefined);
        keeper = undefined;
      },
    };
  };
  return {
    classifier: classifierName(plan.classifier),
    ...given({ acceptance: acceptanceOf(plan.classifier, accept) }),
    ...readsMore(readers),
    judgePage: (page) => held(page, (read += 1)).judge(),
    async read(body, url, contentType) {
      const number = (read += 1);
      const own = pageReaderFor(readers, url, contentType);
      // Objects cannot be sent to a thread.
      if (own !== undefined && own.module === undefined)
        return held(await readOwnPage(own, body, url, contentType), number);
      let keeper: number | undefined;
      const page = await pool.run('read', (thread) => {
        keeper = thread;
        return { number, body, url, contentType };
      });
      return held(page, number, keeper);
    },
    close: () => pool.close(),
  };
}

/** The counts of nouns, in their order. */
async function countsOf(
  counts: FrequencyTable,
  of: CountKind,
  nouns: readonly string[] | readonly Meaning[],
): Promise<readonly number[]> {
  if (of === 'byMeaning') {
    const meanings = nouns as readonly Meaning[];
    const found = await counts.byMeaning(meanings);
    return meanings.map((meaning) => found.get(meaningKey(meaning)) ?? 0);
  }
  const lemmas = nouns as readonly string[];
  const found = await counts[of](lemmas);
  return lemmas.map((lemma) => found.get(lemma) ?? 0);
}
