import { parentPort, workerData } from 'node:worker_threads';
import { countNouns } from '../krs/krs.js';
import { openWordNet } from '../linking/wordnet.js';
import { messageOf } from '../model/errors.js';
import { createAnalyser, type AnalyserPlan } from './analyser.js';
import type { AnnotationAnswer, AnnotationTask } from './annotation-pool.js';

/** A worker thread that finds and counts the nouns of the texts it is sent. */
const port = parentPort;
if (port === null) throw new Error('annotation-worker runs as a worker thread');
const analyse = createAnalyser(workerData as AnalyserPlan, openWordNet());

port.on('message', ({ task, text }: AnnotationTask) => {
  analyse(text)
    .then((mentions): AnnotationAnswer => ({ task, nouns: countNouns(mentions) }))
    .catch((error: unknown): AnnotationAnswer => ({ task, error: messageOf(error) }))
    .then((answer) => port.postMessage(answer))
    .catch(() => process.exit(1));
});
