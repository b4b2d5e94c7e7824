import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openSampleWeb } from '../../../src/extensions/archives/sample-web.js';
import { serveWeb } from '../../../src/extensions/archives/web-server.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';

const WEB = 'corpora/sample-web';
const SEED = 'http://glucosecare.example/';
const { root, kb } = beeTopic();

function addresses(out: string): string[] {
  const lines = readFileSync(path.join(out, 'events.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { url, judgement } = JSON.parse(line) as {
      url: string;
      judgement?: { accepted: boolean; score: number };
    };
    return `${url} ${judgement?.accepted} ${judgement?.score}`;
  });
}

async function crawl(name: string, options: readonly string[]): Promise<string[]> {
  const out = path.join(root, name);
  const crawled = await sfwc([
    'crawl',
    '--kb',
    kb,
    '--topic',
    'bees',
    '--seeds',
    SEED,
    '--out',
    out,
    '--max-pages',
    '8',
    ...options,
  ]);
  expect(crawled.stderr).not.toMatch(/error/i);
  expect(crawled.code).toBe(0);
  return addresses(out);
}

describe('sfwc crawl --web', () => {
  it('crawls in simulated time, the same way every time', async () => {
    const first = await crawl('first', ['--web', WEB]);
    expect(first).toHaveLength(new Set(first).size);
    expect(first.length).toBeGreaterThanOrEqual(8);
    expect(await crawl('second', ['--web', WEB])).toEqual(first);
    const { stdout } = await sfwc(['explain', path.join(root, 'first')]);
    expect(stdout).toMatch(/^ {2}[\d.]+ requests per second over \d+ simulated s, /m);
    expect(stdout).toMatch(/^ {2}started 2024-01-01T.* \(simulated times\)$/m);
  });

  it('crawls as over the network', async () => {
    const server = await serveWeb(await openSampleWeb(WEB));
    const address = `${server.address}:${server.port}`;
    const pace = ['--delay', '0', '--concurrency', '1'];
    const network = await crawl('network', ['--set', `connectTo=*=${address}`, ...pace]);
    await server.close();
    expect(network).toEqual(await crawl('process', ['--web', WEB, ...pace]));
  });
});
