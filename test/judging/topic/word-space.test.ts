import { describe, expect, it } from '@jest/globals';
import { contentOfDocument } from '../../../src/judging/topic/page-content.js';
import { smallGeneralSpace } from '../../support/small-general-space.js';
import { splitWords } from '../../support/small-training.js';

const NO_NOUNS = { lemmas: [], mentions: [], linked: [] };
const contentOf = (text: string) => contentOfDocument({ title: '', text }, NO_NOUNS, splitWords);

describe('a space of words', () => {
  const space = smallGeneralSpace();

  it('places a text of unknown words nowhere', () => {
    expect(space.placeOf(contentOf('alpha beta')).vector.places).toEqual([]);
  });

  it('tells what each word adds to a sum', () => {
    const text = space.placeOf(contentOf('hive wheel honey'));
    const weights = Float64Array.from({ length: space.dimensions }, (_, at) => at - 3);
    const whole = text.vector.places.reduce(
      (sum, at, index) => sum + weights[at]! * text.vector.values[index]!,
      0,
    );
    expect(text.shares(weights).reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(whole);
  });
});
