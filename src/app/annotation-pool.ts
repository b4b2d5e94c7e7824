import { Worker } from 'node:worker_threads';
import { analysisOf, type DocumentAnalysis } from '../krs/analysis.js';
import { openWordNet } from '../wordnet/wordnet.js';
import { messageOf } from '../model/errors.js';
import { createAnalyser, type AnalyserPlan, type AskRemote } from './analyser.js';
import type { RemoteLink } from '../linking/spotlight-answer.js';

/** A text on its way to a worker. */
export interface AnnotationTask {
  readonly task: number;
  readonly text: string;
  /** What a service found in it. */
  readonly remote?: readonly RemoteLink[];
}

/** What comes back: what was found in the text, or why nothing was. */
export type AnnotationAnswer =
  | { readonly task: number; readonly analysis: DocumentAnalysis }
  | { readonly task: number; readonly error: string };

/** Finds the nouns of texts, several texts at a time. */
export interface AnnotationPool {
  /** How many texts may be under way at once without one waiting. */
  readonly size: number;
  annotate(text: string): Promise<DocumentAnalysis>;
  close(): Promise<void>;
}

/** What a pool may be given from outside. */
export interface PoolSurroundings {
  /** A service that is asked of each text first, from this thread: it has one limit of requests for all. */
  readonly ask?: AskRemote | undefined;
  /** When aborted, texts that are being read are given up: they reject with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** One worker works in this thread; more work in threads of their own. Results do not depend on their number. */
export function createAnnotationPool(
  plan: AnalyserPlan,
  workers: number,
  { ask, signal }: PoolSurroundings = {},
): AnnotationPool {
  const pool = workers === 1 ? inThisThread(plan, signal) : inThreads(plan, workers, signal);
  return {
    ...pool,
    annotate: async (text) => pool.annotate(text, await ask?.(text.normalize('NFC'))),
  };
}

/** A pool that is told what a service found. */
interface InnerPool extends AnnotationPool {
  annotate(text: string, remote?: readonly RemoteLink[]): Promise<DocumentAnalysis>;
}

function inThisThread(plan: AnalyserPlan, signal: AbortSignal | undefined): InnerPool {
  const analyse = createAnalyser(plan, openWordNet());
  return {
    size: 1,
    annotate: async (text, remote) => {
      const analysed = await analyse(text, remote, signal);
      return analysisOf(analysed, analysed.nouns);
    },
    close: () => Promise.resolve(),
  };
}

interface Waiting {
  readonly resolve: (analysis: DocumentAnalysis) => void;
  readonly reject: (error: Error) => void;
}

function inThreads(plan: AnalyserPlan, count: number, signal: AbortSignal | undefined): InnerPool {
  const waiting = new Map<number, Waiting>();
  let tasks = 0;
  let failure: Error | undefined;
  let closing = false;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  const interrupt = (): void => fail(signal?.reason as Error);
  signal?.addEventListener('abort', interrupt, { once: true });
  const workers = Array.from({ length: count }, () => {
    const worker = new Worker(new URL('./annotation-worker.js', import.meta.url), { workerData: plan });
    worker.on('message', (answer: AnnotationAnswer) => settle(waiting, answer));
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(messageOf(error))));
    worker.on('exit', (code) => {
      if (!closing) fail(new Error(`a worker thread ended with code ${code}`));
    });
    return { worker, load: 0 };
  });
  return {
    // Two a worker, so that none waits for the main thread to hand it the next.
    size: count * 2,
    annotate: async (text, remote) => {
      if (failure !== undefined) throw failure;
      const least = workers.reduce((best, candidate) => (candidate.load < best.load ? candidate : best));
      tasks += 1;
      const task: AnnotationTask = { task: tasks, text, ...(remote === undefined ? {} : { remote }) };
      least.load += 1;
      try {
        return await new Promise<DocumentAnalysis>((resolve, reject) => {
          waiting.set(task.task, { resolve, reject });
          least.worker.postMessage(task);
        });
      } finally {
        least.load -= 1;
      }
    },
    close: async () => {
      closing = true;
      signal?.removeEventListener('abort', interrupt);
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}

function settle(waiting: Map<number, Waiting>, answer: AnnotationAnswer): void {
  const task = waiting.get(answer.task);
  waiting.delete(answer.task);
  if ('error' in answer) task?.reject(new Error(answer.error));
  else task?.resolve(answer.analysis);
}
