import { Command } from 'commander';
import type { Fields } from '../app/settings/field.js';
import { ArgumentCommand } from './arguments.js';
import type { CommandIo } from './io.js';

/** What the help of all commands shows of a command, and where the rest of it is. */
export interface ListedCommand {
  readonly name: string;
  /** Positional arguments as commander writes them: `<source...>`, `[sparql]`. */
  readonly args: string;
  readonly summary: string;
  readonly load: () => Promise<CommandBody>;
}

/** Commands under one name: `sfwc kb info`, `sfwc kb export`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  /** In the order of the help. */
  readonly commands: readonly (ListedCommand | CommandGroup)[];
}

/** What is below the options in the help: a paragraph, or names with what they stand for. */
export type HelpNotes =
  | { readonly heading: string; readonly text: string }
  | { readonly heading: string; readonly summaries: Readonly<Record<string, string>> };

/** What the reference of the documentation shows of a command. */
export interface CommandReference {
  /** Lines shown under `Example:` in the help. */
  readonly examples: readonly string[];
  readonly fields: Fields;
  /** Shown below the examples: what is too long for the help of one option. */
  readonly notes: readonly HelpNotes[];
  /** The settings that may be given together with a switch, by the name of the switch's setting. */
  readonly alternatives: Readonly<Record<string, Fields>>;
}

/** The rest of a command. */
export interface CommandBody {
  readonly reference: CommandReference;
  /** Adds options, the end of the help and the action to a command; `done` receives the exit code. */
  readonly addTo: (built: ArgumentCommand, io: CommandIo, done: (code: number) => void) => void;
}

/**
 * Adds commands to a parent. Only those that are named are loaded; of the others the parent's help shows all it needs.
 * @param words of the command line: a command can be called only where its name is among them; undefined: all are
 */
export async function addCommands(
  parent: Command,
  commands: readonly (ListedCommand | CommandGroup)[],
  words: ReadonlySet<string> | undefined,
  io: CommandIo,
  done: (code: number) => void,
): Promise<void> {
  for (const listed of commands) {
    const isNamed = words?.has(listed.name) ?? true;
    if ('commands' in listed) {
      const group = new Command(listed.name).description(listed.summary);
      await addCommands(group, listed.commands, isNamed ? words : new Set(), io, done);
      parent.addCommand(group);
      continue;
    }
    const command = new ArgumentCommand(listed.name);
    command.description(listed.summary).allowExcessArguments(false);
    for (const argument of listed.args.split(' ').filter((part) => part !== '')) command.argument(argument);
    if (isNamed) (await listed.load()).addTo(command, io, done);
    parent.addCommand(command);
  }
}

/** A command in the help of its parent. Every command has options, those that are not loaded as well. */
export function listedTerm(command: Command): string {
  return command.commands.length > 0 ? command.name() : `${command.name()} ${command.usage()}`;
}
