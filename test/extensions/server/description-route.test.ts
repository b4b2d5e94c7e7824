import { beforeAll, describe, expect, it } from '@jest/globals';
import { Parser, type Quad } from 'n3';
import { createServerApp } from '../../../src/extensions/server/app.js';
import { crawlQuads, eventQuads } from '../../../src/crawling/store/crawl-quads.js';
import { dcat, dcterms, prov, rdf, voidVocabulary } from '../../../src/model/vocabulary.js';
import { nquadsOf } from '../../../src/support/rdf/quads.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';
import { crawlEvent, noun } from '../../support/crawl-events.js';
import { memoryPool, type MemoryPool } from '../../support/memory-pool.js';

const { kb } = beeTopic({ nif: true });
const TOPIC = 'http://sfwcrawler.com/kb/bees';
const CRAWL = {
  topic: 'bees',
  topicIri: TOPIC,
  startedAt: '2024-01-01T00:00:00.000Z',
  seeds: ['http://a.example/'],
};

let nquads = '';
let pool: MemoryPool;

function serverOf(held: MemoryPool) {
  return createServerApp({
    ...{ pool: held, host: '127.0.0.1', token: undefined, cors: [] },
    ...{ maxRows: 10, maxQuery: 1000, maxUpload: 1000 },
  });
}

function get(held: MemoryPool, headers: Record<string, string> = {}, query = '') {
  const asked = { headers: { host: 'localhost', ...headers } };
  return serverOf(held).request(`http://localhost/.well-known/void${query}`, asked);
}

async function quadsAt(held: MemoryPool): Promise<readonly Quad[]> {
  return new Parser().parse(await (await get(held, { accept: 'text/turtle' })).text());
}

beforeAll(async () => {
  const topic = (await sfwc(['kb', 'export', kb, '--format', 'nquads'])).stdout;
  const crawl = 'http://sfwcrawler.com/crawl/x';
  const event = crawlEvent({ url: 'http://a.example/', score: 1, evidence: [noun('bee')] });
  const crawled = nquadsOf([crawlQuads(CRAWL), ...eventQuads(event, crawl)]);
  nquads = topic + crawled.replaceAll(crawl, crawled.split(' ')[0]!.slice(1, -1));
  pool = await memoryPool(nquads);
});

describe('/.well-known/void', () => {
  it('describes each topic and crawl in VoID and DCAT', async () => {
    const quads = await quadsAt(pool);
    const objects = (subject: string, predicate: string) =>
      quads
        .filter((quad) => quad.subject.value === subject && quad.predicate.value === predicate)
        .map(({ object }) => object.value);
    const catalogue = 'http://localhost/.well-known/void#dataset';
    const datasets = objects(catalogue, dcat.dataset);
    expect(datasets).toHaveLength(2);
    expect(objects(catalogue, voidVocabulary.subset).sort()).toEqual([...datasets].sort());
    const [crawl = ''] = datasets.filter((iri) => iri.includes('/crawl/'));
    expect(objects(crawl, prov.wasDerivedFrom)).toEqual([TOPIC]);
    expect(objects(crawl, dcterms.created)).toEqual(['2024-01-01T00:00:00Z']);
    expect(objects(crawl, voidVocabulary.documents)).toEqual(['1']);
    const topic = `${TOPIC}/dataset`;
    expect(objects(topic, rdf.type).sort()).toEqual([voidVocabulary.Dataset, dcat.Dataset].sort());
    expect(objects(topic, dcat.keyword)).toEqual(['bees']);
    expect(objects(topic, dcterms.language)).toEqual(['http://id.loc.gov/vocabulary/iso639-1/en']);
    const statements = nquads
      .trim()
      .split('\n')
      .filter((line) => line.includes(`<${TOPIC}`));
    const inTopic = statements.filter((line) =>
      / <http:\/\/sfwcrawler\.com\/kb\/bees(?:\/\w+)?> \.$/.test(line),
    );
    expect(Number(objects(topic, voidVocabulary.triples)[0])).toBe(inTopic.length);
  });

  it('names where each is available', async () => {
    const quads = await quadsAt(pool);
    const of = (predicate: string) =>
      quads.filter((quad) => quad.predicate.value === predicate).map(({ object }) => object.value);
    expect(of(dcat.endpointURL)).toEqual(['http://localhost/sparql']);
    expect(of(dcat.downloadURL)).toContain(`http://localhost/data?graph=${encodeURIComponent(TOPIC)}`);
    expect(of(dcat.downloadURL)).toHaveLength(4);
  });

  it('is counted once, and again after a change', async () => {
    const held = await memoryPool(nquads);
    const app = serverOf(held);
    const ask = () => app.request('http://localhost/.well-known/void', { headers: { host: 'localhost' } });
    const size = async () => {
      const quads = new Parser().parse(await (await ask()).text());
      const found = quads.find(
        ({ subject, predicate }) =>
          subject.value === `${TOPIC}/dataset` && predicate.value === voidVocabulary.triples,
      );
      return Number(found?.object.value);
    };
    const first = await size();
    const asked = held.asked();
    expect([await size(), held.asked()]).toEqual([first, asked]);
    // `urn:b` has no namespace that could be named as a vocabulary.
    await held.add(`<urn:a> <urn:b> <urn:c> <${TOPIC}> .\n`);
    expect(await size()).toBe(first + 1);
  });

  it('comes in the forms of RDF that the server has', async () => {
    const response = await get(pool, { accept: 'application/ld+json' });
    expect(response.headers.get('content-type')).toBe('application/ld+json');
    expect(JSON.parse(await response.text())).toBeTruthy();
    expect((await get(pool, {}, '?format=nothing')).status).toBe(406);
  });

  it('is a catalogue without datasets where nothing is served', async () => {
    const quads = await quadsAt(await memoryPool(''));
    expect(quads.some(({ object }) => object.value === dcat.Catalog)).toBe(true);
    expect(quads.some(({ predicate }) => predicate.value === dcat.dataset)).toBe(false);
  });
});
