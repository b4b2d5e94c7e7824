import { describe, expect, it } from '@jest/globals';
import { TRAINED_CLASSIFIERS } from '../../../src/judging/classifiers/classifier-table.js';
import type { FrequencyTable } from '../../../src/knowledge/places/frequency-table.js';
import { trainModel } from '../../../src/judging/topic/trained-model.js';
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

describe('the ensemble', () => {
  const { learner } = TRAINED.ensemble;

  it('keeps what its members say of a page, and decides as for a page that is judged alone', async () => {
    const model = trainModel(learner, smallTrainingSet(), SETTINGS);
    const judgement = await createTrainedRule(model, learner, splitWords).judge(smallPages().about);
    const { reason } = judgement;
    expect(reason.members?.map(({ member }) => member)).toEqual([
      'words',
      'first words',
      'noun ratio',
      'mean IDF',
    ]);
    expect(reason.words).toBeGreaterThan(10);
    expect(reason.meanIdf).toBeCloseTo(-(reason.members!.at(-1)?.score ?? 0), 3);
    expect(reason.band.low).toBe(0.5);
    expect(acceptanceBy(model)!.decide(judgement)).toEqual(judgement);
  });

  it('asks the knowledge base how many texts have the nouns of a page', async () => {
    const asked: string[] = [];
    const counts = (background: number): FrequencyTable => ({
      byLemma: (lemmas) => {
        asked.push('topic');
        return Promise.resolve(new Map([...lemmas].map((lemma) => [lemma, 12])));
      },
      byMeaning: () => Promise.reject(new Error('not asked')),
      inBackground: (lemmas) => {
        asked.push('background');
        return Promise.resolve(new Map([...lemmas].map((lemma) => [lemma, background])));
      },
    });
    const memberOf = async (
      isOwnBackground: boolean,
      background: number,
      member: string,
      examples = false,
    ) => {
      const plain = trainModel(learner, { ...smallTrainingSet(), isOwnBackground }, SETTINGS);
      const model = { ...plain, labels: { yes: 30, no: 30, examples } };
      const rule = createTrainedRule(model, learner, splitWords, { counts: counts(background) });
      const { reason } = await rule.judge(smallPages().about);
      return reason.members?.find((one) => one.member === member)?.score;
    };
    // Every noun is in each of the twelve texts.
    expect(await memberOf(false, 0, 'mean IDF')).toBeCloseTo(-Math.log2(13 / 12.5), 3);
    expect(asked).toEqual(['topic']);
    const [rare, common] = [await memberOf(true, 0, 'noun ratio'), await memberOf(true, 30, 'noun ratio')];
    expect(asked).toEqual(['topic', 'topic', 'background', 'topic', 'background']);
    expect(common).toBeLessThan(rare!);
    // It does not count the nouns of labelled pages that a model learned from.
    expect(await memberOf(true, 0, 'mean IDF', true)).not.toBeCloseTo(-Math.log2(13 / 12.5), 3);
    expect(asked).toHaveLength(5);
  });

  it('rejects a page on which no word speaks for the topic, however high it scores', async () => {
    const model = trainModel(TRAINED.ensemble.learner, smallTrainingSet(), SETTINGS);
    const generous = { ...model, adapts: { ...model.adapts!, labelled: { shift: -100, count: 9 } } };
    const rule = createTrainedRule(generous, TRAINED.ensemble.learner, splitWords);
    const { about, other } = smallPages();
    const engines = { page: { ...other.page, text: 'engine wheel '.repeat(10) }, nouns: [] };
    const { accepted, reason } = await rule.judge(engines);
    expect([accepted, reason.summary]).toEqual([false, 'rejected: no word on the page speaks for the topic']);
    expect(reason.members).toBeUndefined();
    expect((await rule.judge(about)).accepted).toBe(true);
  });
});
