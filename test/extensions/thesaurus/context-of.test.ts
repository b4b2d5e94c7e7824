import { describe, expect, it } from '@jest/globals';
import { contextOf } from '../../../src/extensions/thesaurus/context-of.js';

describe('contextOf', () => {
  it('is the words around the first mention, in one line', () => {
    const text = `${'before '.repeat(40)}the Queen\n  Bee lays eggs ${'after '.repeat(40)}`;
    const found = contextOf(text, 'queen bee') ?? '';
    expect(found).toMatch(/^before .*before the Queen Bee lays eggs after .*after$/);
    expect(found.length).toBeLessThan(300);
  });

  it('finds plurals, and no parts of words', () => {
    expect(contextOf('An excellent cell.', 'cell')).toBe('An excellent cell.');
    expect(contextOf('Two cells.', 'cell')).toBe('Two cells.');
    expect(contextOf('An excellent thing.', 'cell')).toBeUndefined();
  });

  it('takes terms as they are', () => {
    expect(contextOf('What is C++ for?', 'c++')).toBe('What is C++ for?');
    expect(contextOf('abc', '.')).toBeUndefined();
  });
});
