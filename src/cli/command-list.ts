import { Command } from 'commander';
import type { CommandBody } from '../support/settings/field.js';
import { ArgumentCommand } from './arguments.js';
import type { CommandIo } from './io.js';

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
  /** In the order of the help. */
  readonly commands: Listed;
}

/** Commands as the help lists them. */
export type Listed = readonly (ListedCommand | CommandGroup)[];

/** Commands by what calls them, with their arguments: the summary of each, and what loads it, or the commands of a group. */
export interface Entries {
  readonly [call: string]: readonly [summary: string, body: Entries | (() => Promise<CommandBody>)];
}

/** The entry of a group. */
export const group = (summary: string, commands: Entries): Entries[string] => [summary, commands];

/** Entries as the help lists them. */
export function listed(entries: Entries, section?: string): Listed {
  return Object.entries(entries).map(([call, [summary, body]]) => {
    const [name = '', ...args] = call.split(' ');
    return typeof body === 'function'
      ? { name, args: args.join(' '), summary, section, load: body }
      : { name, summary, section, commands: listed(body) };
  });
}

/**
 * Adds commands to a parent. Only those that are named are loaded; of the others the parent's help shows all it needs.
 * @param words of the command line: a command can be called only where its name is among them; undefined: all are
 * @param all the commands of the program; default: these
 */
export async function addCommands(
  parent: Command,
  commands: Listed,
  words: ReadonlySet<string> | undefined,
  io: CommandIo,
  done: (code: number) => void,
  all: Listed = commands,
): Promise<void> {
  for (const listed of commands) {
    const isNamed = words?.has(listed.name) ?? true;
    if ('commands' in listed) {
      const group = new Command(listed.name).description(listed.summary);
      await addCommands(group, listed.commands, isNamed ? words : new Set(), io, done, all);
      parent.addCommand(inSection(group, listed.section));
      continue;
    }
    const command = new ArgumentCommand(listed.name);
    command.description(listed.summary).allowExcessArguments(false);
    for (const argument of listed.args.split(' ').filter((part) => part !== '')) command.argument(argument);
    if (isNamed) {
      const { addBody } = await import('./command.js');
      addBody(command, await listed.load(), io, all, done);
    }
    parent.addCommand(inSection(command, listed.section));
  }
}

function inSection(command: Command, section: string | undefined): Command {
  return section === undefined ? command : command.helpGroup(`${section}:`);
}
