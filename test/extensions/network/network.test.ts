import { describe, expect, it } from '@jest/globals';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSeeds } from '../../../src/app/crawl/setup/read-seeds.js';
import { suggestSites, writeNetwork, type NetworkOptions } from '../../../src/extensions/network/api.js';
import { checkGexf, checkGraphMl, type CheckedNetwork } from '../../support/check-networks.js';
import { writeCrawlFolder } from '../../support/crawl-folder.js';
import { crawlEvent, eventLines, noun, type EventWish } from '../../support/crawl-events.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());

/** A crawl about bees with these events. */
function crawlOf(...wishes: readonly EventWish[]): string {
  const out = place();
  writeCrawlFolder(out, []);
  const events = wishes.map((wish, number) => crawlEvent({ sequence: number + 1, ...wish }));
  writeFileSync(join(out, 'events.jsonl'), eventLines(events));
  return out;
}

async function gexf(out: string, options: NetworkOptions = {}): Promise<CheckedNetwork> {
  const to = place();
  await writeNetwork(out, { ...options, to });
  return checkGexf(readFileSync(to, 'utf8'));
}

/** `a → b` by labels, with weight and texts where there are some. */
function linksOf({ nodes, edges }: CheckedNetwork): readonly string[] {
  const label = (id: string): string => nodes.get(id)?.['label'] ?? '';
  return edges.map(({ source, target, weight, values }) =>
    [`${label(source)} → ${label(target)}`, ...(weight === 1 ? [] : [weight]), ...Object.values(values)].join(
      ' ',
    ),
  );
}

const small = crawlOf(
  {
    ...{ url: 'http://a.example/', title: 'A', score: 0.9, depth: 0 },
    links: [
      'http://a.example/x',
      'http://b.example/old',
      'http://c.example/new',
      'http://a.example/',
      'http://d.example/1',
    ],
  },
  {
    ...{
      url: 'http://a.example/x',
      title: 'X',
      score: 0.1,
      referrer: 'http://a.example/',
      anchorText: 'to x',
    },
    links: [
      'http://a.example/',
      'http://c.example/new',
      'http://c.example/other',
      'http://d.example/2',
      'http://e.example/',
    ],
  },
  {
    ...{ url: 'http://b.example/old', title: 'B', score: 0.7, finalUrl: 'http://b.example/b' },
    ...{ referrer: 'http://a.example/', anchorText: 'the  old\nB' },
    links: ['http://a.example/index.html', 'http://b.example/b', 'http://c.example/new'],
  },
  {
    ...{ url: 'http://a.example/index.html', state: 'skipped', code: 'redirect-target-known' },
    message: 'redirects to http://a.example/, which the crawl knows already',
  },
  { url: 'http://e.example/', state: 'failed', code: 'timeout' },
);

describe('a network of pages', () => {
  it('has the judged pages and the links between them, with what led to each', async () => {
    const network = await gexf(small, { found: 0 });
    expect(network.isDirected).toBe(true);
    expect([...network.nodes.values()].map(({ label, state, linking }) => [label, state, linking])).toEqual([
      ['A', 'accepted', '2'],
      ['X', 'rejected', '1'],
      ['B', 'accepted', '1'],
    ]);
    expect(network.nodes.get('2')).toMatchObject({
      ...{ url: 'http://b.example/b', host: 'b.example', title: 'B', score: '0.7', topic: 'bees' },
      ...{ depth: '1', fetched: '2024-01-01T00:00:00.000Z' },
    });
    // The redirect to A is a link to A; what failed is no page.
    expect(linksOf(network)).toEqual(['A → X to x', 'A → B the old B', 'X → A', 'B → A']);
  });

  it('has the most linked addresses that were not crawled', async () => {
    const network = await gexf(small, { found: 2 });
    const found = [...network.nodes.values()].filter(({ state }) => state === 'found');
    expect(found.map(({ url, linking }) => [url, linking])).toEqual([
      ['http://c.example/new', '3'],
      ['http://d.example/1', '1'],
    ]);
    expect(linksOf(network)).toContain('B → http://c.example/new');
    expect(linksOf(network)).toHaveLength(8);
  });

  it('is about accepted pages alone on request', async () => {
    const network = await gexf(small, { accepted: true, found: 10 });
    expect(linksOf(network)).toEqual([
      ...['A → B the old B', 'A → http://c.example/new', 'A → http://d.example/1'],
      ...['B → A', 'B → http://c.example/new'],
    ]);
  });

  it('has the text of every link where the stored pages are read again', async () => {
    const out = place();
    const html = '<main><p>See <a href="/y?utm_source=x">the <b>hive</b></a>.</p></main>';
    writeCrawlFolder(out, [
      { url: 'http://a.example/', title: 'A', text: 'See', html, event: { links: ['http://a.example/y'] } },
      { url: 'http://a.example/z', title: 'Z', text: 'Z', event: { links: ['http://a.example/y'] } },
      { url: 'http://a.example/y', title: 'Y', text: 'Y' },
    ]);
    expect(linksOf(await gexf(out))).toEqual(['A → Y', 'Z → Y']);
    expect(linksOf(await gexf(out, { anchors: true }))).toEqual(['A → Y the hive', 'Z → Y']);
  });

  it('has the last verdict on a page, once', async () => {
    const first = { url: 'http://a.example/', title: 'A', score: 0.9 };
    const rejudged = { sequence: 1, time: '2024-01-01T00:00:00.000Z', accepted: true, threshold: 0.5 };
    const out = crawlOf(first, { ...first, score: 0.2, rejudged });
    expect([...(await gexf(out)).nodes.values()]).toMatchObject([{ state: 'rejected', score: '0.2' }]);
  });
});

