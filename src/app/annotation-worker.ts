import { parentPort, workerData } from 'node:worker_threads';
import { analysisOf } from '../krs/analysis.js';
import { openWordNet } from '../wordnet/wordnet.js';
import { messageOf } from '../model/errors.js';
import { createAnalyser, type AnalyserPlan } from './analyser.js';
import type { AnnotationAnswer, AnnotationTask } from './annotation-pool.js';

/** A worker thread that finds the nouns of the texts it is sent. */
const port = parentPort;
if (port === null) throw new Error('annotation-worker runs as a worker thread');
const analyse = createAnalyser(workerData as AnalyserPlan, openWordNet());

port.on('message', ({ task, text, remote }: AnnotationTask) => {
  analyse(text, remote)
    .then((analysed): AnnotationAnswer => ({ task, analysis: analysisOf(analysed, analysed.nouns) }))
    .catch((error: unknown): AnnotationAnswer => ({ task, error: messageOf(error) }))
    .then((answer) => port.postMessage(answer))
    .catch(() => process.exit(1));
});
