import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  queryService,
  type ServiceOptions,
} from '../../../../src/extensions/expansion/reconcile/service-client.js';
import { serve } from '@hono/node-server';
import { createServerApp } from '../../../../src/extensions/server/app.js';
import { createAnswerCache } from '../../../../src/support/files/answer-cache.js';
import { openFetcher } from '../../../../src/web/http/open-fetcher.js';
import { nif, rdf, rdfs, sfwc } from '../../../../src/model/vocabulary.js';
import { describe as described, nquadsOf } from '../../../../src/support/rdf/quads.js';
import { decimal, iri, text } from '../../../../src/support/rdf/rdf-terms.js';
import { memoryPool } from '../../../support/memory-pool.js';
import { reconciliationSchema } from '../../../support/reconciliation-schemas.js';
import {
  candidate,
  MANIFEST,
  startReconciliation,
  type ReconciliationServer,
} from '../../../support/reconciliation-server.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const root = temporaryFolder();
let run = 0;

/** Asks a service as `sfwc expand` does: with the address guard, and a cache that is empty. */
async function ask(
  url: string,
  nouns: readonly string[] = ['hive'],
  more: Partial<ServiceOptions> = {},
  timeout = 10,
): ReturnType<typeof queryService> {
  const fetcher = openFetcher({ userAgent: 'test', timeout, maxBytes: 100_000, connectTo: [] }, [url]);
  run += 1;
  try {
    return await queryService(nouns, {
      ...{ url, name: url, type: undefined, language: 'en', batch: 10, fetcher },
      cache: createAnswerCache(path.join(root, `cache-${run}`), () => undefined),
      clock: { now: () => 0, sleep: () => Promise.resolve() },
      ...{ delaySeconds: 0, retries: 1, warn: () => undefined },
      ...more,
    });
  } finally {
    fetcher.close();
  }
}

describe('the client, with the service of sfwc serve', () => {
  const TOPIC = 'http://sfwcrawler.com/kb/bees';
  let server: ReturnType<typeof serve>;
  let url: string;

  beforeAll(async () => {
    const noun = (name: string, place: number) =>
      described(`${TOPIC}/entity/${encodeURIComponent(name)}.NN.O`, TOPIC, [
        [rdf.type, iri(sfwc.Entity)],
        [nif.anchorOf, text(name)],
        [nif.posTag, text('NN')],
        [sfwc.neTag, text('O')],
        [sfwc.idfValue, decimal(place)],
      ]);
    const topic = described(TOPIC, TOPIC, [
      [rdf.type, iri(sfwc.Topic)],
      [rdfs.label, text('bees')],
    ]);
    const pool = await memoryPool(nquadsOf([topic, noun('queen bee', 1), noun('honey', 2)]));
    const app = createServerApp({
      ...{ pool, host: '127.0.0.1', token: undefined, cors: [] },
      ...{ maxRows: 10, maxQuery: 1000, maxUpload: 1000 },
    });
    const port = await new Promise<number>((resolve) => {
      server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, (info) => resolve(info.port));
    });
    url = `http://127.0.0.1:${port}/reconcile`;
  });
  afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())));

  it('finds what the service knows', async () => {
    const found = await ask(url, ['queen bee', 'honeys', 'submarine'], { type: TOPIC });
    expect(found.get('queen bee')?.[0]).toEqual({
      iri: `${TOPIC}/entity/queen%20bee.NN.O`,
      label: 'queen bee',
      description: 'NN, topic bees',
      types: ['bees'],
      score: 100,
      match: true,
    });
    expect(found.get('honeys')?.[0]).toMatchObject({ label: 'honey', match: false });
    expect(found.get('submarine')).toEqual([]);
  });

  it('sends queries that the protocol allows', async () => {
    const service = await startReconciliation({});
    await ask(service.url, ['hive', 'queen bee', '"{"', '100 %'], { type: 'Q5' });
    await service.close();
    const validate = reconciliationSchema('reconciliation-query');
    expect([validate(service.batches[0]), validate.errors]).toEqual([true, null]);
    expect(Object.values(service.batches[0] ?? {}).map(({ query }) => query)).toEqual([
      ...['hive', 'queen bee', '"{"', '100 %'],
    ]);
  });
});

