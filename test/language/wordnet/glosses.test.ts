import { describe, expect, it } from '@jest/globals';
import { readGlosses } from '../../../src/language/wordnet/glosses.js';

describe('readGlosses', () => {
  it('reads every entry with its words and its definition, and no licence', () => {
    const glosses = [...readGlosses()];
    expect(glosses.length).toBeGreaterThan(110_000);
    expect(glosses[0]).toMatch(/^entity: that which is perceived/);
    expect(glosses.every((gloss) => /^\S.*: \S/.test(gloss))).toBe(true);
  });
});
