import { z } from 'zod';
import { UsageError } from '../../model/errors.js';
import { didYouMean } from '../../support/did-you-mean.js';
import { given as onlyGiven } from '../../support/given.js';
import type { Defaults, FieldMeta, Fields, Values } from '../../support/settings/field.js';
import type { FileSettings } from './config-file.js';
import { environmentName, optionName } from './setting-names.js';

interface Checking {
  /** The name of a setting as the user wrote it, or its place in a file. */
  readonly nameOf?: (name: string) => string;
  /** Names of parts that a program gives as objects. */
  readonly names?: readonly string[];
  /** Options of a program that are not settings, for suggestions on misspelt ones. */
  readonly options?: readonly string[];
}

/**
 * Checks values against a set of settings and fills in the defaults.
 * @throws UsageError that names the setting, what is wrong with it, and unknown settings
 */
export function checkSettings<F extends Fields>(
  fields: F,
  given: object,
  checking: Checking = {},
): Values<F> {
  const { nameOf = (name: string): string => name, names = [], options = [] } = checking;
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  const wanted: unknown = given;
  // Anything but an object is left as it is, for the schema to reject.
  const isObject = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
  const result = z.strictObject(shape).safeParse(isObject ? onlyGiven(wanted) : wanted, IN_WORDS);
  if (!result.success) {
    const known = [...Object.keys(fields), ...options];
    const texts = result.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => {
          const named = nameOf(key);
          const text = named === key ? `unknown setting ${key}` : `${named}: is not a setting`;
          return `${text}${didYouMean(key, known)}`;
        });
      const [setting] = issue.path.map(String);
      if (setting === undefined) return 'the options must be an object with settings';
      return `${nameOf(setting)}: ${fields[setting]?.meta.secret === true ? issue.message : faultText(issue)}`;
    });
    throw new UsageError(texts.join('; '));
  }
  checkNames(fields, result.data, nameOf, names);
  return result.data as Values<F>;
}

/** Checks names of parts. With plugins, this happens after they are loaded. */
function checkNames(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
  alsoNamed: readonly string[],
): void {
  if ([values['plugin'] ?? []].flat().length > 0) return;
  for (const [setting, { meta }] of Object.entries(fields)) {
    if (meta.choices === undefined) continue;
    const known = [...meta.choices, ...alsoNamed];
    const unknown = ([values[setting] ?? []].flat() as string[]).find((name) => !known.includes(name));
    if (unknown === undefined) continue;
    const text = `${nameOf(setting)}: '${unknown}' is not one of ${known.join(', ')}${didYouMean(unknown, known)}`;
    throw new UsageError(text, { hint: 'names of your own are registered by a plugin: --plugin FILE' });
  }
}

/** Parses with messages for users, where a setting has none of its own. */
export const IN_WORDS = { error: wordsFor, reportInput: true } as const;

/** The fault of a setting that was parsed with {@link IN_WORDS}: its value, and the allowed ones. */
export function faultText({ input, message }: z.core.$ZodIssue): string {
  return typeof input === 'string' || typeof input === 'number' ? `'${input}' ${message}` : message;
}

function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === 'invalid_value') return `is not one of ${issue.values.map(String).join(', ')}`;
  if (code === 'invalid_format') return issue.format === 'url' ? 'is not a web address' : undefined;
  if (code === 'invalid_type') return typeText(issue.expected, input);
  if (code !== 'too_small' && code !== 'too_big') return undefined;
  const isLow = code === 'too_small';
  if (isLow && issue.origin === 'string') return 'must not be empty';
  const limit = String(isLow ? issue.minimum : issue.maximum);
  if (issue.inclusive === false) return `must be ${isLow ? 'more' : 'less'} than ${limit}`;
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' values' : '';
  return `must be at ${isLow ? 'least' : 'most'} ${limit}${unit}`;
}

function typeText(expected: string, value: unknown): string {
  if (value === undefined) return 'is required';
  if (expected === 'int') return 'is not a whole number';
  if (expected === 'string' && Array.isArray(value)) return `takes one value, and ${value.length} are given`;
  if (expected !== 'number') return `is not of the type ${expected}`;
  return typeof value === 'string' ? 'is a text, not a number' : 'is not a finite number';
}

export function defaultsOf<F extends Fields>(fields: F): Defaults<F> {
  const defaults = Object.entries(fields).flatMap(([name, { schema }]) => {
    const { success, data } = schema.safeParse(undefined);
    return success ? [[name, data] as const] : [];
  });
  return Object.fromEntries(defaults) as Defaults<F>;
}

/** Settings of options and of `--set NAME=VALUE`. @throws UsageError for an assignment to what is not a setting, with the nearest name */
export function commandLineSettings(
  flags: Readonly<Record<string, unknown>>,
  assignments: readonly string[],
  fields: Fields,
  command: string,
) {
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
    nameOf: (name: string) => (set.has(name) && !(name in flags) ? `--set ${name}` : `--${optionName(name)}`),
  };
}

/**
 * Settings of a command: command line over environment over configuration file over defaults.
 * @param flags values on the command line: strings, arrays of strings, or true
 * @throws UsageError as {@link checkSettings}
 */
export function resolveSettings<F extends Fields>(
  fields: F,
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  file?: Pick<FileSettings, 'values' | 'placeOf'>,
  flagName = (name: string): string => `--${optionName(name)}`,
): Values<F> {
  const given: Record<string, unknown> = { ...file?.values };
  const names = new Map<string, string>();
  for (const [name, { meta }] of Object.entries(fields)) {
    const variable = meta.argumentOnly === true ? '' : (environment[environmentName(name)] ?? '');
    // 1. The command line.
    if (flags[name] !== undefined) given[name] = parseWritten(flagName(name), flags[name], meta);
    // 2. The environment. Variables without a text are not set.
    else if (variable !== '') {
      names.set(name, environmentName(name));
      given[name] = parseWritten(environmentName(name), variable, meta);
    }
    // 3. The configuration file, whose values `given` has. 4. The default, which the check fills in.
    else if (file?.values[name] !== undefined) names.set(name, file.placeOf(name));
  }
  return checkSettings(fields, given, { nameOf: (name) => names.get(name) ?? flagName(name) });
}

function parseWritten(name: string, value: unknown, { written }: FieldMeta): unknown {
  if (written === 'names' && (typeof value === 'string' || Array.isArray(value))) {
    const names = (typeof value === 'string' ? value.split(',') : value).map((one) => String(one).trim());
    return names.length === 1 ? names[0] : names;
  }
  if (typeof value !== 'string') return value;
  if (written === 'list') return value.split(',').map((part) => part.trim());
  if (written === 'repeatable' || written === 'each') return value.split(/\s+/).filter((part) => part !== '');
  if (written === 'number' && value.trim() !== '' && !Number.isNaN(Number(value))) return Number(value);
  if (written === 'number') throw new UsageError(`${name}: '${value}' is not a number`);
  return written === 'switch' ? parseSwitch(name, value) : value;
}

function parseSwitch(name: string, value: string): boolean {
  const isOn = /^(?:1|true|yes|on)$/i.test(value);
  if (isOn || /^(?:0|false|no|off)$/i.test(value)) return isOn;
  throw new UsageError(`${name}: '${value}' is neither true nor false`);
}
