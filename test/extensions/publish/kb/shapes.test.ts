import { actionQuads } from '../../../../src/crawling/store/crawl-quads.js';
import type { TakenAction } from '../../../../src/model/steering.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataFactory, Parser, Store, Writer, type Quad, type Quad_Subject, type Term } from 'n3';
import { buildTopic } from '../../../../src/app/topics/build-topic.js';
import { expandTopic } from '../../../../src/extensions/thesaurus/expansion/expand-topic.js';
import { crawlTopic } from '../../../../src/app/crawl/crawl-topic.js';
import { createOxigraphStore } from '../../../../src/knowledge/oxigraph/oxigraph-store.js';
import { readCompanions, topicFile } from '../../../../src/knowledge/files/kb-folder.js';
import {
  classifierFile,
  writeClassifier,
  trainedClassifierQuads,
} from '../../../../src/knowledge/files/classifier-file.js';
import { readQuads } from '../../../../src/knowledge/files/nquads-file.js';
import { validateUnit, type ValidationResult } from '../../../../src/extensions/publish/kb/validate.js';
import { createWebFetcher } from '../../../../src/web/stored/fetcher.js';
import { openSampleWeb } from '../../../../src/extensions/archives/open-web.js';
import { dcterms, itsrdf, nif, rdf, sfwc, sh, xsd } from '../../../../src/model/vocabulary.js';
import { packagedPath } from '../../../../src/support/files/packaged-path.js';
import { manualClock } from '../../../support/manual-clock.js';
import {
  BEE_TEXTS,
  OTHER_TEXTS,
  SMALL_SEED,
  writeFiles,
  writeSmallWeb,
} from '../../../support/small-corpus.js';
import { parsedQuads } from '../../../support/parsed-quads.js';
import { itInFull, THOROUGH } from '../../../support/thorough.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const shapes = new Store(new Parser().parse(readFileSync(packagedPath('kb/shapes.ttl'), 'utf8')));

const THESAURUS = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://thesaurus.example/> .
:hive a skos:ConceptScheme ; skos:prefLabel "the hive"@en ; skos:hasTopConcept :hives .
:hives a skos:Concept ; skos:topConceptOf :hive ; skos:prefLabel "hive"@en , "Bienenstock"@de ; skos:altLabel "beehive"@en ; skos:notation "1" .
:comb a skos:Concept ; skos:inScheme :hive ; skos:broader :hives ; skos:prefLabel "comb"@en ; skos:notation "1.1" .
:cell a skos:Concept ; skos:inScheme :hive ; skos:prefLabel "cell"@en ; skos:hiddenLabel "cel"@en .
:comb skos:narrower :cell .
:people a skos:ConceptScheme ; skos:prefLabel "people"@en .
:beekeeper a skos:Concept ; skos:topConceptOf :people ; skos:prefLabel "beekeeper"@en ; skos:notation "1" .`;

const root = temporaryFolder();
const sets: Record<'topic' | 'crawl' | 'thesaurus', Quad[]> = { topic: [], crawl: [], thesaurus: [] };

beforeAll(async () => {
  // A noun that several texts mention and nothing links. Short texts: each damage is looked for in all that is built.
  const unlinked = 'Every winter the varroacide is in the cellar.';
  const kb = join(root, 'kb');
  const bees = await writeFiles(join(root, 'bees'), beginnings(BEE_TEXTS, unlinked));
  const others = await writeFiles(join(root, 'others'), beginnings(OTHER_TEXTS));
  const labels = join(root, 'labels.nt');
  const label = '<http://www.w3.org/2000/01/rdf-schema#label>';
  await writeFiles(root, { 'labels.nt': `<http://bees.example/id/colony> ${label} "colony"@en .\n` });
  const about = 'Beekeeping: hives and wax';
  await buildTopic([bees], { topic: 'bees', kb, about, background: [others], labels: [labels], nif: true });
  const { file: expansion } = await expandTopic({ kb, topic: 'bees', terms: 5, least: 0 });
  const web = await openSampleWeb(await writeSmallWeb(join(root, 'web')));
  const out = join(root, 'out');
  const clock = manualClock();
  await crawlTopic(
    {
      ...{ seeds: [SMALL_SEED], out, topic: 'bees', kb, strategy: 'krs' },
      ...{ delay: 0, record: ['texts'] as const, maxPages: 6 },
      // The topic has too few texts for the ensemble.
      classifier: 'krs-paper',
    },
    { fetcher: createWebFetcher(web), clock },
  );
  for await (const each of readQuads(join(out, 'crawl.nq.gz'), 'b')) sets.crawl.push(each);
  const asked = { id: '1', by: 'ada', time: '2024-01-01T00:00:00Z', after: 1, effect: 'blocked' };
  const actions: readonly TakenAction[] = [
    { ...asked, action: { kind: 'block', what: 'a.example' } },
    { ...asked, action: { kind: 'rate', url: SMALL_SEED, answer: 'no' }, refused: true },
    { ...asked, action: { kind: 'model', number: 2, file: 'm', checksum: 'a'.repeat(64), yes: 30, no: 20 } },
  ];
  const [crawlQuad] = sets.crawl;
  const crawl = crawlQuad?.graph.value ?? '';
  const iri = (name: string) => DataFactory.namedNode(name);
  sets.crawl.push(
    DataFactory.quad(iri(SMALL_SEED), iri(sfwc.readFrom), DataFactory.literal('rendered'), iri(crawl)),
    ...parsedQuads(actionQuads(actions, crawl)),
  );
  const file = topicFile(kb, 'bees');
  const { nif: layer = '' } = await readCompanions(file);
  for (const part of [file, layer, expansion])
    for await (const each of readQuads(part, 'b')) sets.topic.push(each);
  sets.topic.push(...(await trainedClassifier(kb)));
  sets.thesaurus.push(...new Parser().parse(THESAURUS));
}, 120_000);

