import type { Fields } from '../app/settings/field.js';
import { formerNames } from '../app/settings/former-names.js';
import { environmentName } from '../app/settings/setting-names.js';
import { didYouMean } from '../support/did-you-mean.js';

/** Variables of the project's tests, not of the product. */
const TEST_VARIABLE = /^SFWC_TEST_/;

/** The names of the settings of all commands, former ones as well. */
export async function knownSettings(): Promise<ReadonlySet<string>> {
  const names = Object.entries(await import('./all-settings.js')).flatMap(([name, fields]) =>
    name.endsWith('Fields') ? [...Object.keys(fields), ...formerNames(fields as Fields)] : [],
  );
  return new Set(names);
}

/** The names of all environment variables that are settings. */
export async function knownVariables(): Promise<ReadonlySet<string>> {
  return new Set([...(await knownSettings())].map(environmentName));
}

/**
 * Warns of `SFWC_…` variables that are no setting of any command, and suggests the nearest name. The settings of other
 * commands are loaded only where a variable is none of the command's own.
 * @param own settings of the command
 */
export async function checkVariables(
  environment: Readonly<Record<string, string | undefined>>,
  own: Fields,
  warn: (message: string) => void,
): Promise<void> {
  const ownVariables = new Set([...Object.keys(own), ...formerNames(own)].map(environmentName));
  const others = Object.keys(environment).filter(
    (name) => name.startsWith('SFWC_') && !ownVariables.has(name) && !TEST_VARIABLE.test(name),
  );
  if (others.length === 0) return;
  const known = await knownVariables();
  for (const name of others.filter((other) => !known.has(other)))
    warn(`ignored the unknown environment variable ${name}${didYouMean(name, known)}`);
}
