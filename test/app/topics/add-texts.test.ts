import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildTopic, type BuildReport } from '../../../src/app/topics/build-topic.js';
import type { BuildOptions } from '../../../src/app/settings/settings.js';
import { InputError } from '../../../src/model/errors.js';
import { beeTopic } from '../../support/bee-topic.js';
import { writeFiles } from '../../support/small-corpus.js';
import { rounds, size } from '../../support/thorough.js';
import { placesIn } from '../../support/temporary-folder.js';

/** Texts that name each other, so that titles which come and go change what is linked. */
const TEXTS: Readonly<Record<string, string>> = {
  Comb: 'Workers build the comb of wax, and mice eat it. A queen bee lays eggs in the cells of the comb.',
  Mouse: 'Mice live in the hive in winter and eat the comb of the colony.',
  'Queen bee': 'The queen bee is the mother of the colony. Queen bees live for years.',
  DNA: 'The DNA of the honey bee was read in 2006. Brood is fed by nurse bees.',
  Brood: "The brood are eggs and larvae. DNA tells the queen's daughters apart; a nurse bee feeds them.",
  'Nurse bee': 'Nurse bees feed the brood, and clean the comb for the next egg of the queen bee.',
};
const TITLES = Object.keys(TEXTS);

const { root, kb, others } = beeTopic();
const fresh = placesIn(root);
/** Training with the background that comes with sfwc takes seconds. */
const background = [others];

interface Text {
  readonly title: string;
  readonly version: number;
}

async function linesOf(texts: readonly Text[]): Promise<string> {
  const file = `${fresh()}.jsonl`;
  const records = texts.map(({ title, version }) =>
    JSON.stringify({
      id: title,
      title,
      language: 'en',
      text:
        version === 0 ? TEXTS[title] : `${TEXTS[title]} Edition ${version} names the swarm and the mouse.`,
    }),
  );
  await writeFile(file, records.join('\n'));
  return file;
}

function build(
  kb: string,
  sources: readonly string[],
  more: Partial<BuildOptions> = {},
): Promise<BuildReport> {
  return buildTopic(sources, {
    topic: 'bees',
    kb,
    ...(more.add === true ? {} : { background }),
    ...more,
  });
}

/** All files of a knowledge base as the lines in them, sorted: what it says, whatever the order. */
async function contentOf(kb: string): Promise<Record<string, readonly string[]>> {
  const names = (await readdir(kb)).sort();
  const linesIn = (name: string) =>
    gunzipSync(readFileSync(join(kb, name)))
      .toString()
      .split('\n')
      .sort();
  return Object.fromEntries(names.map((name) => [name, linesIn(name)]));
}

const texts = fc.uniqueArray(fc.record({ title: fc.constantFrom(...TITLES), version: fc.nat(2) }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ title }) => title,
});
const steps = fc.array(texts, { minLength: 1, maxLength: size(4, 1) });

const sourceOf = (...titles: readonly string[]): Promise<string> =>
  linesOf(titles.map((title) => ({ title, version: 0 })));

describe('adding texts to a topic', () => {
  it('comes to the same bytes as building it from scratch, in however many steps they came', async () => {
    await fc.assert(
      fc.asyncProperty(texts, steps, fc.boolean(), async (first, sequence, nif) => {
        const [kb, whole] = [fresh(), fresh()];
        const background = [
          await linesOf([
            { title: 'Mouse', version: 1 },
            { title: 'DNA', version: 0 },
          ]),
        ];
        await build(kb, [await linesOf(first)], { nif, background });
        for (const step of sequence) await build(kb, [await linesOf(step)], { add: true });
        const held = new Map([first, ...sequence].flat().map(({ title, version }) => [title, version]));
        const all = await linesOf([...held].map(([title, version]) => ({ title, version })));
        await build(whole, [all], { nif, background });
        expect(await readFile(join(kb, 'bees.nq.gz'))).toEqual(await readFile(join(whole, 'bees.nq.gz')));
        expect(await contentOf(kb)).toEqual(await contentOf(whole));
      }),
      { seed: 7, numRuns: rounds(12, 1) },
    );
  }, 120_000);

  it('replaces those with the same id, and counts what it adds', async () => {
    const kb = fresh();
    await build(kb, [await sourceOf('Comb', 'Mouse', 'Brood')]);
    const more = await linesOf([
      { title: 'Comb', version: 1 },
      { title: 'Mouse', version: 0 },
      { title: 'DNA', version: 0 },
    ]);
    expect(await build(kb, [more], { add: true })).toMatchObject({
      change: { added: 1, replaced: 1, unchanged: 1 },
      statistics: { documents: 4 },
      backgroundDocuments: 6,
    });
    const before = await contentOf(kb);
    expect((await build(kb, [more], { add: true })).change).toEqual({ added: 0, replaced: 0, unchanged: 3 });
    expect(await contentOf(kb)).toEqual(before);
  });

  it('needs the record of the corpus, whole', async () => {
    const more = await sourceOf('DNA');
    const record = (await readdir(kb)).find((name) => name.includes('+corpus-')) ?? '';
    const bytes = await readFile(join(kb, record));
    await writeFile(join(kb, record), bytes.subarray(0, bytes.length - 20));
    await expect(build(kb, [more], { add: true })).rejects.toThrow(InputError);
    await rm(join(kb, record));
    await expect(build(kb, [more], { add: true })).rejects.toThrow(
      /no topic 'bees' with a record of its corpus/,
    );
  });

  it('removes what an earlier build left behind, and nothing of other topics', async () => {
    const kb = fresh();
    const dead = '.partial-999999';
    await writeFiles(kb, {
      'bees+corpus-0123456789abcdef.jsonl.gz': '',
      [`bees.nq.gz${dead}`]: '',
      [`bees+nif${dead}`]: '',
      'wasps+corpus-0123456789abcdef.jsonl.gz': '',
      [`wasps.nq.gz${dead}`]: '',
    });
    const { file } = await build(kb, [await sourceOf('Comb')], { nif: true });
    const names = (await readdir(dirname(file))).map((name) => name.replace(/-[0-9a-f]{16}\./, '-*.')).sort();
    expect(names).toEqual([
      'bees+corpus-*.jsonl.gz',
      'bees+ensemble.json.gz',
      'bees+lexicon.json.gz',
      'bees+nif-*.nq.gz',
      basename(file),
      'wasps+corpus-*.jsonl.gz',
      `wasps.nq.gz${dead}`,
    ]);
  });
});
