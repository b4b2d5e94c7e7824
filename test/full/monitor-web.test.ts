import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readNQuads } from '../../src/knowledge/files/nquads-file.js';
import { sfwc as terms } from '../../src/model/vocabulary.js';
import type { RoundReport } from '../../src/extensions/monitor/round-report.js';
import { sfwc, start, type Finished } from '../cli/run.js';
import { beeTopic } from '../support/bee-topic.js';
import { collected } from '../support/collected.js';
import { ended } from '../support/killed-crawl.js';
import { BEE_TEXTS, OTHER_TEXTS } from '../support/small-corpus.js';
import { describeUnless } from './data.js';

const SITE = 'http://bees.example';
const HOOK = 'http://hooks.example/sfwc';

/** A page, or a status with the address that it leads to. */
type Answer = { readonly text: string; readonly links?: readonly string[] } | readonly [number, string?];

function pageOf(title: string, { text, links = [] }: Exclude<Answer, readonly unknown[]>): string {
  const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  const feed = '<link rel=alternate type="application/atom+xml" href="/news.atom">';
  return `<!doctype html><html lang=en><title>${title}</title>${feed}<main><p>${text}</p></main><p>${anchors}</p>`;
}

describeUnless(undefined, 'a collection about a topic, through the command', () => {
  const { root, kb } = beeTopic();
  const bees = (name: string): { readonly text: string } => ({ text: BEE_TEXTS[`${name}.txt`] ?? '' });
  const pages = new Map<string, Answer>();
  let inFeed: readonly string[] = [];
  const posted: RoundReport[] = [];
  /** Called at each request. */
  let onRequest = (): void => undefined;

  function answer(path: string, response: ServerResponse): void {
    const found = pages.get(path);
    if (path === '/news.atom') {
      const entries = inFeed.map((one) => `<entry><link href="${one}"/></entry>`).join('');
      response.setHeader('content-type', 'application/atom+xml');
      response.end(`<feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`);
    } else if (found === undefined) response.writeHead(404).end();
    else if ('text' in found)
      response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(path, found));
    else response.writeHead(found[0], found[1] === undefined ? {} : { location: found[1] }).end();
  }
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        posted.push(JSON.parse(body) as RoundReport);
        response.writeHead(204).end();
      });
      return;
    }
    onRequest();
    answer(request.url ?? '/', response);
  });
  const file = join(root, 'bees.yaml');
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const crawl = [
      `connectTo: ['*=127.0.0.1:${port}']`,
      ...['delay: 0', 'delayFactor: 0', 'workers: 1', 'keepDuplicates: true', 'sampleFrontier: 0'],
    ];
    const lines = [
      `{ topic: bees, kb: ${kb}, seeds: ['${SITE}/'], out: bees, budget: 40, sitemaps: false,`,
      `matters: ['new >= 2', 'gone >= 1'], webhook: '${HOOK}', crawl: { ${crawl.join(', ')} } }`,
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    pages.set('/', {
      ...bees('apiary'),
      links: ['/comb', '/drone', '/honey', '/queen', '/worker', '/bridge'],
    });
    for (const name of ['comb', 'drone', 'honey', 'queen', 'worker']) pages.set(`/${name}`, bees(name));
    pages.set('/bridge', { text: OTHER_TEXTS['bridge.txt'] ?? '' });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const args = (day: string): readonly string[] => ['monitor', file, '--once', '--now', `${day}T00:00:00Z`];
  const out = (name: string): string => join(root, 'bees', name);
  const reportOf = (round: number): RoundReport =>
    JSON.parse(readFileSync(out(`rounds/000${round}/report.json`), 'utf8')) as RoundReport;
  const brief = ({ changes }: RoundReport): readonly string[] =>
    changes.map(({ kind, url }) => `${kind} ${url.slice(SITE.length)}`).sort();
  /** The same in the RDF of a round. */
  async function briefRdf(round: number): Promise<readonly string[]> {
    const quads = await collected(readNQuads(out(`rounds/000${round}/report.nq.gz`)));
    const all = quads.join('\n');
    return [...all.matchAll(/<([^>]*)> <[^>]*changedPage> <([^>]*)>/g)]
      .map(([, change = '', url = '']) => {
        const [, kind = ''] = new RegExp(`<${change}> <${terms.changeKind}> "(\\w+)"`).exec(all) ?? [];
        return `${kind} ${url.slice(SITE.length)}`;
      })
      .sort();
  }
  const inAtom = (kind: string, path: string): RegExp =>
    new RegExp(
      `<title>${kind}: [^<]*</title>\\n<id>[^<]*</id>\\n<link rel="alternate" href="${SITE}${path}"/>`,
    );

  it('begins with what there is about the topic', async () => {
    const { code, stdout } = await sfwc(args('2026-05-01'));
    expect(code).toBe(10);
    const names = ['/', '/comb', '/drone', '/honey', '/queen', '/worker'];
    expect(brief(reportOf(1))).toEqual(names.map((path) => `new ${path}`));
    const queen = reportOf(1).changes.find(({ url }) => url.endsWith('/queen'));
    expect(queen).toMatchObject({
      foundOn: `${SITE}/`,
      judged: { nouns: expect.arrayContaining(['queen']) },
    });
    expect(stdout).toMatch(
      /\[\/queen\]\(<http:\/\/bees\.example\/queen>\): it was found on .*; on topic with a score of [\d.]+; for it: .*queen/,
    );
    expect(stdout).not.toContain('bridge');
  });

  it('reports what a killed and repeated round finds as one round, in all forms', async () => {
    inFeed = [`${SITE}/mite`];
    pages.set('/mite', bees('mite'));
    pages.set('/swarm', bees('swarm'));
    pages.set('/worker-bee', bees('worker'));
    pages.set('/', {
      ...bees('apiary'),
      links: ['/comb', '/drone', '/honey', '/queen', '/worker', '/swarm'],
    });
    pages.set('/honey', { text: `${bees('honey').text} A varroa mite does not spoil the honey.` });
    pages.delete('/queen');
    pages.set('/drone', [410]);
    pages.set('/worker', [301, '/worker-bee']);
    const child = start(args('2026-06-20'));
    let left = 4;
    onRequest = () => {
      left -= 1;
      if (left === 0) child.kill('SIGKILL');
    };
    expect(await ended(child)).toBeNull();
    onRequest = () => undefined;
    const { code, stdout } = await sfwc(args('2026-06-20'));
    expect(code).toBe(10);
    const expected = [
      ...['changed /', 'changed /honey', 'changed /worker'],
      ...['gone /drone', 'gone /queen', 'new /mite', 'new /swarm'],
    ];
    expect(brief(reportOf(2))).toEqual(expected);
    expect(await briefRdf(2)).toEqual(expected);
    const markdown = readFileSync(out('rounds/0002/report.md'), 'utf8');
    expect(stdout).toBe(markdown);
    for (const heading of ['New', 'Changed', 'Gone']) expect(markdown).toContain(`\n## ${heading}\n`);
    expect(markdown).toMatch(/\/mite>\): it was found on http:\/\/bees\.example\/news\.atom; on topic/);
    expect(markdown).toMatch(/added: ….*A varroa mite does not spoil the honey\.\n/);
    expect(markdown).toMatch(/\/worker>\): it has moved to http:\/\/bees\.example\/worker\\-bee/);
    const atom = readFileSync(out('feed.atom'), 'utf8');
    for (const one of expected) expect(atom).toMatch(inAtom(...(one.split(' ') as [string, string])));
  }, 60_000);

  it('does not matter where little has changed, and says so by its exit code', async () => {
    pages.set('/queen', { ...bees('queen'), links: ['/drone'] });
    const { code }: Finished = await sfwc(args('2026-10-01'));
    expect([code, brief(reportOf(3))]).toEqual([0, ['new /queen']]);
    expect(reportOf(3).changes[0]?.why).toBe('it is back');
    expect(posted.map(({ round }) => round)).toEqual([1, 2]);
    expect(posted[1]).toEqual(reportOf(2));
  });
});