/** The statements about a classifier of the topic that an endpoint has. */
async function trainedClassifier(kb: string): Promise<Quad[]> {
  const topic = sets.topic[0]?.graph.value ?? '';
  const file = classifierFile(kb, 'bees', 'ensemble');
  await writeClassifier(file, {
    ...{ classifier: 'ensemble', topic: 'bees', topicChecksum: 'a'.repeat(64), background: '' },
    ...{ settings: {}, model: {} },
  });
  return new Parser({ format: 'N-Quads' }).parse(await trainedClassifierQuads(file, topic));
}

/** Title and first two sentences of two texts, with a further sentence. */
const beginnings = (texts: Readonly<Record<string, string>>, end = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .slice(0, 2)
      .map(([name, text]) => [name, [...text.split(/(?<=\.) /).slice(0, 2), end].join(' ')]),
  );

async function validate(data: Store): Promise<readonly ValidationResult[]> {
  const kb = createOxigraphStore();
  await kb.load([new Writer({ format: 'N-Quads' }).quadsToString(data.getQuads(null, null, null, null))]);
  return validateUnit({ kind: 'topic', name: 'f', kb }, shapes);
}

/** The nodes of a class that the shapes are about, with the properties that they must have. */
function required(data: Store): readonly (readonly [node: Quad_Subject, property: string])[] {
  const of = (subject: Term, name: string): Term[] =>
    shapes.getObjects(subject, `${sh.namespace}${name}`, null);
  return shapes
    .getQuads(null, `${sh.namespace}targetClass`, null, null)
    .flatMap(({ subject: shape, object }) => {
      const [node] = data.getSubjects(rdf.type, object, null);
      return of(shape, 'property')
        .filter((property) => Number(of(property, 'minCount')[0]?.value ?? 0) > 0)
        .flatMap((property) => of(property, 'path'))
        .filter(
          (path) =>
            path.termType === 'NamedNode' &&
            // Without its class, a node is not a target.
            path.value !== rdf.type &&
            node !== undefined &&
            data.countQuads(node, path, null, null) > 0,
        )
        .map((path) => [node!, path.value] as const);
    });
}

describe('the shapes', () => {
  it.each(['topic', 'crawl', 'thesaurus'] as const)('let what is built conform: %s', async (kind) => {
    expect(sets[kind].length).toBeGreaterThan(20);
    expect(await validate(new Store(sets[kind]))).toEqual([]);
  });

  it.each(['topic', 'crawl', 'thesaurus'] as const)('tell a property that is missing: %s', async (kind) => {
    const all = required(new Store(sets[kind]));
    expect(all.length).toBeGreaterThan(0);
    // Each alone under `npm run test:full`; else some, all at once.
    const sampled = all.filter((_, place) => place % 8 === 0);
    for (const missing of THOROUGH ? all.map((one) => [one]) : [sampled]) {
      const data = new Store(sets[kind]);
      for (const [node, property] of missing) data.removeQuads(data.getQuads(node, property, null, null));
      const told = (await validate(data)).filter(({ component }) =>
        component.endsWith('#MinCountConstraintComponent'),
      );
      const nodes = missing.map(([node, property]) => [node.value, property]);
      expect(told.map(({ focusNode, path }) => [focusNode, path])).toEqual(expect.arrayContaining(nodes));
    }
  });
});

