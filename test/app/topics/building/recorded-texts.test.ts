import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTopic } from '../../../../src/app/topics/build-topic.js';
import { trainClassifier } from '../../../../src/extensions/teach/train-classifier.js';
import {
  createTextLearner,
  openRecord,
  topicTexts,
} from '../../../../src/app/topics/building/recorded-texts.js';
import { wordReaderFor } from '../../../../src/language/text/word-readers.js';
import { classifierFile } from '../../../../src/knowledge/files/classifier-file.js';
import type { RecordEntry } from '../../../../src/knowledge/files/corpus-record.js';
import { beeTopic } from '../../../support/bee-topic.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../../support/small-corpus.js';

const { root } = beeTopic();

/** Six texts, each long enough to have a beginning: it is followed by all the others. */
function long(texts: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.values(texts).join('\n\n');
  const six = Object.entries(texts).slice(0, 6);
  return Object.fromEntries(six.map(([name, text]) => [name, `${text}\n\n${all}`]));
}

it('texts that are learned while a topic is built equal those from its record, and so does the ensemble', async () => {
  const sources = await writeFiles(join(root, 'long bees'), long(BEE_TEXTS));
  const background = [await writeFiles(join(root, 'long others'), long(OTHER_TEXTS))];
  const kb = join(root, 'long');
  const { file } = await buildTopic([sources], { topic: 'bees', kb, background });
  const ensemble = classifierFile(kb, 'bees', 'ensemble');
  const built = await readFile(ensemble);
  await trainClassifier({ kb, topic: 'bees' });
  expect((await readFile(ensemble)).equals(built)).toBe(true);

  const words = wordReaderFor('en');
  const recorded = await topicTexts(file, words);
  expect(recorded.corpus).toHaveLength(6);
  for (const { beginning } of recorded.corpus) expect(beginning).toBeDefined();
  const entries: RecordEntry[] = [];
  for await (const entry of (await openRecord(file)).entries()) entries.unshift(entry);
  const idsOf = (role: 'corpus' | 'background'): string[] =>
    entries.filter((entry) => entry.role === role).map(({ document }) => document.id);
  const learner = createTextLearner({ corpus: idsOf('corpus'), background: idsOf('background') }, words);
  for (const entry of entries) learner.add(entry);
  expect(learner.learned()).toEqual(recorded);
});
