import { describe, expect, it } from '@jest/globals';
import { createAcceptance } from '../../../src/judging/relevance/acceptance.js';
import {
  LABELS_TO_LEARN_FROM,
  trainWithLabels,
  type Label,
} from '../../../src/extensions/teach/labelled-model.js';
import { contentOfPage } from '../../../src/judging/topic/page-content.js';
import { TRAINED } from '../../support/learners.js';
import { trainModel } from '../../../src/judging/topic/trained-model.js';
import { createTrainedRule } from '../../../src/judging/topic/trained-rule.js';
import {
  mixedTexts,
  NO_EXPANSION,
  smallPages,
  smallTrainingSet,
  splitWords,
} from '../../support/small-training.js';

const SETTINGS = { features: 100, expansion: NO_EXPANSION };
const set = smallTrainingSet();
const [ensemble, centroid] = [TRAINED.ensemble.learner, TRAINED.centroid.learner];
const model = trainModel(ensemble, set, SETTINGS);

/** Labels of the training texts: those of the corpus yes, so many others no. */
function labels(yes: number, no: number): Label[] {
  const of = (positive: boolean, texts: typeof set.corpus, count: number): Label[] =>
    Array.from({ length: count }, (_, index) => ({
      where: `labels.csv:${index + 2}`,
      positive,
      content: texts[index % texts.length]!,
    }));
  return [...of(true, set.corpus, yes), ...of(false, set.background, no)];
}

/** Labels that refute a threshold: people say that texts are about the topic of which a small part is. */
function refuting(): Label[] {
  const mixed = mixedTexts(6, 4).map((content, place) => ({
    ...{ where: `mixed ${place}`, positive: true, content },
  }));
  return [...mixed, ...labels(2, 2)];
}

describe('trainWithLabels', () => {
  it('keeps everything as it is where labels do not refute the threshold', async () => {
    const { model: labelled } = trainWithLabels(ensemble, set, labels(5, 5), SETTINGS);
    expect(labelled).toEqual({
      ...model,
      labels: { yes: 5, no: 5, examples: false, thresholdKept: true },
    });
    const { reason } = await createTrainedRule(labelled, ensemble, splitWords).judge(smallPages().about);
    expect(reason.summary).not.toContain('answers');
  });

  it('takes the threshold from labels that refute it, and leaves the rest as it is', async () => {
    const { model: labelled } = trainWithLabels(ensemble, set, refuting(), SETTINGS);
    const { labels: used, adapts, ...rest } = labelled;
    expect(used).toEqual({ yes: 8, no: 2, examples: false });
    expect({ ...rest, adapts: model.adapts }).toEqual(model);
    expect(adapts).toMatchObject({ ...model.adapts, labelled: { count: 10 } });
    expect(adapts?.labelled?.shift).toBeLessThan(-0.15);
    const { reason } = await createTrainedRule(labelled, ensemble, splitWords).judge(smallPages().about);
    expect(reason.summary).toContain('after 10 answers');
  });

  it('moves the threshold among pages as far, whatever a person wants', () => {
    const { adapts } = trainWithLabels(ensemble, set, refuting(), SETTINGS).model;
    const { shift } = adapts!.labelled!;
    expect(createAcceptance(adapts!).thresholds()[0]).toBe(shift);
    expect(createAcceptance(adapts!, 'precise').thresholds()[0]).toBeCloseTo(0.8 + shift);
    expect(createAcceptance(adapts!, '0.5').thresholds()[0]).toBe(0);
  });

  it('moves the boundary of classifiers whose threshold does not adapt', async () => {
    const before = trainModel(centroid, set, SETTINGS);
    const { model: labelled } = trainWithLabels(centroid, set, refuting(), SETTINGS);
    expect(labelled.boundary.slope).toBe(before.boundary.slope);
    expect(labelled.boundary.shift).toBeGreaterThan(before.boundary.shift);
    const { reason } = await createTrainedRule(labelled, centroid, splitWords).judge(smallPages().about);
    expect(reason.summary).toContain('the threshold from 10 labels');
  });

  it.each(['ensemble', 'regression'] as const)('trains %s with many labelled pages', (name) => {
    const half = LABELS_TO_LEARN_FROM / 2;
    const { model: labelled } = trainWithLabels(TRAINED[name].learner, set, labels(half, half), SETTINGS);
    expect(labelled.labels).toEqual({ yes: half, no: half, examples: true });
    expect(labelled.parameters).not.toEqual(trainModel(TRAINED[name].learner, set, SETTINGS).parameters);
    expect(trainWithLabels(TRAINED[name].learner, set, labels(half, half), SETTINGS).model).toEqual(labelled);
  });

  it('says what to do when the labels are too few, or all the same', () => {
    expect(() => trainWithLabels(ensemble, set, labels(3, 3), SETTINGS)).toThrow(/3 yes and 3 no of 6/);
    expect(() => trainWithLabels(ensemble, set, labels(12, 0), SETTINGS)).toThrow(/12 yes and 0 no/);
    const empty = contentOfPage(smallPages().empty, splitWords);
    const nothing = labels(4, 4).map((label) => ({ ...label, content: empty }));
    expect(() => trainWithLabels(ensemble, set, nothing, SETTINGS)).toThrow(/0 yes and 0 no of 8/);
  });
});
