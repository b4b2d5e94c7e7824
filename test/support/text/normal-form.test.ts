import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalForm } from '../../../src/support/text/normal-form.js';

const ACUTE = '\u0301';
const BELOW = '\u0316';

describe('normalForm', () => {
  it('is that of Unicode where no language would need another', () => {
    const words = fc.string({
      unit: fc.constantFrom('e', 'u', ACUTE, BELOW, 'é', '\uFF9E', ' ', '한', '\u1100'),
    });
    fc.assert(
      fc.property(words, words, (some, others) => {
        const text = `${some} ${'x'.repeat(600)} ${others}`;
        for (const form of ['NFC', 'NFD', 'NFKD'] as const)
          expect(normalForm(text, form)).toBe(text.normalize(form));
      }),
    );
  });

  it('has plain letters for ligatures and full-width ones', () => {
    expect(normalForm('eﬃcient ﬁre ﬂow ﬅ')).toBe('efficient fire flow st');
    expect(normalForm('ＢＥＥ ｂｅｅ ２０２４，½ ㎏')).toBe('BEE bee 2024，½ ㎏');
  });

  it('cuts long runs of marks, whose sorting takes quadratic time', () => {
    const run = (ACUTE + BELOW).repeat(20_000);
    const composed = normalForm(`Cafe${ACUTE} u${run} Cafe${ACUTE}`);
    expect(composed.startsWith('Café u')).toBe(true);
    expect(composed.endsWith(' Café')).toBe(true);
    expect(composed).toHaveLength(run.length + 'Café u Café'.length);
    expect(composed.slice(6, 36)).toBe(BELOW.repeat(15) + ACUTE.repeat(15));
  });
});
