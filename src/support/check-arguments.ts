import { UsageError } from '../model/errors.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const KINDS = {
  string: ['a string that is not empty', (value: unknown) => typeof value === 'string' && value !== ''],
  strings: [
    'an array of strings',
    (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  ],
  number: ['a number', (value: unknown) => typeof value === 'number'],
  function: ['a function', (value: unknown) => typeof value === 'function'],
  object: ['an object', (value: unknown) => isObject(value) && !Array.isArray(value)],
  iterable: ['an iterable', (value: unknown) => isObject(value) && Symbol.iterator in value],
} as const;

/** A value with what it has to be; with a question mark, it may also be undefined. */
type Argument = readonly [value: unknown, kind: keyof typeof KINDS | `${keyof typeof KINDS}?`];

/** Checks the arguments of a function of the public API, which programs without types call as well. @throws UsageError */
export function checkArguments(name: string, given: Readonly<Record<string, Argument>>): void {
  for (const [argument, [value, kind]] of Object.entries(given)) {
    const [words, is] = KINDS[kind.replace('?', '') as keyof typeof KINDS];
    if (is(value) || (kind.endsWith('?') && value === undefined)) continue;
    const names = Object.keys(given).join(', ');
    throw new UsageError(`${name}(${names}): ${argument} must be ${words}, not ${wordFor(value)}`);
  }
}

function wordFor(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'an array';
  return isObject(value) ? 'an object' : `a ${typeof value}`;
}
