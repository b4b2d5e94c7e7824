import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { linesAbout, openTopicStore, writeTopicFile } from '../../../src/knowledge/files/topic-store.js';
import { readFileEnd } from '../../../src/knowledge/files/file-end.js';
import { countBackground } from '../../../src/knowledge/krs/background.js';
import { documentsByLemma } from '../../../src/knowledge/krs/frequencies.js';
import { topicIris } from '../../../src/knowledge/krs/iris.js';
import { KrsBuilder, type CountedNoun } from '../../../src/knowledge/krs/krs.js';
import { topicQuads } from '../../../src/knowledge/krs/topic-quads.js';
import { topicStatistics } from '../../../src/knowledge/krs/topic-statistics.js';
import { InputError } from '../../../src/model/errors.js';
import type { KnowledgeBase } from '../../../src/model/rdf.js';
import { nif, sfwc } from '../../../src/model/vocabulary.js';
import { toNQuads, type Description } from '../../../src/support/rdf/quads.js';
import { createFrequencyTable } from '../../../src/knowledge/places/frequency-table.js';
import { readTopicFacts, topicNames } from '../../../src/knowledge/places/topic-facts.js';
import { meaningOf as meaningOfText } from '../../support/small-topic.js';
import { once } from '../../../src/support/once.js';
import { itInFull, rounds, size } from '../../support/thorough.js';

/** IRIs cannot hold half a character. */
const meaningOf = (lemma: string): string => meaningOfText(Buffer.from(lemma).toString());

const IRIS = topicIris('http://kb.example/', 'words');

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-topic-'));
  file = path.join(folder, 'words.nq.gz');
});
afterEach(() => rm(folder, { recursive: true }));

/** The quads of a topic whose documents hold these lemmas; every third is linked, by one linker or another. */
function quadsOf(documents: readonly (readonly string[])[]): Description[] {
  const builder = new KrsBuilder();
  for (const [at, lemmas] of documents.entries()) {
    const nouns = [...new Set(lemmas)].map((lemma): CountedNoun => {
      const noun = { lemma, kind: 'word', tag: 'NN', entityClass: 'other', mentions: 1 } as const;
      if (lemma.length % 3 !== 0) return noun;
      return { ...noun, iri: meaningOf(lemma), linker: lemma.length % 2 === 0 ? 'gazetteer' : 'wordnet' };
    });
    builder.add({ document: { id: `d${at}`, title: `Document ${at}` }, nouns });
  }
  const krs = builder.finish();
  const byLemma = documentsByLemma(krs);
  const provenance = {
    annotator: 'test/1',
    language: 'en',
    linkers: ['gazetteer'],
    settings: '{}',
    corpusChecksum: '0',
  };
  return [
    ...topicQuads({
      name: 'words',
      iris: IRIS,
      krs,
      byLemma,
      statistics: topicStatistics(krs, byLemma),
      provenance,
      background: countBackground(documents.slice(0, 3).map((lemmas) => [...new Set(lemmas)])),
    }),
  ];
}

/** Documents with enough nouns for many blocks. */
const MANY = Array.from({ length: 40 }, (_, document) =>
  Array.from({ length: 60 }, (_, noun) => `word ${(document * 31 + noun * 17) % 900}${'x'.repeat(noun % 7)}`),
);

const countOf = (quads: readonly Description[]): number =>
  quads.flatMap(({ statements }) => statements).length;

const manyQuads = once(() => quadsOf(MANY));

async function wholeStore(quads: readonly Description[]): Promise<KnowledgeBase> {
  const kb = createOxigraphStore();
  await kb.load(toNQuads(quads));
  return kb;
}

const wholeOfMany = once(() => wholeStore(manyQuads()));

/** All that judging asks of a topic. */
async function asked(kb: KnowledgeBase, lemmas: readonly string[]): Promise<unknown> {
  const table = createFrequencyTable(kb, IRIS.topic, IRIS.background);
  const meanings = lemmas.map((lemma) => ({ lemma, iri: meaningOf(lemma) }));
  return {
    facts: await readTopicFacts(kb, 'words'),
    names: await topicNames(kb),
    lemmas: [...(await table.byLemma(lemmas))],
    meanings: [...(await table.byMeaning(meanings))],
    background: [...(await table.inBackground(lemmas))],
  };
}

const ALL = 'SELECT * WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o';

