import { Worker } from 'node:worker_threads';
import { analysisOf, type DocumentAnalysis } from '../krs/analysis.js';
import { openWordNet } from '../linking/wordnet.js';
import { messageOf } from '../model/errors.js';
import { createAnalyser, type AnalyserPlan } from './analyser.js';

/** A text on its way to a worker. */
export interface AnnotationTask {
  readonly task: number;
  readonly text: string;
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

/** One worker works in this thread; more work in threads of their own. Results do not depend on their number. */
export function createAnnotationPool(plan: AnalyserPlan, workers: number): AnnotationPool {
  return workers === 1 ? inThisThread(plan) : inThreads(plan, workers);
}

function inThisThread(plan: AnalyserPlan): AnnotationPool {
  const analyse = createAnalyser(plan, openWordNet());
  return {
    size: 1,
    annotate: async (text) => {
      const analysed = await analyse(text);
      return analysisOf(analysed, analysed.nouns);
    },
    close: () => Promise.resolve(),
  };
}

interface Waiting {
  readonly resolve: (analysis: DocumentAnalysis) => void;
  readonly reject: (error: Error) => void;
}

function inThreads(plan: AnalyserPlan, count: number): AnnotationPool {
  const waiting = new Map<number, Waiting>();
  let tasks = 0;
  let failure: Error | undefined;
  let closing = false;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
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
    annotate: async (text) => {
      if (failure !== undefined) throw failure;
      const least = workers.reduce((best, candidate) => (candidate.load < best.load ? candidate : best));
      tasks += 1;
      const task: AnnotationTask = { task: tasks, text };
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
