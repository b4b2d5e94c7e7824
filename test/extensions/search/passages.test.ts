import { describe, expect, it } from '@jest/globals';
import { MAX_PASSAGES, passagesOf } from '../../../src/extensions/search/index-file.js';

const paragraph = (words: number, word = 'bee'): string =>
  Array.from({ length: words }, () => word).join(' ');
const count = (text: string): number => text.split(/\s+/).length;

describe('passages', () => {
  it('are paragraphs together, as long as they are short', () => {
    const text = [50, 60, 70, 20].map((words) => paragraph(words)).join('\n\n');
    expect(passagesOf(text).map(count)).toEqual([110, 90]);
  });

  it('end with a sentence in a long paragraph', () => {
    const sentence = `${paragraph(49)} hive.`;
    const passages = passagesOf(Array.from({ length: 7 }, () => sentence).join(' '));
    expect(passages.map(count)).toEqual([100, 100, 100, 50]);
    expect(passages.every((passage) => passage.endsWith('hive.'))).toBe(true);
  });

  it('cut a sentence without an end between words, and text without blanks', () => {
    expect(passagesOf(paragraph(300)).map(count)).toEqual([120, 120, 60]);
    const long = '蜂'.repeat(10_000);
    const passages = passagesOf(long);
    expect(Math.max(...passages.map(({ length }) => length))).toBeLessThan(2000);
    expect(passages.join('').replaceAll(' ', '')).toBe(long);
  });

  it('have no control characters, and are not endless', () => {
    expect(passagesOf('red \u001b[31m\u0001bee\u009b\r\nnext \ud800')).toEqual([
      'red  [31m bee  \nnext \ufffd',
    ]);
    expect(passagesOf('')).toEqual([]);
    expect(passagesOf(`${paragraph(120)}\n\n`.repeat(MAX_PASSAGES + 2))).toHaveLength(MAX_PASSAGES);
  });
});
