import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Parser } from 'n3';
import oxigraph from 'oxigraph';
import { checkSettings } from '../../src/app/settings/resolve.js';
import { serveFields } from '../../src/extensions/server/serve-settings.js';
import type { Listening } from '../../src/extensions/server/listen.js';
import { serve } from '../../src/extensions/server/serve.js';
import { ROOT } from '../cli/run.js';
import { DATA, describeWithData } from './data.js';
import {
  readManifest,
  readProseManifest,
  type ExpectedResponse,
  type ProtocolStep,
  type ProtocolTest,
} from './protocol-manifest.js';

const ARCHIVE = 'w3c-sparql11/w3c-sparql11.tar.gz';
const FOLDERS = ['protocol', 'graph-store-protocol', 'http-rdf-update', 'service-description'];
const TOKEN = 'token-of-the-tests';

/** Tests of the older, deprecated manifest that no server can pass, with the reason. */
const UNPASSABLE: Readonly<Record<string, string>> = {
  delete__existing_graph: 'no test before it makes the graph',
  post__existing_graph: 'its body is no Turtle: the final dot is missing',
  get_of_post__existing_graph: 'it expects the graph of before the last PUT',
  post__multipart_formdata: 'its parts are no Turtle: the final dot is missing',
  get_of_post__multipart_formdata: 'it needs the two tests that cannot be passed',
};

