import { beforeAll } from '@jest/globals';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { crawlTopic } from '../../src/app/crawl/crawl-topic.js';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import type { BuildOptions } from '../../src/app/settings/settings.js';
import { openSampleWeb, type SampleWeb } from '../../src/extensions/archives/open-web.js';
import { packagedPath } from '../../src/support/files/packaged-path.js';
import { once } from '../../src/support/once.js';
import { BEE_TEXTS, fixture, makeFolder, OTHER_TEXTS, writeFiles, writeSmallWeb } from './small-corpus.js';
import { temporaryFolder } from './temporary-folder.js';

/** A temporary folder with the knowledge base of a topic, and the texts that it was built from. */
export interface BeeTopic {
  readonly root: string;
  readonly kb: string;
  /** The folders of its corpus and of its background. */
  readonly bees: string;
  readonly others: string;
}

/** Crawls a page, so that no test waits for what a process loads once: WordNet, annotators, word spaces, modules. */
const loaded = once(async () => {
  const { path: out, remove } = await makeFolder();
  const web = packagedPath('corpora/sample-web');
  const seeds = ['http://glucosecare.example/'];
  await crawlTopic({ kb: fixture('kb'), topic: 'bees', web, seeds, out, workers: 1, maxPages: 1 });
  await remove();
});

/** Copies committed topics (`scripts/make-fixtures.js`) into a knowledge base. */
async function copyTopics(kb: string, ...topics: readonly string[]): Promise<void> {
  await mkdir(kb, { recursive: true });
  for (const file of await readdir(fixture('kb')))
    if (topics.some((topic) => file.startsWith(`${topic}.`) || file.startsWith(`${topic}+`)))
      await copyFile(join(fixture('kb'), file), join(kb, file));
}

/** Before the tests of this file or describe block, provides the topic `bees` with a background. */
export function beeTopic(options: Pick<BuildOptions, 'nif'> = {}): BeeTopic {
  const root = temporaryFolder();
  const [kb, bees, others] = ['kb', 'bees', 'others'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  beforeAll(async () => {
    await loaded();
    await writeFiles(bees, BEE_TEXTS);
    await writeFiles(others, OTHER_TEXTS);
    if (options.nif !== true) await copyTopics(kb, 'bees');
    else await buildTopic([bees], { topic: 'bees', kb, background: [others], ...options });
  });
  return { root, kb, bees, others };
}

/** A knowledge base with two topics. */
export interface TwoTopics extends BeeTopic {
  /** A copy of the knowledge base of bees with its N-Quads changed. */
  changed(name: string, change: (nquads: string) => string): Promise<string>;
}

/** The same, and a second topic `other things` in the knowledge base, of the background's texts. */
export function beesAndOtherThings(): TwoTopics {
  const topic = beeTopic();
  beforeAll(() => copyTopics(topic.kb, 'other things'));
  return {
    ...topic,
    changed: async (name, change) => {
      const nquads = gunzipSync(await readFile(join(topic.kb, 'bees.nq.gz'))).toString();
      return writeFiles(join(topic.root, name), { 'bees.nq.gz': gzipSync(change(nquads)) });
    },
  };
}

/** Before the tests of this file or describe block, provides the sample topic `diabetes`, of half its texts. */
export function diabetesTopic(): Pick<BeeTopic, 'root' | 'kb'> {
  const root = temporaryFolder();
  const kb = join(root, 'kb');
  beforeAll(async () => {
    await loaded();
    await copyTopics(kb, 'diabetes');
  });
  return { root, kb };
}

/** Writes and opens the web of bees below a folder. */
export async function openSmallWeb(root: string): Promise<SampleWeb> {
  return openSampleWeb(await writeSmallWeb(join(root, 'web')));
}
