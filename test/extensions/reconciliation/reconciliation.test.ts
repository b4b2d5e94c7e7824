import { beforeAll, describe, expect, it } from '@jest/globals';
import { createServerApp } from '../../../src/extensions/server/app.js';
import { itsrdf, nif, rdf, rdfs, sfwc } from '../../../src/model/vocabulary.js';
import { describe as described, nquadsOf } from '../../../src/support/rdf/quads.js';
import { decimal, iri, text } from '../../../src/support/rdf/rdf-terms.js';
import { reconciliationSchema } from '../../support/reconciliation-schemas.js';
import { memoryPool, type MemoryPool } from '../../support/memory-pool.js';

const BEES = 'http://sfwcrawler.com/kb/bees';
const WINE = 'http://sfwcrawler.com/kb/wine';
const ORIGIN = 'http://localhost';
const EVIL = '<script>alert(1)</script>';

interface Noun {
  readonly name: string;
  readonly topic?: string;
  readonly meaning?: string;
  readonly entityClass?: string;
}

const idOf = ({ name, topic = BEES, meaning = '' }: Noun): string =>
  `${topic}/entity/${encodeURIComponent(name)}.NN.O${meaning === '' ? '' : `.${meaning.length}`}`;

const NOUNS: readonly Noun[] = [
  { name: 'queen bee', meaning: 'http://dbpedia.org/resource/Queen_bee' },
  { name: 'honey', meaning: 'http://dbpedia.org/resource/Honey' },
  { name: 'honey bee' },
  { name: 'honey', topic: WINE },
  { name: 'cell', meaning: 'http://dbpedia.org/resource/Cell' },
  { name: 'cell', meaning: 'http://dbpedia.org/resource/Prison_cell' },
  { name: 'Zürich', entityClass: 'LOCATION' },
  { name: EVIL, meaning: 'javascript:alert(1)' },
];

function nounQuads(noun: Noun, place: number): string {
  const { name, topic = BEES, meaning, entityClass = 'O' } = noun;
  return nquadsOf([
    described(idOf(noun), topic, [
      [rdf.type, iri(sfwc.Entity)],
      [nif.anchorOf, text(name)],
      [nif.posTag, text('NN')],
      [sfwc.neTag, text(entityClass)],
      [sfwc.idfValue, decimal(place)],
      ...(meaning === undefined
        ? []
        : [[itsrdf.taIdentRef, iri(meaning)] as const, [sfwc.linkedBy, text('wordnet')] as const]),
    ]),
  ]);
}

const topicQuads = (topic: string, name: string): string =>
  nquadsOf([
    described(topic, topic, [
      [rdf.type, iri(sfwc.Topic)],
      [rdfs.label, text(name)],
    ]),
  ]);

let pool: MemoryPool;
let app: ReturnType<typeof createServerApp>;
beforeAll(async () => {
  const content = [topicQuads(BEES, 'bees'), topicQuads(WINE, 'wine'), ...NOUNS.map(nounQuads)].join('');
  pool = await memoryPool(content);
  app = createServerApp({
    ...{ pool, host: '127.0.0.1', token: undefined, cors: [] },
    ...{ maxRows: 10, maxQuery: 1000, maxUpload: 1000 },
  });
});

const get = (place: string, headers: Record<string, string> = {}) =>
  app.request(`${ORIGIN}/reconcile${place}`, { headers: { host: 'localhost', ...headers } });

/** A form as OpenRefine sends it. */
const post = (form: Record<string, string>, type = 'application/x-www-form-urlencoded; charset=UTF-8') =>
  app.request(`${ORIGIN}/reconcile`, {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': type, origin: 'http://127.0.0.1:3333' },
    body: new URLSearchParams(form).toString(),
  });

interface Found {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly match: boolean;
  readonly type: readonly { readonly id: string }[];
}

async function resultsOf(queries: object): Promise<Record<string, { readonly result: readonly Found[] }>> {
  expect(reconciliationSchema('reconciliation-query')(queries)).toBe(true);
  const response = await post({ queries: JSON.stringify(queries) });
  expect(response.status).toBe(200);
  const answer = (await response.json()) as Record<string, { readonly result: readonly Found[] }>;
  const validate = reconciliationSchema('reconciliation-result-batch');
  expect([validate(answer), validate.errors]).toEqual([true, null]);
  return answer;
}

async function valid<T>(name: string, response: Response | Promise<Response>): Promise<T> {
  const answer: unknown = await (await response).json();
  const validate = reconciliationSchema(name);
  expect([validate(answer), validate.errors]).toEqual([true, null]);
  return answer as T;
}