describeWithData('the W3C tests of the SPARQL 1.1 protocols', ARCHIVE, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-w3c-'));
  const suites = path.join(folder, 'sparql11');
  const variables = new Map<string, string>();
  let server: Listening;
  const archived = FOLDERS.map((name) => `sparql11/${name}`);
  execFileSync('tar', ['xzf', path.join(DATA, ARCHIVE), '-C', folder, ...archived]);
  const text = (name: string): string => readFileSync(path.join(suites, name), 'utf8');
  const tests = (name: string, read = readManifest): ProtocolTest[] => read(text(name));

  beforeAll(async () => {
    const kb = mkdtempSync(path.join(folder, 'kb-'));
    const settings = checkSettings(serveFields, { port: 0, writable: true, token: TOKEN, workers: 1 });
    const script = new URL(`file://${ROOT}/dist/extensions/server/datasets/dataset-worker.js`);
    server = await serve([kb], settings, { onNote: () => undefined, script });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const send = (
    step: Pick<ProtocolStep, 'method' | 'path' | 'headers' | 'body' | 'encoding'>,
  ): Promise<Response> => {
    const body =
      step.body === undefined
        ? null
        : Buffer.from(step.body, step.encoding === 'UTF-16' ? 'utf16le' : 'utf8');
    const headers = { ...step.headers, authorization: `Bearer ${TOKEN}` };
    const url = new URL(step.path, server.address);
    return fetch(url, { method: step.method, headers, body, redirect: 'manual' });
  };
  const empty = async (): Promise<void> => {
    const headers = { 'content-type': 'application/sparql-update' };
    await send({ method: 'POST', path: '/update', headers, body: 'DROP ALL' });
  };
  const run = async (test: ProtocolTest, toPath: (path: string) => string): Promise<void> => {
    for (const { iri, file } of test.graphs) {
      const graph = `/data?graph=${encodeURIComponent(iri)}`;
      const body = text(`protocol/${file}`);
      await send({ method: 'PUT', path: graph, headers: { 'content-type': 'application/n-triples' }, body });
    }
    for (const step of test.steps) {
      const filled = (text: string): string =>
        [...variables].reduce((before, [name, value]) => before.replaceAll(name, value), text);
      const body = step.body === undefined ? {} : { body: filled(step.body) };
      const response = await send({ ...step, ...body, path: toPath(filled(step.path)) });
      const base = new URL(step.path, 'http://www.example/').href;
      await check(response, step.expected, base, filled);
      if (step.expected.location !== undefined)
        variables.set(step.expected.location, response.headers.get('location')!);
    }
  };

  describe('SPARQL protocol', () => {
    for (const test of tests('protocol/manifest.ttl'))
      it(test.name, () => run(test, (given) => given.replace(/^\/sparql\//, '/sparql')));
  });

  for (const part of ['direct', 'indirect']) {
    describe(`graph store protocol, ${part} identification`, () => {
      beforeEach(empty);
      for (const test of tests(`graph-store-protocol/manifest-${part}.ttl`))
        it(test.name, () => run(test, (given) => given.replace(/^\/gsp/, '/data')));
    });
  }

  describe('graph store protocol, deprecated tests', () => {
    beforeAll(async () => {
      await empty();
      variables.set('http://$HOST$/$GRAPHSTORE$', new URL('/data', server.address).href);
      variables.set('$GRAPHSTORE$', '/data');
    });
    for (const test of tests('http-rdf-update/manifest.ttl', readProseManifest)) {
      const reason = UNPASSABLE[test.name];
      const attempt = (): Promise<void> => run(test, (given) => given);
      if (reason === undefined) it(test.name, attempt);
      else it(`${test.name} cannot be passed: ${reason}`, () => expect(attempt()).rejects.toThrow());
    }
  });

  describe('service description', () => {
    const SD = 'http://www.w3.org/ns/sparql-service-description#';
    const description = async (): Promise<InstanceType<typeof oxigraph.Store>> => {
      const response = await send({ method: 'GET', path: '/sparql', headers: {} });
      expect(response.status).toBe(200);
      return graphOf(await response.text(), response.headers.get('content-type'), server.address);
    };
    it('returns-rdf', async () => {
      expect((await description()).size).toBeGreaterThan(0);
    });
    it('has-endpoint-triple', async () => {
      const store = await description();
      expect(
        store.query(`ASK { ?service <${SD}endpoint> <${new URL('/sparql', server.address).href}> }`),
      ).toBe(true);
    });
    it('conforms-to-schema', async () => {
      const store = await description();
      expect(
        store.query(
          `ASK { ?s a <${SD}Service> ; <${SD}defaultDataset> ?d . ?d a <${SD}Dataset> ; <${SD}defaultGraph> ?g . ?g a <${SD}Graph> }`,
        ),
      ).toBe(true);
      expect(store.query(`ASK { ?d <${SD}namedGraph> ?n FILTER NOT EXISTS { ?n <${SD}name> ?iri } }`)).toBe(
        false,
      );
    });
  });
});

async function check(
  response: Response,
  expected: ExpectedResponse,
  base: string,
  filled: (text: string) => string,
): Promise<void> {
  const body = await response.text();
  const contentType = response.headers.get('content-type');
  const status = String(response.status);
  const ok = expected.statuses.some((allowed) => allowed === status || allowed === `${status[0]!}xx`);
  if (!ok) throw new Error(`status ${status}, not ${expected.statuses.join(' or ')}: ${body}`);
  if (expected.boolean !== undefined) expect(JSON.parse(body)).toHaveProperty('boolean', expected.boolean);
  if (expected.format !== undefined && expected.format !== 'boolean')
    expect(contentType).toMatch(
      expected.format === 'RDF'
        ? /^(?:text\/turtle|application\/rdf\+xml)/
        : /^application\/sparql-results\+/,
    );
  if (expected.contentType !== undefined) expect(contentType).toBe(expected.contentType);
  if (expected.location !== undefined) expect(response.headers.get('location')).toMatch(/^http/);
  if (expected.body !== undefined)
    expectSameGraph(graphOf(body, contentType, base), filled(expected.body), base);
}

function graphOf(
  text: string,
  contentType: string | null,
  base: string,
): InstanceType<typeof oxigraph.Store> {
  const store = new oxigraph.Store();
  store.load(text, { format: contentType!.split(';')[0]!, base_iri: base });
  return store;
}

/** As many triples, and all of the expected ones, whatever their blank nodes are called. */
function expectSameGraph(actual: InstanceType<typeof oxigraph.Store>, turtle: string, base: string): void {
  const expected = new Parser({ baseIRI: base }).parse(turtle);
  expect(actual.size).toBe(expected.length);
  const term = (part: { termType: string; value: string }): string =>
    part.termType === 'BlankNode'
      ? `?${part.value.replaceAll(/\W/g, '_')}`
      : part.termType === 'NamedNode'
        ? `<${part.value}>`
        : JSON.stringify(part.value);
  const pattern = expected
    .map(({ subject, predicate, object }) => `${term(subject)} ${term(predicate)} ${term(object)} .`)
    .join('\n');
  expect(actual.query(`ASK { ${pattern} }`)).toBe(true);
}
