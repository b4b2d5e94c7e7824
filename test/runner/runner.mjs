import { createRequire, register } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { setGlobals } from './globals.mjs';
import { runThreadsHere } from './threads.mjs';
import { compiledTest } from './typescript.mjs';

const require = createRequire(import.meta.url);
const { default: circus } = require('jest-circus/runner');
let cache;

/** Runs of a property that says no other number: more under `npm run test:full`, times `SFWC_TEST_RUNS`. */
const { SFWC_TEST_FULL, SFWC_TEST_RUNS = '1' } = process.env;
fc.configureGlobal({ numRuns: SFWC_TEST_FULL === undefined ? 30 : Math.ceil(500 * Number(SFWC_TEST_RUNS)) });

/**
 * Runs a test file by jest-circus, with modules that Node itself loads once per worker process. Jest's own runtime loads
 * every module again for every test file, in a context of its own: for most files that takes longer than the tests.
 */
export default async function runTestFile(globalConfig, config, environment, runtime, testPath, report) {
  registerTypeScript(config);
  runtime.getSourceMaps = () => ({ get: sourceMapOf });
  return circus(globalConfig, config, environment, nodeRuntime(environment), testPath, report);
}

function registerTypeScript({ cacheDirectory }) {
  if (cache !== undefined) return;
  cache = path.join(cacheDirectory, 'native');
  runThreadsHere();
  register('./typescript.mjs', import.meta.url, { data: { folder: cache } });
}

function sourceMapOf(source) {
  const file = source.startsWith('file:') ? fileURLToPath(source) : source;
  return file.endsWith('.ts') ? `${compiledTest(file, cache)}.map` : undefined;
}

/** What jest-circus asks of a runtime. */
function nodeRuntime({ fakeTimersModern: timers }) {
  return {
    requireInternalModule(file) {
      // A fresh one for each test file: it holds the state of a run.
      Reflect.deleteProperty(require.cache, file);
      Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
      return withoutStorage(() => require(file));
    },
    requireModule: (file) => require(file),
    setGlobalsForRuntime: (globals) => setGlobals({ ...globals, jest: fakeTimers(timers) }),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file) => import(pathToFileURL(file).href),
    enterTestCode() {},
    leaveTestCode() {},
  };
}

/** Stands for an AsyncLocalStorage where nothing asks what is stored. */
class NoStorage {
  run(_store, callback, ...values) {
    return callback(...values);
  }

  getStore() {}
}

/**
 * Loads jest-circus without its AsyncLocalStorage, which tells concurrent tests apart. Ours run one after the other, and each
 * fresh jest-circus would add a storage that every promise of every later test file is entered into.
 */
function withoutStorage(load) {
  const hooks = require('node:async_hooks');
  // Node 24 has a getter there.
  const own = Object.getOwnPropertyDescriptor(hooks, 'AsyncLocalStorage');
  Object.defineProperty(hooks, 'AsyncLocalStorage', {
    value: NoStorage,
    configurable: true,
    enumerable: true,
  });
  try {
    return load();
  } finally {
    Object.defineProperty(hooks, 'AsyncLocalStorage', own);
  }
}

/** The part of the `jest` object that tests use. */
function fakeTimers(timers) {
  return {
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
    advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
    getTimerCount: () => timers.getTimerCount(),
  };
}