describe('a topic that is read on demand', () => {
  it('answers as one that is read whole, whatever its nouns look like', async () => {
    const lemma = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map((text) => `n${text}`),
      // Half a character, as a damaged text may have it.
      fc.constantFrom('n\ud800', 'n\udc00x', '\ud83dhalf'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(lemma, { maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        async (documents) => {
          const quads = quadsOf(documents);
          await writeTopicFile(file, quads);
          const [lazy, whole] = [await openTopicStore(file), await wholeStore(quads)];
          const lemmas = [...new Set(documents.flat()), 'unknown'];
          expect(await asked(lazy, lemmas)).toEqual(await asked(whole, lemmas));
          expect(await lazy.select(ALL)).toEqual(await whole.select(ALL));
        },
      ),
      { numRuns: rounds(20, 2), seed: 11 },
    );
  });

  itInFull('answers as one that is read whole, in whatever order it is asked', async () => {
    const quads = manyQuads();
    await writeTopicFile(file, quads);
    const [lazy, whole] = [await openTopicStore(file), await wholeOfMany()];
    const pages = MANY.slice(0, size(40, 12)).map((lemmas, at) => [
      ...lemmas.slice(at % 50, (at % 50) + 5),
      `unknown ${at}`,
    ]);
    for (const page of pages) expect(await asked(lazy, page)).toEqual(await asked(whole, page));
    const gazetteer = `SELECT DISTINCT ?label WHERE { ?s <${sfwc.linkedBy}> "gazetteer" ; <${nif.anchorOf}> ?label } ORDER BY ?label`;
    const focus = {
      property: sfwc.linkedBy,
      values: ['gazetteer'],
      predicates: [sfwc.linkedBy, nif.anchorOf],
    };
    const labels = await lazy.select(gazetteer, { focus });
    expect(labels.rows.length).toBeGreaterThan(10);
    expect(labels).toEqual(await whole.select(gazetteer));
    expect(await lazy.answer(ALL, 'csv')).toBe(await whole.answer(ALL, 'csv'));
    expect(await lazy.size()).toBe(countOf(quads));
  });

  it('answers questions that come at the same time', async () => {
    const quads = manyQuads();
    await writeTopicFile(file, quads);
    const [lazy, whole] = [await openTopicStore(file), await wholeOfMany()];
    const pages = MANY.slice(0, 8);
    const found = await Promise.all([...pages.map((page) => asked(lazy, page)), lazy.size()]);
    expect(found.at(-1)).toBe(countOf(quads));
    for (const [at, page] of pages.entries()) expect(found[at]).toEqual(await asked(whole, page));
  });

  it('need not fit into the store as long as nobody asks for all of it', async () => {
    const quads = manyQuads();
    await writeTopicFile(file, quads);
    expect((await readFileEnd(file))?.quads).toBe(countOf(quads));
    const kb = await openTopicStore(file, countOf(quads) - 1);
    const lemmas = MANY[0]!.slice(0, 4);
    expect(await asked(kb, lemmas)).toEqual(await asked(await wholeOfMany(), lemmas));
    await expect(kb.select(ALL)).rejects.toThrow(`${file} holds`);
    await expect(kb.answer(ALL, 'csv')).rejects.toThrow(/more than the store inside this process holds/);
    await expect(kb.size()).rejects.toBeInstanceOf(InputError);
    // The refusal has changed nothing.
    expect(await asked(kb, MANY[1]!.slice(0, 4))).toMatchObject({ names: ['words'] });
  });

  it('takes quads beside those of its file', async () => {
    await writeTopicFile(file, manyQuads());
    const kb = await openTopicStore(file);
    const before = await kb.size();
    await kb.load(['<http://a.example/s> <http://a.example/p> "x" .\n']);
    expect(await kb.size()).toBe(before + 1);
  });

  it('is read whole when it was packed again by somebody else', async () => {
    const quads = manyQuads();
    await writeTopicFile(file, quads);
    await writeFile(file, gzipSync(gunzipSync(await readFile(file))));
    const kb = await openTopicStore(file);
    expect(await kb.size()).toBe(countOf(quads));
    expect(await asked(kb, MANY[0]!)).toEqual(await asked(await wholeOfMany(), MANY[0]!));
  });

  it('names its file when a part of it is damaged', async () => {
    await writeTopicFile(file, manyQuads());
    const bytes = await readFile(file);
    const { index } = (await readFileEnd(file))!;
    bytes.fill(0x55, Math.floor(index / 2), Math.floor(index / 2) + 50);
    await writeFile(file, bytes);
    const kb = await openTopicStore(file);
    await expect(kb.select(ALL)).rejects.toThrow(`cannot read ${file}`);
    await expect(kb.select(ALL)).rejects.toBeInstanceOf(InputError);
  });
});

describe('linesAbout', () => {
  const LABEL = 'http://a.example/label';
  const line = (subject: string, predicate: string, object: string): string =>
    `<http://a.example/${subject}> <http://a.example/${predicate}> ${object} <http://a.example/g> .\n`;
  const block =
    line('one', 'first', '"before its label"') +
    line('one', 'label', '"ant"') +
    line('one', 'count', '"1"') +
    line('one', 'note', '"left out"') +
    line('one1', 'label', '"ant\\" <x"') +
    line('two', 'label', '"bee"') +
    line('three', 'note', '"<http://a.example/label> \\"ant\\" <"') +
    line('four', 'label', '"ant"@en') +
    line('five', 'label', '"ant"') +
    line('five', 'count', '"5"');
  const about = (values: readonly string[]): string =>
    linesAbout(block, {
      property: LABEL,
      values,
      predicates: [LABEL, 'http://a.example/count', 'http://a.example/first'],
    });

  it('finds the lines of every subject with the value, and only these predicates', () => {
    expect(about(['ant'])).toBe(
      line('one', 'first', '"before its label"') +
        line('one', 'label', '"ant"') +
        line('one', 'count', '"1"') +
        line('five', 'label', '"ant"') +
        line('five', 'count', '"5"'),
    );
  });

  it('takes values literally', () => {
    expect(about(['ant" <x'])).toBe(line('one1', 'label', '"ant\\" <x"'));
    expect(about(['an', 'ant"', '', '"'])).toBe('');
    expect(about([])).toBe('');
  });
});