describe('the client, with a service that misbehaves', () => {
  let service: ReconciliationServer;
  beforeEach(async () => {
    service = await startReconciliation({ hive: [candidate('Q1', 100, true)] });
  });
  afterEach(() => service.close());

  it.each([
    [
      'HTML as manifest',
      { body: '<!doctype html><title>Hello</title>' },
      /did not answer with JSON.*<!doctype/,
    ],
    ['a manifest of another shape', { body: { hello: 'world' } }, /has no manifest.*name is missing/],
    ['a list as manifest', { body: [1, 2] }, /did not answer with JSON/],
    [
      'another version',
      { body: { ...MANIFEST, versions: ['1.0-draft'] } },
      /speaks the Reconciliation API 1\.0-draft/,
    ],
    ['no manifest', { status: 404, body: 'gone' }, /refused the request with status 404/],
  ])('names %s', async (_, manifest, message) => {
    service.manifest = () => manifest;
    await expect(ask(service.url)).rejects.toThrow(message);
  });

  it.each([
    ['HTML', { body: '<html>busy</html>' }, /did not answer with JSON/],
    [
      'an error instead of results',
      { body: { status: 'error', message: 'x' } },
      /answered none of the queries q0 to q0 \(its keys: status, message\)/,
    ],
    ['other keys', { body: { q7: { result: [] } } }, /answered none of the queries/],
    ['keys without results', { body: { q0: { results: [] } } }, /answered none of the queries/],
    ['a list', { body: [{ result: [] }] }, /did not answer with JSON/],
    ['a refusal', { status: 403, body: '' }, /refused the request with status 403/],
    ['a body that is too large', { status: 413, body: '' }, /status 413/],
    [
      'a huge body',
      { body: { q0: { result: [{ id: 'Q1', name: 'x'.repeat(200_000) }] } } },
      /larger than 100000 bytes/,
    ],
    ['a failure', { status: 500, body: '' }, /gave no answer: status 500 \(tried 2 times\)/],
  ])('names %s', async (_, answer, message) => {
    service.answer = () => answer;
    await expect(ask(service.url)).rejects.toThrow(message);
  });

  it('names silence', async () => {
    service.answer = () => ({ silent: true });
    await expect(ask(service.url, ['hive'], {}, 0.3)).rejects.toThrow(/no complete answer within 0\.3 s/);
  });

  it('does not follow redirects to private addresses', async () => {
    let reached = 0;
    const inside: Server = createServer((_, response) => {
      reached += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    service.answer = () => ({ status: 307, headers: { Location: `http://127.0.0.1:${port}/admin` } });
    await expect(ask(service.url)).rejects.toThrow(/not a public address/);
    expect(reached).toBe(0);
    inside.close();
  });

  it('keeps what is proper of an answer', async () => {
    const long = `${'long '.repeat(5000)}\u001B[31m`;
    service.answer = () => ({
      body: {
        q0: {
          result: [
            7,
            null,
            { name: 'without an id', score: 100, match: true },
            { id: 'x'.repeat(3000), name: 'with a long id', score: 100 },
            { id: 'Q1', name: long, description: 7, type: 'thing', score: 'high', match: 'yes' },
            { id: 'javascript:alert(1)', name: 'a script', score: '90', match: false },
            { id: 'Q 2/<b>', name: 'odd', score: 1e308 },
          ],
        },
        __proto__: { result: [] },
        q9: { result: [candidate('Q9', 100, true)] },
      },
    });
    const [first, second, third, ...rest] = (await ask(service.url)).get('hive') ?? [];
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ iri: 'http://things.example/entity/Q%202%2F%3Cb%3E', score: 1e308 });
    expect(second).toMatchObject({ iri: 'http://things.example/entity/javascript%3Aalert(1)', score: 90 });
    expect(third).toMatchObject({
      iri: 'http://things.example/entity/Q1',
      score: 0,
      match: false,
      types: [],
    });
    expect(third?.label.length).toBe(200);
    expect(third?.label).not.toContain('\u001B');
  });

  it('names entities by the page of the service, where it has no space of identifiers', async () => {
    service.manifest = () => ({
      body: { name: 'x', identifierSpace: 'none', view: { url: 'https://x.example/show?id={{id}}' } },
    });
    expect((await ask(service.url)).get('hive')?.[0]?.iri).toBe('https://x.example/show?id=Q1');
    service.manifest = () => ({ body: { name: 'x', view: { url: 'javascript:{{id}}' } } });
    expect((await ask(service.url)).get('hive')).toEqual([]);
  });

  it('asks again for what the service left out, and says so', async () => {
    const warnings: string[] = [];
    const cache = createAnswerCache(path.join(root, 'left-out'), () => undefined);
    const { answer } = service;
    service.answer = () => ({ body: { q0: { result: [] } } });
    const found = await ask(service.url, ['hive', 'comb'], {
      cache,
      warn: (message) => warnings.push(message),
    });
    expect([...found.keys()]).toEqual(['hive']);
    expect(warnings).toEqual([expect.stringMatching(/left out 1 of 2 nouns, such as 'comb'/)]);
    service.answer = answer;
    await ask(service.url, ['hive', 'comb'], { cache });
    expect(service.batches[1]).toMatchObject({ q0: { query: 'comb' } });
  });

  it('sends one request at a time, with a pause in between', async () => {
    const sleeps: number[] = [];
    let now = 0;
    const clock = {
      now: () => now,
      sleep: (milliseconds: number) => {
        sleeps.push(milliseconds);
        now += milliseconds;
        return Promise.resolve();
      },
    };
    await ask(service.url, ['a', 'b', 'c'], { batch: 1, delaySeconds: 2, clock });
    expect(sleeps).toEqual([2000, 2000, 2000]);
  });
});
