import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { cp, readFile } from 'node:fs/promises';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { judgeHereBy } from '../../support/judge-here.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import {
  classifierFile,
  readClassifier,
  writeClassifier,
} from '../../../src/knowledge/files/classifier-file.js';
import { TRAINED } from '../../support/learners.js';
import type { TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { shareWordSpace } from '../../../src/language/text/word-space-file.js';
import { trainClassifier } from '../../../src/extensions/teach/train-classifier.js';
import { InputError, UsageError } from '../../../src/model/errors.js';
import {
  TRAINED_CLASSIFIERS,
  type ClassifierName,
} from '../../../src/judging/classifiers/classifier-table.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { textPage } from '../../support/small-topic.js';

const root = temporaryFolder();
beforeAll(async () => {
  const bees = await writeFiles(join(root, 'bees'), BEE_TEXTS);
  // Naive Bayes needs words that several texts of the background share.
  const background: Record<string, string> = {};
  for (const [name, text] of Object.entries(OTHER_TEXTS))
    background[name] = `${text} People of many countries know it.`;
  const others = await writeFiles(join(root, 'others'), background);
  await buildTopic([bees], { topic: 'bees', kb: join(root, 'with'), background: [others] });
  for (const copy of ['fresh', 'meaning'])
    await cp(join(root, 'with'), join(root, copy), { recursive: true });
});

async function judged(kb: string, text: string, classifier?: ClassifierName) {
  const judge = await judgeHereBy(await openTopic(kb, 'bees'), classifier);
  const page = textPage(text, { title: 'A page' });
  return judge(page);
}
const some = (texts: Readonly<Record<string, string>>): string =>
  Object.values(texts).slice(0, 3).join('\n\n');

describe('trainClassifier', () => {
  it.each(TRAINED_CLASSIFIERS)('trains %s from the topic and its background', async (classifier) => {
    const kb = join(root, 'with');
    const report = await trainClassifier({ kb, topic: 'bees', classifier });
    expect(report).toMatchObject({ classifier, documents: 12, backgroundDocuments: 6 });
    const about = await judged(kb, some(BEE_TEXTS), classifier);
    const other = await judged(kb, some(OTHER_TEXTS), classifier);
    expect(about.classifier).toBe(classifier);
    expect(about.score).toBeGreaterThan(other.score);
    expect(about.reason.evidence[0]?.mentions?.length).toBeGreaterThan(0);
  });

  it('gives the same bytes every time', async () => {
    const kb = join(root, 'fresh');
    const report = await trainClassifier({ kb, topic: 'bees' });
    expect(report).toMatchObject({
      classifier: 'ensemble',
      background: "the topic's",
      backgroundDocuments: 6,
    });
    const bytes = await readFile(report.file);
    await trainClassifier({ kb, topic: 'bees' });
    expect(await readFile(report.file)).toEqual(bytes);
  });

  it('teaches the ensemble what words mean, and refuses one that learned it from another word space', async () => {
    const kb = join(root, 'meaning');
    const file = classifierFile(kb, 'bees', 'ensemble');
    const { facts } = await openTopic(kb, 'bees');
    const saved = (await readClassifier<TrainedModel>(file, facts.checksum))!;
    expect(TRAINED.ensemble.generalSpace?.(saved.model)).toBe(shareWordSpace().checksum);
    const other = JSON.stringify(saved).replaceAll(shareWordSpace().checksum, 'another');
    const own = { ...saved, model: { ...saved.model, space: { terms: ['honey'] } } };
    for (const changed of [JSON.parse(other) as typeof saved, own]) {
      await writeClassifier(file, changed);
      await expect(judged(kb, 'honey')).rejects.toMatchObject({
        name: 'InputError',
        message: `the classifier 'ensemble' of topic 'bees' was trained with another word space than the one of this version`,
        hint: `train it again: sfwc train --kb ${kb} --topic bees --classifier ensemble`,
      });
    }
    await trainClassifier({ kb, topic: 'bees' });
    expect((await judged(kb, some(BEE_TEXTS))).accepted).toBe(true);
  });

  it('says what to do where a classifier is not trained, and what needs no training', async () => {
    const kb = join(root, 'fresh');
    const error: unknown = await judged(kb, 'honey', 'regression').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).hint).toContain('sfwc train');
    await expect(trainClassifier({ kb, topic: 'bees', classifier: 'krs-paper' })).rejects.toBeInstanceOf(
      UsageError,
    );
  });
});
