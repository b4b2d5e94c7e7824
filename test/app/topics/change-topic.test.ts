import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expandTopic } from '../../../src/extensions/expansion/expand-topic.js';
import { buildTopic, type BuildReport } from '../../../src/app/topics/build-topic.js';
import type { BuildOptions } from '../../../src/app/settings/settings.js';
import type { CorpusProblem } from '../../../src/model/document.js';
import type { HeldDocument } from '../../../src/app/topics/building/gather.js';
import {
  readRecordIndex,
  recordIndexFile,
  writeRecordIndex,
} from '../../../src/knowledge/files/record-index.js';
import { InputError, UsageError } from '../../../src/model/errors.js';
import { OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { itInFull, rounds } from '../../support/thorough.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

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

const root = temporaryFolder();

const fresh = placesIn(root);
/** Training with the background that comes with sfwc takes seconds. */
let background: string[];
beforeAll(async () => {
  background = [await writeFiles(join(root, 'background'), OTHER_TEXTS)];
});

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
  const { add, replace, remove, removeCrawl } = more;
  const isChange = [add, replace, remove, removeCrawl].some((one) => one !== undefined);
  return buildTopic(sources, {
    topic: 'bees',
    kb,
    force: true,
    ...(isChange ? {} : { background }),
    ...more,
  });
}

/** All files of a knowledge base as the lines in them, sorted: what it says, whatever the order. */
async function contentOf(kb: string): Promise<Record<string, readonly string[]>> {
  const names = (await readdir(kb)).sort();
  const entries = await Promise.all(
    names.map(
      async (name) =>
        [
          name,
          gunzipSync(await readFile(join(kb, name)))
            .toString()
            // The index of the record tells the bytes of the record, in which documents are in the order of their coming.
            .replace(/"recordChecksum":"[^"]*"/, '')
            .split('\n')
            .sort(),
        ] as const,
    ),
  );
  return Object.fromEntries(entries);
}

type Step =
  | { readonly kind: 'add' | 'replace'; readonly texts: readonly Text[] }
  | { readonly kind: 'remove'; readonly titles: readonly string[] };

const texts = fc.uniqueArray(fc.record({ title: fc.constantFrom(...TITLES), version: fc.nat(2) }), {
  minLength: 1,
  maxLength: 3,
  selector: ({ title }) => title,
});
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('add' as const, 'replace' as const), texts }),
    fc.record({
      kind: fc.constant('remove' as const),
      titles: fc.uniqueArray(fc.constantFrom(...TITLES), { minLength: 1, maxLength: 2 }),
    }),
  ),
  { minLength: 1, maxLength: rounds(4, 1) },
);

/** What a step should come to, computed on a map. */
function expected(held: ReadonlyMap<string, number>, step: Step): Map<string, number> {
  const next = new Map(held);
  if (step.kind === 'remove') for (const title of step.titles) next.delete(title);
  else
    for (const { title, version } of step.texts)
      if (step.kind === 'replace' || !next.has(title)) next.set(title, version);
  return next;
}

async function apply(kb: string, held: ReadonlyMap<string, number>, step: Step): Promise<void> {
  if (step.kind === 'remove') {
    await build(kb, [], { remove: step.titles.filter((title) => held.has(title)) });
  } else {
    await build(kb, [await linesOf(step.texts)], { [step.kind]: true });
  }
}

