import { expect, it } from '@jest/globals';
import { breadthFirst } from '../../../src/crawling/priority/simple-strategies.js';
import type { LinkCandidate } from '../../../src/model/crawl-event.js';

it('prefers what is nearer to the seeds', () => {
  const strategy = breadthFirst();
  const at = (depth: number): LinkCandidate => ({ depth }) as LinkCandidate;
  expect(strategy.prioritise(at(2))).toEqual({ value: -2, reason: 'breadth-first, depth 2' });
  expect(strategy.prioritise(at(1))?.value).toBeGreaterThan(strategy.prioritise(at(2))?.value ?? 0);
});
