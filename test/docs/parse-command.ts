import { Command } from 'commander';
import { type CommandGroup, type ListedCommand, addCommands, COMMANDS } from '../../src/cli/commands.js';
import { commandIo } from '../../src/cli/io.js';
import { commandLineSettings, resolveSettings } from '../../src/app/settings/resolve.js';

/**
 * Parses arguments of `sfwc` as the command line does, up to the checked settings, without running the command.
 * @throws what the command line would report: CommanderError, UsageError
 */
export async function parseCommand(args: readonly string[]): Promise<void> {
  if (['--version', '--help'].includes(args[0] ?? '')) return;
  const { listed, depth } = namedCommand(args);
  const program = new Command('sfwc').exitOverride().configureOutput({ writeErr: () => undefined });
  const silent = commandIo({
    stdout: () => undefined,
    stream: () => Promise.resolve(),
    stderr: () => undefined,
    stdoutIsTerminal: false,
    readStdin: () => Promise.resolve(new Uint8Array()),
    readLines: async function* () {},
    environment: {},
    signal: new AbortController().signal,
  });
  await addCommands(program, COMMANDS, new Set(args), silent, () => undefined);
  let command = program;
  for (const name of args.slice(0, depth)) {
    command = command.commands.find((one) => one.name() === name) ?? command;
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  let options: Readonly<Record<string, unknown>> & { readonly set?: readonly string[] } = {};
  command.action(() => {
    options = command.opts();
  });
  await program.parseAsync(args, { from: 'user' });
  const { fields, alternatives = [] } = await listed.load();
  const { set = [], ...flags } = options;
  const other = alternatives.find(({ field }) => (flags[field] ?? false) !== false);
  const instead = other?.field;
  const allowed = other?.fields ?? fields;
  const { values } = commandLineSettings(flags, set, allowed, args.slice(0, depth).join(' '));
  const unfit = Object.keys(values).filter((name) => !(name in allowed));
  if (unfit.length > 0) throw new Error(`${unfit.join(', ')} cannot be given with ${instead ?? ''}`);
  resolveSettings(allowed, values, {});
}

/** The names of the options of the command that the first words name. @throws Error if they do not name one */
export async function optionsOf(args: readonly string[]): Promise<readonly string[]> {
  const { fields } = await namedCommand(args).listed.load();
  const options = Object.keys(fields).filter((name) => fields[name]?.meta.noOption !== true);
  return [...options, 'help', 'help-all', 'config', 'set'];
}

/** Whether the words name a command or a group of commands. */
export function isCommand(words: readonly string[]): boolean {
  let commands: readonly (ListedCommand | CommandGroup)[] = COMMANDS;
  for (const word of words) {
    const next = commands.find(({ name }) => name === word);
    if (next === undefined) return false;
    if (!('commands' in next)) return true;
    commands = next.commands;
  }
  return words.length > 0;
}

/** The command that the first words name, and how many these are. @throws Error */
export function namedCommand(args: readonly string[]): { listed: ListedCommand; depth: number } {
  let commands: readonly (ListedCommand | CommandGroup)[] = COMMANDS;
  for (const [index, word] of args.entries()) {
    const next = commands.find(({ name }) => name === word);
    if (next === undefined) break;
    if (!('commands' in next)) return { listed: next, depth: index + 1 };
    commands = next.commands;
  }
  throw new Error(`sfwc ${args.join(' ')} does not name a command`);
}

/** All commands, those of groups with their words. */
export function allCommands(
  commands: readonly (ListedCommand | CommandGroup)[] = COMMANDS,
  before: readonly string[] = [],
): readonly { readonly words: readonly string[]; readonly listed: ListedCommand }[] {
  return commands.flatMap((one) => {
    const words = [...before, one.name];
    return 'commands' in one ? allCommands(one.commands, words) : [{ words, listed: one }];
  });
}
