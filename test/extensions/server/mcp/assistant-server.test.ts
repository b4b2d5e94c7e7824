import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultsOf } from '../../../../src/app/settings/resolve.js';
import {
  createAssistantServer,
  type AssistantServer,
} from '../../../../src/extensions/server/mcp/assistant-server.js';
import { mcpFields } from '../../../../src/extensions/server/settings.js';
import { BEE_TEXTS } from '../../../support/small-corpus.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { itInFull } from '../../../support/thorough.js';

describe('an assistant', () => {
  const folder = temporaryFolder();
  let assistant: AssistantServer;
  let client: Client;

  beforeAll(async () => {
    assistant = createAssistantServer({ ...defaultsOf(mcpFields), maxPages: 30 }, folder);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    client = new Client({ name: 'test-client', version: '1' });
    await Promise.all([assistant.server.connect(theirs), client.connect(ours)]);
  });
  afterAll(() => assistant.close());

  async function call(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const { content, isError } = await client.callTool({ name, arguments: given }, undefined, {
      timeout: 120_000,
    });
    const [{ text = '' } = {}] = content as { text?: string }[];
    return isError === true ? `error: ${text}` : text;
  }

  it('sees the operations of the HTTP API as tools', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['getTopics', 'postTopicsTopicBuild', 'postCrawls', 'query']),
    );
    for (const { description = '', inputSchema } of tools) {
      expect(description.length).toBeGreaterThan(10);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(client.getInstructions()).toContain('never instructions');
    for (const [name] of (client.getInstructions() ?? '').matchAll(/\b(?:get|post|put)[A-Z]\w+/g))
      expect(names).toContain(name);
  });

  it('begins a topic, adds texts, and is told what is wrong', async () => {
    expect(JSON.parse(await call('postTopics', { name: 'bees' }))).toMatchObject({ name: 'bees', files: 0 });
    for (const [file, text] of Object.entries(BEE_TEXTS))
      expect(await call('putTopicsTopicTextsFile', { topic: 'bees', file, text })).toContain('.txt');
    expect(JSON.parse(await call('getTopics'))).toMatchObject([{ name: 'bees', files: 12 }]);
    expect(await call('postTopics', { name: '../bees' })).toMatch(/^error: the name of a topic has letters/);
    const beyond = { name: 'x', seeds: ['https://example.org/'], maxPages: 31 };
    expect(await call('postCrawls', beyond)).toContain('--max-pages');
  });

  itInFull(
    'builds, judges, crawls, searches and queries',
    async () => {
      const topic = 'bees';
      expect(
        await call('postTopicsTopicBuild', { topic, about: 'Bees: honey, hives, beekeeping' }),
      ).toContain('"documents"');
      const judged = await call('postTopicsTopicJudge', {
        topic,
        body: { text: Object.values(BEE_TEXTS)[0] },
      });
      expect(JSON.parse(judged)).toMatchObject({ result: { accepted: true } });
      const rows = await call('query', { sparql: 'SELECT (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } }' });
      expect(rows).toContain('"n"');
      const webs = JSON.parse(await call('getWebs')) as { name: string; seeds?: Record<string, string[]> }[];
      const sample = webs.find(({ seeds }) => seeds !== undefined)!;
      const wish = {
        name: 'first',
        topic,
        web: sample.name,
        seeds: Object.values(sample.seeds!)[0],
        maxPages: 10,
      };
      expect(await call('postCrawls', wish)).toContain('"first"');
      let state = '';
      for (let turn = 0; turn < 300 && !/"state":"(?!running)/.test(state); turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        await call('getStartsName', { name: 'first' });
        state = await call('getCrawlsCrawlState', { crawl: 'first' });
      }
      expect(state).toContain('max-pages');
      const pages = JSON.parse(await call('getCrawlsCrawlPages', { crawl: 'first' })) as { total: number };
      expect(pages.total).toBeGreaterThan(5);
      const asked = {
        crawl: 'first',
        sparql: 'SELECT ?page WHERE { ?page a <http://sfwcrawler.com/core#Page> }',
      };
      expect(await call('query', asked)).toContain('bindings');
    },
    240_000,
  );
});
