import { describe, expect, it } from '@jest/globals';
import { ensembleScorer, trainEnsemble } from '../../../src/judging/topic/ensemble-rule.js';
import type { PageContent } from '../../../src/judging/topic/page-content.js';
import { smallTrainingSet } from '../../support/small-training.js';

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

describe('ensembleScorer', () => {
  const set = smallTrainingSet();
  const scorer = ensembleScorer(trainEnsemble(set).parameters);
  const about = set.corpus[0] as PageContent;
  const other = set.background[0] as PageContent;
  const viewed: PageContent = { ...other, beginning: about };

  it('scores a text by the mean of its views', () => {
    const [whole, beginning, both] = [other, about, viewed].map((text) => scorer.score(text) ?? Number.NaN);
    expect(both).toBeCloseTo(((whole ?? 0) + (beginning ?? 0)) / 2);
    expect(both).toBeGreaterThan(whole ?? 0);
  });

  it('explains a text by the terms of both views, whose pulls add up as those of one view do', () => {
    const sum = (text: PageContent): number =>
      scorer.contributions(text).reduce((total, { pull }) => total + pull, 0);
    expect(sum(viewed)).toBeCloseTo((sum(other) + sum(about)) / 2);
    const terms = scorer.contributions(viewed).map(({ term }) => term);
    expect(new Set(terms).size).toBe(terms.length);
  });

  it('scores by the view that has something to judge by', () => {
    const nothing = { ...other, sections: { ...other.sections, headline: new Map(), body: new Map() } };
    const empty: PageContent = { ...nothing, nouns: { lemmas: [], mentions: [], linked: [] } };
    expect(scorer.score({ ...about, beginning: empty })).not.toBeNull();
  });
});
