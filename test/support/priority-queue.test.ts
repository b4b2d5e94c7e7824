import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PriorityQueue } from '../../src/support/priority-queue.js';

function drain<T>(queue: PriorityQueue<T>): T[] {
  const items: T[] = [];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) items.push(item);
  return items;
}

describe('PriorityQueue', () => {
  it('gives items in the order, whatever the order they came in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (numbers) => {
        const queue = new PriorityQueue<number>((a, b) => a - b);
        for (const number of numbers) queue.push(number);
        expect(queue.size).toBe(numbers.length);
        expect(drain(queue)).toEqual([...numbers].sort((a, b) => a - b));
      }),
      { seed: 1 },
    );
  });

  it('keeps the order when taking and adding alternate', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined })), (steps) => {
        const queue = new PriorityQueue<number>((a, b) => a - b);
        const model: number[] = [];
        for (const step of steps) {
          if (step === undefined) expect(queue.pop()).toBe(model.shift());
          else {
            queue.push(step);
            model.push(step);
            model.sort((a, b) => a - b);
          }
          expect(queue.peek()).toBe(model[0]);
        }
      }),
      { seed: 2 },
    );
  });
});
