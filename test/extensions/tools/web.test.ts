import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { begin, sfwc } from '../../cli/run.js';
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

describe('sfwc web info', () => {
  it('counts hosts, pages and topics', async () => {
    const { code, stdout } = await sfwc(['web', 'info', WEB]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/: 257 pages of 6 hosts\n/);
    expect(stdout).toMatch(/^diabetes +2 +0 +36$/m);
    const json = await sfwc(['web', 'info', WEB, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ hosts: 6, pages: 257, problems: [] });
  });

  it.each([
    ['nowhere', /nowhere cannot be read/],
    ['package.json', /package\.json is not a web/],
    ['src', /src does not contain pages with URLs/],
  ])('says what is wrong with %s', async (place, message) => {
    const { code, stderr } = await sfwc(['web', 'info', place]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('tells of archives that are damaged', async () => {
    const file = path.join(root, 'bad.warc');
    writeFileSync(file, 'WARC/1.0\r\nWARC-Type: response\r\n');
    const { code, stderr } = await sfwc(['web', 'info', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/no responses found .*ends inside the header/);
  });
});

describe('sfwc crawl --web', () => {
  it('crawls in simulated time, the same way every time', async () => {
    const first = await crawl('first', ['--web', WEB]);
    expect(first).toHaveLength(new Set(first).size);
    expect(first.length).toBeGreaterThanOrEqual(8);
    expect(await crawl('second', ['--web', WEB])).toEqual(first);
    const { stdout } = await sfwc(['status', path.join(root, 'first')]);
    expect(stdout).toMatch(/^ {2}[\d.]+ requests per second over \d+ simulated s, /m);
    expect(stdout).toMatch(/^ {2}started 2024-01-01T.* \(simulated times\)$/m);
  });
});

describe('sfwc web serve', () => {
  it('serves a web that can be crawled by its own names', async () => {
    const server = begin(['web', 'serve', WEB, '--port', '0']);
    const address = await server.said(/at (127\.\S+);/);
    const network = await crawl('network', [
      '--connect-to',
      `*=${address}`,
      '--delay',
      '0',
      '--concurrency',
      '1',
    ]);
    const inProcess = await crawl('process', ['--web', WEB, '--delay', '0', '--concurrency', '1']);
    expect(network).toEqual(inProcess);
    const port = address.split(':')[1] ?? '';
    const second = await sfwc(['web', 'serve', WEB, '--port', port]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`port ${port} is taken`);
    expect(await server.interrupt()).toBe(0);
  });
});
