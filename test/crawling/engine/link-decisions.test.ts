import { expect, it } from '@jest/globals';
import { decideLinks, explained, type LinkRules } from '../../../src/crawling/engine/link-decisions.js';
import type { LinkSource } from '../../../src/crawling/engine/recorder.js';
import type { Priority } from '../../../src/model/crawl-event.js';

/** A priority that counts how often its reason is made. */
function costly(made: { reasons: number }): Priority {
  return {
    value: 0.5,
    get reason() {
      made.reasons += 1;
      return 'costly';
    },
  };
}

it('has the reason of a priority made for a new URL only, at once', () => {
  const made = { reasons: 0 };
  const rules: LinkRules = {
    maxDepth: 5,
    inScope: () => true,
    admits: () => true,
    isTrap: () => false,
    knows: (url) => url.endsWith('known'),
    waits: () => true,
    priority: { name: 'costly', prioritise: () => costly(made) },
  };
  const source = { entry: { url: 'http://a.example/', depth: 0 } } as unknown as LinkSource;
  const link = (name: string) => ({ url: `http://a.example/${name}`, anchorText: '', noFollow: false });
  const [waiting] = decideLinks([link('known')], source, rules);
  expect(made.reasons).toBe(0);
  const [fresh] = decideLinks([link('new')], source, rules);
  expect(made.reasons).toBe(1);
  if (waiting === undefined || !('entry' in waiting) || fresh === undefined || !('entry' in fresh))
    throw new Error('both are to be queued');
  expect([fresh.entry.priority.reason, fresh.entry.priority.reason]).toEqual(['costly', 'costly']);
  expect(made.reasons).toBe(1);
  expect(explained(waiting.entry).priority).toEqual({ value: 0.5, reason: 'costly' });
});
