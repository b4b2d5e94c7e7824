import { describe, expect, it } from '@jest/globals';
import { inLanguage } from '../../../src/judging/topic/page-content.js';
import { contentOfDocument } from '../../support/content-of-document.js';
import { smallGeneralSpace } from '../../support/small-general-space.js';
import { splitWords } from '../../support/small-training.js';

const NO_NOUNS = { lemmas: [], mentions: [], linked: [] };
const contentOf = (text: string) => contentOfDocument({ title: '', text }, NO_NOUNS, splitWords);

describe('a space of words', () => {
  const space = smallGeneralSpace();

  it('tells what each word adds to a sum', () => {
    const text = space.placeOf(contentOf('hive wheel honey'));
    const weights = Float64Array.from({ length: space.dimensions }, (_, at) => at - 3);
    const whole = text.vector.places.reduce(
      (sum, at, index) => sum + weights[at]! * text.vector.values[index]!,
      0,
    );
    expect(text.shares(weights).reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(whole);
  });

  it('places a text in another language where the words near to its own lie, but farther out', () => {
    const [own, other] = ['hive honey', 'imker unbekannt'].map(contentOf);
    const english = space.placeOf(own!).vector;
    const text = space.placeOf(inLanguage(other!, 'de'));
    expect(text.vector.places).toEqual(english.places);
    for (const [index, value] of text.vector.values.entries())
      expect(value).toBeCloseTo(1.2 * english.values[index]!);
    expect(text.shares([1]).map(([term]) => term)).toEqual(['hive', 'honey']);
    expect(space.placeOf(inLanguage(own!, 'de')).vector.places).toEqual([]);
  });
});
