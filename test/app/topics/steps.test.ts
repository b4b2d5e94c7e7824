import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { expandTopic } from '../../../src/extensions/thesaurus/expansion/expand-topic.js';
import { trainClassifier } from '../../../src/extensions/teach/train-classifier.js';
import type { OnWait } from '../../../src/model/wait.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();

/** Notes the steps, each once where it goes on. */
function noting(): { readonly steps: string[]; readonly onWait: OnWait } {
  const steps: string[] = [];
  return {
    steps,
    onWait: (what = '') => {
      if (steps.at(-1) !== what) steps.push(what);
    },
  };
}

it('a build with its training, a training alone, and an expansion name each step before it begins', async () => {
  const sources = await writeFiles(join(root, 'bees'), BEE_TEXTS);
  const background = [await writeFiles(join(root, 'others'), OTHER_TEXTS)];
  const kb = join(root, 'kb');
  const building = noting();
  await buildTopic([sources], { topic: 'bees', kb, background, workers: 1 }, { onWait: building.onWait });
  expect(building.steps).toEqual([
    'reading the sources',
    'loading the language detection',
    'reading the labels',
    'looking for texts that were read before',
    'loading WordNet and the annotator',
    'writing the topic',
    'opening the topic',
    'making the lexicon',
    "opening topic 'bees'",
    'training the ensemble',
  ]);
  const training = noting();
  await trainClassifier({ kb, topic: 'bees' }, { onWait: training.onWait });
  expect(training.steps).toEqual([
    "opening topic 'bees'",
    'reading the texts of the topic',
    'training the ensemble',
  ]);
  const expanding = noting();
  let busy: number | undefined;
  const onWait: OnWait = (what, how) => {
    if (what === "opening topic 'bees'") ({ busy } = how ?? {});
    expanding.onWait(what);
  };
  await expandTopic({ kb, topic: 'bees' }, { onWait });
  // The store of this process blocks its thread.
  expect(busy).toBe(1000);
  expect(expanding.steps).toEqual([
    "opening topic 'bees'",
    'choosing characteristic nouns',
    'choosing the senses of nouns',
  ]);
});
