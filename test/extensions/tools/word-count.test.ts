import { describe, expect, it } from '@jest/globals';
import { countWords } from '../../../src/extensions/tools/word-count.js';

describe('countWords', () => {
  it.each([
    ['', 0],
    ["It doesn't work: 12 of 3.5 naïve co-workers", 10],
    ['당뇨병은 만성 질환이다', 3],
    ['Das neue iPhone手机 ist da', 6],
  ])('counts the words of %j', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it.each([
    ['Chinese', '糖尿病是一种慢性疾病。'.repeat(20), 80, 140],
    ['Japanese', '糖尿病は、血糖値が一定の基準を超えている状態を指す疾患である。', 12, 22],
    ['Thai', 'โรคเบาหวานเป็นโรคเรื้อรัง', 4, 7],
  ])('finds words in %s, which has no spaces', (_language, text, atLeast, atMost) => {
    // What is one word differs a little between the dictionaries of ICU's versions.
    expect(countWords(text)).toBeGreaterThanOrEqual(atLeast);
    expect(countWords(text)).toBeLessThanOrEqual(atMost);
  });
});
