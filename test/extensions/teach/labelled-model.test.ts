import { describe, expect, it } from '@jest/globals';
import { createAcceptance } from '../../../src/judging/relevance/acceptance.js';
import type { JudgedText } from '../../../src/judging/relevance/evidence.js';
import {
  ensembleMembers,
  oddsAlone,
  type EnsembleParameters,
} from '../../../src/judging/topic/ensemble-rule.js';
import type { Label } from '../../../src/extensions/teach/label-scores.js';
import { LABELS_TO_LEARN_FROM, trainWithLabels } from '../../../src/extensions/teach/labelled-model.js';
import { contentOfPage } from '../../../src/judging/topic/page-content.js';
import { TRAINED, type TrainedName } from '../../support/learners.js';
import { trainModel, type TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { createTrainedRule } from '../../../src/judging/topic/trained-rule.js';
import { NO_EXPANSION, smallPages, smallTrainingSet, splitWords } from '../../support/small-training.js';

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
      ...(texts[index % texts.length] === undefined ? {} : { content: texts[index % texts.length]! }),
    }));
  return [...of(true, set.corpus, yes), ...of(false, set.background, no)];
}
const parameters = model.parameters as EnsembleParameters;
const members = ensembleMembers(parameters);
/** As a crawl recorded a page, whose scores may be off. */
const crawled = (label: Label, off = 0): Label => {
  const { scores, words } = members.judge(label.content!);
  const shifted = { scores: scores.map((score) => score && score + off), words };
  return { ...label, recorded: { crawl: 'out', classifier: 'ensemble', score: 0.5, members: shifted } };
};
/** Scores between those of a page of the corpus and one of the background that give some log odds. */
function judgedWith(odds: number): JudgedText {
  const [about, other] = [set.corpus[0]!, set.background[0]!].map((text) => members.judge(text));
  const at = (share: number): JudgedText => ({
    words: about!.words,
    scores: about!.scores.map((score, place) =>
      score === null ? null : share * score + (1 - share) * (other!.scores[place] ?? 0),
    ),
  });
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (oddsAlone(at(middle), parameters) < odds) low = middle;
    else high = middle;
  }
  return at(low);
}
const withoutText = ({ where, positive, recorded }: Label): Label => ({
  where,
  positive,
  recorded: recorded!,
});

/** Labels that refute a model's threshold: pages that scored a little below it are about the topic. */
function refuting(by: TrainedModel): Label[] {
  const { classifier, boundary, adapts } = by;
  const own = TRAINED[classifier as TrainedName].learner.scorer(by.parameters, {});
  const kept = labels(2, 2).map((label) =>
    adapts
      ? crawled(label)
      : { ...label, recorded: { crawl: 'out', classifier, score: own.score(label.content!)! } },
  );
  const below = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4].map((off) => ({
    where: `below by ${off}`,
    positive: true,
    recorded: {
      crawl: 'out',
      classifier,
      score: adapts ? 0.5 : (-off - boundary.shift) / boundary.slope,
      ...(adapts && { members: judgedWith(-off) }),
    },
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
    expect(reason.summary).not.toContain('answers');
  });

  it('takes the threshold from labels that refute it, and leaves the rest as it is', async () => {
    const { model: labelled, unused } = trainWithLabels(ensemble, set, refuting(model), SETTINGS);
    expect(unused).toEqual([]);
    const { labels: used, adapts, ...rest } = labelled;
    expect(used).toEqual({ yes: 8, no: 2, examples: false });
    expect({ ...rest, adapts: model.adapts }).toEqual(model);
    expect(adapts).toMatchObject({ ...model.adapts, labelled: { count: 10 } });
    expect(adapts?.labelled?.shift).toBeLessThan(-0.15);
    const { reason } = await createTrainedRule(labelled, ensemble, splitWords).judge(smallPages().about);
    expect(reason.summary).toContain('after 10 answers');
  });

  it('moves the threshold among pages as far, whatever a person wants', () => {
    const { adapts } = trainWithLabels(ensemble, set, refuting(model), SETTINGS).model;
    const { shift } = adapts!.labelled!;
    expect(createAcceptance(adapts!).thresholds()[0]).toBe(shift);
    expect(createAcceptance(adapts!, 'precise').thresholds()[0]).toBeCloseTo(0.8 + shift);
    expect(createAcceptance(adapts!, '0.5').thresholds()[0]).toBe(0);
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
    const others = [...labels(4, 4), crawled(labels(1, 0)[0]!, 1)];
    const strange = withoutText(crawled(labels(0, 1)[0]!, 1));
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
