import { parentPort, workerData } from 'node:worker_threads';
import type { CompareSettings } from '../../config/settings.js';
import { messageOf, SfwcError } from '../../model/errors.js';
import { openArena } from './arena.js';
import type { WorkerReply, WorkerTask } from './pool.js';

/** A worker thread of a comparison: crawls, one job after the other, in a web of its own. */
const port = parentPort;
if (port === null) throw new Error('compare/worker runs as a worker thread');
const send = (reply: WorkerReply): void => port.postMessage(reply);
const arena = openArena(workerData as CompareSettings);
// Told of with the first job.
arena.catch(() => undefined);

port.on('message', ({ job, known }: WorkerTask) => {
  arena
    .then((opened) => opened.run(job, known, () => send({ kind: 'fetch' })))
    .then((outcome) => send({ kind: 'done', outcome }))
    .catch((error: unknown) =>
      send({
        kind: 'failed',
        message: messageOf(error),
        ...(error instanceof SfwcError && error.hint !== undefined ? { hint: error.hint } : {}),
      }),
    );
});
