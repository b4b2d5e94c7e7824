import { UsageError } from '../model/errors.js';

type Kind = 'string' | 'strings' | 'number' | 'function' | 'object' | 'iterable';

/** A value with what it has to be; with a question mark, it may also be undefined. */
export type Argument = readonly [value: unknown, kind: Kind | `${Kind}?`];

const KINDS: Readonly<Record<Kind, { readonly is: (value: unknown) => boolean; readonly words: string }>> = {
  string: { is: (value) => typeof value === 'string' && value !== '', words: 'a string that is not empty' },
  strings: {
    is: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
    words: 'an array of strings',
  },
  number: { is: (value) => typeof value === 'number', words: 'a number' },
  function: { is: (value) => typeof value === 'function', words: 'a function' },
  object: { is: (value) => isObject(value) && !Array.isArray(value), words: 'an object' },
  iterable: { is: (value) => isObject(value) && Symbol.iterator in value, words: 'an iterable' },
};

/** Checks the arguments of a function of the public API, which programs without types call as well. @throws UsageError */
export function checkArguments(name: string, given: Readonly<Record<string, Argument>>): void {
  for (const [argument, [value, kind]] of Object.entries(given)) {
    const isOptional = kind.endsWith('?');
    if (isOptional && value === undefined) continue;
    const { is, words } = KINDS[kind.replace('?', '') as Kind];
    if (is(value)) continue;
    const names = Object.keys(given).join(', ');
    throw new UsageError(`${name}(${names}): ${argument} must be ${words}, not ${wordFor(value)}`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function wordFor(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
