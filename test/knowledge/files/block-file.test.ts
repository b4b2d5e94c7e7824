import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DataFactory, Parser, type Literal, type NamedNode } from 'n3';
import { openBlockFile, writeBlockFile } from '../../../src/knowledge/files/block-file.js';
import { readFileEnd } from '../../../src/knowledge/files/file-end.js';
import { readNQuads } from '../../../src/knowledge/files/nquads-file.js';
import { InputError } from '../../../src/model/errors.js';
import {
  describe as statementsOf,
  nquadsOf,
  type Description,
  type Statement,
} from '../../../src/support/rdf/quads.js';
import { rounds } from '../../support/thorough.js';

const namedNode = (value: string): NamedNode => DataFactory.namedNode(value);
const literal = (value: string, kind?: string | NamedNode): Literal => DataFactory.literal(value, kind);
const A = 'http://a.example/';
const LABEL = `${A}label`;
const KIND = `${A}kind`;

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sfwc-blocks-'));
  file = path.join(folder, 'topic.nq.gz');
});
afterEach(() => rm(folder, { recursive: true }));

const countOf = (quads: Iterable<Description>): number =>
  [...quads].flatMap(({ statements }) => statements).length;

/** Subjects without a label, then many with one, each with lines of its own. */
function* manyQuads(subjects: number): Generator<Description> {
  for (let at = 0; at < 300; at += 1)
    yield statementsOf(`${A}document/${at}`, `${A}g`, [[`${A}title`, literal(`Title ${at} of many`)]]);
  for (let at = 0; at < subjects; at += 1) {
    yield statementsOf(`${A}noun/${at}`, `${A}g`, [
      [LABEL, literal(`label ${String(at).padStart(6, '0')}`)],
      [KIND, literal(at % 2 === 0 ? 'even' : 'odd')],
    ]);
    const documents = Array.from({ length: at % 7 }, (_, more): Statement => [
      `${A}in`,
      namedNode(`${A}document/${more}`),
    ]);
    // In a description of its own, which belongs to the one before.
    yield statementsOf(`${A}noun/${at}`, `${A}g`, documents);
  }
}

const anyTerm = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => literal(value)),
  fc.string().map((value) => literal(value, 'en')),
  fc.integer().map((value) => literal(String(value), namedNode('http://www.w3.org/2001/XMLSchema#integer'))),
  fc.webUrl().map((value) => namedNode(value)),
);
const anyRun = fc.record({
  predicates: fc.array(fc.tuple(fc.constantFrom(LABEL, KIND, `${A}other`), anyTerm), {
    minLength: 1,
    maxLength: 5,
  }),
  graph: fc.constantFrom(`${A}g`, `${A}h`),
});

describe('a file of blocks', () => {
  it('gives back the quads that were written, whole and block by block', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRun, { maxLength: 30 }), async (runs) => {
        const quads = runs.map(({ predicates, graph }, at) => statementsOf(`${A}s${at}`, graph, predicates));
        await writeBlockFile(file, quads, [LABEL]);
        const text = gunzipSync(await readFile(file)).toString();
        const again = new Parser({ format: 'N-Quads' }).parse(text);
        expect(again).toEqual(new Parser({ format: 'N-Quads' }).parse(nquadsOf(quads)));
        expect(again).toHaveLength(countOf(quads));
        const pieces: string[] = [];
        for await (const piece of readNQuads(file)) pieces.push(piece);
        expect(pieces.join('')).toBe(text);
        const opened = await openBlockFile(file);
        const blocks: string[] = [];
        for (const block of opened?.blocks ?? []) blocks.push((await opened?.read(block)) ?? '');
        expect(blocks.join('')).toBe(nquadsOf(quads));
        expect((await readFileEnd(file))?.quads).toBe(countOf(quads));
      }),
      { numRuns: rounds(50, 12), seed: 7 },
    );
  });

  it('keeps the lines of a subject in one block, and knows what values stand in which', async () => {
    await writeBlockFile(file, manyQuads(5000), [LABEL, KIND]);
    const opened = (await openBlockFile(file))!;
    expect(opened.blocks.length).toBeGreaterThan(20);
    expect(opened.quads).toBe(countOf(manyQuads(5000)));
    const seen = new Set<string>();
    for (const block of opened.blocks) {
      const quads = new Parser({ format: 'N-Quads' }).parse(await opened.read(block));
      const subjects = new Set(quads.map(({ subject }) => subject.value));
      for (const subject of subjects) expect(seen.has(subject)).toBe(false);
      subjects.forEach((subject) => seen.add(subject));
      const labels = quads
        .filter(({ predicate }) => predicate.value === LABEL)
        .map(({ object }) => object.value);
      // Either all subjects of a block have a label, or none.
      expect([0, subjects.size]).toContain(labels.length);
      const expected = labels.length === 0 ? undefined : [labels[0], labels.at(-1)];
      expect(block.ranges[LABEL]).toEqual(expected);
      if (labels.length > 1) expect(block.ranges[KIND]).toEqual(['even', 'odd']);
    }
  });

  it('is the same bytes for the same quads', async () => {
    const other = path.join(folder, 'other.nq.gz');
    await writeBlockFile(file, manyQuads(2000), [LABEL]);
    await writeBlockFile(other, manyQuads(2000), [LABEL]);
    expect((await readFile(file)).equals(await readFile(other))).toBe(true);
  });

  it('is still read when another has taken its place', async () => {
    await writeBlockFile(file, manyQuads(100), [LABEL]);
    const opened = (await openBlockFile(file))!;
    await writeBlockFile(file, manyQuads(0), [LABEL]);
    expect(await opened.read(opened.blocks.at(-1)!)).toContain('label 000099');
  });

  it('leaves the old file when the quads end with an error', async () => {
    await writeBlockFile(file, manyQuads(10), [LABEL]);
    const before = await readFile(file);
    function* failing(): Generator<Description> {
      yield* manyQuads(3000);
      throw new InputError('the corpus is gone');
    }
    await expect(writeBlockFile(file, failing(), [LABEL])).rejects.toThrow('the corpus is gone');
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await readdir(folder)).toEqual(['topic.nq.gz']);
  });
});

describe('openBlockFile', () => {
  it('finds no index in files of other origin', async () => {
    await writeBlockFile(file, manyQuads(500), [LABEL]);
    const bytes = await readFile(file);
    const others = [
      gzipSync(gunzipSync(bytes)),
      bytes.subarray(0, bytes.length - 3),
      Buffer.from('<a> <b>'),
      Buffer.alloc(0),
    ];
    for (const other of others) {
      await writeFile(file, other);
      expect(await openBlockFile(file)).toBeUndefined();
    }
  });

  it('names the file that is damaged or missing', async () => {
    await writeBlockFile(file, manyQuads(5000), [LABEL]);
    const bytes = await readFile(file);
    const { index } = (await readFileEnd(file))!;
    const withFlip = async (at: number): Promise<void> => {
      const copy = Buffer.from(bytes);
      copy.fill(0xff, at, at + 8);
      await writeFile(file, copy);
    };
    await withFlip(index + 30);
    await expect(openBlockFile(file)).rejects.toThrow(`cannot read ${file}`);
    await withFlip(40);
    const opened = (await openBlockFile(file))!;
    await expect(opened.read(opened.blocks[0]!)).rejects.toBeInstanceOf(InputError);
    expect(await opened.read(opened.blocks[5]!)).toContain('label');
    await expect(openBlockFile(path.join(folder, 'nowhere.nq.gz'))).rejects.toBeInstanceOf(InputError);
  });
});
