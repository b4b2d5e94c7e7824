import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { judgeHereBy } from '../../support/judge-here.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import {
  classifierFile,
  readClassifier,
  readClassifierHeader,
  writeClassifier,
} from '../../../src/knowledge/files/classifier-file.js';
import { TRAINED } from '../../support/learners.js';
import type { TrainedModel } from '../../../src/judging/topic/trained-model.js';
import { once } from '../../../src/support/once.js';
import { shareWordSpace } from '../../../src/language/text/word-space-file.js';
import { trainClassifier } from '../../../src/extensions/teach/train-classifier.js';
import { InputError, UsageError } from '../../../src/model/errors.js';
import {
  TRAINED_CLASSIFIERS,
  type ClassifierName,
} from '../../../src/judging/classifiers/classifier-table.js';
import { MEMBERS } from '../../../src/judging/relevance/evidence.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { textPage } from '../../support/small-topic.js';
import { itInFull } from '../../support/thorough.js';

const root = temporaryFolder();
let bees: string;
let others: string;
beforeAll(async () => {
  bees = await writeFiles(join(root, 'bees'), BEE_TEXTS);
  // Naive Bayes needs words that several texts of the background share.
  const background: Record<string, string> = {};
  for (const [name, text] of Object.entries(OTHER_TEXTS))
    background[name] = `${text} People of many countries know it.`;
  others = await writeFiles(join(root, 'others'), background);
  await buildTopic([bees], { topic: 'bees', kb: join(root, 'with'), background: [others] });
});

const alone = once(async () => {
  const kb = join(root, 'alone');
  await buildTopic([bees], { topic: 'bees', kb });
  return kb;
});

const untrained = once(async () => {
  const kb = join(root, 'fresh');
  await buildTopic([bees], { topic: 'bees', kb, background: [others] });
  return kb;
});

async function judged(kb: string, text: string, classifier?: ClassifierName) {
  const judge = await judgeHereBy(await openTopic(kb, 'bees'), classifier);
  const page = textPage(text, { title: 'A page' });
  return judge(page);
}
const some = (texts: Readonly<Record<string, string>>): string =>
  Object.values(texts).slice(0, 3).join('\n\n');

describe('trainClassifier', () => {
  itInFull('has been done with general English texts by a build without a background', async () => {
    const kb = await alone();
    const about = await judged(kb, some(BEE_TEXTS));
    expect(about).toMatchObject({ classifier: 'ensemble', accepted: true });
    const withoutConcepts = MEMBERS.slice(0, MEMBERS.indexOf('concepts'));
    expect(about.reason.members?.map(({ member }) => member)).toEqual(withoutConcepts);
    expect((await judged(kb, some(OTHER_TEXTS))).accepted).toBe(false);
    const file = classifierFile(kb, 'bees', 'ensemble');
    expect(await readClassifierHeader(file)).toMatchObject({
      background: 'general English texts',
      backgroundChecksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const bytes = await readFile(file);
    await trainClassifier({ kb, topic: 'bees' });
    expect(await readFile(file)).toEqual(bytes);
    expect((await judged(kb, some(BEE_TEXTS), 'krs-paper')).classifier).toBe('krs-paper');
  });

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

  it('counts labels before it opens a topic', async () => {
    const labels = join(root, 'few.jsonl');
    const lines = [true, true, false].map((relevant, n) => JSON.stringify({ text: `Page ${n}`, relevant }));
    await writeFile(labels, lines.join('\n'));
    const nowhere = join(root, 'nowhere');
    await expect(
      trainClassifier({ kb: nowhere, topic: 'bees', labelledPages: [labels] }),
    ).rejects.toMatchObject({
      name: 'InputError',
      message: 'too few labels can be used: 2 yes and 1 no of 3',
    });
    await expect(trainClassifier({ kb: nowhere, topic: 'bees' })).rejects.toThrow(/no knowledge base/);
  });

  it('gives the same bytes every time', async () => {
    const kb = await untrained();
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

  itInFull('does not let a classifier judge for a topic that was changed since', async () => {
    const kb = join(root, 'changed');
    await buildTopic([bees], { topic: 'bees', kb, background: [others] });
    await trainClassifier({ kb, topic: 'bees', classifier: 'centroid' });
    await buildTopic([others], { topic: 'bees', kb, add: true });
    await expect(judged(kb, 'honey', 'centroid')).rejects.toThrow(/trained before the topic was changed/);
  });

  it('teaches the ensemble what words mean, and refuses one that learned it from another word space', async () => {
    const kb = join(root, 'meaning');
    await buildTopic([bees], { topic: 'bees', kb, background: [others] });
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
        hint: `train it again: sfwc train --kb ${kb} --topic 'bees' --classifier ensemble`,
      });
    }
    await trainClassifier({ kb, topic: 'bees' });
    expect((await judged(kb, some(BEE_TEXTS))).accepted).toBe(true);
  });

  it('says that a SPARQL endpoint does not have the texts to learn from', async () => {
    const training = trainClassifier({ kb: 'http://127.0.0.1:9/sparql', topic: 'bees' });
    await expect(training).rejects.toThrow(/texts, which a SPARQL endpoint does not have/);
  });

  it('says what to do where a classifier is not trained, and what needs no training', async () => {
    const kb = await untrained();
    const error: unknown = await judged(kb, 'honey', 'regression').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).hint).toContain('sfwc train');
    await expect(trainClassifier({ kb, topic: 'bees', classifier: 'krs-paper' })).rejects.toBeInstanceOf(
      UsageError,
    );
  });
});
