import type { z } from 'zod';
import { didYouMean } from '../../support/did-you-mean.js';

/**
 * The fault of a setting, for the user who gave it: its name as written, the value, and the allowed values.
 * @param given the settings by their names
 * @param known the names of all settings that there are
 * @param isSecret whether the value of a setting must not be shown
 */
export function issueText(
  issue: z.core.$ZodIssue,
  given: Readonly<Record<string, unknown>>,
  nameOf: (name: string) => string,
  known: readonly string[],
  isSecret: (name: string) => boolean,
): string {
  if (issue.path.length === 0 && issue.code === 'invalid_type')
    return `the options must be an object with settings`;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${unknownText(key, nameOf(key))}${didYouMean(key, known)}`).join('; ');
  }
  const value = valueAt(given, issue.path);
  const name = nameOf(String(issue.path[0]));
  if (value === undefined && issue.path.length === 1) return `${name}: is required`;
  const mayShow = !isSecret(String(issue.path[0])) && ['string', 'number'].includes(typeof value);
  const shown = mayShow ? `'${String(value)}' ` : '';
  return `${name}: ${shown}${whatIsWrong(issue, value)}`;
}

/** @param named the setting, with its place where it stands in a file */
function unknownText(key: string, named: string): string {
  return named !== key && named.endsWith(key) ? `${named}: is not a setting` : `unknown setting ${key}`;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const step of path) value = (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[step];
  return value;
}

function whatIsWrong(issue: z.core.$ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeText(issue.expected, value);
    case 'invalid_value':
      return `is not one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
    case 'too_big':
      return sizeText(issue);
    case 'invalid_format':
      return issue.format === 'url' ? 'is not a web address' : issue.message;
    default:
      return issue.message;
  }
}

function typeText(expected: string, value: unknown): string {
  if (expected === 'int') return 'is not a whole number';
  if (expected === 'string' && Array.isArray(value)) return `takes one value, and ${value.length} are given`;
  if (expected !== 'number') return `is not of the type ${expected}`;
  return typeof value === 'string' ? 'is a text, not a number' : 'is not a finite number';
}

type SizeIssue = z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig;

/** A message of a setting's own says more than that something is too small. */
function sizeText(issue: SizeIssue): string {
  if (!/^Too (?:small|big)/.test(issue.message)) return issue.message;
  const { code, origin, inclusive = true } = issue;
  const least = code === 'too_small';
  const limit = String(least ? issue.minimum : issue.maximum);
  if (origin === 'string') return least ? 'must not be empty' : `must have at most ${limit} characters`;
  if (origin === 'array') return `needs ${least ? 'at least' : 'at most'} ${limit} values`;
  if (inclusive) return `must be ${least ? 'at least' : 'at most'} ${limit}`;
  return `must be ${least ? 'more' : 'less'} than ${limit}`;
}