describe('the manifest', () => {
  it('is valid, and its addresses are answered', async () => {
    const manifest = await valid<{
      readonly defaultTypes: readonly object[];
      readonly suggest: Record<string, { readonly service_url: string; readonly service_path: string }>;
      readonly preview: { readonly url: string };
      readonly view: { readonly url: string };
    }>('manifest', get('', { origin: 'http://127.0.0.1:3333' }));
    expect(manifest.defaultTypes).toEqual([
      { id: BEES, name: 'bees' },
      { id: WINE, name: 'wine' },
    ]);
    for (const { service_url, service_path } of Object.values(manifest.suggest))
      expect(
        (await app.request(`${service_url}${service_path}?prefix=h`, { headers: { host: 'localhost' } }))
          .status,
      ).toBe(200);
    const id = encodeURIComponent(idOf(NOUNS[0]!));
    for (const { url } of [manifest.preview, manifest.view])
      expect((await app.request(url.replace('{{id}}', id), { headers: { host: 'localhost' } })).status).toBe(
        200,
      );
  });

  it('can be read by the page of an OpenRefine on this machine, and by no other site', async () => {
    const allowed = await get('', { origin: 'http://127.0.0.1:3333' });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:3333');
    const other = await get('', { origin: 'https://evil.example' });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('queries', () => {
  it('find entities by name, whatever its case, accents and punctuation', async () => {
    const answer = await resultsOf({
      q0: { query: 'QUEEN-BEE', limit: 3, type: BEES, type_strict: 'should' },
      q1: { query: 'zurich' },
      q2: { query: 'honney bee' },
      q3: { query: 'submarine' },
    });
    expect(answer['q0']?.result[0]).toMatchObject({ id: idOf(NOUNS[0]!), score: 100, match: true });
    expect(answer['q1']?.result[0]).toMatchObject({ name: 'Zürich', match: true });
    expect(answer['q2']?.result[0]).toMatchObject({ name: 'honey bee', match: false });
    expect(answer['q3']?.result).toEqual([]);
  });

  it('leave the choice among several meanings to people', async () => {
    const { q } = await resultsOf({ q: { query: 'cell' } });
    expect(q?.result.map(({ score, match }) => [score, match])).toEqual([
      [100, false],
      [100, false],
    ]);
    // A property tells them apart.
    const properties = [{ pid: 'itsrdf:taIdentRef', v: { id: 'http://dbpedia.org/resource/Prison_cell' } }];
    const { p } = await resultsOf({ p: { query: 'cell', properties } });
    expect(p?.result.map(({ id, match }) => [id, match])).toEqual([
      [idOf(NOUNS[5]!), true],
      [idOf(NOUNS[4]!), false],
    ]);
  });

  it('are restricted to topics, and find what an IRI means', async () => {
    const answer = await resultsOf({
      all: { query: 'honey', limit: 2 },
      wine: { query: 'honey', type: [WINE] },
      none: { query: 'honey', type: 'urn:unknown' },
      iri: { query: 'http://dbpedia.org/resource/Honey' },
    });
    expect(answer['all']?.result.map(({ match }) => match)).toEqual([false, false]);
    expect(answer['wine']?.result.map(({ type }) => type[0]?.id)).toEqual([WINE]);
    expect(answer['none']?.result).toEqual([]);
    expect(answer['iri']?.result).toMatchObject([{ id: idOf(NOUNS[1]!), match: true }]);
  });

  it('come by GET as well, and one at a time', async () => {
    const query = { query: 'honey bee', limit: 1 };
    const found = { result: [{ name: 'honey bee', match: true }] };
    const batch = encodeURIComponent(JSON.stringify({ q0: query }));
    expect(await (await get(`?queries=${batch}`)).json()).toMatchObject({ q0: found });
    const one = encodeURIComponent(JSON.stringify(query));
    expect(await (await get(`?query=${one}`)).json()).toMatchObject(found);
    const plain = (await (await get('?query=honey%20bee')).json()) as { readonly result: readonly Found[] };
    expect(plain.result[0]).toMatchObject({ name: 'honey bee', score: 100 });
  });

  it.each([
    ['malformed JSON', '{', /queries is not valid JSON/],
    ['a query that is none', '{"q0":7}', /queries: q0/],
    [
      'a property without values',
      '{"q0":{"query":"a","properties":[{"pid":"x"}]}}',
      /queries: q0\.properties/,
    ],
    [
      'too many queries',
      JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`q${n}`, { query: 'a' }]))),
      /51 queries; a batch has at most 50/,
    ],
  ])('refuse %s', async (_, queries, message) => {
    const response = await post({ queries });
    expect([response.status, await response.text()]).toEqual([400, expect.stringMatching(message)]);
  });

  it('compare the beginning of long texts, in bounded time', async () => {
    const { q } = await resultsOf({ q: { query: 'honey bee '.repeat(50_000) } });
    expect(q?.result.length).toBeGreaterThan(0);
  });

  it('refuse JSONP, other bodies and large ones', async () => {
    expect((await get('?callback=alert&query=honey')).status).toBe(400);
    expect((await post({ queries: '{}' }, 'text/plain')).status).toBe(415);
    expect((await post({ queries: ' '.repeat(1_100_000) })).status).toBe(413);
    expect((await get('/match')).status).toBe(404);
  });

  it('keep odd keys apart from what objects have', async () => {
    const response = await post({
      queries: '{"__proto__":{"query":"honey bee"},"constructor":{"query":"honey bee"}}',
    });
    expect(Object.keys((await response.json()) as object)).toContain('constructor');
  });
});