describe('a network of sites', () => {
  it('counts the links between the pages of hosts', async () => {
    const network = await gexf(small, { of: 'sites' });
    expect(linksOf(network)).toEqual([
      ...['a.example → b.example the old B', 'a.example → c.example 3', 'a.example → d.example 2'],
      ...['a.example → e.example', 'b.example → a.example', 'b.example → c.example'],
    ]);
    const shown = [...network.nodes.values()].map(
      ({ label, state, accepted, rejected, failed, linking, within }) =>
        [label, state, accepted, rejected, failed, linking, within].join(' '),
    );
    expect(shown).toEqual([
      ...['a.example accepted 1 1 1 1 3', 'b.example accepted 1 0 0 1 1', 'e.example failed 0 0 1 1 0'],
      ...['c.example found 0 0 0 2 0', 'd.example found 0 0 0 1 0'],
    ]);
    expect(network.nodes.get('0')).toMatchObject({ url: 'http://a.example/', title: 'A', score: '0.9' });
  });

  it('follows redirects to other hosts', async () => {
    const out = crawlOf(
      { url: 'http://a.example/', score: 0.9, links: ['http://short.example/1'] },
      { url: 'http://short.example/1', score: 0.9, finalUrl: 'http://b.example/long' },
    );
    expect(linksOf(await gexf(out, { of: 'sites' }))).toEqual(['a.example → b.example']);
  });

  it('takes folders for sites by the longest prefix of a file', async () => {
    const sites = place();
    writeFileSync(sites, '# people\nhttps://a.example/x # Xenia\n\nb.example/~anna/ \nb.example/\n');
    const network = await gexf(small, { of: 'sites', sites, found: 0 });
    expect([...network.nodes.values()].map(({ label, url }) => [label, url])).toEqual([
      ['a.example', 'http://a.example/'],
      ['a.example/x', 'http://a.example/x'],
      ['b.example/', 'http://b.example/'],
      ['e.example', 'http://e.example/'],
    ]);
    expect(linksOf(network)).toContain('a.example → a.example/x to x');
  });

  it.each(['ftp://a.example/', 'https://a.example/?q=1', 'two words.example/', 'http://'])(
    'refuses the rule %s, with its line',
    async (rule) => {
      const sites = place();
      writeFileSync(sites, `http://fine.example/\n${rule}\n`);
      const failure = await failureOf(gexf(small, { of: 'sites', sites }));
      expect(failure.message).toBe(`${sites}:2: '${rule}' is not a URL prefix`);
    },
  );

  it('lists those that were not crawled as seeds, the most linked first', async () => {
    const to = place();
    expect(await writeNetwork(small, { of: 'sites', format: 'seeds', to })).toEqual({
      ...{ nodes: 0, edges: 0, found: 2 },
    });
    expect(await readSeeds([to])).toEqual(['http://c.example/', 'http://d.example/']);
    await writeNetwork(small, { format: 'seeds', found: 1, to });
    expect(await readSeeds([to])).toEqual(['http://c.example/new']);
  });
});

