import { beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { fileChecksum } from '../../src/support/files/file-checksum.js';
import { FOREIGN_TEXTS } from '../support/foreign-texts.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { itInFull } from '../support/thorough.js';
import { sfwc, type Finished } from './run.js';

const root = temporaryFolder();
const kb = join(root, 'kb');
const texts = join(root, 'texts');
const background = join(root, 'background');
const labels = join(root, 'labels.nt');
const index = /\+index-[0-9a-f]{16}\.jsonl\.gz$/;

const build = (...args: string[]): Promise<Finished> =>
  sfwc(['build', '--topic', 'bees', '--kb', kb, ...args]);

/** What a command said, without the seconds that it took. */
const said = ({ code, stdout, stderr }: Finished): unknown => ({
  code,
  stdout: stdout.replace(/\d+\.\d$/m, 'S').replace(/"seconds":[\d.]+/, ''),
  stderr,
});

async function contentOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const entries = names.map(async (name) => [name, await fileChecksum(join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const indexFile = async (): Promise<string> =>
  join(kb, (await readdir(kb)).find((name) => index.test(name)) ?? 'none');

beforeAll(async () => {
  await writeFiles(texts, { ...BEE_TEXTS, 'imker.txt': FOREIGN_TEXTS.de });
  await writeFiles(background, OTHER_TEXTS);
  const label = '<http://a.example/Mite> <http://www.w3.org/2000/01/rdf-schema#label> "mite"@en .\n';
  await writeFile(labels, label);
  expect(await build(texts, '--background', background, '--labels', labels, '--nif')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('in German, but the topic is in English'),
  });
});

describe('sfwc build --add with nothing new', () => {
  it('says the same with the index of the record, without one and with a damaged one, and writes nothing', async () => {
    const file = await indexFile();
    const bytes = await readFile(file);
    const before = await contentOf(kb);
    const first = await build(texts, '--add', '--json');
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('12 unchanged; 0 texts read') });
    expect(first.stderr).toContain('in German, but the topic is in English');
    expect(first.stderr).toContain('nothing new for');
    expect(await contentOf(kb)).toEqual(before);
    for (const damaged of [bytes.subarray(0, 100), Buffer.from('{}\n')]) {
      await writeFile(file, damaged);
      expect(said(await build(texts, '--add', '--json'))).toEqual(said(first));
    }
    await rm(file);
    expect(said(await build(texts, '--add', '--json'))).toEqual(said(first));
    expect(said(await build(texts, '--replace', '--json'))).toEqual(said(first));
    await writeFile(file, bytes);
    expect(said(await build(join(texts, 'honey.txt'), '--add'))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('0 added, 0 replaced, 0 removed, 1 unchanged; 0 texts read'),
    });
    expect(await contentOf(kb)).toEqual(before);
  });

  itInFull(
    'trains the ensemble again where it is missing or of an earlier version, also without a background',
    async () => {
      const other = join(root, 'boxed');
      const add = (): Promise<Finished> => sfwc(['build', texts, '--topic', 'bees', '--kb', other, '--add']);
      expect((await sfwc(['build', texts, '--topic', 'bees', '--kb', other])).code).toBe(0);
      expect((await add()).stderr).toContain('nothing new for');
      const file = join(other, 'bees+ensemble.json.gz');
      const bytes = await readFile(file);
      const earlier = gunzipSync(bytes)
        .toString()
        .replace(/"version":\d+/, '"version":3');
      for (const spoil of [() => rm(file), () => writeFile(file, gzipSync(earlier))]) {
        await spoil();
        expect((await add()).stderr).not.toContain('nothing new for');
        expect(gunzipSync(await readFile(file)).equals(gunzipSync(bytes))).toBe(true);
      }
    },
  );

  it.each([
    ['another linker', ['--linker', 'wordnet'], 2, '--linker wordnet differs'],
    ['another language of the labels', ['--language', 'de'], 2, '--language de differs'],
    ['another base IRI', ['--base-iri', 'http://b.example/'], 2, '--base-iri http://b.example/ differs'],
    ['a background', ['--background', background], 2, 'a background cannot be changed'],
    ['--strict and a text in another language', ['--strict'], 1, 'in German'],
  ])('does not answer for %s', async (_, args, code, message) => {
    expect(await build(texts, '--add', ...args)).toMatchObject({
      code,
      stderr: expect.stringContaining(message),
    });
  });

  it('does not answer where the label files hold other labels by now', async () => {
    const whole = await readFile(labels, 'utf8');
    await writeFile(labels, whole.replace('"mite"', '"hive"'));
    const refused = await build(texts, '--add');
    await writeFile(labels, whole);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('not the labels that the topic was built with');
  });
});

describe('sfwc build --add of a new text', () => {
  const more = join(root, 'more');
  beforeAll(() =>
    writeFiles(more, { 'hive.txt': 'Bee hive\n\nA hive is a box of wood in which a colony lives.' }),
  );

  it('adds it, and comes to what was before when it is removed', async () => {
    const before = await contentOf(kb);
    const added = await build(more, '--add');
    expect(added.stderr).toContain('1 added, 0 replaced, 0 removed, 0 unchanged');
    expect(Object.keys(await contentOf(kb)).filter((name) => index.test(name))).toHaveLength(1);
    const removed = await build('--remove', 'hive.txt');
    expect(removed.stderr).toContain('0 added, 0 replaced, 1 removed');
    expect(await contentOf(kb)).toEqual(before);
  });

  itInFull(
    'comes to the same files with the index of the record and without one, and makes the index again',
    async () => {
      const before = await contentOf(kb);
      const added = await build(more, '--add');
      const withIndex = await contentOf(kb);
      await build('--remove', 'hive.txt');
      expect(await contentOf(kb)).toEqual(before);
      await rm(await indexFile());
      expect(said(await build(more, '--add'))).toEqual(said(added));
      const files = Object.entries(await contentOf(kb)).filter(([name]) => !index.test(name));
      expect(files).toEqual(Object.entries(withIndex).filter(([name]) => !index.test(name)));
      expect((await build(more, '--add')).stderr).toContain('nothing new for');
    },
  );
});
