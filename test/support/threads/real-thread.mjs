import { setTimeout } from 'node:timers/promises';
import { serveThread } from '../../../dist/support/threads/serve-thread.js';

/** A thread for tests: it answers, fails, takes all memory, or blocks. */
serveThread((_data, call) => ({
  double: async (number) => 2 * (await call('double', number)),
  fill: () => {
    const held = [];
    for (;;) held.push(new Array(10_000).fill(0.5));
  },
  wait: (milliseconds) => setTimeout(milliseconds, milliseconds),
  block: () => {
    for (;;);
  },
}));