describe('a network of nouns', () => {
  it('counts the accepted pages that share two of them', async () => {
    const out = crawlOf(
      { url: 'http://a.example/1', score: 0.9, evidence: [noun('bee'), noun('honey'), noun('car', -1)] },
      { url: 'http://a.example/2', score: 0.9, evidence: [noun('honey', 2), noun('bee'), noun('hive')] },
      { url: 'http://a.example/3', score: 0.1, evidence: [noun('bee'), noun('honey')] },
    );
    const network = await gexf(out, { of: 'nouns' });
    expect(network.isDirected).toBe(false);
    expect(linksOf(network)).toEqual(['bee → honey 2', 'bee → hive', 'honey → hive']);
    expect(network.nodes.get('1')).toEqual({
      ...{ label: 'honey', iri: 'http://dbpedia.org/resource/honey', pages: '2', pull: '3', documents: '3' },
    });
    expect(linksOf(await gexf(out, { of: 'nouns', nouns: 2 }))).toEqual(['bee → honey 2']);
  });
});

describe('the formats of networks', () => {
  const hostile = crawlOf(
    {
      url: 'http://a.example/',
      title: ` <A> & "b"\u0000\u001b[31m\ud800 'c'\uffff `,
      score: 0.9,
      links: ['http://b.example/?a=1&b=<'],
    },
    {
      url: 'http://b.example/?a=1&b=<',
      title: 'x'.repeat(3_000_000),
      score: 0.6,
      referrer: 'http://a.example/',
      anchorText: '=1+1]]>',
    },
    { url: 'http://c.example/', title: '=cmd()', score: 0.6 },
  );

  it.each(['gexf', 'graphml'] as const)('%s holds anything that pages are called', async (format) => {
    const to = place();
    await writeNetwork(hostile, { format, to });
    const text = readFileSync(to, 'utf8');
    const network = (format === 'gexf' ? checkGexf : checkGraphMl)(text);
    expect(network.nodes.get('0')?.['label']).toBe(`<A> & "b" [31m 'c'`);
    expect(network.nodes.get('1')?.['label']).toMatch(/^x{199}…$/);
    expect(network.nodes.get('1')?.['url']).toBe('http://b.example/?a=1&b=<');
    expect(network.edges).toEqual([{ source: '0', target: '1', weight: 1, values: { anchor: '=1+1]]>' } }]);
  });

  it('csv is two tables without formulas', async () => {
    const to = place();
    await writeNetwork(hostile, { format: 'csv', to });
    const [head, first = '', , third] = readFileSync(join(to, 'nodes.csv'), 'utf8').split('\r\n');
    expect(head).toBe('Id,Label,url,host,title,state,score,topic,depth,fetched,linking');
    expect(first.startsWith(`0,"<A> & ""b"" [31m 'c'",http://a.example/,a.example,`)).toBe(true);
    expect(third).toMatch(/^2,'=cmd\(\),/);
    const edges = readFileSync(join(to, 'edges.csv'), 'utf8');
    expect(edges).toBe(`Source,Target,Type,Weight,anchor\r\n0,1,Directed,1,'=1+1]]>\r\n`);
  });

  it.each(['pages', 'sites', 'nouns'] as const)('say the same of %s at each call', async (of) => {
    const [one, other] = [place(), place()];
    await writeNetwork(small, { of, to: one });
    await writeNetwork(small, { of, to: other });
    expect(readFileSync(one, 'utf8')).toBe(readFileSync(other, 'utf8'));
  });
});

describe('folders that may be sites', () => {
  it('are those with links of their own from other hosts', async () => {
    const link = (from: string, ...links: readonly string[]): EventWish => ({
      ...{ url: `http://${from}.example/`, score: 0.9, links },
    });
    const out = crawlOf(
      link('a', 'https://uni.example/~anna/cv.html', 'https://uni.example/~anna/', 'https://uni.example/'),
      link('b', 'https://uni.example/~anna/', 'https://uni.example/news/1', 'https://blog.example/x/1'),
      link('c', 'https://uni.example/about.html', 'https://blog.example/x/2'),
      { url: 'https://uni.example/~anna/', score: 0.9, links: ['https://uni.example/news/1'] },
    );
    // The news are linked by one host; of blog.example nothing but the folder is linked.
    expect(await suggestSites(out)).toEqual([
      { prefix: 'https://uni.example/~anna/', hosts: 2, hostsOfRest: 3, pages: 1 },
    ]);
  });
});

describe('a folder that is damaged', () => {
  it('is named with the line', async () => {
    const out = crawlOf({ url: 'http://a.example/', score: 0.9 });
    appendFileSync(join(out, 'events.jsonl'), '{"broken\n{}\n');
    const failure = await failureOf(gexf(out));
    expect(failure.message).toMatch(/events\.jsonl:2: not an event of a crawl/);
  });

  it('may hold no crawl', async () => {
    const failure = await failureOf(gexf(place()));
    expect(failure.message).toMatch(/^there is no crawl in /);
  });
});
