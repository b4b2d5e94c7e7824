import { describe, expect, it } from '@jest/globals';
import { createNounLemmatizer } from '../../../src/language/wordnet/noun-lemmas.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';

describe('createNounLemmatizer', () => {
  const lemmatize = createNounLemmatizer(openWordNet());

  it.each(['species', 'series', 'sub-species', 'corps', 'means', 'lens'])('leaves %s as it is', (plural) =>
    expect(lemmatize(plural)).toBe(plural),
  );

  it.each(['diabetes', 'virus', 'gas', 'metaphysics', 'specimen'])(
    'leaves %s, a singular, as it is',
    (singular) => expect(lemmatize(singular)).toBe(singular),
  );

  it.each([
    ['areas', 'area'],
    ['toes', 'toe'],
    ['prairies', 'prairie'],
    ['irises', 'iris'],
    ['oases', 'oasis'],
    ['children', 'child'],
    ['leaves', 'leaf'],
    ['men', 'man'],
    ['studies', 'study'],
  ])('%s → %s', (plural, singular) => expect(lemmatize(plural)).toBe(singular));

  it('guesses what WordNet does not hold', () => {
    expect(lemmatize('chiefdoms')).toBe('chiefdom');
    expect(lemmatize('')).toBe('');
    expect(lemmatize('__proto__')).toBe('__proto__');
  });
});
