import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll } from '@jest/globals';
import { buildTopic } from '../../src/app/build/build-topic.js';
import { BEE_TEXTS, makeFolder, OTHER_TEXTS, writeFiles } from './small-corpus.js';

/** A knowledge base with the topics `bees` and `other things`; its paths are set before the tests run. */
export interface TwoTopics {
  root: string;
  kb: string;
  /** A copy of the knowledge base of bees with its N-Quads changed. */
  changed(name: string, change: (nquads: string) => string): Promise<string>;
}

/** Builds two topics before the tests of a file, and removes them afterwards. */
export function twoTopics(): TwoTopics {
  let remove = (): Promise<void> => Promise.resolve();
  const topics: TwoTopics = {
    root: '',
    kb: '',
    changed: async (name, change) => {
      const nquads = gunzipSync(await readFile(join(topics.kb, 'bees.nq.gz'))).toString();
      return writeFiles(join(topics.root, name), { 'bees.nq.gz': gzipSync(change(nquads)) });
    },
  };
  beforeAll(async () => {
    ({ path: topics.root, remove } = await makeFolder());
    topics.kb = join(topics.root, 'kb');
    const bees = await writeFiles(join(topics.root, 'bees'), BEE_TEXTS);
    const others = await writeFiles(join(topics.root, 'others'), OTHER_TEXTS);
    await buildTopic([bees], { topic: 'bees', kb: topics.kb, background: [others] });
    await buildTopic([others], { topic: 'other things', kb: topics.kb });
  });
  afterAll(() => remove());
  return topics;
}
