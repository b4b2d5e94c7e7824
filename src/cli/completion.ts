import { Command } from 'commander';
import { UsageError } from '../model/errors.js';
import { didYouMean } from '../support/did-you-mean.js';
import { addCommands } from './command-list.js';
import { command } from './command.js';
import { commandName } from './given-settings.js';
import { completionScript, SHELLS, type CompletedCommand, type Shell } from './completion-script.js';
import type { CommandIo } from './io.js';

export const completionCommand = command({
  examples: [
    'eval "$(sfwc completion bash)"',
    'sfwc completion zsh > ~/.sfwc-completion.zsh',
    'sfwc completion fish > ~/.config/fish/completions/sfwc.fish',
  ],
  fields: {},
  run: async (_settings, [shell = ''], io) => {
    if (!isShell(shell))
      throw new UsageError(`'${shell}' is not one of ${SHELLS.join(', ')}${didYouMean(shell, SHELLS)}`);
    io.data(completionScript(shell, await completedCommands(io)));
    return 0;
  },
});

function isShell(name: string): name is Shell {
  return (SHELLS as readonly string[]).includes(name);
}

/** sfwc and all of its commands, with what may follow each. */
async function completedCommands(io: CommandIo): Promise<readonly CompletedCommand[]> {
  const { COMMANDS } = await import('./commands.js');
  const program = new Command('sfwc');
  await addCommands(program, COMMANDS, undefined, io, () => undefined);
  return completedBelow(program);
}

function completedBelow(parent: Command): readonly CompletedCommand[] {
  const options = parent.options.map(({ long }) => long ?? '');
  const next = [...parent.commands.map((child) => child.name()), ...options, '--help'];
  return [{ words: commandName(parent), next }, ...parent.commands.flatMap(completedBelow)];
}
