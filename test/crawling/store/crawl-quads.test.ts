import { describe, expect, it } from '@jest/globals';
import {
  crawlIri,
  crawlQuads,
  eventQuads,
  type CrawlIdentity,
} from '../../../src/crawling/store/crawl-quads.js';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { type Judgement } from '../../../src/model/topic.js';
import { toNQuads, type Description } from '../../../src/support/rdf/quads.js';
import { parsedQuads } from '../../support/parsed-quads.js';

const identity: CrawlIdentity = {
  topic: 'diabetes',
  topicIri: 'http://sfwcrawler.com/kb/diabetes',
  startedAt: '2020-05-26T10:00:00.000Z',
  seeds: ['http://a.example/'],
};
const crawl = crawlIri(identity);

const judgement: Judgement = {
  accepted: true,
  score: 0.75,
  classifier: 'krs-paper',
  reason: {
    summary: 'Inside the band: "insulin" and others.',
    meanIdf: 3.5,
    band: { low: 1, high: null },
    nouns: { distinct: 20, linked: 8, unknown: 5 },
    evidence: [
      { lemma: 'insulin', iri: 'http://dbpedia.org/resource/Insulin', documents: 3, idf: 0.415, pull: 0.2 },
      { lemma: 'pump "x"', documents: 0, idf: 3, pull: -0.1 },
    ],
  },
};

const done: CrawlEvent = {
  sequence: 4,
  time: '2020-05-26T10:00:05.000Z',
  url: 'http://a.example/pump',
  state: 'done',
  depth: 1,
  referrer: 'http://a.example/',
  fetched: true,
  status: 200,
  title: 'A <pump>\nand more',
  priority: { value: 0.5, reason: 'similar' },
  judgement,
  links: ['http://a.example/b', 'http://b.example/'],
};

async function storeOf(quads: Iterable<Description>) {
  const kb = createOxigraphStore();
  await kb.load(toNQuads(quads));
  return kb;
}

async function rowsOf(quads: Iterable<Description>, where: string): Promise<string[][]> {
  const { variables, rows } = await (
    await storeOf(quads)
  ).select(`
    PREFIX sfwc: <http://sfwcrawler.com/core#>
    PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
    PREFIX dcterms: <http://purl.org/dc/terms/>
    PREFIX prov: <http://www.w3.org/ns/prov#>
    PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
    ${where}`);
  return rows.map((row) => variables.map((name) => row[name]?.value ?? ''));
}

describe('crawlQuads', () => {
  it('describes the crawl as an activity that used the topic, in its own graph', async () => {
    const quads = [crawlQuads(identity)];
    expect(new Set(quads.map(({ graph }) => graph))).toEqual(new Set([crawl]));
    expect(
      await rowsOf(
        quads,
        'SELECT ?c ?topic ?time WHERE { ?c a sfwc:Crawl, prov:Activity ; prov:used ?topic ; prov:startedAtTime ?time }',
      ),
    ).toEqual([[crawl, identity.topicIri, '2020-05-26T10:00:00Z']]);
  });
});

describe('eventQuads', () => {
  it('describes the page, how it was found, and its links', async () => {
    const quads = [...eventQuads(done, crawl)];
    expect(new Set(quads.map(({ graph }) => graph))).toEqual(new Set([crawl]));
    expect(
      await rowsOf(
        quads,
        'SELECT ?page ?title ?state ?status ?depth ?from ?why ?to WHERE { ?page a sfwc:Page ; sfwc:priority 0.5 ; sfwc:priorityReason ?why ; dcterms:title ?title ; sfwc:state ?state ; sfwc:httpStatus ?status ; sfwc:depth ?depth ; sfwc:foundOn ?from ; sfwc:linksTo ?to } ORDER BY ?to',
      ),
    ).toEqual(
      done.links!.map((to) => [
        ...[done.url, 'A <pump>\nand more', 'done', '200', '1', 'http://a.example/', 'similar', to],
      ]),
    );
  });

  it('describes the decision, without the bound that is open', async () => {
    expect(
      await rowsOf(
        eventQuads(done, crawl),
        `SELECT ?accepted ?score ?rule ?why ?mean ?low ?high ?distinct ?linked ?unknown WHERE {
          <${done.url}> sfwc:decision ?d . ?d a sfwc:Decision ; prov:wasGeneratedBy <${crawl}> ;
            sfwc:accepted ?accepted ; sfwc:score ?score ; sfwc:classifier ?rule ; dcterms:description ?why ; sfwc:meanIdf ?mean ;
            sfwc:distinctNouns ?distinct ; sfwc:linkedNouns ?linked ; sfwc:unknownNouns ?unknown .
          OPTIONAL { ?d sfwc:bandLow ?low } OPTIONAL { ?d sfwc:bandHigh ?high } }`,
      ),
    ).toEqual([['true', '0.75', 'krs-paper', judgement.reason.summary, '3.5', '1', '', '20', '8', '5']]);
  });

  it('describes the evidence in its order', async () => {
    expect(
      await rowsOf(
        eventQuads(done, crawl),
        `SELECT ?rank ?lemma ?iri ?idf ?documents ?pull WHERE { ?d sfwc:evidence ?e .
          ?e a sfwc:Evidence ; sfwc:rank ?rank ; nif:anchorOf ?lemma ; sfwc:idfValue ?idf ;
            sfwc:knownInDocuments ?documents ; sfwc:pull ?pull . OPTIONAL { ?e itsrdf:taIdentRef ?iri } } ORDER BY ?rank`,
      ),
    ).toEqual([
      ['1', 'insulin', 'http://dbpedia.org/resource/Insulin', '0.415', '3', '0.2'],
      ['2', 'pump "x"', '', '3', '0', '-0.1'],
    ]);
  });

  it('says of a skipped page why, and nothing that did not happen', () => {
    const skipped: CrawlEvent = {
      sequence: 1,
      time: done.time,
      url: 'http://a.example/x',
      state: 'skipped',
      code: 'robots-disallowed',
      depth: 0,
      fetched: false,
    };
    const written = parsedQuads(eventQuads(skipped, crawl)).map((quad) =>
      quad.predicate.value.replace(/^.*[#/]/, ''),
    );
    expect(written.sort()).toEqual(
      ['type', 'state', 'reasonCode', 'depth', 'generatedAtTime', 'wasGeneratedBy'].sort(),
    );
  });
});

it('writes what a page says of itself into a graph of its own', async () => {
  const published = { value: '2024-05-17', source: 'json-ld', confidence: 0.95 } as const;
  const where =
    'SELECT ?g ?page ?date ?source ?confidence WHERE { GRAPH ?g { ?page dcterms:issued ?date ; sfwc:issuedFrom ?source ; sfwc:issuedConfidence ?confidence } }';
  expect(await rowsOf(eventQuads({ ...done, metadata: { published } }, crawl), where)).toEqual([
    [`${crawl}/page-data`, done.url, '2024-05-17', 'json-ld', '0.95'],
  ]);
});
