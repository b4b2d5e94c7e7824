import { Worker } from 'node:worker_threads';
import { messageOf, ThreadError } from '../model/errors.js';
import type { Page } from '../model/page.js';
import type { Judgement } from '../model/topic.js';
import { meaningKey, type FrequencyTable, type Meaning } from '../topic/frequency-table.js';
import type { CountKind, FromJudgeThread, JudgeThreadData, ToJudgeThread } from './judge-messages.js';

/** A thread that reads and judges pages. */
export interface JudgeThread {
  /** Pages that it was given and that are neither judged nor left. */
  readonly load: number;
  /** @throws Error when the page cannot be read, takes too long, or the thread ends; ThreadError when it never came up */
  read(task: number, response: Omit<ToJudgeThread & { kind: 'read' }, 'kind' | 'task'>): Promise<Page>;
  /** @throws as {@link read}; what the knowledge base throws */
  judge(task: number, seen: Omit<ToJudgeThread & { kind: 'judge' }, 'kind' | 'task'>): Promise<Judgement>;
  leave(task: number): void;
  close(): Promise<unknown>;
}

/** Megabytes of a thread: the largest page that is read, with all that is made of it, fits several times. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

type Answer = FromJudgeThread & { readonly kind: 'page' | 'judgement' };
interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts a thread.
 * @param patience seconds after which a page is given up, and the thread with it
 * @param onEnd called when the thread has ended, whatever the reason
 */
export function startJudgeThread(
  data: JudgeThreadData,
  counts: FrequencyTable,
  patience: number,
  onEnd: (thread: JudgeThread) => void,
): JudgeThread {
  const file = new URL('./judge-worker.js', import.meta.url);
  const worker = new Worker(file, { workerData: data, resourceLimits: LIMITS });
  const open = new Set<number>();
  let ready = false;
  const waiting = new Map<number, Waiting>();
  const send = (message: ToJudgeThread): void => worker.postMessage(message);
  const answers = answerFrom(counts, send);

  const settle = (task: number): Waiting | undefined => {
    const found = waiting.get(task);
    waiting.delete(task);
    return found;
  };
  const failure = ({ task, message, question }: FromJudgeThread & { kind: 'failure' }): void => {
    open.delete(task);
    settle(task)?.reject(answers.whyNot(question) ?? new Error(message));
  };
  const take = (message: FromJudgeThread): void => {
    if (message.kind === 'ready') ready = true;
    else if (message.kind === 'count') answers.answer(message);
    else if (message.kind === 'failure') failure(message);
    else settle(message.task)?.resolve(message);
  };
  const ask = (message: ToJudgeThread & { readonly task: number }): Promise<Answer> => {
    const timer = setTimeout(() => end(`it took longer than ${patience} s`), patience * 1000);
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(message.task, { resolve, reject });
      send(message);
    }).finally(() => clearTimeout(timer));
  };
  // What it was at fails, and nothing else: the next page gets another thread.
  const end = (why: string): void => {
    void worker.terminate();
    const error = ready ? new Error(why) : neverReady(why);
    for (const task of [...waiting.keys()]) settle(task)?.reject(error);
    open.clear();
    onEnd(thread);
  };
  worker.on('message', take);
  worker.on('error', (error) => end(`the thread that judged it failed: ${messageOf(error)}`));
  worker.on('exit', () => end('the thread that judged it ended'));

  const thread: JudgeThread = {
    get load() {
      return open.size;
    },
    async read(task, response) {
      open.add(task);
      const answer = await ask({ kind: 'read', task, ...response });
      if (answer.kind !== 'page') throw new Error('a page was expected');
      return answer.page;
    },
    async judge(task, seen) {
      if (!open.has(task)) throw new Error('it was left, or the thread that read it ended');
      const answer = await ask({ kind: 'judge', task, ...seen });
      open.delete(task);
      if (answer.kind !== 'judgement') throw new Error('a judgement was expected');
      return answer.judgement;
    },
    leave(task) {
      if (open.delete(task)) send({ kind: 'leave', task });
    },
    close: () => worker.terminate(),
  };
  return thread;
}

function neverReady(why: string): ThreadError {
  return new ThreadError(`no thread to judge pages came up: ${why}`, {
    hint: 'give sfwc more memory, or try --workers 1; --resume goes on with the crawl',
  });
}

interface Answering {
  answer(question: FromJudgeThread & { readonly kind: 'count' }): void;
  /** What the knowledge base threw instead of answering. */
  whyNot(question: number | undefined): Error | undefined;
}

function answerFrom(counts: FrequencyTable, send: (message: ToJudgeThread) => void): Answering {
  const thrown = new Map<number, Error>();
  return {
    answer({ question, of, nouns }) {
      countsOf(counts, of, nouns).then(
        (found) => send({ kind: 'counts', question, counts: found }),
        (error: unknown) => {
          thrown.set(question, error instanceof Error ? error : new Error(messageOf(error)));
          send({ kind: 'no-counts', question });
        },
      );
    },
    whyNot: (question) => (question === undefined ? undefined : thrown.get(question)),
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
