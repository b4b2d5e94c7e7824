import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createSparqlEndpoint } from '../../../../src/extensions/endpoint/sparql-endpoint.js';
import type { SeedHit } from '../../../../src/extensions/discover/seeding/seeds.js';
import {
  officialWebsites,
  wikidataName,
  type NounEntity,
} from '../../../../src/extensions/discover/seeding/wikidata.js';
import { failureOf } from '../../../support/failure-of.js';
import { startSparqlServer, type SparqlServer } from '../../../support/sparql-server.js';

const WIKIDATA = `@prefix wd: <http://www.wikidata.org/entity/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix schema: <http://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://en.wikipedia.org/wiki/Novo_Nordisk> schema:about wd:Q818846 .
<https://en.wikipedia.org/wiki/Diabetes> schema:about wd:Q12206 .
wd:Q818846 wdt:P856 <https://novo.example/> ; rdfs:label "Novo Nordisk"@en , "诺和诺德"@zh .
wd:Q1 wdt:P101 wd:Q12206 ; wdt:P856 <https://association.example/> ; rdfs:label "Diabetes Association"@en .
wd:Q2 wdt:P921 wd:Q12206 ; wdt:P856 <https://atlas.example/> .
wd:Q3 wdt:P856 <https://unasked.example/> .
wd:Q12206 wdt:P856 "javascript:alert(1)" .`;

const entities: readonly NounEntity[] = [
  { iri: 'http://dbpedia.org/resource/Novo_Nordisk', noun: 'novo nordisk', weight: 1 },
  { iri: 'http://www.wikidata.org/entity/Q12206', noun: 'diabetes', weight: 5 },
  { iri: 'http://wordnet-rdf.princeton.edu/id/1', noun: 'sugar', weight: 9 },
];
let server: SparqlServer;
beforeAll(async () => {
  server = await startSparqlServer();
});
beforeEach(() => {
  server.clear();
  server.store.load(WIKIDATA, { format: 'text/turtle' });
});
afterAll(() => server.close());

const websites = (asked = entities, retries = 0): Promise<readonly SeedHit[]> => {
  const endpoint = createSparqlEndpoint({
    url: server.url,
    dataset: 'endpoint',
    retries,
    maxBytes: 20_000,
    userAgent: 'tests (contact)',
  });
  return officialWebsites(asked, (query) => endpoint.select(query), 'en');
};

describe('the name of an entity in Wikidata', () => {
  it.each([
    ['http://www.wikidata.org/entity/Q1', 'http://www.wikidata.org/entity/Q1'],
    ['http://dbpedia.org/resource/Type_2_diabetes', 'https://en.wikipedia.org/wiki/Type_2_diabetes'],
    [
      "http://dbpedia.org/resource/Crohn's_disease_(gut)",
      'https://en.wikipedia.org/wiki/Crohn%27s_disease_(gut)',
    ],
    ['http://dbpedia.org/resource/Sjögren,_a/b:c', 'https://en.wikipedia.org/wiki/Sj%C3%B6gren,_a/b:c'],
    ['http://dbpedia.org/resource/Sj%C3%B6gren', 'https://en.wikipedia.org/wiki/Sj%C3%B6gren'],
    ['http://dbpedia.org/ontology/Disease', undefined],
    ['http://www.wikidata.org/entity/Q1> <x', undefined],
  ])('of %s is %s', (iri, name) => expect(wikidataName(iri)?.iri).toBe(name));
});

describe('official websites', () => {
  it('are those of the entities, and of what is in their field or about them, by the weight of nouns', async () => {
    const found = await websites();
    expect(found).toEqual([
      {
        url: 'javascript:alert(1)',
        note: 'official website of http://www.wikidata.org/entity/Q12206 (noun diabetes)',
      },
      {
        url: 'https://association.example/',
        note: 'website of Diabetes Association, whose field of work is diabetes',
      },
      {
        url: 'https://atlas.example/',
        note: 'website of http://www.wikidata.org/entity/Q2, whose subject is diabetes',
      },
      { url: 'https://novo.example/', note: 'official website of Novo Nordisk (noun novo nordisk)' },
    ]);
    expect(server.seen).toHaveLength(2);
  });

  it('are asked for in batches, each entity once', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      iri: `http://www.wikidata.org/entity/Q${index % 110}`,
      noun: `n${index}`,
      weight: 1,
    }));
    await websites(many);
    expect(server.seen).toHaveLength(3);
  });

  it('are none, without a question, where nouns are linked to neither DBpedia nor Wikidata', async () => {
    expect(await websites(entities.slice(2))).toEqual([]);
    expect(server.seen).toHaveLength(0);
  });

  const json = { status: 200, type: 'application/sparql-results+json' };
  it.each([
    ['is busy', { status: 503 }, /answered with status 503/],
    ['answers with a page', { ...json, type: 'text/html', body: '<title>Sorry</title>' }, /HTML page.*Sorry/],
    ['breaks off', { ...json, body: '{"head":' }, /broken JSON/],
    ['says too much', { ...json, body: ' '.repeat(30_000) }, /maxContentLength size of 20000/],
    ['hangs up', { reset: 'before' as const }, /cannot be reached/],
  ])('fail clearly where the service %s', async (_, fault, message) => {
    server.faults.push(fault);
    expect((await failureOf(websites())).message).toMatch(message);
  });

  it('are not asked for again after an answer that is too large, and with the name of the crawler', async () => {
    server.faults.push({ ...json, body: ' '.repeat(30_000) });
    await failureOf(websites(entities.slice(1), 3));
    expect(server.seen.map(({ userAgent }) => userAgent)).toEqual(['tests (contact)']);
  });

  it('ignore rows that were not asked for', async () => {
    const uri = (value: string): object => ({ type: 'uri', value });
    const body = JSON.stringify({
      head: { vars: ['entity', 'site', 'relation'] },
      results: {
        bindings: [
          {
            entity: uri('http://x.example/'),
            site: uri('http://y.example/'),
            relation: { type: 'literal', value: 'is' },
          },
          { entity: uri('http://www.wikidata.org/entity/Q12206'), site: uri('http://y.example/') },
          {},
        ],
      },
    });
    server.faults.push({ ...json, body });
    const [, item] = entities;
    expect(await websites(item === undefined ? [] : [item])).toEqual([]);
  });
});