/** When each file of a knowledge base was written, in nanoseconds. */
async function writtenAt(kb: string): Promise<Record<string, string>> {
  const entries = (await readdir(kb)).map(async (name) => {
    const { mtimeNs, ino } = await stat(join(kb, name), { bigint: true });
    return [name, `${mtimeNs} ${ino}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('a change that brings nothing', () => {
  itInFull('writes nothing, and reports the topic as it is', async () => {
    const kb = fresh();
    const source = await linesOf(TITLES.map((title) => ({ title, version: 0 })));
    const first = await build(kb, [source], { nif: true });
    await expandTopic({ kb, topic: 'bees' });
    const before = await writtenAt(kb);
    const again = await build(kb, [source], { add: true });
    expect(again.change).toEqual({ added: 0, replaced: 0, removed: 0, unchanged: TITLES.length });
    expect(again).toMatchObject({
      isUnchanged: true,
      textsRead: 0,
      expandedAgain: false,
      characters: first.characters,
    });
    expect({ ...again.statistics, idf: 0 }).toEqual({ ...first.statistics, idf: 0 });
    expect(again.statistics.idf.mean).toBeCloseTo(first.statistics.idf.mean, 5);
    expect(await writtenAt(kb)).toEqual(before);
  });

  itInFull(
    'takes what the topic holds from the index of its record, unless record or index is another',
    async () => {
      const kb = fresh();
      const source = await linesOf(TITLES.map((title) => ({ title, version: 0 })));
      const { file, characters } = await build(kb, [source]);
      const record = join(
        kb,
        (await readdir(kb)).find((name) => name.includes('+corpus-'))!,
      );
      const charactersTold = async (): Promise<number> =>
        (await build(kb, [source], { add: true })).characters;
      const { corpus, background } = (await readRecordIndex<HeldDocument>(record))!;
      const longer = corpus.map((document) => ({ ...document, characters: document.characters + 1 }));
      await writeRecordIndex({ topicFile: file, record }, 'abc', { corpus: longer, background });
      expect(await charactersTold()).toBe(characters + corpus.length);
      const whole = await readFile(record);
      await writeFile(record, gzipSync(gunzipSync(whole), { level: 1 }));
      expect(await charactersTold()).toBe(characters);
      await writeFile(record, whole);
      await writeFile(recordIndexFile(record), 'damaged');
      expect(await charactersTold()).toBe(characters);
      await rm(recordIndexFile(record));
      expect(await charactersTold()).toBe(characters);
    },
  );

  itInFull(
    'tells what the topic’s file says, also where that was changed by hand or is damaged',
    async () => {
      const kb = fresh();
      const source = await linesOf(TITLES.map((title) => ({ title, version: 0 })));
      const { file, statistics } = await build(kb, [source]);
      const bytes = await readFile(file);
      const nouns = `nounCount> "${statistics.nouns}"`;
      const text = gunzipSync(bytes).toString();
      expect(text).toContain(nouns);
      await writeFile(file, gzipSync(text.replace(nouns, 'nounCount> "7"')));
      expect((await build(kb, [source], { add: true })).statistics.nouns).toBe(7);
      bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 100);
      await writeFile(file, bytes);
      await expect(build(kb, [source], { add: true })).rejects.toThrow(InputError);
    },
  );

  itInFull('makes what an interrupted build has left out', async () => {
    const kb = fresh();
    const source = await linesOf(TITLES.map((title) => ({ title, version: 0 })));
    await build(kb, [source]);
    const whole = await contentOf(kb);
    const lexicon = Object.keys(whole).find((name) => name.includes('lexicon'));
    await rm(join(kb, lexicon!));
    await build(kb, [source], { add: true });
    expect(await contentOf(kb)).toEqual(whole);
  });
});

describe('changing a topic', () => {
  it('comes to the same bytes as building it from scratch, whatever came and went', async () => {
    await fc.assert(
      fc.asyncProperty(texts, steps, fc.boolean(), async (first, sequence, nif) => {
        const kb = fresh();
        const whole = fresh();
        const background = await linesOf([
          { title: 'Mouse', version: 1 },
          { title: 'DNA', version: 0 },
        ]);
        const more = { nif, background: [background] };
        await build(kb, [await linesOf(first)], more);
        let held = new Map(first.map(({ title, version }) => [title, version]));
        for (const step of sequence) {
          const next = expected(held, step);
          const removes = step.kind === 'remove' && step.titles.some((title) => held.has(title));
          if (next.size === 0 || (step.kind === 'remove' && !removes)) continue;
          await apply(kb, held, step);
          held = next;
        }
        await build(whole, [await linesOf([...held].map(([title, version]) => ({ title, version })))], more);
        expect(await readFile(join(kb, 'bees.nq.gz'))).toEqual(await readFile(join(whole, 'bees.nq.gz')));
        expect(await contentOf(kb)).toEqual(await contentOf(whole));
      }),
      { seed: 7, numRuns: rounds(12, 1) },
    );
  }, 120_000);

  it('reads again only texts that may name a title which came or went', async () => {
    const kb = fresh();
    const all = TITLES.filter((title) => title !== 'DNA').map((title) => ({ title, version: 0 }));
    expect((await build(kb, [await linesOf(all)])).textsRead).toBe(11);
    const readings = (await readdir(kb)).find((name) => name.includes('+readings')) ?? '';
    await rm(join(kb, readings));
    const report = await build(kb, [await linesOf([{ title: 'DNA', version: 0 }])], { add: true });
    // The new one, and 'Brood', which has the word in capitals.
    expect(report).toMatchObject({
      textsRead: 2,
      change: { added: 1, replaced: 0, removed: 0, unchanged: 0 },
      statistics: { documents: 6 },
    });
  });

  it('keeps the old text of an id and says so, unless told to replace it', async () => {
    const kb = fresh();
    await build(kb, [
      await linesOf([
        { title: 'Comb', version: 0 },
        { title: 'DNA', version: 0 },
      ]),
    ]);
    const before = await contentOf(kb);
    const other = await linesOf([
      { title: 'Comb', version: 1 },
      { title: 'DNA', version: 0 },
    ]);
    const problems: CorpusProblem[] = [];
    const kept = await buildTopic(
      [other],
      { topic: 'bees', kb, add: true },
      { onProblem: (problem) => problems.push(problem) },
    );
    expect(kept.change).toEqual({ added: 0, replaced: 0, removed: 0, unchanged: 1 });
    expect(problems).toEqual([{ where: 'Comb', message: expect.stringContaining('--replace') }]);
    expect(kept.problems).toEqual(problems);
    expect(await contentOf(kb)).toEqual(before);
    await expect(build(kb, [other], { add: true, strict: true })).rejects.toThrow(/^Comb: .*another text/);
    const replaced = await build(kb, [other], { replace: true });
    expect(replaced.change).toEqual({ added: 0, replaced: 1, removed: 0, unchanged: 1 });
    expect(await contentOf(kb)).not.toEqual(before);
  });

  it('refuses what cannot be, and changes nothing', async () => {
    const kb = fresh();
    await build(kb, [await linesOf([{ title: 'Comb', version: 0 }])]);
    const before = await contentOf(kb);
    const more = await linesOf([{ title: 'DNA', version: 0 }]);
    await expect(build(kb, [], { remove: ['Comb', 'Honey'] })).rejects.toThrow(/no document 'Honey'/);
    await expect(build(kb, [], { remove: ['Comb'] })).rejects.toThrow(/without a document/);
    await expect(build(kb, [], { removeCrawl: ['http://sfwcrawler.com/crawl/1'] })).rejects.toThrow(
      /no page/,
    );
    await expect(build(kb, [], { add: true })).rejects.toBeInstanceOf(UsageError);
    await expect(build(kb, [])).rejects.toBeInstanceOf(UsageError);
    await expect(build(kb, [more], { remove: ['Comb'] })).rejects.toThrow(/with --add or --replace/);
    await expect(build(kb, [more], { add: true, linker: ['wordnet'] })).rejects.toThrow(
      /--linker wordnet differs/,
    );
    await expect(build(kb, [more], { add: true, background: [more] })).rejects.toBeInstanceOf(UsageError);
    await expect(build(fresh(), [more], { add: true })).rejects.toThrow(/no topic 'bees'/);
    expect(await contentOf(kb)).toEqual(before);
  });

  it('needs the record of the corpus, whole', async () => {
    const kb = fresh();
    await build(kb, [await linesOf([{ title: 'Comb', version: 0 }])]);
    const more = await linesOf([{ title: 'DNA', version: 0 }]);
    const record = (await readdir(kb)).find((name) => name.includes('+corpus-')) ?? '';
    const bytes = await readFile(join(kb, record));
    await writeFile(join(kb, record), bytes.subarray(0, bytes.length - 20));
    await expect(build(kb, [more], { add: true })).rejects.toThrow(InputError);
    await rm(join(kb, record));
    await expect(build(kb, [more], { add: true })).rejects.toThrow(/is missing/);
  });

  itInFull('keeps to the labels that it was built with', async () => {
    const kb = fresh();
    const label = (iri: string): string =>
      `<${iri}> <http://www.w3.org/2000/01/rdf-schema#label> "nurse bee"@en .\n`;
    const labels = join(
      await writeFiles(join(root, 'labels'), { 'l.nt': label('http://a.example/Nurse') }),
      'l.nt',
    );
    await build(kb, [await linesOf([{ title: 'Comb', version: 0 }])], { labels: [labels] });
    const more = await linesOf([{ title: 'Brood', version: 0 }]);
    await build(kb, [more], { add: true });
    expect((await contentOf(kb))['bees.nq.gz']?.join('\n')).toContain('<http://a.example/Nurse>');
    await writeFile(labels, label('http://a.example/Other'));
    await expect(build(kb, [], { remove: ['Brood'] })).rejects.toThrow(/not the labels/);
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
    const { file } = await build(kb, [await linesOf([{ title: 'Comb', version: 0 }])], { nif: true });
    const names = (await readdir(dirname(file))).map((name) => name.replace(/-[0-9a-f]{16}\./, '-*.')).sort();
    expect(names).toEqual([
      'bees+corpus-*.jsonl.gz',
      'bees+ensemble.json.gz',
      'bees+index-*.jsonl.gz',
      'bees+lexicon.json.gz',
      'bees+nif-*.nq.gz',
      'bees+readings-*.jsonl.gz',
      basename(file),
      'wasps+corpus-*.jsonl.gz',
      `wasps.nq.gz${dead}`,
    ]);
  });
});