describe('suggestions', () => {
  it('complete entities, topics and properties', async () => {
    const entities = await valid<{ readonly result: readonly Found[] }>(
      'suggest-entities-response',
      get('/suggest/entity?prefix=bee'),
    );
    expect(entities.result.map(({ name }) => name)).toEqual(['queen bee', 'honey bee']);
    const next = await get('/suggest/entity?prefix=bee&cursor=1');
    expect(((await next.json()) as { result: Found[] }).result.map(({ name }) => name)).toEqual([
      'honey bee',
    ]);
    expect(await valid('suggest-types-response', get('/suggest/type?prefix=wi'))).toEqual({
      result: [{ id: WINE, name: 'wine' }],
    });
    const properties = get('/suggest/property?prefix=mean');
    expect(await valid('suggest-properties-response', properties)).toMatchObject({
      result: [{ name: 'meaning' }],
    });
  });

  it('are explained, escaped', async () => {
    const id = encodeURIComponent(idOf(NOUNS[7]!));
    const flyout = (await (await get(`/flyout/entity?id=${id}`)).json()) as { readonly html: string };
    expect(flyout.html).toContain('&lt;script&gt;');
    const page = await get(`/preview?id=${id}`);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toContain('<script');
    expect(text).not.toContain('href="javascript:');
  });

  it('find an entity whose id a client did not encode', async () => {
    expect((await get(`/preview?id=${idOf(NOUNS[0]!)}`)).status).toBe(200);
    expect((await get('/preview?id=urn:none')).status).toBe(400);
  });
});

describe('data extension', () => {
  it('gives values of properties', async () => {
    const [queen, bee] = [idOf(NOUNS[0]!), idOf(NOUNS[2]!)];
    const extend = {
      ids: [queen, bee, 'urn:none'],
      properties: [
        { id: 'itsrdf:taIdentRef' },
        { id: 'sfwc:inTopic' },
        { id: 'sfwc:idfValue' },
        { id: 'unknown' },
      ],
    };
    expect(reconciliationSchema('data-extension-query')(extend)).toBe(true);
    const answer = await valid<{ readonly rows: Record<string, object> }>(
      'data-extension-response',
      post({ extend: JSON.stringify(extend) }),
    );
    expect(answer.rows[queen]).toEqual({
      'itsrdf:taIdentRef': [{ str: 'http://dbpedia.org/resource/Queen_bee' }],
      'sfwc:inTopic': [{ id: BEES, name: 'bees' }],
      'sfwc:idfValue': [{ float: 0 }],
      unknown: [],
    });
    expect(answer.rows[bee]).toMatchObject({ 'itsrdf:taIdentRef': [] });
    expect(answer.rows['urn:none']).toMatchObject({ 'sfwc:inTopic': [] });
  });

  it('proposes properties, and is bounded', async () => {
    const proposal = await valid<{ readonly properties: readonly object[] }>(
      'data-extension-property-proposal',
      get(`/properties?type=${encodeURIComponent(BEES)}&limit=2`),
    );
    expect(proposal.properties).toHaveLength(2);
    const ids = Array.from({ length: 501 }, () => 'x');
    expect((await post({ extend: JSON.stringify({ ids, properties: [] }) })).status).toBe(400);
  });
});

describe('after a change', () => {
  it('sees the new entities', async () => {
    await pool.add(nounQuads({ name: 'smoker' }, 9));
    const { q } = await resultsOf({ q: { query: 'smoker' } });
    expect(q?.result).toMatchObject([{ name: 'smoker', match: true }]);
  });
});
