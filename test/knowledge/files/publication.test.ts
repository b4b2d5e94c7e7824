import { describe, expect, it } from '@jest/globals';
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topicFilesIn } from '../../../src/knowledge/files/kb-folder.js';
import { beginPublication } from '../../../src/knowledge/files/companions.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const fresh = placesIn(temporaryFolder());

const OLD = [
  'bees+corpus-0000000000000000.jsonl.gz',
  'bees+ensemble.json.gz',
  'bees+vocabulary.jsonl.gz',
  'bees.nq.gz',
];
const NEW = [
  'bees+corpus-1111111111111111.jsonl.gz',
  'bees+ensemble.json.gz',
  'bees+lexicon.json.gz',
  'bees.nq.gz',
];
/** What is not of the topic as it is built. */
const OTHERS = ['bees+regression.json.gz', 'wasps+ensemble.json.gz', 'wasps.nq.gz'];

async function write(folder: string, names: readonly string[], content: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(join(folder, name), content);
  return folder;
}

/** The content of each file of a folder. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const name of await readdir(folder)) content[name] = await readFile(join(folder, name), 'utf8');
  return content;
}

const all = (names: readonly string[], content: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, content]));
const WHOLE = { ...all(OTHERS, 'other'), ...all(NEW, 'new') };

/** A knowledge base with a topic, and another state of it that is built. */
async function building() {
  const kb = await write(fresh(), OLD, 'old');
  await write(kb, OTHERS, 'other');
  const publication = beginPublication(join(kb, 'bees.nq.gz'));
  await write(publication.folder, NEW, 'new');
  return { kb, publication };
}

describe('a topic that is published', () => {
  it('takes the place of the old one with all of its parts, and those that it does not have go', async () => {
    const { kb, publication } = await building();
    await publication.publish();
    await publication.close();
    expect(await contentOf(kb)).toEqual(WHOLE);
  });

  it('is there as a whole for who opens it next, at whatever step the process was killed', async () => {
    for (let moved = 0; moved <= NEW.length; moved += 1) {
      const { kb, publication } = await building();
      const published = join(kb, 'bees.nq.gz.new');
      await cp(publication.folder, published, { recursive: true });
      await publication.close();
      await writeFile(join(published, 'files.json'), JSON.stringify(NEW));
      for (const name of NEW.slice(0, moved)) await rename(join(published, name), join(kb, name));
      expect(await topicFilesIn(kb)).toHaveLength(2);
      expect(await contentOf(kb)).toEqual(WHOLE);
    }
  });
});
