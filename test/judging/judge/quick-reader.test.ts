import { describe, expect, it } from '@jest/globals';
import type { TopicLexicon } from '../../../src/judging/judge/judge-plan.js';
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
import type { EnsembleParameters } from '../../../src/judging/topic/ensemble-rule.js';
import type { ClassifierKind } from '../../../src/judging/classifiers/classifier.js';
import { krsCalibrated } from '../../../src/judging/classifiers/krs-calibrated.js';
import { krsPaper } from '../../../src/judging/classifiers/krs-paper.js';
import { loadClassifier } from '../../../src/judging/classifiers/load-classifier.js';
import { registerPlugins } from '../../../src/judging/plugins/registry.js';
import { trainModel, type TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';
import { NO_EXPANSION, smallTrainingSet } from '../../support/small-training.js';
import { TRAINED, type TrainedName } from '../../support/learners.js';
import { textPage } from '../../support/small-topic.js';

const DIFFERENCE = { shift: 0.1, spread: 0.5 };
const SETTINGS = { features: 100, expansion: NO_EXPANSION };
const page = textPage('A queen in Paris.', { title: 'Bees' });

/** A classifier with its plan. */
interface Planned {
  readonly kind: ClassifierKind;
  readonly data: unknown;
}

const planOf = ({ kind, data }: Planned) => ({ name: kind.name, data });

function trained(name: TrainedName): Planned & { readonly data: TrainedModel } {
  const kind = TRAINED[name];
  return { kind, data: trainModel(kind.learner, smallTrainingSet(), SETTINGS) };
}

/** Whether the verdict on a page with that score and so many votes stands without a full reading. */
async function isDecided(
  planned: Planned,
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
    classifier: planOf(planned),
    anyLanguage: true,
    lexicon: { words: createLexiconMaker([])(), linked: '', ...(difference === null ? {} : { difference }) },
    ...(accept === undefined ? {} : { accept }),
    onlyQuickly,
  };
  const read = createQuickReader(plan, planned.kind, judge, openWordNet());
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
  const plan: Planned = { kind: krsCalibrated, data: facts(background) };

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
  const plan = trained('ensemble');
  const { kind, data: model } = plan;
  const { anchors } = model.adapts!;
  const { weight, deviation } = (model.parameters as EnsembleParameters).weights.nounRatio;
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
    expect(await isDecided({ kind, data: other }, { score: 0 })).toBe('no quick reading');
  });

  it('is decided by the margin of general texts where its topic does not have a background', () => {
    const [own, general] = [1, 2].map((spread) => ({ shift: 0, spread }));
    const lexicon = { words: '', linked: '', difference: own, general } as unknown as TopicLexicon;
    expect(differenceFor(kind, lexicon)).toBe(general);
    expect(differenceFor(krsCalibrated, lexicon)).toBe(own);
    expect(differenceFor(kind, without(lexicon, 'general'))).toBe(own);
  });
});

it.each(['regression', 'itfidf-bayes', 'tfidf-bayes', 'centroid'] as const)(
  '%s reads words, so that its verdict stands',
  async (name) => {
    const plan = trained(name);
    expect(await isDecided(plan, { score: 0, accepted: false }, { difference: null })).toBe(true);
    expect(await isDecided(plan, { score: 0, accepted: true }, { difference: null })).toBe(false);
  },
);

it('leaves no page to a full reading where only the lexicon is to read', async () => {
  const alone = { onlyQuickly: true, difference: null };
  const plans: readonly Planned[] = [{ kind: krsCalibrated, data: facts() }, trained('ensemble')];
  for (const plan of plans) {
    expect(await isDecided(plan, { score: 9, accepted: true }, alone)).toBe(true);
    expect(await isDecided(plan, { score: -2, votes: 3 }, alone)).toBe(true);
  }
  expect(await isDecided({ kind: krsPaper, data: facts() }, { score: 0 }, alone)).toBe('no quick reading');
});

describe('a classifier for pages that only the lexicon reads', () => {
  it('has the threshold that quick readings give', () => {
    const thresholdOf = (difference: Parameters<typeof forQuickReadings>[2]): number | undefined => {
      const planned = planOf({ kind: krsCalibrated, data: facts() });
      const { calibration } = forQuickReadings(krsCalibrated, planned, difference).data as TopicFacts;
      return calibration.parameters['threshold'];
    };
    expect(thresholdOf({ ...DIFFERENCE, threshold: -0.25 })).toBe(-3.25);
    // What scores are lower by on average, where the threshold is not known.
    expect(thresholdOf(DIFFERENCE)).toBe(-3.1);
  });

  it('corrects the score of nouns, and leaves classifiers of words as they are', () => {
    const ensemble = trained('ensemble');
    const moved = forQuickReadings(ensemble.kind, planOf(ensemble), DIFFERENCE);
    const meanOf = (model: unknown): number =>
      (model as TrainedModel<EnsembleParameters>).parameters.weights.nounRatio.mean;
    expect(meanOf(moved.data)).toBeCloseTo(meanOf(ensemble.data) - DIFFERENCE.shift);
    const { kind, ...words } = trained('centroid');
    const plan = planOf({ kind, ...words });
    expect(forQuickReadings(kind, plan, DIFFERENCE)).toBe(plan);
  });
});

it('leaves all pages of other classifiers to a full reading', async () => {
  const mine = { judge: () => ({ accepted: true, score: 1 }) };
  const plugins = registerPlugins([{ plugin: { classifiers: { mine } }, origin: 'the test' }]);
  const plans: readonly Planned[] = [
    { kind: krsPaper, data: facts() },
    { kind: await loadClassifier('mine', plugins), data: facts() },
    trained('semantic'),
  ];
  for (const plan of plans) expect(await isDecided(plan, { score: -99 })).toBe('no quick reading');
});
