import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSkos } from '../../../../src/extensions/thesaurus/skos/read-skos.js';
import { withFile } from '../../../../src/extensions/thesaurus/skos/vocabulary-source.js';
import { FetchError } from '../../../../src/model/errors.js';

const TURTLE = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://ex.org/bee> skos:prefLabel "bee"@en .
`;

let server: Server;
let address = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = (status: number, headers: Record<string, string>, body: string | Buffer = ''): void => {
      response.writeHead(status, headers).end(body);
    };
    switch (request.url) {
      case '/bees.ttl':
        answer(200, { 'content-type': 'text/turtle' }, TURTLE);
        return;
      case '/untold':
        answer(200, { 'content-type': 'application/octet-stream' }, TURTLE);
        return;
      case '/packed.ttl.gz':
        answer(200, { 'content-type': 'application/gzip' }, gzipSync(TURTLE));
        return;
      case '/moved':
        answer(302, { location: '/bees.ttl' });
        return;
      case '/page':
        answer(200, { 'content-type': 'text/html' }, '<!doctype html><p>Log in first.</p>');
        return;
      default:
        answer(404, {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const read = (source: string, options: Parameters<typeof withFile>[2] = {}) =>
  withFile(source, (file) => readSkos([file], 'en', (message) => expect(message).toBe('')), options);

describe('a vocabulary on the Web', () => {
  it.each(['/bees.ttl', '/untold', '/packed.ttl.gz', '/moved'])('is read from %s', async (path) => {
    expect((await read(address + path)).concepts.map(({ iri }) => iri)).toEqual(['http://ex.org/bee']);
  });

  it('is refused where it is missing, or a page', async () => {
    await expect(read(`${address}/gone`)).rejects.toThrow('answered with HTTP status 404');
    await expect(read(`${address}/page`)).rejects.toThrow('answered with a web page');
  });

  it('is refused where the answer is late or too large', async () => {
    const failing = (message: string) => ({
      fetcher: { fetch: () => Promise.reject(new FetchError('timeout', '', message)) },
    });
    await expect(read(`${address}/bees.ttl`, failing('no answer in 120 s'))).rejects.toThrow(
      /cannot be downloaded: no answer in 120 s/,
    );
  });
});
