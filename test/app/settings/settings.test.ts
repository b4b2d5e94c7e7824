import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Field, type Fields } from '../../../src/support/settings/field.js';
import { environmentName } from '../../../src/app/settings/setting-names.js';
import * as settings from '../../support/all-settings.js';
import { COMMANDS, knownSettings } from '../../../src/cli/commands.js';

const sets = Object.entries(settings)
  .filter(([name]) => name.endsWith('Fields'))
  .map(([name, fields]) => [name, fields as Fields] as const);
const all: readonly (readonly [place: string, name: string, field: Field])[] = sets.flatMap(([set, fields]) =>
  Object.entries(fields).map(([name, field]) => [`${set}.${name}`, name, field] as const),
);

function typeOf({ schema }: Field): unknown {
  interface Described {
    readonly type?: unknown;
    /** Of one or several. */
    readonly anyOf?: readonly Described[];
  }
  const { type, anyOf } = z.toJSONSchema(schema, { io: 'input' }) as Described;
  return type ?? anyOf?.[0]?.type;
}

describe('names of settings', () => {
  it('give each field of each command an environment variable that is known', async () => {
    const known = new Set([...(await knownSettings(COMMANDS))].map(environmentName));
    expect(sets.length).toBeGreaterThan(30);
    expect(all.filter(([, name]) => !known.has(environmentName(name))).map(([place]) => place)).toEqual([]);
    expect([...known].every((name) => /^SFWC_[A-Z]+(_[A-Z]+)*$/.test(name))).toBe(true);
  });
});

describe.each(all)('%s', (_, name, field) => {
  it('says what it is, in one short line', () => {
    expect(field.meta.help).toMatch(/^\S.{3,98}\S$/);
    expect(field.meta.help).not.toMatch(/\.$/);
  });

  it('is written as its type needs', () => {
    const type = typeOf(field);
    const written = {
      string: [undefined, 'names'],
      number: ['number'],
      integer: ['number'],
      boolean: ['switch'],
      array: ['list', 'repeatable', 'each'],
    }[String(type)];
    expect(written).toContain(field.meta.written);
    expect(field.meta.placeholder === undefined).toBe(type === 'boolean');
  });

  it('means the same in every command, since the environment variable is shared', () => {
    // Options without a variable are of their command alone.
    if (field.meta.argumentOnly === true) return;
    const namesakes = all
      .filter(([, other, { meta }]) => other === name && meta.argumentOnly !== true)
      .map(([, , other]) => other);
    expect(new Set(namesakes.map((other) => other.meta.written)).size).toBe(1);
    expect(new Set(namesakes.map((other) => other.meta.placeholder)).size).toBe(1);
    expect(new Set(namesakes.map(typeOf)).size).toBe(1);
  });
});
