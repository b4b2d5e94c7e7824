import { Buffer } from 'node:buffer';
import process from 'node:process';
import vm from 'node:vm';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const FACTOR = Number(process.env.SFWC_TEST_FACTOR ?? 1);

/**
 * Tests run in the global scope of the worker process, not in a context of their own. What a test file changes there is
 * put back after it.
 */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  // For Jest's own `source-map-support` only.
  #context = vm.createContext({ process, Buffer, console: globalThis.console });
  #stretched = new WeakSet();
  #before = { console: globalThis.console, exit: process.exit, variables: { ...process.env } };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  /** Gives tests and hooks with a time limit of their own more time on slow machines. */
  handleTestEvent({ name, test, hook }) {
    const limited = name === 'test_start' ? test : name === 'hook_start' ? hook : undefined;
    if (limited?.timeout === undefined || this.#stretched.has(limited)) return;
    limited.timeout *= FACTOR;
    this.#stretched.add(limited);
  }

  async teardown() {
    const { console, exit, variables } = this.#before;
    this.fakeTimersModern.dispose();
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env))
      if (!(name in variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.#context;
  }
}
