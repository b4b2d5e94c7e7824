import { describe, expect, it } from '@jest/globals';
import { check } from '../../scripts/check-expressions.js';

const messagesOn = (...lines: readonly string[]): Promise<readonly string[]> =>
  check([['a.ts', lines.join('\n')]]);

describe('the check of regular expressions', () => {
  it('takes what is linear, and what has no repetition', async () => {
    expect(await messagesOn('const a = /^a+$/;', String.raw`const b = /(?:a|b)\d{2}/;`)).toEqual([]);
  });

  it('refuses what is exponential or polynomial, wherever it is tried from', async () => {
    const messages = await messagesOn('const a = /^(?:a|a)*$/;', String.raw`text.replace(/\s+$/, '');`);
    expect(messages).toEqual([
      expect.stringMatching(/^a\.ts:1: .* is slow \(exponential\)/),
      expect.stringMatching(/^a\.ts:2: .* is slow \(2nd degree polynomial\) on /),
    ]);
  });

  it('puts together what is assembled from constants', async () => {
    const messages = await messagesOn(
      "const WORDS = ['a', 'b'] as const;",
      'const ANY = String.raw`(?:${WORDS.join(`|`)}|\\s)`;',
      'const slow = new RegExp(`${ANY}+$`);',
      'const quick = new RegExp(`^${escapeRegExp(name)}${ANY}+$`);',
    );
    expect(messages).toEqual([expect.stringContaining('a.ts:3: /(?:a|b|\\s)+$/ is slow')]);
  });

  it('refuses what is assembled from anything else', async () => {
    expect(await messagesOn('new RegExp(written);')).toEqual([
      'a.ts:1: the expression is not assembled from constants',
    ]);
  });

  it('takes a slow one with a reason, and refuses a reason that is not needed', async () => {
    const messages = await messagesOn(
      '// recheck-ignore: at most 9 characters.',
      'const a = /a+$/;',
      'const b = /^a+$/; // recheck-ignore: at most 9 characters.',
    );
    expect(messages).toEqual(['a.ts:3: /^a+$/ needs no recheck-ignore: it is linear']);
  });
});
