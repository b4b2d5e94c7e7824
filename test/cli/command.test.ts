import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { command, groupToCommander, toCommander } from '../../src/cli/command.js';
import type { CommandIo } from '../../src/cli/io.js';

const io = { stdout: () => undefined, stderr: () => undefined, environment: {} } as unknown as CommandIo;

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
