import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Command } from 'commander';
import { addBody, command } from '../../src/cli/command.js';
import { addCommands } from '../../src/cli/commands.js';
import type { CommandIo } from '../../src/cli/io.js';
import { Interrupted } from '../../src/model/errors.js';
import type { CommandBody } from '../../src/support/settings/field.js';

const io = {
  stdout: () => undefined,
  stderr: () => undefined,
  environment: {},
  signal: new AbortController().signal,
} as unknown as CommandIo;

const nothingKnown = () => Promise.resolve(new Set<string>());

describe('addCommands', () => {
  const listed = (load: () => Promise<CommandBody>) => [
    {
      name: 'kb',
      summary: 'Look after a knowledge base.',
      commands: [{ name: 'info', args: '<place>', summary: 'Say what is there.', load }],
    },
  ];

  it('runs a command below another name and hands its exit code on', async () => {
    const seen: string[] = [];
    const body = command({
      examples: ['sfwc kb info kb'],
      fields: {},
      run: (_settings, args) => {
        seen.push(...args);
        return Promise.resolve(1);
      },
    });
    const codes: number[] = [];
    const words = ['kb', 'info', 'here'];
    const program = new Command('sfwc');
    const commands = listed(() => Promise.resolve(body));
    await addCommands(program, commands, new Set(words), io, (code) => codes.push(code));
    await program.parseAsync(words, { from: 'user' });
    expect(seen).toEqual(['here']);
    expect(codes).toEqual([1]);
  });
});

describe('a signal', () => {
  afterEach(() => void jest.useRealTimers());

  /** Starts a command; resolves when its work has begun. */
  async function run(work: (signal: AbortSignal) => Promise<number>, interruption?: 'saves') {
    const controller = new AbortController();
    const codes: number[] = [];
    let running: Promise<number | undefined> = Promise.resolve(undefined);
    await new Promise<void>((resolve) => {
      const body = command({
        examples: [],
        fields: {},
        ...(interruption === undefined ? {} : { interruption }),
        run: (_settings, _args, { signal }) => {
          // Its listeners are there when the test goes on.
          void Promise.resolve().then(resolve);
          return work(signal);
        },
      });
      const built = new Command('work');
      addBody(built, body, { ...io, signal: controller.signal }, nothingKnown, (code) => codes.push(code));
      running = built.parseAsync([], { from: 'user' }).then(() => codes[0]);
    });
    return { running, interrupt: () => controller.abort(new Interrupted()) };
  }

  it('ends a command that hears of it', async () => {
    const { running, interrupt } = await run(
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('any')))),
    );
    interrupt();
    await expect(running).rejects.toThrow(Interrupted);
  });

  it('does not wait for a command that does not', async () => {
    jest.useFakeTimers();
    const { running, interrupt } = await run(() => new Promise(() => undefined));
    await jest.advanceTimersByTimeAsync(10);
    interrupt();
    jest.advanceTimersByTime(2000);
    await expect(running).rejects.toThrow(Interrupted);
  });

  it('leaves a command that saves its work to itself', async () => {
    const { running, interrupt } = await run(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(130))),
      'saves',
    );
    interrupt();
    expect(await running).toBe(130);
  });
});
