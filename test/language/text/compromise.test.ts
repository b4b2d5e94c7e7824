import { expect, it } from '@jest/globals';
import { createRequire } from 'node:module';
import { compromiseVersion } from '../../../src/language/text/compromise.js';
import { ANNOTATOR_NAME } from '../../../src/language/text/compromise-annotator.js';

it('knows the version of compromise that it loads', () => {
  const { version } = createRequire(import.meta.url)('compromise/two') as { readonly version: string };
  expect(compromiseVersion()).toBe(version);
  expect(ANNOTATOR_NAME.split(' ')[0]).toBe(`compromise/${version}`);
});
