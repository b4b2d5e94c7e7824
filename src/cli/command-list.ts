import { Command } from 'commander';
import type { CommandBody, CommandDeclaration } from '../support/settings/command-body.js';
import { ArgumentCommand } from './arguments.js';
import type { CommandIo } from './io.js';

/** What the help of all commands shows of a command, and where the rest of it is. */
export interface ListedCommand {
  readonly name: string;
  /** Positional arguments as commander writes them: `<source...>`, `[sparql]`. */
  readonly args: string;
  readonly summary: string;
  /** Heading under which the help lists it. */
  readonly section?: string;
  readonly load: () => CommandBody | Promise<CommandBody>;
}

/** Commands under one name: `sfwc kb info`, `sfwc kb export`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  /** Heading under which the help lists it. */
  readonly section?: string;
  /** In the order of the help. */
  readonly commands: readonly (ListedCommand | CommandGroup)[];
}

/** Commands as the help lists them. */
export type Listed = readonly (ListedCommand | CommandGroup)[];

/**
 * Commands with further ones, each under the words that call it: `kb info` becomes `info` in the group `kb`,
 * which is made where it is new.
 * @param further by their words; no two commands have the same
 */
export function withCommands(listed: Listed, further: Readonly<Record<string, CommandDeclaration>>): Listed {
  return Object.entries(further).reduce<Listed>((all, [words, command]) => {
    const [first = '', second] = words.split(' ');
    const { args = '', summary, section, group } = command;
    const entry = { args, summary, load: () => command.load() };
    const inSection = section === undefined ? {} : { section };
    if (second === undefined) return [...all, { name: first, ...entry, ...inSection }];
    const member = { name: second, ...entry };
    if (!all.some(({ name }) => name === first))
      return [...all, { name: first, summary: group ?? summary, ...inSection, commands: [member] }];
    return all.map((one) =>
      one.name === first && 'commands' in one ? { ...one, commands: [...one.commands, member] } : one,
    );
  }, listed);
}

/**
 * Commands by their sections, in the order of these; the others after them.
 * @param first names of commands that come first in their sections, in this order
 */
export function bySection(
  listed: Listed,
  sections: readonly string[],
  first: readonly string[] = [],
): Listed {
  const place = (name: string, names: readonly string[]): number => {
    const found = names.indexOf(name);
    return found < 0 ? names.length : found;
  };
  return listed.toSorted(
    (a, b) =>
      place(a.section ?? '', sections) - place(b.section ?? '', sections) ||
      place(a.name, first) - place(b.name, first),
  );
}

/** The words that call each command, and each group. */
export function callsOf(listed: Listed): readonly string[] {
  return listed.flatMap((one) =>
    'commands' in one
      ? [one.name, ...callsOf(one.commands).map((words) => `${one.name} ${words}`)]
      : [one.name],
  );
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
