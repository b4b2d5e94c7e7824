import { actionQuads, endQuads, leftQuads } from '../../../../src/crawling/store/crawl-quads.js';
import type { CrawlEvent } from '../../../../src/model/crawl-event.js';
import type { TakenAction } from '../../../../src/model/steering.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { DataFactory, Parser, Store, Writer, type Quad } from 'n3';
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
import { nif, rdf, rdfs, sfwc, xsd } from '../../../../src/model/vocabulary.js';
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
const sets: Record<'topic' | 'crawl' | 'thesaurus', Quad[]> = {
  topic: [],
  crawl: [],
  thesaurus: [],
};

beforeAll(async () => {
  // A noun that several texts mention and nothing links. Short texts: each damage is looked for in all that is built.
  const some = Object.fromEntries(
    Object.entries(BEE_TEXTS)
      .slice(0, 3)
      .map(([name, text]) => [name, `${beginning(text)} Every winter the varroacide is in the cellar.`]),
  );
  const kb = join(root, 'kb');
  const bees = await writeFiles(join(root, 'bees'), some);
  const others = await writeFiles(
    join(root, 'others'),
    Object.fromEntries(
      Object.entries(OTHER_TEXTS)
        .slice(0, 2)
        .map(([name, text]) => [name, beginning(text)]),
    ),
  );
  const labels = join(
    await writeFiles(join(root, 'labels'), {
      'l.nt': '<http://bees.example/id/colony> <http://www.w3.org/2000/01/rdf-schema#label> "colony"@en .\n',
    }),
    'l.nt',
  );
  const about = 'Beekeeping: hives and wax';
  await buildTopic([bees], { topic: 'bees', kb, about, background: [others], labels: [labels], nif: true });
  const { file: expansion } = await expandTopic({ kb, topic: 'bees', terms: 5, least: 0 });
  const web = await openSampleWeb(await writeSmallWeb(join(root, 'web')));
  const out = join(root, 'out');
  const clock = manualClock();
  await crawlTopic(
    {
      ...{ seeds: [SMALL_SEED], out, topic: 'bees', kb, delay: 0, nif: true, maxPages: 6, strategy: 'krs' },
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
  const left = { url: SMALL_SEED, sequence: 1, links: [SMALL_SEED], left: { excluded: 'all' } };
  const iri = (name: string) => DataFactory.namedNode(name);
  const decision = sets.crawl.find(({ object }) => object.value === sfwc.Decision)?.subject.value ?? '';
  const opinion = `${decision}/member/words`;
  const ofOpinion = (property: string, value: string, type: string): Quad =>
    DataFactory.quad(iri(opinion), iri(property), DataFactory.literal(value, iri(type)), iri(crawl));
  sets.crawl.push(
    DataFactory.quad(iri(decision), iri(sfwc.opinion), iri(opinion), iri(crawl)),
    DataFactory.quad(iri(opinion), iri(rdf.type), iri(sfwc.Opinion), iri(crawl)),
    ofOpinion(rdfs.label, 'words', xsd.string),
    ofOpinion(sfwc.score, '1.25', xsd.decimal),
    ofOpinion(sfwc.logOdds, '0.5', xsd.decimal),
  );
  const readingOf = (property: string, value: string, type: string = xsd.string): Quad =>
    DataFactory.quad(iri(SMALL_SEED), iri(property), DataFactory.literal(value, iri(type)), iri(crawl));
  sets.crawl.push(
    readingOf(sfwc.readFrom, 'rendered'),
    readingOf(sfwc.shellSign, 'mount-point'),
    readingOf(sfwc.renderingPaid, 'true', xsd.boolean),
    ...parsedQuads([
      ...actionQuads(actions, crawl),
      ...leftQuads(left as unknown as CrawlEvent, crawl),
      ...endQuads({ ended: 'max-pages', remaining: REMAINING }, crawl),
      // How the crawl ended stands there already.
    ]).filter(({ predicate }) => predicate.value !== sfwc.ended),
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

/** Title and first two sentences. */
const beginning = (text: string): string =>
  text
    .split(/(?<=\.) /)
    .slice(0, 2)
    .join(' ');

async function validate(data: Store): Promise<readonly ValidationResult[]> {
  const kb = createOxigraphStore();
  await kb.load([new Writer({ format: 'N-Quads' }).quadsToString(data.getQuads(null, null, null, null))]);
  return validateUnit({ kind: 'topic', name: 'f', place: '', kb, files: [] }, shapes);
}

/** An estimate of what is left. */
const REMAINING = {
  ...{ requests: 8, found: 4, left: 2.5, low: 0, high: 9 },
  ...{ recall: 0.6, recallLow: 0.3, recallHigh: 1, samples: 1, samplesAccepted: 0 },
};

describe('the shapes', () => {
  it.each(['topic', 'crawl', 'thesaurus'] as const)('let what is built conform: %s', async (kind) => {
    expect(sets[kind].length).toBeGreaterThan(20);
    expect(await validate(new Store(sets[kind]))).toEqual([]);
  });
});

/** Damages that the queries of the shapes tell: what is done, and what is then said, all of it. */
const BY_QUERY: readonly (readonly [
  kind: keyof typeof sets,
  name: string,
  damage: (data: Store) => void,
  told: readonly RegExp[],
])[] = [
  [
    'topic',
    'another number of documents',
    (data) => replaceLiteral(data, sfwc.documentCount, (count) => count + 1, sfwc.Topic),
    [/^has 3 documents, but says 4$/],
  ],
  [
    'topic',
    'another mean',
    (data) => replaceLiteral(data, sfwc.meanIdf, (mean) => mean + 0.01),
    [/^a mean IDF of [\d.]+ is given, but/],
  ],
  [
    'topic',
    'no linker',
    (data) => removeOne(data, sfwc.linkedBy),
    [/^is linked to .*, but no linker is named$/],
  ],
  [
    'topic',
    'a text of another length',
    (data) => replaceLiteral(data, nif.endIndex, (end) => end + 1, nif.Context),
    [/^ends at \d+, but its text has \d+ characters$/],
  ],
  [
    'crawl',
    'no reason',
    (data) => removeOne(data, sfwc.reasonCode),
    [/^was (?:skipped|failed), but no reason is given$/],
  ],
  [
    'thesaurus',
    'a circle',
    (data) => addValue(data, 'hives', 'broader', 'cell'),
    [
      /^is broader than itself$/,
      /^is broader than itself$/,
      /^is broader than itself$/,
      /^is a top concept, but has the broader concept .*cell$/,
    ],
  ],
  [
    'thesaurus',
    'a concept without place',
    (data) => removeValue(data, 'comb', 'broader'),
    [/^has no broader concept, but is no top concept of its scheme$/],
  ],
];

describe.each(BY_QUERY)('%s: %s', (kind, _, damage, told) => {
  it('is told, and nothing else', async () => {
    const data = new Store(sets[kind]);
    damage(data);
    const messages = (await validate(data)).map(({ message }) => message).sort();
    expect(messages).toHaveLength(told.length);
    for (const pattern of told) expect(messages.some((message) => pattern.test(message))).toBe(true);
  });
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
const skosTerm = (name: string) => DataFactory.namedNode(`http://www.w3.org/2004/02/skos/core#${name}`);
const concept = (name: string) => DataFactory.namedNode(`http://thesaurus.example/${name}`);
function addValue(data: Store, subject: string, predicate: string, value: string): void {
  data.addQuad(DataFactory.quad(concept(subject), skosTerm(predicate), concept(value)));
}
function removeValue(data: Store, subject: string, predicate: string): void {
  data.removeQuads(data.getQuads(concept(subject), skosTerm(predicate), null, null));
}
