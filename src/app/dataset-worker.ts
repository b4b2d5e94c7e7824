import { parentPort, workerData } from 'node:worker_threads';
import { QueryError, SfwcError, messageOf } from '../model/errors.js';
import { openDatasetService, type DatasetJob, type DatasetService } from './dataset-service.js';
import type { DatasetReply, DatasetTask, DatasetWorkerPlan } from './dataset-thread.js';
import { ServiceError } from './service-error.js';

/** A worker thread that holds the dataset and does one job after the other. */
const port = parentPort;
if (port === null) throw new Error('dataset-worker runs as a worker thread');
const send = (reply: DatasetReply, transfer: readonly ArrayBuffer[] = []): void =>
  port.postMessage(reply, transfer);

const { files, writable } = workerData as DatasetWorkerPlan;
let service: DatasetService | undefined;
let last: Promise<void> = openDatasetService(files, writable)
  .then((opened) => {
    service = opened;
    send({ kind: 'loaded', files: opened.files });
  })
  .catch((error: unknown) => send({ kind: 'failed', ...described(error) }));

port.on('message', ({ task, job }: DatasetTask) => {
  last = last.then(() => work(task, job));
});

async function work(task: number, job: DatasetJob): Promise<void> {
  if (service === undefined) return;
  try {
    const outcome = await service.run(job, () => send({ kind: 'applied', task }));
    send({ kind: 'done', task, outcome }, outcome.kind === 'text' ? [outcome.body.buffer] : []);
  } catch (error) {
    send({ kind: 'error', task, ...described(error) });
  }
}

function described(error: unknown): Omit<DatasetReply & { readonly kind: 'failed' }, 'kind'> {
  return {
    message: error instanceof SfwcError ? error.message : messageOf(error),
    ...(error instanceof SfwcError && error.hint !== undefined ? { hint: error.hint } : {}),
    cause: error instanceof QueryError ? 'query' : error instanceof ServiceError ? error.failure : 'other',
  };
}
