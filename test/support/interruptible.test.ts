import { describe, expect, it } from '@jest/globals';
import { interruptible, runInSteps } from '../../src/support/interruptible.js';

describe('interruptible', () => {
  it('passes values on until the signal is aborted', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    const reading = (async () => {
      for await (const value of interruptible([1, 2, 3], controller.signal)) {
        seen.push(value);
        if (value === 2) controller.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(seen).toEqual([1, 2]);
  });

  it('lets events in between values that take long', async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('heard')));
    const values = function* (): Generator<number> {
      for (let value = 0; value < 1000; value += 1) {
        const until = performance.now() + 30;
        while (performance.now() < until);
        yield value;
      }
    };
    let last = 0;
    const reading = (async () => {
      for await (const value of interruptible(values(), controller.signal)) last = value;
    })();
    await expect(reading).rejects.toThrow('heard');
    expect(last).toBeLessThan(10);
  });
});

describe('runInSteps', () => {
  const steps = function* (seen: number[]): Generator<undefined, string> {
    for (let step = 0; step < 5; step += 1) {
      seen.push(step);
      yield;
    }
    return 'done';
  };

  it('hears of events between two steps', async () => {
    const controller = new AbortController();
    const seen: number[] = [];
    setImmediate(() => controller.abort(new Error('heard')));
    await expect(runInSteps(steps(seen), controller.signal)).rejects.toThrow('heard');
    expect(seen.length).toBeLessThan(5);
  });
});
