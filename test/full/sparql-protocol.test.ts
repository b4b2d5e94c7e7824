import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { checkSettings } from '../../src/app/settings/resolve.js';
import { serveFields } from '../../src/extensions/server/settings.js';
import type { Listening } from '../../src/extensions/server/http.js';
import { serve } from '../../src/extensions/server/serve.js';
import { ROOT } from '../cli/run.js';
import { DATA, describeWithData } from './data.js';
import { readManifest, type ExpectedResponse, type ProtocolStep } from './protocol-manifest.js';

const ARCHIVE = 'w3c-sparql11/w3c-sparql11.tar.gz';

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

  const send = (
    step: Pick<ProtocolStep, 'method' | 'path' | 'headers' | 'body' | 'encoding'>,
  ): Promise<Response> => {
    const body =
      step.body === undefined
        ? null
        : Buffer.from(step.body, step.encoding === 'UTF-16' ? 'utf16le' : 'utf8');
    const url = new URL(step.path, server.address);
    return fetch(url, { method: step.method, headers: step.headers, body, redirect: 'manual' });
  };
  describe('SPARQL protocol', () => {
    for (const test of tests)
      it(test.name, async () => {
        for (const step of test.steps) {
          const response = await send({ ...step, path: step.path.replace(/^\/sparql\//, '/sparql') });
          await check(response, step.expected);
        }
      });
  });
});

async function check(response: Response, expected: ExpectedResponse): Promise<void> {
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
}
