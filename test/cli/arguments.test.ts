import { describe, expect, it } from '@jest/globals';
import { Command } from 'commander';
import { separateArguments } from '../../src/cli/arguments.js';
import { addCommands } from '../../src/cli/command-list.js';
import { COMMANDS } from '../../src/cli/commands.js';
import type { CommandIo } from '../../src/cli/io.js';

const io = { stdout: () => undefined, stderr: () => undefined, environment: {} } as unknown as CommandIo;

async function separate(line: string, environment = {}): Promise<string> {
  const program = new Command('sfwc');
  const words = line.split(' ');
  await addCommands(program, COMMANDS, new Set(words), io, () => undefined);
  return separateArguments(words, program, environment).join(' ');
}

describe('separateArguments', () => {
  it.each([
    ['query kb --crawl out ASK{}', 'query --crawl out -- kb ASK{}'],
    ['query --crawl out kb ASK{}', 'query --crawl out -- kb ASK{}'],
    ['query --crawl out more kb --format csv ASK{}', 'query --crawl out more --format csv -- kb ASK{}'],
    ['query --crawl out kb --file q.rq', 'query --crawl out --file q.rq -- kb'],
    ['query kb --param a=1 -- ASK{}', 'query kb --param a=1 -- ASK{}'],
    ['serve --crawl out kb', 'serve --crawl out -- kb'],
    ['serve --cors * kb --port 0', 'serve --cors * --port 0 -- kb'],
    ['build --topic t --kb kb --background b texts', 'build --topic t --kb kb --background b -- texts'],
    ['build --labels a.ttl texts --topic t', 'build --labels a.ttl --topic t -- texts'],
    ['kb export --graph g kb --format turtle', 'kb export --graph g --format turtle -- kb'],
  ])('%s', async (line, expected) => expect(await separate(line)).toBe(expected));

  it.each([
    'query kb --file q.rq --param lemma=insulin limit=10',
    'query kb --file=q.rq --param lemma=insulin limit=10',
    'query kb ASK{} --crawl one two',
    'query kb --crawl out',
    'serve kb --crawl one two',
    'build --topic t --vocabulary a.ttl b.ttl',
    'build a --topic t --background b c',
    'crawl --seeds a b --out out',
    'kb validate --crawl one two',
    'kb info',
    'nonsense --crawl a b',
    '--help',
  ])('leaves alone what lacks nothing: %s', async (line) => expect(await separate(line)).toBe(line));

  it('knows settings from the environment', async () => {
    const line = 'query kb --param a=1 b=2';
    expect(await separate(line, { SFWC_FILE: 'q.rq' })).toBe(line);
  });
});
