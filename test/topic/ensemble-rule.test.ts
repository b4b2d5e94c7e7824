import { describe, expect, it } from '@jest/globals';
import { trainEnsemble } from '../../src/topic/ensemble-rule.js';
import { smallTrainingSet } from '../support/small-training.js';

describe('trainEnsemble', () => {
  const set = smallTrainingSet();
  const counted = (texts: typeof set): number =>
    trainEnsemble(texts).parameters.members.nounRatio.backgroundDocuments;

  it('does not learn from background texts that are about the topic', () => {
    expect(set.background).toHaveLength(30);
    expect(counted(set)).toBe(28);
  });

  it('learns from labelled pages whatever they seem to be about', () => {
    const labelled = set.background.map((text) => ({ ...text, weight: 2 }));
    expect(counted({ ...set, background: labelled })).toBe(30);
  });

  it('leaves out a tenth of the background at most', () => {
    const like = [...set.background, ...set.corpus.slice(0, 9)];
    expect(counted({ ...set, background: like })).toBe(39 - 3);
  });
});
