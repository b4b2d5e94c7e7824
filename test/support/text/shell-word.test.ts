import { expect, it } from '@jest/globals';
import { shellWord } from '../../../src/support/text/terminal-text.js';

it('quotes what a shell would read otherwise', () => {
  expect(['demo/kb', "Ada's kb", '$HOME', ''].map(shellWord)).toEqual([
    'demo/kb',
    String.raw`'Ada'\''s kb'`,
    "'$HOME'",
    "''",
  ]);
});
