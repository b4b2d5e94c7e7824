import type { Command } from 'commander';
import { UsageError } from '../model/errors.js';
import { didYouMean } from '../support/did-you-mean.js';
import { command, FormerOption } from './command.js';
import { commandName, rootOf } from './given-settings.js';
import { completionScript, SHELLS, type CompletedCommand, type Shell } from './completion-script.js';

export const completionCommand = command({
  examples: [
    'eval "$(sfwc completion bash)"',
    'sfwc completion zsh > ~/.sfwc-completion.zsh',
    'sfwc completion fish > ~/.config/fish/completions/sfwc.fish',
  ],
  fields: {},
  run: (_settings, [shell = ''], io, built) => {
    if (!isShell(shell))
      throw new UsageError(`'${shell}' is not one of ${SHELLS.join(', ')}${didYouMean(shell, SHELLS)}`);
    io.data(completionScript(shell, completedBelow(rootOf(built))));
    return Promise.resolve(0);
  },
});

function isShell(name: string): name is Shell {
  return (SHELLS as readonly string[]).includes(name);
}

/** A command and all below it, with what may follow each. */
function completedBelow(parent: Command): readonly CompletedCommand[] {
  const options = parent.options
    .filter((option) => !(option instanceof FormerOption))
    .map(({ long }) => long ?? '');
  const next = [...parent.commands.map((child) => child.name()), ...options, '--help'];
  return [{ words: commandName(parent), next }, ...parent.commands.flatMap(completedBelow)];
}
