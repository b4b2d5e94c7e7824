import { afterAll, beforeAll, describe } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createSparqlEndpoint } from '../../src/kb/endpoint/sparql-endpoint.js';
import { rdf, sfwc } from '../../src/model/vocabulary.js';
import { knowledgeBaseContract } from '../contracts/knowledge-base.js';
import { topicInEndpointContract } from '../contracts/topic-in-endpoint.js';
import { clearEndpoint } from '../support/clear-endpoint.js';
import { start } from './run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TOKEN = 'a-long-secret';

describe('a store that sfwc serves, for other sfwc', () => {
  const folder = temporaryFolder();
  let child: ChildProcess;
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
    child = start(['serve', folder, '--port', '0', '--writable', '--token', TOKEN]);
    server = await new Promise((resolve, reject) => {
      let said = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /at (http:\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(said)));
    });
  });
  afterAll(() => void child.kill('SIGKILL'));

  knowledgeBaseContract('sfwc serve', async () => {
    await clearEndpoint(addresses());
    const { url, auth } = addresses();
    return createSparqlEndpoint({ url, auth });
  });
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
