import { describe, expect, it } from '@jest/globals';
import { excerptOf, readMarks } from '../../../src/extensions/search/marks.js';
import type { MarkedText } from '../../../src/model/collection-search.js';

const marked = ({ text, marks }: MarkedText): readonly string[] =>
  marks.map(([begin, end]) => text.slice(begin, end));

describe('marks', () => {
  it('are places in the text', () => {
    const read = readMarks('the \u0001insulin pump\u0002 is \u0001new\u0002');
    expect(read).toEqual({
      text: 'the insulin pump is new',
      marks: [
        [4, 16],
        [20, 23],
      ],
    });
    expect(readMarks('nothing')).toEqual({ text: 'nothing', marks: [] });
  });

  it('stay on their words in an excerpt, which is where most of them are', () => {
    const filler = 'some other words '.repeat(20);
    const text = `\u0001bee\u0002 ${filler}the \u0001queen\u0002 of the \u0001bees\u0002 ${filler}`;
    const excerpt = excerptOf(readMarks(text), 80);
    expect(excerpt.text).toMatch(/^… .*the queen of the bees.* …$/);
    expect(excerpt.text.length).toBeLessThanOrEqual(90);
    expect(marked(excerpt)).toEqual(['queen', 'bees']);
  });

  it('leave a short text whole, in one line', () => {
    expect(excerptOf(readMarks('a\n\u0001b\u0002'), 10)).toEqual({ text: 'a b', marks: [[2, 3]] });
  });

  it('do not cut within a character', () => {
    const text = `${'🐝'.repeat(60)}\u0001x\u0002${'🐝'.repeat(60)}`;
    const excerpt = excerptOf(readMarks(text), 41);
    expect(excerpt.text).not.toMatch(/\p{Cs}/u);
    expect(marked(excerpt)).toEqual(['x']);
  });
});
