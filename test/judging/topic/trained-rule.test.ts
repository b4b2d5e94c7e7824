import { describe, expect, it } from '@jest/globals';
import { ensemble } from '../../../src/judging/classifiers/ensemble.js';
import { TRAINED_CLASSIFIERS } from '../../../src/judging/classifiers/classifier-table.js';
import { NOTHING_TO_JUDGE } from '../../../src/model/topic.js';
import { without } from '../../../src/support/without.js';
import type { TrainingText } from '../../../src/judging/topic/excerpts.js';
import { LIKENESS } from '../../../src/judging/topic/prose.js';
import type { PageContent } from '../../../src/judging/topic/page-content.js';
import { trainModel, type TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { acceptanceBy, createTrainedRule } from '../../../src/judging/topic/trained-rule.js';
import { topicClassifierContract } from '../../contracts/topic-classifier.js';
import { TRAINED } from '../../support/learners.js';
import { smallPages, NO_EXPANSION, smallTrainingSet, splitWords } from '../../support/small-training.js';
import { pageWith } from '../../support/small-topic.js';

const SETTINGS = { features: 100, expansion: NO_EXPANSION };

it('has a test for every classifier that is trained', () => {
  expect(Object.keys(TRAINED)).toEqual(TRAINED_CLASSIFIERS);
});

describe.each(Object.values(TRAINED))('$name', ({ name, learner }) => {
  const model = trainModel(learner, smallTrainingSet(), SETTINGS);
  topicClassifierContract(name, () => ({
    classifier: createTrainedRule(model, learner, splitWords),
    ...smallPages(),
  }));

  it('is the same when it is learned again', () => {
    expect(trainModel(learner, smallTrainingSet(), SETTINGS)).toEqual(model);
  });

  it('judges alike after it was written down', async () => {
    const read = JSON.parse(JSON.stringify(model)) as TrainedModel;
    const { about } = smallPages();
    expect(await createTrainedRule(read, learner, splitWords).judge(about)).toEqual(
      await createTrainedRule(model, learner, splitWords).judge(about),
    );
  });

  it('names terms of the topic as evidence for it', async () => {
    const { reason } = await createTrainedRule(model, learner, splitWords).judge(smallPages().about);
    const strongest = reason.evidence.find(({ pull }) => pull > 0);
    expect(strongest?.documents).toBeGreaterThan(0);
    expect(reason.nouns.unknown).toBeLessThan(reason.nouns.distinct);
  });

  it('rejects a page of a few words, whatever they are', async () => {
    const { page } = pageWith([]);
    const few = { page: { ...page, text: 'hive queen comb' }, nouns: [] };
    expect((await createTrainedRule(model, learner, splitWords).judge(few)).accepted).toBe(false);
  });
});

describe('trainModel', () => {
  it('says so when there is nothing to learn from', () => {
    const { corpus } = smallTrainingSet();
    const set = { corpus: corpus.slice(0, 1), background: [] };
    expect(() => trainModel(TRAINED['itfidf-bayes'].learner, set, SETTINGS)).toThrow(/too little text/);
  });
});

describe('the ensemble', () => {
  it('says how like the background a page reads, and decides by what is usual on the common Web', async () => {
    const model = trainModel(TRAINED.ensemble.learner, smallTrainingSet(), SETTINGS);
    const { anchors } = model.adapts!;
    expect(anchors.corpus).toBeGreaterThan(anchors.background);
    const { reason } = await createTrainedRule(model, TRAINED.ensemble.learner, splitWords).judge(
      smallPages().about,
    );
    expect(reason.likeness).toBeGreaterThan(0.5);
    const odds = acceptanceBy(model)!.thresholds()[0]!;
    expect(reason.band.low).toBeCloseTo(1 / (1 + Math.exp(-odds)));
  });

  it('takes every page for a typical one of the Web where the background is of many kinds', async () => {
    const mixed = trainModel(TRAINED.ensemble.learner, { ...smallTrainingSet(), isMixed: true }, SETTINGS);
    expect(mixed.adapts).toEqual({
      anchors: trainModel(TRAINED.ensemble.learner, smallTrainingSet(), SETTINGS).adapts!.anchors,
    });
    const { about } = smallPages();
    const unlike = { ...about, page: { ...about.page, text: `${about.page.text} engine wheel` } };
    for (const page of [about, unlike]) {
      const { reason } = await createTrainedRule(mixed, TRAINED.ensemble.learner, splitWords).judge(page);
      expect(reason.likeness).toBe(LIKENESS.mixed);
    }
  });

  it('has a fixed threshold where its model says nothing of how that adapts', async () => {
    const model = without(
      trainModel(TRAINED.ensemble.learner, smallTrainingSet(), SETTINGS),
      'adapts',
    ) as TrainedModel;
    const { reason } = await createTrainedRule(model, TRAINED.ensemble.learner, splitWords).judge(
      smallPages().about,
    );
    expect([reason.likeness, reason.band.low]).toEqual([undefined, 0.5]);
  });

  it('learns from excerpts that short texts score lower', () => {
    const { corpus, background } = smallTrainingSet();
    const long = (texts: readonly PageContent[]): TrainingText[] =>
      texts.map((text, index) => {
        const other = texts[(index + 5) % texts.length]!;
        const body = new Map([...text.sections.body, ...other.sections.body].map(([word]) => [word, 40]));
        return { ...text, sections: { ...text.sections, body }, excerpts: [text] };
      });
    const set = { corpus: long(corpus), background: long(background) };
    const model = trainModel(ensemble.learner, set, SETTINGS);
    expect(model.parameters.length).toBeLessThan(0);
  });

  it('looks at words beyond the evidence shown before it says that none speaks for the topic', async () => {
    const off = Array.from({ length: 12 }, (_, place) => `off${String.fromCharCode(97 + place)}`);
    const regression = {
      terms: ['hive', ...off],
      documents: [1, ...off.map(() => 0)],
      idf: [1, ...off.map(() => 1)],
      weights: [0.1, ...off.map(() => -1)],
      bias: 0,
    };
    const model: TrainedModel = {
      classifier: 'regression',
      parameters: regression,
      boundary: { slope: 1, shift: 0 },
      documents: 1,
      backgroundDocuments: 1,
    };
    const { other } = smallPages();
    const text = `hive ${off.join(' ')}`;
    const { accepted, reason } = await createTrainedRule(model, TRAINED.regression.learner, splitWords).judge(
      {
        page: { ...other.page, title: '', text },
        nouns: [],
      },
    );
    expect(reason.evidence.every(({ pull }) => pull < 0)).toBe(true);
    expect([accepted, reason.summary]).toEqual([false, expect.not.stringContaining('no word')]);
  });

  it('rejects a page on which no word speaks for the topic, however high it scores', async () => {
    const model = trainModel(TRAINED.ensemble.learner, smallTrainingSet(), SETTINGS);
    const generous = { ...model, boundary: { ...model.boundary, shift: 100 } };
    const rule = createTrainedRule(generous, TRAINED.ensemble.learner, splitWords);
    const { about, other } = smallPages();
    const engines = { page: { ...other.page, text: 'engine wheel '.repeat(10) }, nouns: [] };
    const { accepted, score, reason } = await rule.judge(engines);
    expect(score).toBeGreaterThan(0.9);
    expect([accepted, reason.summary]).toEqual([false, 'rejected: no word on the page speaks for the topic']);
    expect((await rule.judge(about)).accepted).toBe(true);
  });

  it('gives a probability, and none where there is nothing to judge by', async () => {
    const rule = createTrainedRule(
      trainModel(TRAINED.ensemble.learner, smallTrainingSet(), SETTINGS),
      TRAINED.ensemble.learner,
      splitWords,
    );
    const { about, other, empty } = smallPages();
    for (const page of [about, other]) {
      const { score } = await rule.judge(page);
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThan(1);
    }
    expect((await rule.judge(empty)).score).toBe(NOTHING_TO_JUDGE);
  });
});
