import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serveWeb, type WebServer } from '../../../src/extensions/archives/web-server.js';
import { answerOf } from '../../support/assistant.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { SMALL_SEED } from '../../support/small-corpus.js';
import { itInFull } from '../../support/thorough.js';
import { sfwc } from '../../cli/run.js';

const { root, kb } = beeTopic();
let web: WebServer;

beforeAll(async () => void (web = await serveWeb(await openSmallWeb(root))));
afterAll(() => web.close());

const words = (): string[] => [
  ...['dist/cli/main.js', 'mcp', '--kb', kb, '--out', join(root, 'crawls'), '--delay', '0', '--workers', '1'],
  ...['--connect-to', `*.example=127.0.0.1:${web.port}`],
];

itInFull('serves an assistant that starts it as a program', async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: words(), stderr: 'pipe' });
  const client = new Client({ name: 'test', version: '1' });
  const said =
    transport.stderr === null ? undefined : text(transport.stderr as unknown as NodeJS.ReadableStream);
  await client.connect(transport);
  const seeds = [SMALL_SEED];
  const started = { crawl: 'one', topics: ['bees'], seeds, maxPages: 3, wait: true };
  const crawled = answerOf(await client.callTool({ name: 'start_crawl', arguments: started }));
  expect(crawled.data).toMatchObject({ state: 'max-pages', fetched: 3 });
  const asked = { sparql: 'ASK { ?s ?p ?o }', crawls: ['one'] };
  const query = answerOf(await client.callTool({ name: 'query', arguments: asked }));
  expect(query.data).toEqual({ boolean: true, cut: false });
  await client.close();
  expect(await said).toContain('waiting for an assistant');
});

it('writes nothing but protocol to standard output, and stops when the assistant goes', async () => {
  const child = spawn(process.execPath, words(), { stdio: ['pipe', 'pipe', 'pipe'] });
  const [stderr, ended] = [text(child.stderr), once(child, 'exit')];
  let stdout = '';
  const answered = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes('"id":3')) resolve();
    });
  });
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const messages = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'list_topics', arguments: {} } },
  ];
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  child.stdin.write('this is not a message\n');
  await answered;
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  const lines = stdout.trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: number }).id).sort()).toEqual([1, 2, 3]);
  expect(await stderr).toContain('warning:');
});

it('says what is wrong with its settings before it starts', async () => {
  const bad = await sfwc(['mcp', '--kb', kb, '--hosts', 'https://example.org/']);
  expect(bad).toMatchObject({ code: 2, stdout: '' });
  expect(bad.stderr).toContain('--hosts');
  const endpoint = await sfwc(['mcp', '--kb', 'https://example.org/sparql']);
  expect(endpoint.stderr).toContain('needs a knowledge base in a folder');
});
