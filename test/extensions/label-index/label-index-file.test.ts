import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { lookUpLabels } from '../../../src/extensions/label-index/index-labels.js';
import type { DumpProblem } from '../../../src/extensions/label-index/dumps/dump-facts.js';
import { buildLabelIndex } from '../../../src/extensions/label-index/label-index-build.js';
import {
  isLabelIndex,
  openLabelIndex,
  readLabelIndex,
} from '../../../src/extensions/label-index/label-index-file.js';
import { InputError } from '../../../src/model/errors.js';
import {
  bzip2,
  dbr,
  dumpFolder,
  indexOf,
  labelLine,
  pointerLine,
  writeLines,
} from '../../support/label-dumps.js';

let folder: string;
beforeAll(() => {
  folder = dumpFolder();
});
afterAll(() => rmSync(folder, { recursive: true }));

const LINES = ['Insulin', 'Blood pressure', 'Mercury (planet)', 'Mercury (god)', 'Zürich 😀'].map((name) =>
  labelLine(name),
);

function put(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** The meanings of a name by an index of dumps: 'kind iri', the most common first. */
async function meanings(dumps: readonly string[], name: string, language = 'en'): Promise<string[]> {
  const file = join(folder, 'meanings.sfwclabels');
  await buildLabelIndex(dumps, file, { language });
  const found = await lookUpLabels(file, [name]);
  return found.map(({ kind, iri }) => `${kind} ${iri.replace('http://dbpedia.org/resource/', '')}`);
}

describe('a label index', () => {
  it('holds every name that it was made of, with its IRI', async () => {
    const names = Array.from({ length: 5000 }, (_, place) => `Thing ${place} of ${place % 70} kinds`);
    const index = await indexOf(
      folder,
      names.map((name) => labelLine(name)),
      'many',
    );
    expect(index.header).toMatchObject({ labels: 5000, keys: 5000, resources: 5000, ambiguous: 0 });
    const found = await lookUpLabels(join(folder, 'many.sfwclabels'), names);
    expect(found.map(({ iri }) => iri)).toEqual(names.map(dbr));
    expect(await lookUpLabels(join(folder, 'many.sfwclabels'), ['Thing 5001 of 31 kinds', 'Thing'])).toEqual(
      [],
    );
  });

  it('has the same bytes for the same dumps, and leaves nothing else behind', async () => {
    const dump = writeLines(folder, 'same.nt', LINES);
    const [a, b] = [join(folder, 'a.sfwclabels'), join(folder, 'b.sfwclabels')];
    await buildLabelIndex([dump], a);
    await buildLabelIndex([dump], b);
    expect(readFileSync(a).equals(readFileSync(b))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('.partial-'))).toEqual([]);
  });

  it('gives contexts to resources that share a name, and to no others', async () => {
    const index = await indexOf(folder, LINES);
    const all = Array.from({ length: index.header.resources }, (_, resource) => resource);
    const shared = all
      .filter((resource) => index.contextOf(resource).length > 0)
      .map((id) => index.iriOf(id));
    expect(shared).toEqual([dbr('Mercury (god)'), dbr('Mercury (planet)')]);
  });

  it('is refused when it is cut off, changed, of another version or none at all', async () => {
    await indexOf(folder, LINES, 'whole');
    const bytes = readFileSync(join(folder, 'whole.sfwclabels'));
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1;
    const later = Buffer.from(bytes);
    later.writeUInt32LE(99, 8);
    const cases: [string, Uint8Array, RegExp][] = [
      ['half', bytes.subarray(0, bytes.length >> 1), /cut off or damaged/],
      ['header', bytes.subarray(0, 20), /cut off or damaged/],
      ['changed', changed, /cut off or damaged/],
      ['later', later, /version 99/],
      ['other', Buffer.from('<urn:a> <urn:b> <urn:c> .\n'), /not a label index/],
      ['empty', Buffer.alloc(0), /not a label index/],
    ];
    for (const [name, content, message] of cases) {
      const file = put(`${name}.sfwclabels`, content);
      await expect(readLabelIndex(file)).rejects.toThrow(message);
      await expect(readLabelIndex(file)).rejects.toBeInstanceOf(InputError);
    }
    await expect(readLabelIndex(join(folder, 'missing'))).rejects.toThrow(/missing cannot be read/);
    expect(await isLabelIndex(join(folder, 'half.sfwclabels'))).toBe(true);
    expect(await isLabelIndex(join(folder, 'other.sfwclabels'))).toBe(false);
    expect(await isLabelIndex(join(folder, 'missing'))).toBe(false);
  });

  it('keeps the old index when a dump is broken', async () => {
    const file = join(folder, 'kept.sfwclabels');
    await buildLabelIndex([writeLines(folder, 'good.nt', LINES)], file);
    const before = readFileSync(file);
    const broken = put('broken.nt.gz', gzipSync(LINES.join('\n')).subarray(0, 60));
    await expect(buildLabelIndex([broken], file)).rejects.toThrow(/broken\.nt\.gz cannot be read to its end/);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('.partial-'))).toEqual([]);
  });
});

