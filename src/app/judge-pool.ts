import { judgeHere } from '../crawl/page-judge.js';
import type { PageJudge } from '../model/judging.js';
import { createPageReader } from '../page/reader.js';
import { given } from '../support/given.js';
import { classifierName, textToJudge } from './judge-plan.js';
import { shareWordNet, type SharedWordNet } from '../wordnet/wordnet-files.js';
import { startJudgeThread, type JudgeThread } from './judge-thread.js';
import { judgeInThisThread, type JudgeParts } from './judge.js';

/** A judge of pages that holds threads until it is closed. */
export interface PageJudgePool extends PageJudge {
  close(): Promise<void>;
}

/** How pages are read and judged. */
export interface PageJudgeOptions {
  /** The name by which pages call the crawler, in lower case. */
  readonly crawler: string;
  /** 1: in this thread. More: in so many threads beside it, each started when there is work for it. */
  readonly workers: number;
  /** Seconds that one page may take. Default 120. */
  readonly patience?: number;
}

/** Opens a judge of pages. Its judgements do not depend on the number of workers. */
export function openPageJudge(parts: JudgeParts, options: PageJudgeOptions): PageJudgePool {
  return options.workers === 1 ? inThisThread(parts, options) : inThreads(parts, options);
}

function inThisThread(parts: JudgeParts, { crawler }: PageJudgeOptions): PageJudgePool {
  const here = judgeHere({ reader: createPageReader({ crawler }), ...judgeInThisThread(parts) });
  return { ...here, close: () => Promise.resolve() };
}

const PATIENCE = 120;

function inThreads(
  parts: JudgeParts,
  { crawler, workers, patience = PATIENCE }: PageJudgeOptions,
): PageJudgePool {
  const { plan, counts, askRemote } = parts;
  const threads = new Set<JudgeThread>();
  /** Threads that were given up and may not have ended yet. */
  const ending = new Set<Promise<unknown>>();
  let wordNet: SharedWordNet | undefined;
  let tasks = 0;
  const start = (): JudgeThread => {
    wordNet ??= shareWordNet();
    const thread = startJudgeThread({ plan, crawler, wordNet }, counts, patience, (ended) => {
      if (!threads.delete(ended)) return;
      const end: Promise<unknown> = ended.close().finally(() => ending.delete(end));
      ending.add(end);
    });
    threads.add(thread);
    return thread;
  };
  /** The thread with the least to do; a new one where all have something to do. */
  const next = (): JudgeThread => {
    const [least] = [...threads].sort((one, other) => one.load - other.load);
    return least === undefined || (least.load > 0 && threads.size < workers) ? start() : least;
  };
  return {
    classifier: classifierName(plan.classifier),
    async read(body, url, contentType) {
      const thread = next();
      tasks += 1;
      const task = tasks;
      const page = await thread.read(task, { body, url, contentType });
      return {
        page,
        judge: async (linkedFrom) => {
          // One limit of requests for all threads: the service is asked from here.
          const remote = await askRemote?.(textToJudge(page));
          return thread.judge(task, given({ linkedFrom, remote }));
        },
        leave: () => thread.leave(task),
      };
    },
    close: async () => {
      await Promise.all([...[...threads].map((thread) => thread.close()), ...ending]);
    },
  };
}
