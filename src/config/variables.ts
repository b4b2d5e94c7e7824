import { UsageError } from '../model/errors.js';
import type { Fields } from './field.js';
import { formerNames } from './former-names.js';
import { environmentName } from './setting-names.js';

/** Variables of the project's tests, not of the product. */
const TEST_VARIABLE = /^SFWC_TEST_/;

/** The names of the settings of all commands, former ones as well. */
export async function knownSettings(): Promise<ReadonlySet<string>> {
  const names = Object.entries(await import('./settings.js')).flatMap(([name, fields]) =>
    name.endsWith('Fields') ? [...Object.keys(fields), ...formerNames(fields as Fields)] : [],
  );
  return new Set(names);
}

/** The names of all environment variables that are settings. */
export async function knownVariables(): Promise<ReadonlySet<string>> {
  return new Set([...(await knownSettings())].map(environmentName));
}

/**
 * Checks that every `SFWC_…` variable is a setting. The settings of other commands are loaded only where a variable is none
 * of the command's own.
 * @param own settings of the command
 * @throws UsageError for unknown variables
 */
export async function checkVariables(
  environment: Readonly<Record<string, string | undefined>>,
  own: Fields,
): Promise<void> {
  const ownVariables = new Set([...Object.keys(own), ...formerNames(own)].map(environmentName));
  const others = Object.keys(environment).filter(
    (name) => name.startsWith('SFWC_') && !ownVariables.has(name) && !TEST_VARIABLE.test(name),
  );
  if (others.length === 0) return;
  const known = await knownVariables();
  const unknown = others.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new UsageError(`unknown environment variable ${unknown.join(', ')}`, {
      hint: 'unset it, or see `sfwc <command> --help` for the names that exist',
    });
  }
}
