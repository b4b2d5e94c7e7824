import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildTopic } from '../../src/app/build-topic.js';
import { withoutCredentials, withoutSecrets } from '../../src/app/endpoint.js';
import { topicInEndpointContract } from '../contracts/topic-in-endpoint.js';
import { startSparqlServer, type SparqlServer } from '../support/sparql-server.js';

let server: SparqlServer;
beforeAll(async () => {
  server = await startSparqlServer();
});
afterAll(() => server.close());

topicInEndpointContract('an endpoint', () => {
  server.clear();
  return Promise.resolve({ kb: server.url });
});
topicInEndpointContract('an endpoint with a graph store', () => {
  server.clear();
  return Promise.resolve({ kb: server.url, graphStore: server.graphStore });
});

describe('building into an endpoint', () => {
  it('asks whether it takes updates before any work is done', async () => {
    server.clear();
    server.faults.push({ status: 403 });
    const building = buildTopic(['/no/such/folder'], { topic: 'bees', kb: server.url });
    await expect(building).rejects.toThrow(/^http:\/\/127\..*403/);
  });
});

describe('what is shown and written down', () => {
  it('holds no credentials', () => {
    expect(withoutCredentials('https://me:secret@a.example/sparql?x=1')).toBe('https://a.example/sparql?x=1');
    expect(withoutCredentials('kb/me:secret@x')).toBe('kb/me:secret@x');
    expect(
      withoutSecrets({ kb: 'http://a:b@c.example/', kbToken: 't', kbPassword: 'p', topic: 'x' }),
    ).toEqual({
      kb: 'http://c.example/',
      topic: 'x',
    });
  });
});
