import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import { MissingPackageError } from '../../src/model/errors.js';
import { asMissingPackage, loadOptional, type OptionalPackage } from '../../src/support/optional-packages.js';

const MISSING = '@no-one/nothing' as OptionalPackage;

it('loads nothing, and says what to install, where the package is missing', async () => {
  const loading = loadOptional(MISSING, () => {
    throw new Error('loaded');
  });
  await expect(loading).rejects.toThrow(MissingPackageError);
  await expect(loading).rejects.toMatchObject({
    message: expect.stringContaining('needs the package @no-one/nothing, which is not installed'),
    hint: expect.stringContaining('npm install @no-one/nothing'),
  });
});

it('tells packages that are not installed from other failures', () => {
  const messages = ['@no-one/nothing', '@no-one/nothing/a/file.js', 'no-such.package'].map((name) => {
    try {
      createRequire(import.meta.url)(name);
    } catch (thrown) {
      return asMissingPackage(thrown)?.message;
    }
    return undefined;
  });
  expect(messages).toEqual([
    'sfwc needs the package @no-one/nothing, which is not installed',
    'sfwc needs the package @no-one/nothing, which is not installed',
    'sfwc needs the package no-such.package, which is not installed',
  ]);
  const ofImport = (what: string): Error =>
    Object.assign(new Error(`Cannot find ${what} imported from /a/b.js`), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(asMissingPackage(ofImport("package 'oxigraph'"))?.message).toContain('oxigraph');
  expect(asMissingPackage(ofImport("module '/a/c.js'"))).toBeUndefined();
  expect(asMissingPackage(new Error("Cannot find package 'oxigraph'"))).toBeUndefined();
  expect(asMissingPackage(undefined)).toBeUndefined();
});
