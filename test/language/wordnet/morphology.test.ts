import { describe, expect, it } from '@jest/globals';
import { detachNounEndings } from '../../../src/language/wordnet/morphology.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';

describe('detachNounEndings', () => {
  it.each([
    ['cells', ['cell']],
    ['lenses', ['lense', 'lens']],
    ['boxes', ['boxe', 'box']],
    ['firemen', ['fireman']],
    ['studies', ['studie', 'study']],
    ['glass', []],
  ])('%s could be of %j', (noun, forms) => {
    expect(detachNounEndings(noun)).toEqual(forms);
  });
});

describe('base forms', () => {
  const wordNet = openWordNet();

  it.each([
    ['indices', 'index'],
    ['children', 'child'],
    ['church mice', 'church mouse'],
    ['boxes', 'box'],
  ])('of nouns: %s → %s', (form, base) => {
    expect(wordNet.baseForms(form)).toEqual([base]);
  });

  it('are none for what WordNet does not hold', () => {
    expect(wordNet.baseForms('qwertzes')).toEqual([]);
  });
});
