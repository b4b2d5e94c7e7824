import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Parser, Store, type Quad_Object } from 'n3';
import { checkSettings } from '../../src/app/settings/resolve.js';
import { serveFields } from '../../src/extensions/server/settings.js';
import type { Listening } from '../../src/extensions/server/http.js';
import { serve } from '../../src/extensions/server/serve.js';
import { ROOT } from '../cli/run.js';
import { DATA, describeWithData } from './data.js';

const ARCHIVE = 'w3c-sparql11/w3c-sparql11.tar.gz';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const HT = 'http://www.w3.org/2011/http#';
const CNT = 'http://www.w3.org/2011/content#';
const UT = 'http://www.w3.org/2009/sparql/tests/test-update#';
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label';
const CODES: Readonly<Record<string, string>> = {
  Created: '201',
  OK: '200',
  NoContent: '204',
  NotFound: '404',
};

describeWithData('the W3C tests of the SPARQL 1.1 protocols', ARCHIVE, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-w3c-'));
  const suites = path.join(folder, 'sparql11');
  let server: Listening;
  execFileSync('tar', ['xzf', path.join(DATA, ARCHIVE), '-C', folder, 'sparql11/protocol']);
  const text = (name: string): string => readFileSync(path.join(suites, name), 'utf8');
  // The server only reads.
  const tests = readManifest(text('protocol/manifest.ttl')).filter(({ name }) => !/update/i.test(name));

  beforeAll(async () => {
    const kb = mkdtempSync(path.join(folder, 'kb-'));
    const graphs = new Map(tests.flatMap((test) => test.graphs.map(({ iri, file }) => [iri, file])));
    const quads = [...graphs].flatMap(([iri, file]) =>
      text(`protocol/${file}`)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => line.replace(/\s*\.\s*$/, ` <${iri}> .\n`)),
    );
    writeFileSync(path.join(kb, 'tests.nq.gz'), gzipSync(quads.join('')));
    const settings = checkSettings(serveFields, { port: 0, workers: 1 });
    const script = new URL(`file://${ROOT}/dist/extensions/server/datasets/dataset-worker.js`);
    server = await serve([kb], settings, { onNote: () => undefined, script });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const send = ({ method, path, headers, body, encoding }: Step): Promise<Response> => {
    const bytes = body === undefined ? null : Buffer.from(body, encoding === 'UTF-16' ? 'utf16le' : 'utf8');
    const url = new URL(path.replace(/^\/sparql\//, '/sparql'), server.address);
    return fetch(url, { method, headers, body: bytes, redirect: 'manual' });
  };
  describe('SPARQL protocol', () => {
    for (const test of tests)
      it(test.name, async () => {
        for (const step of test.steps) await check(await send(step), step);
      });
  });
});

/** Throws where a response is not as a test wants it. */
async function check(response: Response, { statuses, boolean, format }: Step): Promise<void> {
  const body = await response.text();
  const status = String(response.status);
  if (!statuses.some((allowed) => allowed === status || allowed === `${status[0] ?? ''}xx`))
    throw new Error(`status ${status}, not ${statuses.join(' or ')}: ${body}`);
  if (boolean !== undefined) expect(JSON.parse(body)).toHaveProperty('boolean', boolean === 'true');
  const rdf = /^(?:text\/turtle|application\/rdf\+xml)/;
  if (format !== undefined && format !== 'boolean')
    expect(response.headers.get('content-type')).toMatch(
      format === 'RDF' ? rdf : /^application\/sparql-results\+/,
    );
}

type Step = ReturnType<typeof readManifest>[number]['steps'][number];

/** Tests whose requests are written in the W3C's HTTP vocabulary: graphs to begin with, and requests one after the other. */
function readManifest(turtle: string) {
  const store = new Store(new Parser({ baseIRI: 'file:///manifest/' }).parse(turtle));
  const lists = store.extractLists();
  const all = (subject: Quad_Object | undefined, predicate: string): Quad_Object[] =>
    subject === undefined ? [] : store.getObjects(subject, predicate, null);
  const text = (subject: Quad_Object | undefined, predicate: string): string | undefined =>
    all(subject, predicate)[0]?.value;
  const items = (subject: Quad_Object | undefined, predicate: string): readonly Quad_Object[] =>
    (lists[text(subject, predicate) ?? ''] ?? []) as unknown as readonly Quad_Object[];
  const headersOf = (request: Quad_Object): Record<string, string> =>
    Object.fromEntries(
      items(request, `${HT}headers`).map((header) => [
        text(header, `${HT}fieldName`) ?? '',
        text(header, `${HT}fieldValue`) ?? '',
      ]),
    );
  /** Codes such as 200, or classes such as 2xx; any of them. */
  const statusesOf = (response: Quad_Object | undefined): readonly string[] =>
    all(response, `${MF}expectedStatus`)
      .map(({ value }) => value.split('#')[1] ?? '')
      .map((name) => CODES[name] ?? name.replace('StatusCode', ''));
  const stepOf = (request: Quad_Object) => {
    const [[body], [response]] = [all(request, `${HT}body`), all(request, `${HT}resp`)];
    return {
      method: text(request, `${HT}methodName`) ?? '',
      path: text(request, `${HT}absolutePath`) ?? '',
      headers: headersOf(request),
      body: text(body, `${CNT}chars`),
      encoding: text(body, `${CNT}characterEncoding`),
      statuses: statusesOf(response),
      boolean: text(response, `${MF}expectedBoolean`),
      format: text(response, `${MF}expectedFormat`),
    };
  };
  const [manifest] = store.getSubjects(`${RDF}type`, `${MF}Manifest`, null);
  return items(manifest, `${MF}entries`).map((test) => ({
    name: test.value.split('#')[1] ?? '',
    graphs: all(test, `${UT}graphData`).map((data) => ({
      iri: text(data, LABEL) ?? '',
      file: text(data, `${UT}graph`)?.split('/').at(-1) ?? '',
    })),
    steps: items(all(test, `${MF}action`)[0], `${HT}requests`).map(stepOf),
  }));
}
