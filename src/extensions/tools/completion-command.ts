import type { Command, Option } from 'commander';
import { z } from 'zod';
import { UsageError } from '../../model/errors.js';
import { didYouMean } from '../../support/did-you-mean.js';
import { ArgumentCommand } from '../../cli/arguments.js';
import { command, RefusedOption, SettingOption } from '../../cli/command.js';
import { commandName, rootOf } from '../../cli/given-settings.js';
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
    .filter((option) => !(option instanceof RefusedOption))
    .map((option) => ({
      name: option.long ?? '',
      takesValue: option.required,
      values: valuesOf(option),
    }));
  const words = parent instanceof ArgumentCommand ? parent.argumentWords : [];
  const commands = [...parent.commands.map((child) => child.name()), ...words];
  const help = { name: '--help', takesValue: false, values: [] };
  return [
    { words: commandName(parent), commands, options: [...options, help] },
    ...parent.commands.flatMap(completedBelow),
  ];
}

/** The values that an option can have, where they are known. */
function valuesOf(option: Option): readonly string[] {
  const { schema, meta } = (option instanceof SettingOption ? option.setting : undefined) ?? {};
  if (schema === undefined) return [];
  const { enum: names, items } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const ofItems = typeof items === 'object' && !Array.isArray(items) ? items.enum : undefined;
  return meta?.choices ?? (names ?? ofItems ?? []).map(String);
}
