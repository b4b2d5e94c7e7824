import { describe, expect, it } from '@jest/globals';
import type { ClassifierPlan, TopicLexicon } from '../../../src/judging/judge/judge-plan.js';
import {
  createQuickReader,
  differenceFor,
  forQuickReadings,
} from '../../../src/judging/judge/quick-reader.js';
import { NOTHING_TO_JUDGE, type Judgement, type TopicClassifier } from '../../../src/model/topic.js';
import { LEXICAL_ANNOTATOR_NAME } from '../../../src/language/text/lexical-annotator.js';
import { createLexiconMaker } from '../../../src/language/text/lexicon.js';
import { lowestThreshold } from '../../../src/judging/topic/acceptance.js';
import { highestScore } from '../../../src/judging/topic/quick-reading.js';
import type { TopicFacts } from '../../../src/knowledge/places/topic-facts.js';
import { without } from '../../../src/support/without.js';
import { trainModel, type TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';
import { NO_EXPANSION, smallTrainingSet } from '../../support/small-training.js';
import { textPage } from '../../support/small-topic.js';

const DIFFERENCE = { shift: 0.1, spread: 0.5 };
const SETTINGS = { features: 100, expansion: NO_EXPANSION };
const page = textPage('A queen in Paris.', { title: 'Bees' });

/** Whether the verdict on a page with that score and so many votes stands without a full reading. */
async function isDecided(
  classifier: ClassifierPlan,
  { score, votes = 100, accepted = false }: { score: number; votes?: number; accepted?: boolean },
  {
    difference = DIFFERENCE,
    accept,
    onlyQuickly = false,
  }: { difference?: typeof DIFFERENCE | null; accept?: string; onlyQuickly?: boolean } = {},
): Promise<boolean | 'no quick reading'> {
  const judgement: Judgement = {
    accepted,
    score,
    classifier: 'test',
    reason: {
      summary: '',
      meanIdf: null,
      band: { low: null, high: null },
      nouns: { distinct: votes, linked: votes, unknown: 0 },
      evidence: [],
    },
  };
  const judge: TopicClassifier = { name: 'test', judge: () => Promise.resolve(judgement) };
  const plan = {
    topic: 'test',
    language: 'en',
    analyser: { linkers: [], labels: [] },
    classifier,
    anyLanguage: true,
    lexicon: { words: createLexiconMaker([])(), linked: '', ...(difference === null ? {} : { difference }) },
    ...(accept === undefined ? {} : { accept }),
    onlyQuickly,
  };
  const read = createQuickReader(plan, judge, openWordNet());
  if (read === undefined) return 'no quick reading';
  const found = await read({ page });
  if (found === undefined) return false;
  expect(found).toMatchObject({ page, annotator: LEXICAL_ANNOTATOR_NAME });
  return true;
}

const facts = (backgroundGraph?: string) =>
  ({
    backgroundGraph,
    calibration: { classifier: 'krs-calibrated', parameters: { threshold: -3 } },
  }) as unknown as TopicFacts;
const margin = highestScore(DIFFERENCE, 0, 100);

describe.each([undefined, 'http://kb.example/background'])('krs-calibrated (background %s)', (background) => {
  const plan: ClassifierPlan = { rule: 'krs-calibrated', facts: facts(background) };

  it('rejects what lies below the threshold by more than the margin', async () => {
    expect(await isDecided(plan, { score: -3 - margin - 0.001 })).toBe(true);
    expect(await isDecided(plan, { score: -3 - margin + 0.001 })).toBe(false);
    expect(await isDecided(plan, { score: -2, accepted: true })).toBe(false);
  });

  it('does not decide by few votes, nor where the margin is not known', async () => {
    expect(await isDecided(plan, { score: -9, votes: 12 })).toBe(false);
    expect(await isDecided(plan, { score: -9 }, { difference: null })).toBe('no quick reading');
  });
});

describe('the ensemble', () => {
  const model = trainModel('ensemble', smallTrainingSet(), SETTINGS);
  if (model.classifier !== 'ensemble' || model.adapts === undefined) throw new Error('no ensemble');
  const { anchors } = model.adapts;
  const plan: ClassifierPlan = { rule: 'trained', model };
  const { weight, deviation } = model.parameters.weights.nounRatio;
  const marginInOdds = (margin * model.boundary.slope * weight) / deviation;
  const scoreOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

  it.each(['precise', 'balanced', 'broad', '0.3'])(
    'rejects what cannot reach the lowest threshold that there may be (%s)',
    async (accept) => {
      const lowest = lowestThreshold({ ...anchors, hasSpace: false }, accept) - marginInOdds;
      expect(await isDecided(plan, { score: scoreOf(lowest - 0.001) }, { accept })).toBe(true);
      expect(await isDecided(plan, { score: scoreOf(lowest + 0.001) }, { accept })).toBe(false);
    },
  );

  it('does not decide about a page with nothing to judge by, nor of few votes', async () => {
    expect(await isDecided(plan, { score: NOTHING_TO_JUDGE })).toBe(false);
    expect(await isDecided(plan, { score: 0.000001, votes: 5 })).toBe(false);
  });

  it('is not predictable where its model says nothing of how the threshold adapts', async () => {
    const other = without(model, 'adapts') as TrainedModel;
    expect(await isDecided({ rule: 'trained', model: other }, { score: 0 })).toBe('no quick reading');
  });

  it('is decided by the margin of general texts where its topic does not have a background', () => {
    const [own, general] = [1, 2].map((spread) => ({ shift: 0, spread }));
    const lexicon = { words: '', linked: '', difference: own, general } as unknown as TopicLexicon;
    expect(differenceFor(plan, lexicon)).toBe(general);
    expect(differenceFor({ rule: 'krs-calibrated', facts: facts() }, lexicon)).toBe(own);
    expect(differenceFor(plan, without(lexicon, 'general'))).toBe(own);
  });
});

it.each(['regression', 'itfidf-bayes', 'tfidf-bayes', 'centroid'] as const)(
  '%s reads words, so that its verdict stands',
  async (name) => {
    const plan: ClassifierPlan = { rule: 'trained', model: trainModel(name, smallTrainingSet(), SETTINGS) };
    expect(await isDecided(plan, { score: 0, accepted: false }, { difference: null })).toBe(true);
    expect(await isDecided(plan, { score: 0, accepted: true }, { difference: null })).toBe(false);
  },
);

it('leaves no page to a full reading where only the lexicon is to read', async () => {
  const alone = { onlyQuickly: true, difference: null };
  const plans: readonly ClassifierPlan[] = [
    { rule: 'krs-calibrated', facts: facts() },
    { rule: 'trained', model: trainModel('ensemble', smallTrainingSet(), SETTINGS) },
  ];
  for (const plan of plans) {
    expect(await isDecided(plan, { score: 9, accepted: true }, alone)).toBe(true);
    expect(await isDecided(plan, { score: -2, votes: 3 }, alone)).toBe(true);
  }
  expect(await isDecided({ rule: 'krs-paper', facts: facts() }, { score: 0 }, alone)).toBe(
    'no quick reading',
  );
});

describe('a classifier for pages that only the lexicon reads', () => {
  it('has the threshold that quick readings give', () => {
    const thresholdOf = (difference: Parameters<typeof forQuickReadings>[1]): number | undefined => {
      const moved = forQuickReadings({ rule: 'krs-calibrated', facts: facts() }, difference);
      return moved.rule === 'krs-calibrated' ? moved.facts.calibration.parameters['threshold'] : undefined;
    };
    expect(thresholdOf({ ...DIFFERENCE, threshold: -0.25 })).toBe(-3.25);
    // What scores are lower by on average, where the threshold is not known.
    expect(thresholdOf(DIFFERENCE)).toBe(-3.1);
  });

  it('corrects the score of nouns, and leaves classifiers of words as they are', () => {
    const ensemble = trainModel('ensemble', smallTrainingSet(), SETTINGS);
    const moved = forQuickReadings({ rule: 'trained', model: ensemble }, DIFFERENCE);
    if (moved.rule !== 'trained' || moved.model.classifier !== 'ensemble') throw new Error('no ensemble');
    if (ensemble.classifier !== 'ensemble') throw new Error('no ensemble');
    const meanOf = ({ parameters }: typeof ensemble): number => parameters.weights.nounRatio.mean;
    expect(meanOf(moved.model)).toBeCloseTo(meanOf(ensemble) - DIFFERENCE.shift);
    const words: ClassifierPlan = {
      rule: 'trained',
      model: trainModel('centroid', smallTrainingSet(), SETTINGS),
    };
    expect(forQuickReadings(words, DIFFERENCE)).toBe(words);
  });
});

it('leaves all pages of other classifiers to a full reading', async () => {
  const semantic = trainModel('semantic', smallTrainingSet(), SETTINGS);
  const plans: readonly ClassifierPlan[] = [
    { rule: 'krs-paper', facts: facts() },
    { rule: 'own', name: 'mine', facts: facts() },
    { rule: 'trained', model: semantic },
  ];
  for (const plan of plans) expect(await isDecided(plan, { score: -99 })).toBe('no quick reading');
});
