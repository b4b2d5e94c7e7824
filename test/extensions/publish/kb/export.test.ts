import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DataFactory, Writer, type Quad } from 'n3';
import oxigraph from 'oxigraph';
import { kbExportFields, type KbExportSettings } from '../../../../src/extensions/publish/settings.js';
import { exportKnowledgeBases } from '../../../../src/extensions/publish/kb/export.js';
import { checkSettings } from '../../../../src/app/settings/resolve.js';
import { InputError } from '../../../../src/model/errors.js';
import { PREFIXES } from '../../../../src/model/vocabulary.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { rounds } from '../../../support/thorough.js';

type RdfFormat = KbExportSettings['format'];
const root = temporaryFolder();
const ENDPOINT = checkSettings(kbExportFields, {});
let made = 0;

async function kbOf(quads: readonly Quad[]): Promise<string> {
  const file = join(root, `kb-${(made += 1)}.nq.gz`);
  await writeFile(file, gzipSync(new Writer({ format: 'N-Quads' }).quadsToString([...quads])));
  return file;
}

function exported(place: string, format: RdfFormat): Promise<string> {
  return exportedTogether([place], format);
}

async function exportedTogether(kbs: readonly string[], format: RdfFormat): Promise<string> {
  return (await exportKnowledgeBases(kbs, { ...ENDPOINT, format }, () => undefined)).text;
}

const MEDIA_TYPES: Readonly<Record<RdfFormat, string>> = {
  turtle: 'text/turtle',
  trig: 'application/trig',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  jsonld: 'application/ld+json',
  rdfxml: 'application/rdf+xml',
};

/** The dataset as sorted lines, blank nodes named by the one literal that describes each. */
function canonical(quads: readonly Quad[], graphs: boolean): string[] {
  const names = new Map<string, string>();
  for (const { subject, predicate, object } of quads)
    if (subject.termType === 'BlankNode' && predicate.value === NAME) names.set(subject.value, object.value);
  const shown = (term: { termType: string; value: string }): string =>
    term.termType === 'BlankNode' ? `_:${names.get(term.value) ?? '?'}` : term.value;
  const lines = quads.map(({ subject, predicate, object, graph }) => {
    const kind = object.termType === 'Literal' ? object.language : object.termType;
    return JSON.stringify([shown(subject), predicate.value, shown(object), kind, graphs ? shown(graph) : '']);
  });
  return [...new Set(lines)].sort();
}

function parsed(text: string, format: RdfFormat): Quad[] {
  return oxigraph.parse(text, { format: MEDIA_TYPES[format] }) as unknown as Quad[];
}

const NAME = 'http://p.example/name';
const BLANKS = ['b1', 'b2', 'b3'];
const iriOf = (...values: readonly string[]) =>
  fc.constantFrom(...values).map((value) => DataFactory.namedNode(value));
// Graphs describe themselves.
const iris = iriOf(
  'http://s.example/é?x=1&y=2#z',
  `${PREFIXES.sfwc}Topic`,
  'urn:x:%20',
  'http://g.example/1',
);
const predicates = iriOf('http://p.example/deep/q-1', `${PREFIXES.rdf}type`, `${PREFIXES.nif}anchorOf`);
const blanks = fc.constantFrom(...BLANKS).map((label) => DataFactory.blankNode(label));
const words = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '"', '\\', '<', '&', "'", 'é', '💧', '.', '#'),
});
const literals = fc.oneof(
  words.map((value) => DataFactory.literal(value)),
  words.map((value) => DataFactory.literal(value, 'en-gb')),
);
const graphs = fc
  .constantFrom('', 'http://g.example/1', 'http://g.example/2')
  .map((value) => (value === '' ? DataFactory.defaultGraph() : DataFactory.namedNode(value)));
const datasets = fc
  .array(fc.tuple(fc.oneof(iris, blanks), predicates, fc.oneof(iris, blanks, literals), graphs), {
    maxLength: 12,
  })
  .map((parts) => [
    ...parts.map(([subject, predicate, object, graph]) =>
      DataFactory.quad(subject, predicate, object, graph),
    ),
    ...BLANKS.map((label) =>
      DataFactory.quad(
        DataFactory.blankNode(label),
        DataFactory.namedNode(NAME),
        DataFactory.literal(label),
        DataFactory.namedNode('http://g.example/1'),
      ),
    ),
  ]);

describe('an export', () => {
  it.each(Object.keys(MEDIA_TYPES) as RdfFormat[])(
    'as %s gives the same statements when it is read',
    async (format) => {
      const keepsGraphs = ['trig', 'nquads', 'jsonld'].includes(format);
      await fc.assert(
        fc.asyncProperty(datasets, async (quads) => {
          // Oxigraph writes types as names of elements.
          const isNameless = ({ predicate, object }: Quad): boolean =>
            predicate.value === `${PREFIXES.rdf}type` && /\d$/.test(object.value);
          fc.pre(format !== 'rdfxml' || !quads.some(isNameless));
          const text = await exported(await kbOf(quads), format);
          expect(canonical(parsed(text, format), keepsGraphs)).toEqual(canonical(quads, keepsGraphs));
        }),
        { numRuns: rounds(60, 15), seed: 1 },
      );
    },
  );

  const property = DataFactory.namedNode('http://p.example/p');
  const two = [
    DataFactory.quad(
      DataFactory.namedNode('http://s.example/a'),
      property,
      DataFactory.literal('one'),
      DataFactory.namedNode('http://g.example/1'),
    ),
    DataFactory.quad(
      DataFactory.blankNode('x'),
      property,
      DataFactory.literal('two'),
      DataFactory.namedNode('http://g.example/2'),
    ),
  ];

  it('keeps blank nodes of different files apart', async () => {
    const [one, other] = [await kbOf(two), await kbOf(two)];
    const text = await exportedTogether([one, other], 'nquads');
    expect(new Set([...text.matchAll(/_:\S+/g)].map(([label]) => label)).size).toBe(2);
  });

  it('compresses files in .gz, and leaves no half of a file and no loss of an older one', async () => {
    const kb = await kbOf(two);
    const folder = join(root, 'out');
    const write = (name: string, place = kb) =>
      exportKnowledgeBases(
        [place],
        { ...ENDPOINT, format: 'nquads', out: join(folder, name) },
        () => undefined,
      );
    expect((await write('x.nq.gz')).saved).toMatch(/x\.nq\.gz: 2 statements, graphs: 2$/);
    expect(gunzipSync(await readFile(join(folder, 'x.nq.gz'))).toString()).toContain('"one"');
    await write('x.nq');
    const before = await readFile(join(folder, 'x.nq'), 'utf8');
    expect(before).toContain('"two"');
    await expect(write('x.nq', join(root, 'none.nq.gz'))).rejects.toThrow(InputError);
    expect(await readFile(join(folder, 'x.nq'), 'utf8')).toBe(before);
    expect((await readdir(folder)).sort()).toEqual(['x.nq', 'x.nq.gz']);
  });

  it('says what RDF/XML cannot express', async () => {
    const with1 = [
      DataFactory.quad(property, DataFactory.namedNode('http://p.example/1'), DataFactory.literal('x')),
    ];
    await expect(exported(await kbOf(with1), 'rdfxml')).rejects.toThrow(/cannot be written as RDF\/XML/);
  });
});
