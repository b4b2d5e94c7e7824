import { describe, expect, it } from '@jest/globals';
import { createAcceptance } from '../../../src/judging/topic/acceptance.js';
import type { Label } from '../../../src/extensions/training/label-scores.js';
import { LABELS_TO_LEARN_FROM, trainWithLabels } from '../../../src/extensions/training/labelled-model.js';
import { contentOfPage } from '../../../src/judging/topic/page-content.js';
import { TRAINED, type TrainedName } from '../../support/learners.js';
import { trainModel, type TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { createTrainedRule } from '../../../src/judging/topic/trained-rule.js';
import { NO_EXPANSION, smallPages, smallTrainingSet, splitWords } from '../../support/small-training.js';

const SETTINGS = { features: 100, expansion: NO_EXPANSION };
const set = smallTrainingSet();
const [ensemble, centroid] = [TRAINED.ensemble.learner, TRAINED.centroid.learner];
const model = trainModel(ensemble, set, SETTINGS);
const scorer = ensemble.scorer(model.parameters, {});

/** Labels of the training texts: those of the corpus yes, so many others no. */
function labels(yes: number, no: number): Label[] {
  const of = (positive: boolean, texts: typeof set.corpus, count: number): Label[] =>
    Array.from({ length: count }, (_, index) => ({
      where: `labels.csv:${index + 2}`,
      positive,
      ...(texts[index % texts.length] === undefined ? {} : { content: texts[index % texts.length]! }),
    }));
  return [...of(true, set.corpus, yes), ...of(false, set.background, no)];
}
const crawled = (label: Label, off = 0): Label => {
  const odds = model.boundary.slope * scorer.score(label.content!)! + model.boundary.shift + off;
  return { ...label, recorded: { crawl: 'out', classifier: 'ensemble', score: 1 / (1 + Math.exp(-odds)) } };
};
const withoutText = ({ where, positive, recorded }: Label): Label => ({
  where,
  positive,
  recorded: recorded!,
});

/** Ten labels that refute a model's threshold: six pages that scored a little below it are about the topic. */
function refuting(by: TrainedModel): Label[] {
  const { classifier, boundary, adapts } = by;
  const own = TRAINED[classifier as TrainedName].learner.scorer(by.parameters, {});
  const threshold = adapts ? createAcceptance({ ...adapts.anchors, hasSpace: false }).thresholds()[0]! : 0;
  const recorded = (odds: number) => ({
    crawl: 'out',
    classifier,
    score: adapts ? 1 / (1 + Math.exp(-odds)) : (odds - boundary.shift) / boundary.slope,
  });
  const kept = labels(2, 2).map((label) => ({
    ...label,
    recorded: recorded(boundary.slope * own.score(label.content!)! + boundary.shift),
  }));
  const below = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4].map((off) => ({
    where: `below by ${off}`,
    positive: true,
    recorded: recorded(threshold - off),
  }));
  return [...kept, ...below];
}

describe('trainWithLabels', () => {
  it('keeps everything as it is where labels do not refute the threshold', async () => {
    const { model: labelled, unused } = trainWithLabels(ensemble, set, labels(5, 5), SETTINGS);
    expect(unused).toEqual([]);
    expect(labelled).toEqual({
      ...model,
      labels: { yes: 5, no: 5, examples: false, thresholdKept: true },
    });
    const { reason } = await createTrainedRule(labelled, ensemble, splitWords).judge(smallPages().about);
    expect(reason.summary).not.toContain('labels');
  });

  it('takes the threshold from labels that refute it, and leaves the rest as it is', async () => {
    const { model: labelled, unused } = trainWithLabels(ensemble, set, refuting(model), SETTINGS);
    expect(unused).toEqual([]);
    const { labels: used, adapts, ...rest } = labelled;
    expect(used).toEqual({ yes: 8, no: 2, examples: false });
    expect({ ...rest, adapts: model.adapts }).toEqual(model);
    expect(adapts?.anchors).toMatchObject({ ...model.adapts!.anchors, labelled: { count: 10 } });
    const { reason } = await createTrainedRule(labelled, ensemble, splitWords).judge(smallPages().about);
    expect(reason.summary).toContain('the threshold from 10 labels');
  });

  it('keeps the labelled threshold whatever pages come, and lets a person shift it', () => {
    const { adapts } = trainWithLabels(ensemble, set, refuting(model), SETTINGS).model;
    const anchors = { ...adapts!.anchors, hasSpace: false };
    const acceptance = createAcceptance(anchors);
    expect(acceptance.thresholds()[0]!).toBeCloseTo(anchors.labelled!.threshold);
    for (let page = 0; page < 60; page += 1)
      acceptance.note({ reason: { likeness: 0.7 } } as Parameters<typeof acceptance.note>[0]);
    expect(acceptance.thresholds()[0]!).toBeCloseTo(anchors.labelled!.threshold);
    expect(createAcceptance(anchors, 'precise').thresholds()[0]!).toBeGreaterThan(
      acceptance.thresholds()[0]!,
    );
    expect(createAcceptance(anchors, '0').thresholds()[0]!).toBeCloseTo(anchors.background);
  });

  it('moves the boundary of classifiers whose threshold does not adapt', async () => {
    const before = trainModel(centroid, set, SETTINGS);
    const { model: labelled } = trainWithLabels(centroid, set, refuting(before), SETTINGS);
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

  it('only moves the threshold of the others, however many labels there are', () => {
    const { model: labelled } = trainWithLabels(centroid, set, labels(30, 30), SETTINGS);
    expect(labelled.labels?.examples).toBe(false);
  });

  it('takes recorded scores of pages without a text, where the crawl judged by the same model', () => {
    const { used } = trainWithLabels(ensemble, set, refuting(model), SETTINGS);
    expect(used.filter(({ label }) => !('content' in label) || label.content === undefined)).toHaveLength(6);
    const others = [...labels(4, 4), crawled(labels(1, 0)[0]!, 0.2)];
    const strange = withoutText(crawled(labels(0, 1)[0]!, 0.2));
    const { unused } = trainWithLabels(ensemble, set, [...others, strange], SETTINGS);
    expect(unused).toEqual([{ label: strange, why: expect.stringContaining('another classifier') }]);
  });

  it('says what to do when the labels are too few, or all the same', () => {
    expect(() => trainWithLabels(ensemble, set, labels(3, 3), SETTINGS)).toThrow(/3 yes and 3 no of 6/);
    expect(() => trainWithLabels(ensemble, set, labels(12, 0), SETTINGS)).toThrow(/12 yes and 0 no/);
    const empty = contentOfPage(smallPages().empty, splitWords);
    const nothing = labels(4, 4).map((label) => ({ ...label, content: empty }));
    expect(() => trainWithLabels(ensemble, set, nothing, SETTINGS)).toThrow(/0 yes and 0 no of 8/);
  });
});
