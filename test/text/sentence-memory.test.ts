import { describe, expect, it } from '@jest/globals';
import { createSentenceMemory } from '../../src/text/sentence-memory.js';

function counting(characters?: number) {
  const read: string[] = [];
  const memory = createSentenceMemory((sentences) => {
    read.push(...sentences);
    return sentences.map((sentence) => sentence.toUpperCase());
  }, characters);
  return { read, memory };
}

describe('createSentenceMemory', () => {
  it('answers in order, and reads a sentence once', () => {
    const { read, memory } = counting();
    expect(memory(['one. ', 'two. ', 'one. '])).toEqual(['ONE. ', 'TWO. ', 'ONE. ']);
    expect(memory(['two. ', 'three.'])).toEqual(['TWO. ', 'THREE.']);
    expect(read).toEqual(['one. ', 'two. ', 'three.']);
  });

  it('answers as ever when there is no room to remember', () => {
    const { read, memory } = counting(1);
    const sentences = ['a', 'b', 'c', 'a', 'b'];
    for (let round = 0; round < 3; round += 1) expect(memory(sentences)).toEqual(['A', 'B', 'C', 'A', 'B']);
    expect(read.length).toBeGreaterThan(3);
  });

  it('finds nothing in nothing', () => {
    expect(counting().memory([])).toEqual([]);
  });
});
