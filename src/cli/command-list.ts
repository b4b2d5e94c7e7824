import { Command } from 'commander';

import type { CommandIo } from './io.js';
import type { CommandBody } from '../support/settings/field.js';

/** Lines of a command or group in the help of all commands. */
interface Heading {
  readonly name: string;
  readonly summary: string;
  /** Heading under which the help lists it. */
  readonly section?: string | undefined;
}

/** A command, and where the rest of it is. */
export interface ListedCommand extends Heading {
  /** Positional arguments as commander writes them: `<source...>`, `[sparql]`. */
  readonly args: string;
  readonly load: () => CommandBody | Promise<CommandBody>;
}

/** Commands under one name: `sfwc kb info`, `sfwc kb export`. */
export interface CommandGroup extends Heading {
  readonly commands: Listed;
}

export type Listed = readonly (ListedCommand | CommandGroup)[];

/** Commands by what calls them, with their arguments: the summary of each, and what loads it, or the commands of a group. */
export interface Entries {
  readonly [call: string]: readonly [summary: string, body: Entries | (() => Promise<CommandBody>)];
}

/** Entries as the help lists them. */
export function listed(entries: Entries, section?: string): Listed {
  return Object.entries(entries).map(([call, [summary, body]]) => {
    const [name = '', ...args] = call.split(' ');
    return typeof body === 'function'
      ? { name, args: args.join(' '), summary, section, load: body }
      : { name, summary, section, commands: listed(body) };
  });
}

/** The names of the settings of all commands. Loads the commands. */
export async function knownSettings(commands: Listed): Promise<ReadonlySet<string>> {
  const names = new Set(['config']);
  for (const one of commands) {
    const body = 'commands' in one ? undefined : await one.load();
    const sets = [body?.fields ?? {}, ...(body?.alternatives ?? []).map((other) => other.fields)];
    const below = 'commands' in one ? await knownSettings(one.commands) : sets.flatMap(Object.keys);
    for (const name of below) names.add(name);
  }
  return names;
}

/**
 * Adds commands to a parent. Only those that are named are loaded; of the others the parent's help shows all it needs.
 * @param words of the command line: a command can be called only where its name is among them
 * @param all the commands of the program; default: these
 */
export async function addCommands(
  parent: Command,
  commands: Listed,
  words: ReadonlySet<string>,
  io: CommandIo,
  done: (code: number) => void,
  all: Listed = commands,
): Promise<void> {
  for (const one of commands) {
    const command = new Command(one.name).description(one.summary);
    const isNamed = words.has(one.name);
    if (one.section !== undefined) command.helpGroup(`${one.section}:`);
    if ('commands' in one)
      await addCommands(command, one.commands, isNamed ? words : new Set(), io, done, all);
    else {
      command.allowExcessArguments(false);
      for (const argument of one.args.split(' ').filter((part) => part !== '')) command.argument(argument);
      if (isNamed) {
        const { addBody } = await import('./command.js');
        addBody(command, await one.load(), io, () => knownSettings(all), done);
      }
    }
    parent.addCommand(command);
  }
}
