import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildTopic, type BuildReport } from '../../../../src/app/topics/build-topic.js';
import type { BuildOptions } from '../../../../src/app/settings/settings.js';
import { once } from '../../../../src/support/once.js';
import { itInFull, rounds, size, THOROUGH } from '../../../support/thorough.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';

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

const builtBees = once(async () => {
  const kb = fresh();
  await build(kb, 'bees', BEES, REST);
  return { kb, content: await contentOf(kb, 'bees') };
});

/** A knowledge base with the topic `bees`, which is built once and copied. */
async function withBees(): Promise<{ readonly kb: string; readonly content: Record<string, string> }> {
  const { kb, content } = await builtBees();
  const copy = fresh();
  await cp(kb, copy, { recursive: true });
  return { kb: copy, content };
}

/** What the files of a topic say. */
async function contentOf(kb: string, topic: string): Promise<Record<string, string>> {
  const names = (await readdir(kb)).filter((name) => /^[^.+]*/.exec(name)?.[0] === topic);
  const contents = await Promise.all(
    names.map(async (name) => [name, gunzipSync(await readFile(join(kb, name))).toString()] as const),
  );
  return Object.fromEntries(contents.sort());
}

/** Rewrites the lines of the readings of a topic. */
async function changeReadings(kb: string, topic: string, change: (lines: string) => string): Promise<void> {
  const file = join(kb, (await readdir(kb)).find((name) => name.startsWith(`${topic}+readings`)) ?? '');
  await writeFile(file, gzipSync(change(gunzipSync(await readFile(file)).toString())));
}

describe('readKept', () => {
  itInFull(
    'takes what was found in a background for another topic, also where titles occur in it',
    async () => {
      const kb = fresh();
      expect((await build(kb, 'bees', BEES, REST)).textsRead).toBe(4);
      // 'Mouse' names the comb, a title of the other topic; 'Bread' names neither.
      expect((await build(kb, 'sea', SEA, REST)).textsRead).toBe(2);
      const alone = fresh();
      await build(alone, 'sea', SEA, REST);
      expect(await contentOf(kb, 'sea')).toEqual(await contentOf(alone, 'sea'));
      // The harbour's texts are a background now, and the comb's title is in 'Mouse'.
      expect((await build(kb, 'comb', ['Comb'], ['Mouse', ...SEA])).textsRead).toBe(0);
      const combAlone = fresh();
      await build(combAlone, 'comb', ['Comb'], ['Mouse', ...SEA]);
      expect(await contentOf(kb, 'comb')).toEqual(await contentOf(combAlone, 'comb'));
    },
  );

  it('reads nothing again where the same topic is built again from the same texts', async () => {
    const { kb, content } = await withBees();
    expect((await build(kb, 'bees', BEES, REST)).textsRead).toBe(0);
    expect(await contentOf(kb, 'bees')).toEqual(content);
  });

  itInFull('takes what was found in texts for a document that is added', async () => {
    const kb = fresh();
    await build(kb, 'bees', BEES, REST);
    await build(kb, 'sea', SEA, REST);
    const report = await buildTopic([await linesOf(['Harbour'])], { topic: 'bees', kb, add: true });
    expect(report.textsRead).toBe(0);
    const alone = fresh();
    await build(alone, 'bees', [...BEES, 'Harbour'], REST);
    expect((await build(kb, 'bees', [...BEES, 'Harbour'], REST)).textsRead).toBe(0);
    expect(await contentOf(kb, 'bees')).toEqual(await contentOf(alone, 'bees'));
  });

  it('reads texts again where other linkers find other links in them', async () => {
    const { kb } = await withBees();
    expect((await build(kb, 'sea', SEA, REST, { linker: ['gazetteer'] })).textsRead).toBe(4);
  });

  it('reads a background text again whose words have changed', async () => {
    const { kb } = await withBees();
    const changed = `${fresh()}.jsonl`;
    await writeFile(
      changed,
      JSON.stringify({ id: 'Bread', title: 'Bread', text: `${TEXTS['Bread']} It is sold.` }),
    );
    const report = await buildTopic([await linesOf(BEES)], { topic: 'bees', kb, background: [changed] });
    expect(report.textsRead).toBe(1);
  });

  const damages: readonly [string, (lines: string) => string, number][] = [
    ['of another version', (lines: string) => lines.replace('compromise/', 'compromise/0.'), 4],
    ['without their end', (lines: string) => lines.slice(0, lines.length / 2), 3],
    ['of another format', (lines: string) => lines.replace('"version":1', '"version":2'), 4],
    [
      'of one text with another number',
      (lines: string) => lines.replace('"numbers":[0,', '"numbers":[1,'),
      1,
    ],
    ['of a text under the checksum of another', exchangeTexts, 4],
    ['that are no JSON', (lines: string) => lines.replaceAll('"numbers"', 'numbers'), 4],
  ];
  it.each(THOROUGH ? damages : damages.slice(0, 2))('ignores readings %s', async (_, change, textsRead) => {
    const { kb, content: before } = await withBees();
    await changeReadings(kb, 'bees', change);
    expect((await build(kb, 'bees', BEES, REST)).textsRead).toBe(textsRead);
    expect(await contentOf(kb, 'bees')).toEqual(before);
  });

  it('ignores files that are cut off, empty or missing', async () => {
    const { kb, content: before } = await withBees();
    const file = join(kb, Object.keys(before).find((name) => name.startsWith('bees+readings')) ?? '');
    const bytes = await readFile(file);
    const damages = [bytes.subarray(0, 40), Buffer.alloc(0), Buffer.from('no gzip')];
    for (const damaged of damages.slice(0, size(3, 1))) {
      await writeFile(file, damaged);
      expect((await build(kb, 'bees', BEES, REST)).textsRead).toBe(4);
      expect(await contentOf(kb, 'bees')).toEqual(before);
    }
    await rm(file);
    expect((await build(kb, 'bees', BEES, REST)).textsRead).toBe(4);
    expect(await contentOf(kb, 'bees')).toEqual(before);
  });

  itInFull(
    'gives the same topic, whatever topics are in the folder',
    async () => {
      const subset = fc.subarray(TITLES, { minLength: 1 });
      const linker = fc.constantFrom<BuildOptions['linker']>(
        ['gazetteer', 'wordnet'],
        ['wordnet', 'gazetteer'],
        ['gazetteer'],
      );
      const topic = fc.record({ corpus: subset, rest: subset, linker });
      await fc.assert(
        fc.asyncProperty(fc.array(topic, { minLength: 1, maxLength: 3 }), topic, async (others, own) => {
          const [kb, alone] = [fresh(), fresh()];
          for (const [place, { corpus, rest, linker }] of others.entries())
            await build(kb, `other${place}`, corpus, rest, { linker });
          for (const folder of [kb, alone])
            await build(folder, 'own', own.corpus, own.rest, { linker: own.linker });
          expect(await contentOf(kb, 'own')).toEqual(await contentOf(alone, 'own'));
        }),
        { seed: 11, numRuns: rounds(10, 3) },
      );
    },
    120_000,
  );
});

/** Exchanges the readings of the texts, with their checksums left where they are. */
function exchangeTexts(lines: string): string {
  const [header = '', ...rest] = lines.trim().split('\n');
  const readings = rest.filter((_, place) => place % 2 === 1).reverse();
  return [header, ...readings.flatMap((reading, place) => [rest[2 * place] ?? '', reading]), ''].join('\n');
}
