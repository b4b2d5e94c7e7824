import { expect, it } from '@jest/globals';
import { MissingPackageError } from '../../src/model/errors.js';
import { loadOptional, type OptionalPackage } from '../../src/support/optional-packages.js';

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
