import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import {
  classifierFile,
  writeClassifier,
  readTrainedClassifier,
  trainedClassifierQuads,
} from '../../../src/knowledge/files/classifier-file.js';
import type { OpenTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { readTopicFacts } from '../../../src/knowledge/places/topic-facts.js';
import { sfwc } from '../../../src/model/vocabulary.js';
import { storeOf } from '../../support/small-topic.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();

/** A topic outside a folder, with this change of the statements about its classifier. */
async function topicWith(
  change: (nquads: string) => string = (nquads) => nquads,
  checksum?: string,
): Promise<OpenTopic> {
  const { kb } = await storeOf({ bees: [[{ lemma: 'bee' }]] });
  const facts = await readTopicFacts(kb, 'bees');
  const file = classifierFile(join(root, 'kb'), 'bees', 'ensemble');
  await writeClassifier(file, {
    classifier: 'ensemble',
    topic: 'bees',
    topicChecksum: checksum ?? facts.checksum,
    background: 'other texts',
    settings: {},
    model: { weights: [1, 2.5] },
  });
  await kb.load([change(await trainedClassifierQuads(file, facts.iri))]);
  return { kb, facts };
}

it('reads a classifier from the graph of a topic, as its file has it', async () => {
  const topic = await topicWith();
  expect(await readTrainedClassifier(topic, 'ensemble')).toMatchObject({
    classifier: 'ensemble',
    background: 'other texts',
    model: { weights: [1, 2.5] },
  });
  expect(await readTrainedClassifier(topic, 'regression')).toBeUndefined();
  // A folder may have no file of it.
  expect(await readTrainedClassifier({ ...topic, folder: join(root, 'served') }, 'ensemble')).toMatchObject({
    model: { weights: [1, 2.5] },
  });
  expect(await trainedClassifierQuads(join(root, 'nowhere'), topic.facts.iri)).toBe('');
});

it('refuses one that is damaged, or was trained on another state of the topic', async () => {
  const model = new RegExp(`(<${sfwc.trainedModel}> ")[^"]+`);
  const damaged = await topicWith((nquads) => nquads.replace(model, '$1AAAA'));
  await expect(readTrainedClassifier(damaged, 'ensemble')).rejects.toMatchObject({
    message: expect.stringContaining("ensemble of topic 'bees' is damaged"),
    hint: expect.stringContaining('build the topic again'),
  });
  await expect(readTrainedClassifier(await topicWith(undefined, 'f00d'), 'ensemble')).rejects.toThrow(
    "ensemble of topic 'bees' was made before the topic was changed",
  );
});