type Damage = readonly [damage: (data: Store) => void, ...told: readonly RegExp[]];
/** Damages that the queries of the shapes tell: what is done, and what is then said, all of it. */
const BY_QUERY: Readonly<Record<keyof typeof sets, Readonly<Record<string, Damage>>>> = {
  topic: {
    'another number of documents': [
      (data) => replaceLiteral(data, sfwc.documentCount, (count) => count + 1, sfwc.Topic),
      /^has 2 documents, but says 3$/,
    ],
    'a document of the same name': [
      (data) => sameValue(data, dcterms.identifier),
      /^two documents have the identifier apiary\.txt$/,
    ],
    'another number of nouns': [
      (data) => replaceLiteral(data, sfwc.entityCount, (count) => count - 1),
      /^has \d+ distinct nouns, but its statistics say \d+$/,
    ],
    'another number of linked nouns': [
      (data) => replaceLiteral(data, sfwc.linkedEntityCount, (count) => count - 1),
      /^has \d+ distinct linked nouns, but/,
    ],
    'another mean': [
      (data) => replaceLiteral(data, sfwc.meanIdf, (mean) => mean + 0.01),
      /^a mean IDF of [\d.]+ is given, but/,
    ],
    'another deviation': [
      (data) => replaceLiteral(data, sfwc.idfDeviation, (deviation) => deviation + 0.01),
      /^a standard deviation of IDF of [\d.]+ is given/,
    ],
    'a background without checksum': [
      (data) => removeOne(data, sfwc.backgroundChecksum),
      /^has a background without its checksum/,
    ],
    'no linker': [(data) => removeOne(data, sfwc.linkedBy), /^is linked to .*, but no linker is named$/],
    'a linker and no link': [(data) => addLinker(data), /^is linked by gazetteer, but to nothing$/],
    'a background noun in too many documents': [
      (data) => replaceLiteral(data, sfwc.backgroundDocumentCount, () => 3),
      /^stands in 3 documents, but the background has 2$/,
    ],
    'a text of another length': [
      (data) => replaceLiteral(data, nif.endIndex, (end) => end + 1, nif.Context),
      /^ends at \d+, but its text has \d+ characters$/,
    ],
    'another place in the text': [(data) => shiftMention(data), /^is said to read .*, but reads .*$/],
    'a mention in another document': [
      (data) => removeDocumentOfMention(data),
      /^mentions http.*, which is not in the document http/,
    ],
  },
  crawl: {
    'no reason': [
      (data) => removeOne(data, sfwc.reasonCode),
      /^was (?:skipped|failed), but no reason is given$/,
    ],
    'two pieces of evidence of one rank': [
      (data) => replaceLiteral(data, sfwc.rank, (rank) => (rank === 1 ? 2 : 1)),
      /^has two pieces of evidence of rank \d+$/,
    ],
  },
  thesaurus: {
    'a notation of two': [
      (data) => setValue(data, 'comb', 'notation', DataFactory.literal('1')),
      /^two concepts have the notation 1$/,
    ],
    'a circle': [
      (data) => addValue(data, 'hives', 'broader', 'cell'),
      /^is broader than itself$/,
      /^is broader than itself$/,
      /^is broader than itself$/,
      /^is a top concept, but has the broader concept .*cell$/,
    ],
    'a broader concept elsewhere': [
      (data) =>
        setValue(data, 'comb', 'broader', DataFactory.namedNode('http://thesaurus.example/beekeeper')),
      /^has the broader concept .*beekeeper of another scheme$/,
    ],
    'a concept without place': [
      (data) => removeValue(data, 'comb', 'broader'),
      /^has no broader concept and is not a top concept of its scheme$/,
    ],
    'a concept in two places': [
      (data) => addValue(data, 'cell', 'broader', 'hives'),
      /^has 2 broader concepts, but a thesaurus is a forest$/,
    ],
    'a facet without top concept': [
      (data) => {
        removeValue(data, 'hive', 'hasTopConcept');
        removeValue(data, 'hives', 'topConceptOf');
        setValue(data, 'hives', 'inScheme', DataFactory.namedNode('http://thesaurus.example/hive'));
      },
      /^has no top concept$/,
      /^has no broader concept and is not a top concept of its scheme$/,
    ],
    'two labels without language': [
      (data) =>
        ['one', 'two'].forEach((label) =>
          setValue(data, 'comb', 'prefLabel', DataFactory.literal(label), true),
        ),
      /^has two preferred labels without language$/,
    ],
  },
};

/** The messages about a damaged copy, and those wanted ones that are not among them. */
async function toldOf(kind: keyof typeof sets, damages: readonly Damage[]) {
  const data = new Store(sets[kind]);
  for (const [damage] of damages) damage(data);
  const messages = (await validate(data)).map(({ message }) => message);
  const wanted = damages.flatMap(([, ...told]) => told);
  return { messages, missing: wanted.filter((pattern) => !messages.some((one) => pattern.test(one))) };
}

