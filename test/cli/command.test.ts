import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Command } from 'commander';
import { command, groupToCommander, toCommander } from '../../src/cli/command.js';
import type { CommandIo } from '../../src/cli/io.js';
import { Interrupted } from '../../src/model/errors.js';

const io = {
  stdout: () => undefined,
  stderr: () => undefined,
  environment: {},
  signal: new AbortController().signal,
} as unknown as CommandIo;

describe('groupToCommander', () => {
  it('runs a command below another name and hands its exit code on', async () => {
    const seen: string[] = [];
    const leaf = command({
      name: 'info',
      args: '<place>',
      summary: 'Say what is there.',
      examples: ['sfwc kb info kb'],
      fields: {},
      run: (_settings, args) => {
        seen.push(...args);
        return Promise.resolve(1);
      },
    });
    const codes: number[] = [];
    const group = groupToCommander(
      {
        name: 'kb',
        summary: 'Look after a knowledge base.',
        commands: (to, done) => [toCommander(leaf, to, done)],
      },
      io,
      (code) => codes.push(code),
    );
    await new Command('sfwc').addCommand(group).parseAsync(['kb', 'info', 'here'], { from: 'user' });
    expect(seen).toEqual(['here']);
    expect(codes).toEqual([1]);
  });
});

describe('a signal', () => {
  afterEach(() => void jest.useRealTimers());

  function run(work: (signal: AbortSignal) => Promise<number>, interruption?: 'saves') {
    const controller = new AbortController();
    const codes: number[] = [];
    const spec = command({
      name: 'work',
      args: '',
      summary: 'Work.',
      examples: [],
      fields: {},
      ...(interruption === undefined ? {} : { interruption }),
      run: (_settings, _args, { signal }) => work(signal),
    });
    const built = toCommander(spec, { ...io, signal: controller.signal }, (code) => codes.push(code));
    const running = built.parseAsync([], { from: 'user' }).then(() => codes[0]);
    return { running, interrupt: () => controller.abort(new Interrupted()) };
  }

  it('ends a command that hears of it', async () => {
    const { running, interrupt } = run(
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('any')))),
    );
    interrupt();
    await expect(running).rejects.toThrow(Interrupted);
  });

  it('does not wait for a command that does not', async () => {
    jest.useFakeTimers();
    const { running, interrupt } = run(() => new Promise(() => undefined));
    await jest.advanceTimersByTimeAsync(10);
    interrupt();
    jest.advanceTimersByTime(2000);
    await expect(running).rejects.toThrow(Interrupted);
  });

  it('leaves a command that saves its work to itself', async () => {
    const { running, interrupt } = run(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(130))),
      'saves',
    );
    interrupt();
    expect(await running).toBe(130);
  });
});
