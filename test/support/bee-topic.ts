import { beforeAll } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import type { BuildOptions } from '../../src/app/settings/settings.js';
import { packagedPath } from '../../src/support/files/packaged-path.js';
import { openSampleWeb, type SampleWeb } from '../../src/extensions/archives/open-web.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles, writeSmallWeb } from './small-corpus.js';
import { temporaryFolder } from './temporary-folder.js';

/** A temporary folder with the knowledge base of a topic, and the texts that it was built from. */
export interface BeeTopic {
  readonly root: string;
  readonly kb: string;
  /** The folders of its corpus and of its background. */
  readonly bees: string;
  readonly others: string;
}

const built = new Map<string, Promise<Readonly<Record<string, Buffer>>>>();

/** Fills a knowledge base with what `build` makes. It is built once in this process, and copied from then on. */
async function fill(kb: string, name: string, build: (kb: string) => Promise<unknown>): Promise<void> {
  const files = built.get(name) ?? contentOf(build);
  built.set(name, files);
  await writeFiles(kb, await files);
}

async function contentOf(build: (kb: string) => Promise<unknown>): Promise<Record<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'sfwc-built-'));
  await build(folder);
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  await rm(folder, { recursive: true });
  return Object.fromEntries(names.map((name, index) => [name, files[index]!]));
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
    await writeFiles(bees, BEE_TEXTS);
    await writeFiles(others, OTHER_TEXTS);
    await fill(kb, JSON.stringify(options), (place) =>
      buildTopic([bees], { topic: 'bees', kb: place, background: [others], ...options }),
    );
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
  beforeAll(() =>
    fill(topic.kb, 'other things', (kb) =>
      buildTopic([topic.others], { topic: 'other things', kb, background: [topic.bees] }),
    ),
  );
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
  beforeAll(() =>
    fill(kb, 'diabetes', async (place) =>
      buildTopic(await half('corpora/diabetes'), {
        topic: 'diabetes',
        kb: place,
        labels: [packagedPath('corpora/labels.ttl')],
        background: await half('corpora/background'),
      }),
    ),
  );
  return { root, kb };
}

async function half(folder: string): Promise<string[]> {
  const names = (await readdir(packagedPath(folder))).sort();
  return names.filter((_, index) => index % 2 === 0).map((name) => packagedPath(`${folder}/${name}`));
}

/** Writes and opens the web of bees below a folder. */
export async function openSmallWeb(root: string): Promise<SampleWeb> {
  return openSampleWeb(await writeSmallWeb(join(root, 'web')));
}
