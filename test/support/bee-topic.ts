import { join } from 'node:path';
import { buildTopic } from '../../src/app/build/build-topic.js';
import { openSampleWeb, type SampleWeb } from '../../src/virtual-web/sample-web.js';
import { BEE_TEXTS, makeFolder, OTHER_TEXTS, writeFiles, writeSmallWeb } from './small-corpus.js';

/** A folder with the topic `bees`, which has a background, and the texts that it was built from. */
export interface BeeTopic {
  readonly root: string;
  readonly kb: string;
  /** The folder of its corpus. */
  readonly bees: string;
  readonly remove: () => Promise<void>;
}

/** The topic `bees`, and the small web beside it. */
export async function makeBeeTopicAndWeb(): Promise<BeeTopic & { readonly web: SampleWeb }> {
  const topic = await makeBeeTopic();
  return { ...topic, web: await openSampleWeb(await writeSmallWeb(join(topic.root, 'web'))) };
}

/** Builds the topic `bees` in a folder of its own. */
export async function makeBeeTopic(): Promise<BeeTopic> {
  const { path: root, remove } = await makeFolder();
  const kb = join(root, 'kb');
  const bees = await writeFiles(join(root, 'bees'), BEE_TEXTS);
  const others = await writeFiles(join(root, 'others'), OTHER_TEXTS);
  await buildTopic([bees], { topic: 'bees', kb, background: [others] });
  return { root, kb, bees, remove };
}
