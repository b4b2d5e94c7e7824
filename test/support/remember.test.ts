import { describe, expect, it } from '@jest/globals';
import { remember } from '../../src/support/remember.js';

describe('remember', () => {
  it('keeps the latest answers, and those that are asked for again and again', () => {
    const asked: number[] = [];
    const answer = remember((question: number) => {
      asked.push(question);
      return -question;
    }, 20);
    for (let question = 1; question <= 100; question += 1) {
      expect(answer(question)).toBe(-question);
      expect(answer(1)).toBe(-1);
    }
    expect(asked).toHaveLength(100);
    expect(answer(95)).toBe(-95);
    expect(asked).toHaveLength(100);
    expect(answer(2)).toBe(-2);
    expect(asked).toHaveLength(101);
  });
});