describe('dumps', () => {
  const text = `${LINES.join('\n')}\n`;

  it.each([
    ['N-Triples', 'd.nt', text],
    ['gzip, in two members', 'd.nt.gz', Buffer.concat([gzipSync(`${LINES[0]}\n`), gzipSync(text)])],
    ['bzip2, in two streams', 'd.ttl.bz2', Buffer.concat([bzip2(`${LINES[0]}\n`), bzip2(text)])],
    ['compressed under another name', 'd.nt', gzipSync(text)],
    ['N-Quads', 'd.nq', text.replaceAll(' .\n', ' <urn:graph> .\n')],
    [
      'Turtle',
      'd.ttl',
      `@prefix r: <http://www.w3.org/2000/01/rdf-schema#> .\n<${dbr('Insulin')}>\n r:label "Insulin"@en .\n`,
    ],
  ])('are read as %s', async (_, name, content) => {
    expect(await meanings([put(name, content)], 'insulin')).toEqual(['preferred Insulin']);
  });

  it('are read from Wikidata’s JSON, but for pages that name nothing', async () => {
    const entity = (id: string, label: string, more: object = {}): string =>
      JSON.stringify({ type: 'item', id, labels: { en: { language: 'en', value: label } }, ...more });
    const page = { claims: { P31: [{ mainsnak: { datavalue: { value: { id: 'Q4167410' } } } }] } };
    const json = [
      '[',
      `${entity('Q1', 'Mercury', { aliases: { en: [{ value: 'Hg' }, { value: 'quicksilver' }] }, sitelinks: { enwiki: {} } })},`,
      `${entity('Q2', 'Mercury', { sitelinks: { enwiki: {}, dewiki: {} } })},`,
      `${entity('Q3', 'Mercury', page)},`,
      '{"id": "Q4", broken',
      ']',
    ].join('\n');
    const dump = put('latest-all.json.bz2', bzip2(json));
    const Q = 'http://www.wikidata.org/entity/Q';
    expect(await meanings([dump], 'Mercury')).toEqual([`preferred ${Q}2`, `preferred ${Q}1`]);
    expect(await meanings([dump], 'quicksilver')).toEqual([`alternative ${Q}1`]);
  });

  it('give counts by which meanings are ordered', async () => {
    const labels = writeLines(folder, 'labels.nt', LINES);
    const links = writeLines(folder, 'links.nt', [
      pointerLine('wikiPageWikiLink', 'A', 'Mercury (planet)'),
      pointerLine('wikiPageWikiLink', 'B', 'Mercury (planet)'),
    ]);
    const pairs = put(
      'pairCounts.tsv',
      `Mercury\tMercury_(god)\t500\nmessenger\t${dbr('Mercury (god)')}\t3\nrare\tInsulin\t1\n`,
    );
    const [planet, god] = ['disambiguation Mercury_(planet)', 'disambiguation Mercury_(god)'];
    expect(await meanings([labels, links], 'Mercury')).toEqual([planet, god]);
    expect(await meanings([labels, links, pairs], 'Mercury')).toEqual(['alternative Mercury_(god)', planet]);
    expect(await meanings([labels, pairs], 'messenger')).toEqual(['alternative Mercury_(god)']);
    expect(await meanings([labels, pairs], 'rare')).toEqual([]);
  });

  it('have lines that are passed over, each told with its number', async () => {
    const dump = writeLines(folder, 'bad.nt', [LINES[0]!, 'rubbish', '<a> <b', LINES[1]!]);
    const problems: DumpProblem[] = [];
    await buildLabelIndex([dump], join(folder, 'bad.sfwclabels'), {
      onProblem: (problem) => problems.push(problem),
    });
    expect(problems.map(({ where }) => where)).toEqual([`${dump}:2`, `${dump}:3`]);
    expect(openLabelIndex(await readLabelIndex(join(folder, 'bad.sfwclabels'))).header.labels).toBe(2);
  });

  it('are refused when they are cut off, missing, of another kind or without labels', async () => {
    const whole = bzip2(text.repeat(50));
    const out = join(folder, 'refused.sfwclabels');
    const refused = async (dump: string, message: RegExp): Promise<void> => {
      await expect(buildLabelIndex([dump], out)).rejects.toThrow(message);
      await expect(buildLabelIndex([dump], out)).rejects.toBeInstanceOf(InputError);
    };
    for (const length of [4, 40, whole.length >> 1, whole.length - 5]) {
      await refused(put('cut.nt.bz2', whole.subarray(0, length)), /cut off or damaged/);
    }
    await refused(join(folder, 'none.nt'), /no such file/);
    await refused(put('text.txt', 'Insulin is a hormone.\n'), /not a dump/);
    await refused(put('empty.nt', ''), /no label in the language 'en'/);
    await refused(put('bad.ttl', '@prefix a: <urn:a> .\na:b a:c .\n'), /bad\.ttl: /);
    expect(readdirSync(folder)).not.toContain('refused.sfwclabels');
  });
});
