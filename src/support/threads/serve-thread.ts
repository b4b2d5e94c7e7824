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

/** An answer whose buffers are moved to the main thread instead of being copied. */
export class Moved<Answer> {
  constructor(
    readonly answer: Answer,
    readonly buffers: readonly ArrayBuffer[],
  ) {}
}

/** Handlers of a thread that has come up, and what it tells the main thread then. */
interface OpenedThread<P extends ThreadProtocol> {
  readonly ready: P['ready'];
  readonly tasks: {
    readonly [K in keyof P['tasks']]: (
      request: RequestOf<P['tasks'][K]>,
    ) => Handled<AnswerOf<P['tasks'][K]>> | Promise<Handled<AnswerOf<P['tasks'][K]>>>;
  };
}
type Handled<Answer> = Answer | Moved<Answer>;

/** Makes this worker thread one of a pool. A file that calls this is the `script` of the pool. */
export function serveThread<P extends ThreadProtocol>(
  open: (data: P['data'], call: CallMain<P>) => OpenedThread<P> | Promise<OpenedThread<P>>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs as a worker thread of a pool');
  const send = (message: FromThread, buffers: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, buffers);
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
    ({ ready }) => send({ kind: 'ready', ready }),
    (error: unknown) => send({ kind: 'not-ready', error: describeError(error) }),
  );
  const work = async ({ task, name, request }: ToThread & { readonly kind: 'task' }): Promise<void> => {
    const handlers = (await opening).tasks as Readonly<Record<string, (request: unknown) => unknown>>;
    send({ kind: 'begun', task });
    try {
      const handled = await handlers[name]?.(request);
      if (handled instanceof Moved) send({ kind: 'answer', task, answer: handled.answer }, handled.buffers);
      else send({ kind: 'answer', task, answer: handled });
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
