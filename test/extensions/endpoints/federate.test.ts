import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PARTS } from '../../../src/judging/parts.js';
import { queryKnowledgeBase, type TopicQuery } from '../../../src/app/kb/query-topics.js';
import { createSparqlEndpoint } from '../../../src/extensions/endpoints/sparql-endpoint.js';
import { InputError } from '../../../src/model/errors.js';
import { startSparqlServer, type SparqlServer } from '../../support/sparql-server.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { failureOf } from '../../support/failure-of.js';

const { root, kb } = beesAndOtherThings();
let server: SparqlServer;
beforeAll(async () => {
  server = await startSparqlServer();
});
beforeEach(() => server.clear());
afterAll(() => server.close());

const ask = (request: Partial<TopicQuery>): Promise<string> =>
  queryKnowledgeBase({ place: kb, param: [], format: 'csv', ...request });
const HEAD =
  'PREFIX sfwc: <http://sfwcrawler.com/core#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX a: <http://a.example/>\n';
const KEEPERS = `${HEAD}SELECT ?name ?keeper WHERE { ?t a sfwc:Topic ; rdfs:label ?name . ?k a:topicName ?name ; a:name ?keeper } ORDER BY ?name`;
const TURTLE = `@prefix a: <http://a.example/> . [] a:topicName "bees" ; a:name "Ada" . [] a:topicName "other things" ; a:name "Ole" .`;
const lines = (text: string): string[] => text.trim().split('\r\n');

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const place = join(root, name);
  await writeFile(place, content);
  return place;
}

describe('a knowledge base with other sources', () => {
  it.each([['keepers.ttl.gz', gzipSync(TURTLE)]])('is asked together with %s', async (name, content) => {
    const source = await file(name, content);
    expect(lines(await ask({ sparql: KEEPERS, source: [source] }))).toEqual([
      'name,keeper',
      'bees,Ada',
      'other things,Ole',
    ]);
    expect(lines(await ask({ sparql: KEEPERS, source: [source], topic: 'bees' }))).toEqual([
      'name,keeper',
      'bees,Ada',
    ]);
  });

  it('is asked together with an endpoint, and with a file and a folder besides', async () => {
    const names =
      '<http://a.example/k> <http://a.example/topicName> "bees" .\n<http://a.example/k> <http://a.example/name> "Eve" .\n';
    await createSparqlEndpoint({ url: server.url }).load([names]);
    // The test's endpoint shows nothing but its graph without a name, as it has no topics.
    server.store.update('ADD GRAPH <urn:x-sfwc:default> TO DEFAULT');
    const source = [server.url, await file('more.ttl', TURTLE)];
    expect(lines(await ask({ sparql: KEEPERS, source }))).toEqual([
      'name,keeper',
      ...['bees,Ada', 'bees,Eve'],
      'other things,Ole',
    ]);
    expect(
      lines(
        await ask({
          place: join(kb, 'bees'),
          sparql: KEEPERS,
          source: [server.url, join(kb, 'other things')],
        }),
      ),
    ).toEqual(['name,keeper', 'bees,Eve']);
  });

  it('is not asked when a source cannot be read: the error names it', async () => {
    const broken = await failureOf(
      ask({ sparql: KEEPERS, source: [await file('broken.ttl', '<http://a.example/s> <')] }),
    );
    expect(broken).toBeInstanceOf(InputError);
    expect(broken.message).toMatch(/broken\.ttl:1: /);
  });

  it('names an endpoint that does not answer, without the password in its address', async () => {
    const url = 'http://me:secret@127.0.0.1:9/sparql';
    const federate = await PARTS.federate();
    const asked = { place: kb, sources: [url], crawls: [], settings: { kbRetries: 0 } };
    const error = await failureOf(Promise.resolve(federate(asked)).then((all) => all.answer(KEEPERS, 'csv')));
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:9\/sparql cannot be reached/);
    expect(`${error.message} ${error.hint ?? ''}`).not.toContain('secret');
  });
});
