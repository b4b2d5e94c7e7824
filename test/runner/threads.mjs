import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import workerThreads from 'node:worker_threads';

const { Worker: RealThread, MessageChannel } = workerThreads;
const SCRIPT = /\/(?:(?:annotation|describe|filter|judge|model-training)-worker|corpus-thread)\.js$/;
/** The scripts of the threads that run here now. */
const running = new Set();
let opened = 0;
let opening = Promise.resolve();

/**
 * A thread of a pool that runs in this thread, where the modules that it needs are loaded already: to load them takes longer
 * than what most tests give it to do. Its messages are copied as those of a real one are.
 */
class ThreadHere extends EventEmitter {
  #script;
  #ports;

  constructor(script, workerData) {
    super();
    this.#script = script.href;
    running.add(script.href);
    this.#ports = new MessageChannel();
    this.#ports.port1.on('message', (message) => this.emit('message', message));
    const data = globalThis.structuredClone(workerData);
    opening = opening
      .then(() => serveHere(script, data, this.#ports.port2))
      .catch((error) => this.emit('error', error));
  }

  postMessage(message, transfer) {
    this.#ports.port1.postMessage(message, transfer);
  }

  async terminate() {
    running.delete(this.#script);
    this.#ports.port1.close();
    this.#ports.port2.close();
    return 0;
  }
}

/** Loads the script of a thread again, which serves this port. */
async function serveHere(script, workerData, parentPort) {
  Object.assign(workerThreads, { workerData, parentPort });
  syncBuiltinESMExports();
  try {
    opened += 1;
    await import(`${script.href}?opened=${opened}`);
    // It is given its data after it is loaded.
    await setImmediate();
  } finally {
    Object.assign(workerThreads, { workerData: null, parentPort: null });
    syncBuiltinESMExports();
  }
}

/** Runs one thread of each kind here, except in test files that call `useRealThreads`; further ones are real. */
export function runThreadsHere() {
  workerThreads.Worker = new Proxy(RealThread, {
    construct(_, [script, options]) {
      const isReal =
        process.env.SFWC_TEST_THREADS !== undefined || !SCRIPT.test(script) || running.has(script.href);
      return isReal ? new RealThread(script, options) : new ThreadHere(script, options.workerData);
    },
  });
  syncBuiltinESMExports();
}
