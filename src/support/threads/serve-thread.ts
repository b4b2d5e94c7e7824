import { parentPort, workerData } from 'node:worker_threads';
import {
  describeError,
  reviveError,
  type AnswerOf,
  type FromThread,
  type RequestOf,
  type ThreadProtocol,
  type ToThread,
} from './thread-errors.js';

/** Asks the main thread, which does not stop this thread's other tasks. @throws what the main thread throws */
export type CallMain<P extends ThreadProtocol> = <K extends keyof P['calls'] & string>(
  name: K,
  request: RequestOf<P['calls'][K]>,
) => Promise<AnswerOf<P['calls'][K]>>;

type Handlers<T extends ThreadProtocol['tasks']> = {
  readonly [K in keyof T]: (request: RequestOf<T[K]>) => AnswerOf<T[K]> | Promise<AnswerOf<T[K]>>;
};

/**
 * Makes this worker thread one of a pool. A file that calls this is the `script` of the pool.
 * @param open gives what does the tasks
 */
export function serveThread<P extends ThreadProtocol>(
  open: (data: P['data'], call: CallMain<P>) => Handlers<P['tasks']> | Promise<Handlers<P['tasks']>>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs as a worker thread of a pool');
  const send = (message: FromThread): void => port.postMessage(message);
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let count = 0;
  const call = (name: string, request: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      send({ kind: 'call', call: count, name, request });
    });
  const opening = Promise.resolve().then(() => open(workerData as P['data'], call as CallMain<P>));
  opening.then(
    () => send({ kind: 'ready' }),
    (error: unknown) => send({ kind: 'not-ready', error: describeError(error) }),
  );
  const work = async ({ task, name, request }: ToThread & { readonly kind: 'task' }): Promise<void> => {
    const handlers = (await opening) as Readonly<Record<string, (request: unknown) => unknown>>;
    send({ kind: 'begun', task });
    try {
      send({ kind: 'answer', task, answer: await handlers[name]?.(request) });
    } catch (error) {
      send({ kind: 'failure', task, error: describeError(error) });
    }
  };
  port.on('message', (message: ToThread) => {
    if (message.kind === 'task') return void work(message);
    const asked = waiting.get(message.call);
    waiting.delete(message.call);
    return message.kind === 'reply'
      ? asked?.resolve(message.answer)
      : asked?.reject(reviveError(message.error));
  });
}