describe.each(['topic', 'crawl', 'thesaurus'] as const)('damages of a %s', (kind) => {
  const damages = BY_QUERY[kind];
  // Those of a thesaurus hide each other, and take no time.
  const isSmall = kind === 'thesaurus';
  it('are reported, all at once', async () => {
    expect((await toldOf(kind, Object.values(damages).slice(0, isSmall ? 1 : undefined))).missing).toEqual(
      [],
    );
  });

  (isSmall ? it : itInFull).each(Object.entries(damages))(
    'reports %s, and nothing else',
    async (_, damage) => {
      const { messages, missing } = await toldOf(kind, [damage]);
      expect([messages.length, missing]).toEqual([damage.length - 1, []]);
    },
  );
});

it('has a damage for each query of the shapes', () => {
  const queries = shapes
    .getObjects(null, `${sh.namespace}sparql`, null)
    .flatMap((constraint) => shapes.getObjects(constraint, `${sh.namespace}message`, null))
    .map(({ value }) => value.slice(0, 8));
  expect(Object.values(BY_QUERY).flatMap(Object.keys).length).toBeGreaterThanOrEqual(new Set(queries).size);
});

function replaceLiteral(
  data: Store,
  predicate: string,
  change: (value: number) => number,
  type?: string,
): void {
  const old = data
    .getQuads(null, predicate, null, null)
    .find(({ subject }) => type === undefined || data.countQuads(subject, rdf.type, type, null) > 0)!;
  data.removeQuad(old);
  const datatype =
    old.object.termType === 'Literal' ? old.object.datatype : DataFactory.namedNode(xsd.integer);
  data.addQuad(
    DataFactory.quad(
      old.subject,
      old.predicate,
      DataFactory.literal(String(change(Number(old.object.value))), datatype),
      old.graph,
    ),
  );
}
function removeOne(data: Store, predicate: string): void {
  data.removeQuad(data.getQuads(null, predicate, null, null)[0]!);
}
function sameValue(data: Store, predicate: string): void {
  const [first, second] = data.getQuads(null, predicate, null, null);
  data.removeQuad(second!);
  data.addQuad(DataFactory.quad(second!.subject, second!.predicate, first!.object, second!.graph));
}
function addLinker(data: Store): void {
  const noun = data
    .getSubjects(rdf.type, sfwc.Entity, null)
    .find((each) => data.countQuads(each, itsrdf.taIdentRef, null, null) === 0)!;
  data.addQuad(
    DataFactory.quad(
      noun,
      DataFactory.namedNode(sfwc.linkedBy),
      DataFactory.literal('gazetteer'),
      DataFactory.namedNode('http://g.example/'),
    ),
  );
}
function shiftMention(data: Store): void {
  const { subject } = data
    .getQuads(null, sfwc.mentionOf, null, null)
    .find(({ subject: each }) => data.getObjects(each, nif.beginIndex, null)[0]!.value !== '0')!;
  const old = data.getQuads(subject, nif.beginIndex, null, null)[0]!;
  data.removeQuad(old);
  data.addQuad(
    DataFactory.quad(
      subject,
      old.predicate,
      DataFactory.literal(
        String(Number(old.object.value) - 1),
        DataFactory.namedNode(xsd.nonNegativeInteger),
      ),
      old.graph,
    ),
  );
}
function removeDocumentOfMention(data: Store): void {
  // Of a noun that is mentioned once in a text and stands in others, too; not linked, for the mean is not to change.
  const { subject: noun, object: document } = data
    .getQuads(null, sfwc.inDocument, null, null)
    .find(({ subject, object }) => {
      const mentions = data.getSubjects(sfwc.mentionOf, subject, null);
      const here = mentions.filter((mention) =>
        data
          .getObjects(mention, nif.referenceContext, null)
          .some((context) => data.countQuads(context, dcterms.source, object, null) > 0),
      );
      return (
        here.length === 1 &&
        data.countQuads(subject, sfwc.inDocument, null, null) > 1 &&
        data.countQuads(subject, itsrdf.taIdentRef, null, null) === 0
      );
    })!;
  data.removeQuads(data.getQuads(noun, sfwc.inDocument, document, null));
}
const skosTerm = (name: string) => DataFactory.namedNode(`http://www.w3.org/2004/02/skos/core#${name}`);
const concept = (name: string) => DataFactory.namedNode(`http://thesaurus.example/${name}`);
function setValue(
  data: Store,
  subject: string,
  predicate: string,
  value: ReturnType<typeof DataFactory.literal> | ReturnType<typeof DataFactory.namedNode>,
  keep = false,
): void {
  if (!keep) removeValue(data, subject, predicate);
  data.addQuad(DataFactory.quad(concept(subject), skosTerm(predicate), value));
}
function addValue(data: Store, subject: string, predicate: string, value: string): void {
  data.addQuad(DataFactory.quad(concept(subject), skosTerm(predicate), concept(value)));
}
function removeValue(data: Store, subject: string, predicate: string): void {
  data.removeQuads(data.getQuads(concept(subject), skosTerm(predicate), null, null));
}
