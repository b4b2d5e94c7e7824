import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildTopic, type BuildReport } from '../../src/app/build/build-topic.js';
import type { BuildOptions } from '../../src/config/settings.js';
import { rounds } from '../support/thorough.js';
import { placesIn, temporaryFolder } from '../support/temporary-folder.js';

/** Texts that name the titles of others, so that what is linked in one depends on the corpus. */
const TEXTS: Readonly<Record<string, string>> = {
  Comb: 'Workers build the comb of wax, and mice eat it. A queen bee lays eggs in the cells of the comb.',
  Mouse: 'Mice live in the hive in winter and eat the comb of the colony.',
  'Queen bee': 'The queen bee is the mother of the colony. Queen bees live for years.',
  Harbour: 'Ships wait in the harbour until the pilot comes on board. The lighthouse shows them the way.',
  Lighthouse: 'A lighthouse stands on the cliff. Its lamp is lit at dusk, and the keeper winds the clock.',
  Bread: 'Bread is made of flour and water. The baker kneads the dough at night and heats the oven.',
};
const TITLES = Object.keys(TEXTS);
const BEES = ['Comb', 'Queen bee'];
const SEA = ['Harbour', 'Lighthouse'];
const REST = ['Mouse', 'Bread'];

const fresh = placesIn(temporaryFolder());

async function linesOf(titles: readonly string[]): Promise<string> {
  const file = `${fresh()}.jsonl`;
  const records = titles.map((title) =>
    JSON.stringify({ id: title, title, language: 'en', text: TEXTS[title] }),
  );
  await writeFile(file, records.join('\n'));
  return file;
}

async function build(
  kb: string,
  topic: string,
  corpus: readonly string[],
  background: readonly string[],
  more: Partial<BuildOptions> = {},
): Promise<BuildReport> {
  const others = background.length === 0 ? [] : [await linesOf(background)];
  return buildTopic([await linesOf(corpus)], { topic, kb, background: others, force: true, ...more });
}

/** What the files of a topic say. */
async function contentOf(kb: string, topic: string): Promise<Record<string, string>> {
  const names = (await readdir(kb)).filter((name) => /^[^.+]*/.exec(name)?.[0] === topic);
  const contents = await Promise.all(
    names.map(async (name) => [name, gunzipSync(await readFile(join(kb, name))).toString()] as const),
  );
  return Object.fromEntries(contents.sort());
}

describe('withEarlierReadings', () => {
  it('takes readings of a background that another topic has', async () => {
    const kb = fresh();
    expect((await build(kb, 'bees', BEES, REST)).textsRead).toBe(4);
    // 'Mouse' names the comb, a title of the other topic.
    expect((await build(kb, 'sea', SEA, REST)).textsRead).toBe(3);
    const alone = fresh();
    await build(alone, 'sea', SEA, REST);
    expect(await contentOf(kb, 'sea')).toEqual(await contentOf(alone, 'sea'));
  });

  it('reads nothing again where the same topic is built again from the same texts', async () => {
    const kb = fresh();
    await build(kb, 'bees', BEES, REST);
    const before = await contentOf(kb, 'bees');
    expect((await build(kb, 'bees', BEES, REST)).textsRead).toBe(0);
    expect(await contentOf(kb, 'bees')).toEqual(before);
  });

  it('reads texts again for other linkers', async () => {
    const kb = fresh();
    await build(kb, 'bees', BEES, REST);
    expect((await build(kb, 'sea', SEA, REST, { linker: ['wordnet'] })).textsRead).toBe(4);
  });

  it('reads a background text again whose words have changed', async () => {
    const kb = fresh();
    await build(kb, 'bees', BEES, ['Bread', 'Mouse']);
    const changed = `${fresh()}.jsonl`;
    await writeFile(
      changed,
      JSON.stringify({ id: 'Bread', title: 'Bread', text: `${TEXTS['Bread']} It is sold.` }),
    );
    const report = await buildTopic([await linesOf(BEES)], { topic: 'bees', kb, background: [changed] });
    expect(report.textsRead).toBe(1);
  });

  it('passes over damaged and missing records', async () => {
    const kb = fresh();
    await build(kb, 'bees', BEES, REST);
    const record = (await readdir(kb)).find((name) => name.startsWith('bees+corpus')) ?? '';
    const bytes = await readFile(join(kb, record));
    await writeFile(join(kb, record), bytes.subarray(0, bytes.length / 2));
    expect((await build(kb, 'sea', SEA, REST)).statistics.documents).toBe(2);
    await writeFile(join(kb, record), '');
    expect((await build(kb, 'bread', ['Bread'], SEA)).statistics.documents).toBe(1);
  });

  it('gives the same topic, whatever topics are in the folder', async () => {
    const subset = fc.subarray(TITLES, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(subset, subset, subset, subset, async (ownCorpus, ownRest, corpus, rest) => {
        const [kb, alone] = [fresh(), fresh()];
        await build(kb, 'first', ownCorpus, ownRest);
        await build(kb, 'second', corpus, rest);
        await build(alone, 'second', corpus, rest);
        expect(await contentOf(kb, 'second')).toEqual(await contentOf(alone, 'second'));
      }),
      { seed: 11, numRuns: rounds(10, 3) },
    );
  }, 120_000);
});
