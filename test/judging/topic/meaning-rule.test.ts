import { describe, expect, it } from '@jest/globals';
import { MEMBERS } from '../../../src/judging/relevance/evidence.js';
import { ensembleScorer, trainEnsemble } from '../../../src/judging/topic/ensemble-rule.js';
import { meaningScorer, trainMeaning } from '../../../src/judging/topic/meaning-rule.js';
import { lineOf, type PageContent } from '../../../src/judging/topic/page-content.js';
import { contentOfDocument } from '../../support/content-of-document.js';
import { ensemble } from '../../../src/judging/classifiers/ensemble.js';
import { regressionScorer, trainRegression } from '../../../src/judging/topic/regression-rule.js';
import { createTrainedRule } from '../../../src/judging/topic/trained-rule.js';
import { trainModel, type TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { NO_EXPANSION, smallPages, smallTrainingSet, splitWords } from '../../support/small-training.js';
import { smallGeneralSpace } from '../../support/small-general-space.js';

const general = smallGeneralSpace();
const set = { ...smallTrainingSet(), general, line: lineOf('hive honey', splitWords) };
const SETTINGS = { features: 100, expansion: NO_EXPANSION };
const NO_NOUNS = { lemmas: [], mentions: [], linked: [] };
const contentOf = (text: string): PageContent => contentOfDocument({ title: '', text }, NO_NOUNS, splitWords);
const sum = (pulls: readonly { readonly pull: number }[]): number =>
  pulls.reduce((total, { pull }) => total + pull, 0);

describe('the member that judges by meanings', () => {
  const own = ['hive queen comb honey worker', 'queen comb hive brood nectar'].map(contentOf);
  const others = ['engine wheel brake clutch piston', 'wheel brake gear fuel engine'].map(contentOf);
  const few = { corpus: own, background: others, general };

  it('knows words that its texts do not have', () => {
    const scorer = meaningScorer(trainMeaning(few)!, general);
    const [pollen, axle] = ['pollen swarm', 'axle valve'].map(contentOf);
    expect(regressionScorer(trainRegression(few)).score(pollen!)).toBeNull();
    expect(scorer.score(pollen!)).toBeGreaterThan(scorer.score(axle!)! + 0.1);
    expect(scorer.contributions(pollen!).map(({ term }) => term)).toEqual(['pollen', 'swarm']);
  });

  it.each([['without a space', { corpus: own, background: others }]])('is not learned %s', (_, texts) => {
    expect(trainMeaning(texts)).toBeUndefined();
  });
});

describe('an ensemble with meanings', () => {
  const { parameters } = trainEnsemble(set);

  it('scores by what its words pull, but for a constant', () => {
    // Evidence far off is bounded, and the mean IDF of nouns is not told by words.
    const wide = (median: number) => ({ median, deviation: 100 });
    const statistics = MEMBERS.map((member) =>
      member === 'mean IDF' ? null : { corpus: wide(1), background: wide(0) },
    );
    const bounded = ensembleScorer({ ...parameters, statistics }, { general });
    const constants = [...set.corpus.slice(0, 4), ...set.background.slice(0, 4)].map(
      (text) => bounded.score(text)! - sum(bounded.contributions(text)),
    );
    for (const constant of constants) expect(constant).toBeCloseTo(constants[0]!);
  });

  it('judges the same after it was saved, and refuses another space', async () => {
    const model = trainModel(ensemble.learner, set, SETTINGS);
    const read = JSON.parse(JSON.stringify(model)) as TrainedModel;
    const page = smallPages().about;
    const judgement = await createTrainedRule(model, ensemble.learner, splitWords, {
      general: () => general,
    }).judge(page);
    expect(judgement.accepted).toBe(true);
    expect(
      await createTrainedRule(read, ensemble.learner, splitWords, { general: () => general }).judge(page),
    ).toEqual(judgement);
    const other = (): typeof general => ({ ...general, checksum: 'other' });
    expect(() => createTrainedRule(model, ensemble.learner, splitWords, { general: other })).toThrow(
      /another word space/,
    );
  });
});
