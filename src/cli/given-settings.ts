import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import type { FileSettings } from '../app/settings/config-file.js';
import type { Fields } from '../support/settings/field.js';
import { environmentName, PROJECT_FILE } from '../app/settings/setting-names.js';
import { knownSettings, type AllCommands } from '../app/settings/variables.js';
import { InputError, messageOf } from '../model/errors.js';
import { fileExists } from '../support/files/file-exists.js';
import type { CommandIo } from './io.js';

/** A configuration file that a command reads. */
export interface GivenSettings extends FileSettings {
  readonly file: string;
  /** True if it was found in the current folder, not asked for. */
  readonly isProject: boolean;
}

/**
 * Settings of the configuration file that was asked for, or else of the project file in the current folder.
 * @param config value of --config
 * @param all the commands of the program
 * @returns undefined when the file does not exist
 * @throws InputError for a file that cannot be read; UsageError for one that is wrong
 */
export async function givenSettings(
  command: Command,
  fields: Fields,
  readsProject: boolean,
  config: string | undefined,
  { environment }: CommandIo,
  all: AllCommands,
): Promise<GivenSettings | undefined> {
  const asked = config ?? (environment[environmentName('config')] || undefined);
  const isProject = asked === undefined;
  if (isProject && !(readsProject && (await fileExists(PROJECT_FILE)))) return undefined;
  const file = isProject ? PROJECT_FILE : asked;
  const { readConfigFile } = await import('../app/settings/config-file.js');
  const reader = {
    command: commandName(command),
    fields,
    commands: callsBelow(rootOf(command)),
    known: await knownSettings(all),
  };
  return { ...readConfigFile(file, await textOf(file), reader), file, isProject };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw new InputError(`the configuration file ${file} cannot be read: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
}

/** The words that call a command, such as `kb info`. */
export function commandName(command: Command): string {
  if (command.parent === null) return '';
  return `${commandName(command.parent)} ${command.name()}`.trim();
}

/** The program that a command is part of. */
function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

/** The names of all commands that can be run. */
function callsBelow(command: Command): readonly string[] {
  if (command.commands.length === 0) return [commandName(command)];
  return command.commands.flatMap(callsBelow);
}
