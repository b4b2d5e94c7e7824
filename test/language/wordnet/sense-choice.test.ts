import { describe, expect, it } from '@jest/globals';
import { openSenseChooser, MAX_SENSES } from '../../../src/language/wordnet/sense-choice.js';
import { openWordNet, type Sense } from '../../../src/language/wordnet/wordnet.js';

const wordNet = openWordNet();
const chooser = openSenseChooser(wordNet);

describe('sense chooser', () => {
  const context = chooser.contextOf('A guitar and a river, water and the sea of fish.');
  const nothing = chooser.contextOf('');

  it('takes the only sense, and none of none', () => {
    const [only] = wordNet.sensesOf('insulin');
    expect(chooser.choose([only!], 'insulin', nothing)).toBe(only);
    expect(chooser.choose([], 'insulin', nothing)).toBeUndefined();
  });

  it('goes by frequency without context, and by WordNet’s order among equals', () => {
    const senses = wordNet.sensesOf('bass');
    expect(chooser.choose(senses, 'bass', nothing)).toBe(senses[0]);
    const equal = senses.map(({ offset }) => ({ offset, tagCount: 0 }));
    expect(chooser.choose(equal, 'bass', nothing)).toBe(equal[0]);
  });

  it('goes by context, and looks at no sense beyond the first few', () => {
    const senses = wordNet.sensesOf('bass');
    const chosen = chooser.choose(senses, 'bass', context);
    expect(wordNet.synset(chosen?.offset ?? 0)?.gloss).toMatch(/fish/);
    const padding: Sense[] = Array.from({ length: MAX_SENSES }, () => ({ offset: 1740, tagCount: 0 }));
    expect(chooser.choose([...padding, chosen!], 'bass', context)).toBe(padding[0]);
  });
});
