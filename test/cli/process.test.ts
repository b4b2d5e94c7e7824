import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { linesOf, signalOf } from '../../src/cli/process.js';
import { Interrupted } from '../../src/model/errors.js';

describe('signalOf', () => {
  it.each(['SIGINT', 'SIGTERM'])('acknowledges %s at once, and ends the process at the second', (name) => {
    const process = new EventEmitter();
    const said: string[] = [];
    const exits: number[] = [];
    const signal = signalOf(
      process,
      (text) => said.push(text),
      (code) => exits.push(code),
    );
    expect(signal.aborted).toBe(false);
    process.emit(name);
    expect(signal.reason).toBeInstanceOf(Interrupted);
    expect([said, exits]).toEqual([['\nstopping; Ctrl-C again ends at once\n'], []]);
    process.emit('SIGINT');
    expect([said.length, exits]).toEqual([1, [130]]);
  });
});

describe('linesOf', () => {
  it('gives the input back when no more lines are wanted', async () => {
    const input = new PassThrough();
    input.write('y\nq\nnever read\n');
    const lines = linesOf(input);
    expect([(await lines.next()).value, (await lines.next()).value]).toEqual(['y', 'q']);
    await lines.return(undefined);
    expect([input.isPaused(), input.listenerCount('data')]).toEqual([true, 0]);
  });
});
