import { configFields } from './common.js';
import type { CommandBody, Fields } from '../../support/settings/field.js';
import { environmentName } from './setting-names.js';
import { didYouMean } from '../../support/did-you-mean.js';

/** Variables of the project's tests, not of the product. */
const TEST_VARIABLE = /^SFWC_TEST_/;

/** A command, or a group of them, with its settings when it is loaded. */
type Loadable =
  { readonly load: () => CommandBody | Promise<CommandBody> } | { readonly commands: AllCommands };

/** The commands of the program. */
export type AllCommands = readonly Loadable[];

/** The names of the settings of all commands. Loads the commands. */
export async function knownSettings(commands: AllCommands): Promise<ReadonlySet<string>> {
  const names = new Set(Object.keys(configFields));
  for (const one of commands) for (const name of await settingsOf(one)) names.add(name);
  return names;
}

async function settingsOf(one: Loadable): Promise<Iterable<string>> {
  if ('commands' in one) return knownSettings(one.commands);
  const { fields, alternatives = [] } = await one.load();
  return [fields, ...alternatives.map((other) => other.fields)].flatMap((set) => Object.keys(set));
}

/** The names of all environment variables that are settings. */
export async function knownVariables(commands: AllCommands): Promise<ReadonlySet<string>> {
  return new Set([...(await knownSettings(commands))].map(environmentName));
}

/**
 * Warns of `SFWC_…` variables that are no setting of any command, and suggests the nearest name. The settings of other
 * commands are loaded only where a variable is none of the command's own.
 * @param own settings of the command
 * @param commands of the program
 */
export async function checkVariables(
  environment: Readonly<Record<string, string | undefined>>,
  own: Fields,
  warn: (message: string) => void,
  commands: AllCommands,
): Promise<void> {
  const ownVariables = new Set(Object.keys(own).map(environmentName));
  const others = Object.keys(environment).filter(
    (name) => name.startsWith('SFWC_') && !ownVariables.has(name) && !TEST_VARIABLE.test(name),
  );
  if (others.length === 0) return;
  const known = await knownVariables(commands);
  for (const name of others.filter((other) => !known.has(other)))
    warn(`ignored the unknown environment variable ${name}${didYouMean(name, known)}`);
}
