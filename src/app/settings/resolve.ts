import { z } from 'zod';
import { UsageError } from '../../model/errors.js';
import { didYouMean } from '../../support/did-you-mean.js';
import { given as onlyGiven } from '../../support/given.js';
import type { FileSettings } from './config-file.js';
import type { Defaults, FieldMeta, Fields, Values } from '../../support/settings/field.js';
import { issueText } from './issue-text.js';
import { environmentName, optionName } from './setting-names.js';

/**
 * Checks values given by a program against a set of settings and fills in the defaults.
 * @param also names and options that are accepted besides the settings
 * @throws UsageError that names the setting, what is wrong with it, and unknown settings
 */
export function checkSettings<F extends Fields>(fields: F, given: object, also: Also = {}): Values<F> {
  return check(fields, given as Readonly<Record<string, unknown>>, (name) => name, also);
}

/**
 * Checks values that stand in a file.
 * @param nameOf the name of a setting with its place in the file
 * @throws UsageError as {@link checkSettings}
 */
export function checkFileSettings<F extends Fields>(
  fields: F,
  given: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
): Values<F> {
  return check(fields, given, nameOf);
}

/** Options of a program besides settings. */
interface Also {
  /** Names of parts that it gives as objects. */
  readonly names?: readonly string[];
  /** Options that are not settings, for suggestions on misspelt ones. */
  readonly options?: readonly string[];
}

/** The default values of settings. */
export function defaultsOf<F extends Fields>(fields: F): Defaults<F> {
  const defaults = Object.entries(fields).flatMap(([name, { schema }]) => {
    const { success, data } = schema.safeParse(undefined);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(defaults) as Defaults<F>;
}

/** @param nameOf the name of a setting as the user wrote it */
function check<F extends Fields>(
  fields: F,
  given: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
  also: Also = {},
): Values<F> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  const result = z.strictObject(shape).safeParse(givenValues(given));
  if (!result.success) {
    const known = [...Object.keys(fields), ...(also.options ?? [])];
    const isSecret = (name: string): boolean => fields[name]?.meta.secret === true;
    throw new UsageError(
      result.error.issues.map((issue) => issueText(issue, given, nameOf, known, isSecret)).join('; '),
    );
  }
  checkNames(fields, result.data, nameOf, also.names ?? []);
  return result.data as Values<F>;
}

/** Checks names of parts. With plugins, this happens after they are loaded. */
function checkNames(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
  alsoNamed: readonly string[],
): void {
  const { plugin } = values;
  if (Array.isArray(plugin) && plugin.length > 0) return;
  for (const [setting, { meta }] of Object.entries(fields)) {
    const names = [values[setting] ?? []].flat() as unknown as readonly string[];
    for (const name of names) {
      const { choices } = meta;
      if (choices === undefined || choices.includes(name) || alsoNamed.includes(name)) continue;
      const known = [...choices, ...alsoNamed];
      const text = `${nameOf(setting)}: '${name}' is not one of ${known.join(', ')}${didYouMean(name, known)}`;
      throw new UsageError(text, { hint: 'names of your own are registered by a plugin: --plugin FILE' });
    }
  }
}

/** Settings on a command line. */
export interface CommandLineSettings {
  /** Values by the names of settings: strings, arrays of strings, or true. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The setting as it was written: `--max-pages`, `--set retries`. */
  readonly nameOf: (name: string) => string;
}

/**
 * Settings of options and of `--set NAME=VALUE`.
 * @param flags option values from the argument parser
 * @param fields all settings that the command may take
 * @param command the words that call it
 * @throws UsageError for an assignment to what is not a setting, with the nearest name
 */
export function commandLineSettings(
  flags: Readonly<Record<string, unknown>>,
  assignments: readonly string[],
  fields: Fields,
  command: string,
): CommandLineSettings {
  const set = new Map<string, string | readonly string[]>();
  for (const assignment of assignments) {
    const [, name = '', value] = /^([^=]*)=(.*)$/s.exec(assignment) ?? [];
    if (value === undefined) throw new UsageError(`--set: '${assignment}' is not NAME=VALUE`);
    if (!Object.hasOwn(fields, name)) {
      const near = didYouMean(name, Object.keys(fields));
      throw new UsageError(`--set ${name}: is not a setting of sfwc ${command}${near}`);
    }
    const isOneOfSeveral = ['repeatable', 'each', 'names'].includes(fields[name]?.meta.written ?? '');
    set.set(name, isOneOfSeveral ? [set.get(name) ?? [], value].flat() : value);
  }
  return {
    values: { ...Object.fromEntries(set), ...flags },
    nameOf: (name) => (set.has(name) && !(name in flags) ? `--set ${name}` : `--${optionName(name)}`),
  };
}

/**
 * Settings of a command: command line over environment over configuration file over defaults.
 * @param flags values on the command line: strings, arrays of strings, or true
 * @param file what a configuration file says; its values have the types of the settings
 * @param flagName a setting as the command line has it
 * @throws UsageError as {@link checkSettings}
 */
export function resolveSettings<F extends Fields>(
  fields: F,
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  file?: Pick<FileSettings, 'values' | 'placeOf'>,
  flagName: CommandLineSettings['nameOf'] = (name) => `--${optionName(name)}`,
): Values<F> {
  const given: Record<string, unknown> = { ...file?.values };
  const variables = variablesOf(fields, environment);
  const nameOf = (name: string): string => {
    if (flags[name] !== undefined) return flagName(name);
    if (variables[name] !== undefined) return environmentName(name);
    return file?.values[name] === undefined ? flagName(name) : file.placeOf(name);
  };
  for (const [name, { meta }] of Object.entries(fields)) {
    const value = flags[name] ?? variables[name];
    if (value !== undefined) given[name] = parseWritten(nameOf(name), value, meta);
  }
  return check(fields, given, nameOf);
}

/** Settings of the environment, by their names; variables without a text are not set. */
function variablesOf(
  fields: Fields,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const names = Object.keys(fields).filter((name) => fields[name]?.meta.argumentOnly !== true);
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = environment[environmentName(name)] ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

function parseWritten(name: string, value: unknown, meta: FieldMeta): unknown {
  if (meta.written === 'names') return oneOrSeveral(typeof value === 'string' ? value.split(',') : value);
  if (typeof value !== 'string') return value;
  switch (meta.written) {
    case 'number':
      return parseNumber(name, value);
    case 'switch':
      return parseSwitch(name, value);
    case 'list':
      return value.split(',').map((part) => part.trim());
    case 'repeatable':
    case 'each':
      return value.split(/\s+/).filter((part) => part !== '');
    default:
      return value;
  }
}

function oneOrSeveral(names: unknown): unknown {
  if (!Array.isArray(names)) return names;
  const trimmed = names.map((name) => String(name).trim());
  return trimmed.length === 1 ? trimmed[0] : trimmed;
}

function parseNumber(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() === '' || Number.isNaN(number)) {
    throw new UsageError(`${name}: '${value}' is not a number`);
  }
  return number;
}

function parseSwitch(name: string, value: string): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true;
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false;
  throw new UsageError(`${name}: '${value}' is neither true nor false`);
}

/** Values that are given. Leaves anything but an object as it is, for the schema to reject. */
function givenValues(values: unknown): unknown {
  return typeof values !== 'object' || values === null || Array.isArray(values) ? values : onlyGiven(values);
}
