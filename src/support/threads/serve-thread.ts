import { parentPort, workerData } from 'node:worker_threads';
import { describeError, reviveError } from './thread-errors.js';
import type { AnswerOf, FromThread, RequestOf, ThreadProtocol, ToThread } from './protocol.js';

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

/** Does tasks. */
export type TaskHandlers<P extends ThreadProtocol> = {
  readonly [K in keyof P['tasks']]: (
    request: RequestOf<P['tasks'][K]>,
    applied: () => void,
  ) => Handled<AnswerOf<P['tasks'][K]>> | Promise<Handled<AnswerOf<P['tasks'][K]>>>;
};
type Handled<Answer> = Answer | Moved<Answer>;

/** Handlers of a thread that has come up. */
export interface OpenedThread<P extends ThreadProtocol> {
  /** Told to the main thread. */
  readonly ready: P['ready'];
  readonly tasks: TaskHandlers<P>;
}

/** Makes this worker thread one of a pool. A file that calls this is the `script` of the pool. */
export function serveThread<P extends ThreadProtocol>(
  open: (data: P['data'], call: CallMain<P>) => OpenedThread<P> | Promise<OpenedThread<P>>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs as a worker thread of a pool');
  const send = (message: FromThread, buffers: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, buffers);
  const calls = createCalls(send);
  const opening = Promise.resolve().then(() => open(workerData as P['data'], calls.call as CallMain<P>));
  opening.then(
    ({ ready }) => send({ kind: 'ready', ready }),
    (error: unknown) => send({ kind: 'not-ready', error: describeError(error) }),
  );
  port.on('message', (message: ToThread) => {
    if (message.kind === 'task') void opening.then(({ tasks }) => work(tasks as Handlers, message, send));
    else calls.settle(message);
  });
}

/** Handlers as they are met at run time. */
type Handlers = Readonly<Record<string, (request: unknown, applied: () => void) => unknown>>;

async function work(
  handlers: Handlers,
  { task, name, request }: ToThread & { readonly kind: 'task' },
  send: (message: FromThread, buffers?: readonly ArrayBuffer[]) => void,
): Promise<void> {
  send({ kind: 'begun', task });
  try {
    const handled = await handlers[name]?.(request, () => send({ kind: 'applied', task }));
    if (handled instanceof Moved) send({ kind: 'answer', task, answer: handled.answer }, handled.buffers);
    else send({ kind: 'answer', task, answer: handled });
  } catch (error) {
    send({ kind: 'failure', task, error: describeError(error) });
  }
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Calls {
  readonly call: (name: string, request: unknown) => Promise<unknown>;
  readonly settle: (message: ToThread & { readonly kind: 'reply' | 'refusal' }) => void;
}

function createCalls(send: (message: FromThread) => void): Calls {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  return {
    call: (name, request) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        send({ kind: 'call', call: count, name, request });
      }),
    settle(message) {
      const asked = waiting.get(message.call);
      waiting.delete(message.call);
      if (message.kind === 'reply') asked?.resolve(message.answer);
      else asked?.reject(reviveError(message.error));
    },
  };
}
