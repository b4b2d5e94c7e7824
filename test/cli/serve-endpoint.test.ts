import { afterAll, beforeAll, describe } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createSparqlEndpoint } from '../../src/extensions/endpoints/sparql-endpoint.js';
import { rdf, sfwc } from '../../src/model/vocabulary.js';
import { knowledgeBaseContract } from '../contracts/knowledge-base.js';
import { topicInEndpointContract } from '../contracts/topic-in-endpoint.js';
import { THOROUGH } from '../support/thorough.js';
import { clearEndpoint } from '../support/clear-endpoint.js';
import { begin, type UnderWay } from './run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TOKEN = 'a-long-secret';

describe('a store that sfwc serves, for other sfwc', () => {
  const folder = temporaryFolder();
  let store: UnderWay;
  let server = '';
  const addresses = (): { url: string; graphStore: string; auth: { token: string } } => ({
    url: `${server}sparql`,
    graphStore: `${server}data`,
    auth: { token: TOKEN },
  });

  beforeAll(async () => {
    const topic = 'http://t.example/kb/first';
    writeFileSync(
      path.join(folder, 'first.nq.gz'),
      gzipSync(`<${topic}> <${rdf.type}> <${sfwc.Topic}> <${topic}> .\n`),
    );
    store = begin(['serve', folder, '--port', '0', '--writable', '--token', TOKEN]);
    server = await store.said(/at (http:\S+)/);
  });
  afterAll(async () => {
    await store.interrupt();
  });

  knowledgeBaseContract('sfwc serve', async () => {
    await clearEndpoint(addresses());
    const { url, auth } = addresses();
    return createSparqlEndpoint({ url, auth });
  });
  if (!THOROUGH) return;
  knowledgeBaseContract('sfwc serve, loaded by the graph store', async () => {
    await clearEndpoint(addresses());
    return createSparqlEndpoint(addresses());
  });
  topicInEndpointContract('sfwc serve', async () => {
    await clearEndpoint(addresses());
    const { url, graphStore } = addresses();
    return { kb: url, graphStore, kbToken: TOKEN };
  });
});
