import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { trainClassifier } from '../../../../src/extensions/teach/train-classifier.js';
import {
  planRetraining,
  type AnsweredPage,
  readCrawlModel,
  trainModelOfCrawl,
  writeCrawlModel,
  type CrawlModelBody,
  type RetrainingPlan,
} from '../../../../src/extensions/teach/retraining/train-model.js';
import { planJudge } from '../../../../src/judging/judge/plan-judges.js';
import type { JudgeParts } from '../../../../src/judging/judge/judge-plan.js';
import { InputError } from '../../../../src/model/errors.js';
import { openTopic } from '../../../../src/knowledge/places/knowledge-base.js';
import { withModel } from '../../../../src/extensions/teach/retraining/model-trainer.js';
import { TRAINED } from '../../../support/learners.js';
import type { TrainedModel } from '../../../../src/judging/topic/trained-model.js';
import { shareWordSpace } from '../../../../src/language/text/word-space-file.js';
import { NO_PLUGINS } from '../../../../src/judging/plugins/registry.js';
import { beesAndOtherThings } from '../../../support/bee-topic.js';
import { pageOf } from '../../../support/small-sight.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../../support/small-corpus.js';

const { root, kb } = beesAndOtherThings();
const SETTINGS = { kb };
const judges = async (topic: string): Promise<readonly JudgeParts[]> => [
  await planJudge(await openTopic(kb, topic)),
];

const texts = [...Object.values(BEE_TEXTS), ...Object.values(OTHER_TEXTS)];
const isBees = (place: number): boolean => place < Object.keys(BEE_TEXTS).length;
const answered = texts.map((text, place): AnsweredPage => {
  const url = `http://a.example/${place}`;
  return { url, page: { ...pageOf(url, ''), text }, relevant: isBees(place) };
});

describe('a crawl whose ensemble can be trained anew', () => {
  let bees: readonly JudgeParts[];
  beforeAll(async () => void (bees = await judges('bees')));

  it('is one for a topic with an ensemble, its texts and its background', async () => {
    expect(await planRetraining(SETTINGS, bees, false)).toMatchObject({
      from: 50,
      topic: 'bees',
      labels: [],
    });
  });

  it('is none without a topic, with several, with several workers, and with a topic without an ensemble', async () => {
    expect(await planRetraining(SETTINGS, bees, true)).toEqual({ whyNot: 'several workers share the crawl' });
    const why = async (some: readonly JudgeParts[]) => planRetraining(SETTINGS, some, false);
    expect(await why([])).toEqual({ whyNot: 'the crawl does not have a topic' });
    expect(await why([...bees, ...bees])).toEqual({ whyNot: expect.stringContaining('several topics') });
    const rule = await planJudge(await openTopic(kb, 'bees'), 'krs-paper');
    expect(await why([rule])).toEqual({
      whyNot: expect.stringContaining('only the ensemble learns from answers'),
    });
  });
});

describe('trainModelOfCrawl', () => {
  const train = async (plan: RetrainingPlan, warn: (message: string) => void = () => undefined) => {
    const [only] = await judges('bees');
    return trainModelOfCrawl({ plan, judge: only!.plan, pages: answered }, NO_PLUGINS, warn);
  };
  const planned = async (): Promise<RetrainingPlan> =>
    (await planRetraining(SETTINGS, await judges('bees'), false)) as RetrainingPlan;

  it('learns from the pages, and scores each by a model that had not seen it', async () => {
    const { model, heldOut } = await train(await planned());
    expect(model.labels).toEqual({ yes: 12, no: texts.length - 12, examples: true });
    expect(TRAINED.ensemble.generalSpace?.(model)).toBe(shareWordSpace().checksum);
    expect(heldOut.map(({ url }) => url).toSorted()).toEqual(answered.map(({ url }) => url).toSorted());
    for (const { url, relevant } of heldOut)
      expect(relevant).toBe(answered.find((one) => one.url === url)?.relevant);
  });

  it('gives a model that a crawl judges by, but not with another word space', async () => {
    const { model } = await train(await planned());
    const bees = await judges('bees');
    expect(withModel(bees, model).plan.classifier).toMatchObject({ name: 'ensemble', data: model });
    const changed = JSON.stringify(model).replaceAll(shareWordSpace().checksum, 'another');
    expect(() => withModel(bees, JSON.parse(changed) as TrainedModel)).toThrow(
      'the crawl judges by a model that it trained with another word space than the one of this version',
    );
  });

  it('goes on learning from the labels that the ensemble was trained with, where they are there', async () => {
    const files = await writeFiles(join(root, 'labels'), {
      'labels.jsonl': texts
        .map((text, place) =>
          JSON.stringify({ text: `Once more. ${text}`, label: isBees(place) ? 'yes' : 'no' }),
        )
        .join('\n'),
    });
    await trainClassifier({ kb, topic: 'bees', labelledPages: [join(files, 'labels.jsonl')] });
    const plan = await planned();
    const { model, heldOut } = await train(plan);
    expect(model.labels).toMatchObject({ yes: 24 });
    expect(heldOut.filter(({ url }) => url === undefined)).toHaveLength(texts.length);
    const warnings: string[] = [];
    const gone = await train({ ...plan, labels: ['gone.jsonl'] }, (message) => void warnings.push(message));
    expect(gone.model.labels).toMatchObject({ yes: 12 });
    expect(warnings).toEqual([expect.stringContaining('does not know the labels')]);
  });
});

it('gives the model that was written, and tells when it is damaged or missing', async () => {
  const file = join(root, 'models', 'model-2.json.gz');
  const BODY = { model: { classifier: 'ensemble' }, heldOut: [] } as unknown as CrawlModelBody;
  const checksum = await writeCrawlModel(file, BODY);
  expect(await readCrawlModel(file, checksum)).toEqual(BODY);
  const content = await readFile(file);
  await writeFile(file, content.subarray(0, -1));
  await expect(readCrawlModel(file, checksum)).rejects.toThrow(
    `${file} is damaged, or is not the model that the crawl judged pages by`,
  );
  await rm(file);
  const missing = readCrawlModel(file, checksum);
  await expect(missing).rejects.toThrow(`${file} is missing, by which the crawl judges pages`);
  await expect(missing).rejects.toBeInstanceOf(InputError);
});
