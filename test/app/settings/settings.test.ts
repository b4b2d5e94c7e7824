import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { readConfigFile } from '../../../src/app/settings/config-file.js';
import { field, type Field, type Fields } from '../../../src/support/settings/field.js';
import { formerNames } from '../../../src/app/settings/former-names.js';
import { checkSettings, resolveSettings } from '../../../src/app/settings/resolve.js';
import { environmentName, optionName } from '../../../src/app/settings/setting-names.js';
import * as settings from '../../support/all-settings.js';
import { COMMANDS } from '../../../src/cli/commands.js';
import { knownVariables } from '../../../src/cli/variables.js';

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
  it('follow from the name in camel case', () => {
    expect([optionName('maxPages'), environmentName('maxPages')]).toEqual(['max-pages', 'SFWC_MAX_PAGES']);
    expect([optionName('kb'), environmentName('kb')]).toEqual(['kb', 'SFWC_KB']);
  });

  it('give each field of each command an environment variable that is known', async () => {
    const known = await knownVariables(COMMANDS);
    expect(sets.map(([name]) => name).sort()).toEqual(
      [
        'buildFields',
        'classifyFields',
        'collectFields',
        'compareFields',
        'configFields',
        'corpusStatsFields',
        'corpusWikipediaFields',
        'crawlFields',
        'demoFields',
        'doctorFields',
        'dropFields',
        'expandFields',
        'explainFields',
        'harvestFields',
        'initFields',
        'joinFields',
        'kbExportFields',
        'kbInfoFields',
        'kbValidateFields',
        'labelsIndexFields',
        'labelsInfoFields',
        'labelsLookupFields',
        'mcpFields',
        'monitorFields',
        'packFields',
        'pagesFields',
        'queryFields',
        'resumeFields',
        'rateFields',
        'replayFields',
        'reportFields',
        'seedsFields',
        'serveFields',
        'sharedStatusFields',
        'sharedSteerFields',
        'statusFields',
        'steerFields',
        'termsFields',
        'thesaurusFileFields',
        'thesaurusSuggestFields',
        'trainFields',
        'tuneFields',
        'uiFields',
        'webFields',
        'webInfoFields',
        'webServeFields',
      ].sort(),
    );
    expect(all.filter(([, name]) => !known.has(environmentName(name))).map(([place]) => place)).toEqual([]);
    expect([...known].every((name) => /^SFWC_[A-Z]+(_[A-Z]+)*$/.test(name))).toBe(true);
  });

  it('give different fields different variables', () => {
    const names = new Set(all.map(([, name]) => name));
    expect(new Set([...names].map(environmentName)).size).toBe(names.size);
  });
});

/** Settings by the former names of others. */
const former = all.flatMap(([place, name, { meta }]) =>
  meta.formerly === undefined ? [] : [{ place, name, formerly: meta.formerly }],
);

describe('one thing has one name', () => {
  /** What the help of a setting begins with, and how its name is made then. */
  it.each<[RegExp, RegExp]>([
    [/^maximum number/, /^(?:max[A-Z]|render[A-Z]|concurrency$)/],
    [/^(?:retries|attempts)/, /^(?:retries|kbRetries|spotlightRetries)$/],
    [/^random seed/, /^(?:random|sample|latency|web)Seed$/],
    [/^timeout of a response/, /^timeout$/],
    [/^timeout of a query/, /^queryTimeout$/],
    [/^(?:serve Prometheus|port)/, /^(?:p|uiP|metricsP)ort$/],
    [/^address to/, /^(?:h|metricsH)ost$/],
    [/^(?:print|text or|table or) JSON$/i, /^json$/],
  ])('%s is %s', (help, name) => {
    const meant = all.filter(([, , { meta }]) => help.test(meta.help));
    expect(meant.length).toBeGreaterThan(0);
    expect(meant.filter(([, called]) => !name.test(called)).map(([place]) => place)).toEqual([]);
  });

  it('and all former ones are listed in the documentation', async () => {
    const documented = await readFile('docs/commands.md', 'utf8');
    const names = former.map(({ formerly }) => formerly.name);
    expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
  });

  it('and a former name is that of one setting only', () => {
    const names = new Set(all.map(([, name]) => name));
    for (const { place, name, formerly } of former) {
      const set = sets.find(([set]) => place.startsWith(`${set}.`))?.[1] ?? {};
      expect([place, formerly.name in set]).toEqual([place, false]);
      expect([place, formerly.isTaken ?? false]).toEqual([place, names.has(formerly.name)]);
      const others = former.filter((other) => other.formerly.name === formerly.name && other.name !== name);
      // What was called the same and meant different things, in different commands.
      const isKnown = ['limit', 'timeout', 'format'].includes(formerly.name);
      expect([place, others.length > 0 && !isKnown]).toEqual([place, false]);
    }
  });
});

describe('a former name', () => {
  const fields: Fields = {
    maxPages: field(z.number().int().optional(), {
      ...{ help: 'pages', placeholder: 'N', written: 'number' },
      formerly: { name: 'limit' },
    }),
    retries: field(z.number().int().min(0).default(2), {
      ...{ help: 'retries', placeholder: 'N', written: 'number' },
      formerly: { name: 'maxTries', toValue: (tries) => Number(tries) - 1 },
    }),
    labelledPages: field(z.string().optional(), {
      ...{ help: 'labels', placeholder: 'FILE' },
      formerly: { name: 'labels', isTaken: true },
    }),
  };

  it('is taken from a program, and the current one wins', () => {
    expect(checkSettings(fields, { limit: 5, maxTries: 1 })).toMatchObject({ maxPages: 5, retries: 0 });
    expect(checkSettings(fields, { limit: 5, maxPages: 6 })).toMatchObject({ maxPages: 6 });
    expect(() => checkSettings(fields, { maxTries: 0 })).toThrow('retries');
  });

  it('is taken from the environment with a warning, unless another setting has it now', () => {
    const warnings: string[] = [];
    const environment = { SFWC_LIMIT: '7', SFWC_MAX_TRIES: '4', SFWC_LABELS: 'other.ttl' };
    const settings = resolveSettings(fields, {}, environment, undefined, (text) => warnings.push(text));
    expect(settings).toEqual({ maxPages: 7, retries: 3, labelledPages: undefined });
    expect(warnings).toEqual(['SFWC_LIMIT is now SFWC_MAX_PAGES', 'SFWC_MAX_TRIES is now SFWC_RETRIES']);
  });

  it('is taken from a file with a warning that names the line; one that is taken, only from the section', () => {
    const read = (text: string) => {
      const known = new Set(['maxPages', 'retries', 'labelledPages', ...formerNames(fields)]);
      const file = readConfigFile('a.yaml', text, { command: 'train', fields, commands: ['train'], known });
      const warnings: string[] = [];
      const settings = resolveSettings(fields, {}, {}, file, (warning) => warnings.push(warning));
      return { ...settings, warnings };
    };
    expect(read('limit: 3\nlabels: other.ttl\n')).toEqual({
      maxPages: 3,
      retries: 2,
      warnings: ['a.yaml, line 1: limit: the setting is now called maxPages'],
    });
    expect(read('train:\n  labels: mine.csv\n')).toMatchObject({ labelledPages: 'mine.csv' });
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
    const namesakes = all.filter(([, other]) => other === name).map(([, , other]) => other);
    expect(new Set(namesakes.map((other) => other.meta.written)).size).toBe(1);
    expect(new Set(namesakes.map((other) => other.meta.placeholder)).size).toBe(1);
    expect(new Set(namesakes.map(typeOf)).size).toBe(1);
  });
});
