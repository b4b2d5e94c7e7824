import { describe, expect, it } from '@jest/globals';
import { createThesaurusMatcher } from '../../../src/extensions/thesaurus/thesaurus-rule.js';

const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];
const paint = { label: 'paint', facet: 'method', depth: 0 };
const tank = { label: 'ballast tank', synonyms: ['water tank'], facet: 'subject', depth: 1 };
const toy = { label: 'toy', facet: 'subject', depth: 0 };
const matcher = createThesaurusMatcher(
  { entries: [paint, tank, toy, { ...toy, label: '!' }], negatives: ['nail paint', 'toy', ''] },
  words,
);
const match = (text: string) => matcher(words(text));

describe('createThesaurusMatcher', () => {
  it('counts entries, by their labels and their synonyms', () => {
    expect(match('Paint the ballast tank; the water tank, too.').entries).toEqual(
      new Map([
        [paint, 1],
        [tank, 2],
      ]),
    );
  });

  it('takes the longest expression, and nothing within it', () => {
    expect(match('nail paint')).toEqual({ entries: new Map(), negatives: new Set(['nail paint']) });
  });

  it('finds the rest of an expression that broke off', () => {
    expect(match('nail ballast paint').entries).toEqual(new Map([[paint, 1]]));
  });
});
