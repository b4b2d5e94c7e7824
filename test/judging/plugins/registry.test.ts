import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { InputError } from '../../../src/model/errors.js';
import { loadPlugins, requirePart } from '../../../src/judging/plugins/registry.js';
import { makeFolder, writeFiles } from '../../support/small-corpus.js';

const JUDGE = '{ judge: () => ({ accepted: true, score: 1 }) }';
const MODULES = {
  'default.mjs': `export default { classifiers: { long: ${JUDGE} }, sinks: { log: { write() {} } } };`,
  'named.mjs': `export const classifiers = { short: () => (${JUDGE}) }; export const helper = 1;`,
  'throws.mjs': `throw new Error('no luck\\ntoday');`,
  'empty.mjs': 'export {};',
  'number.mjs': 'export default 42;',
  'misspelt.mjs': `export default { classifier: { a: ${JUDGE} } };`,
  'shape.mjs': 'export default { strategies: { mine: { prioritize() {} } } };',
  'endings.mjs': `export default { readers: { bib: { endings: ['bib'], read() {} } } };`,
  'taken.mjs': `export default { classifiers: { ensemble: ${JUDGE} } };`,
  'again.mjs': `export default { classifiers: { long: ${JUDGE} } };`,
  'name.mjs': `export default { linkers: { 'a,b': { link() {} } } };`,
};

let folder: Awaited<ReturnType<typeof makeFolder>>;
const file = (name: string): string => join(folder.path, name);
beforeAll(async () => {
  folder = await makeFolder();
  await writeFiles(folder.path, MODULES);
});
afterAll(() => folder.remove());

describe('loadPlugins', () => {
  it('registers the parts of modules and objects under their names', async () => {
    const sink = { write: () => undefined };
    const plugins = await loadPlugins([file('default.mjs'), file('named.mjs'), file('named.mjs')], {
      sinks: { mine: sink },
    });
    expect(plugins.all('classifiers').map(({ name }) => name)).toEqual(['long', 'short']);
    expect(plugins.all('sinks').map(({ name, module }) => [name, module !== undefined])).toEqual([
      ['mine', false],
      ['log', true],
    ]);
    expect(plugins.find('sinks', 'mine')?.part).toBe(sink);
    expect(plugins.find('strategies', 'long')).toBeUndefined();
    expect(plugins.modules).toHaveLength(2);
  });

  it.each([
    ['nowhere.mjs', /plugin .*nowhere\.mjs: there is no such file/],
    ['throws.mjs', /throws\.mjs failed while it was loaded: no luck today/],
    ['misspelt.mjs', /has 'classifier', which is not a kind of part; did you mean 'classifiers'\?/],
    ['shape.mjs', /the strategy 'mine' must have prioritise\(\), or be a function/],
    ['taken.mjs', /the classifier 'ensemble' has a name that is taken by sfwc itself/],
  ])('says what is wrong with %s and what to do', async (name, message) => {
    await expect(loadPlugins([file(name)])).rejects.toThrow(message);
    await expect(loadPlugins([file(name)])).rejects.toBeInstanceOf(InputError);
  });
});

describe('a name that nothing has', () => {
  it('is refused with the names that there are', async () => {
    const plugins = await loadPlugins([file('named.mjs')]);
    expect(() => requirePart('classifiers', 'short', plugins, 'classifier')).not.toThrow();
    expect(() => requirePart('classifiers', 'ensemble', plugins, 'classifier')).not.toThrow();
    expect(() => requirePart('classifiers', 'shott', plugins, '--classifier')).toThrow(
      /--classifier: 'shott' is not one of .*, short; did you mean 'short'\?/,
    );
  });
});
