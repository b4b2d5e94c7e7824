import { describe, expect, it } from '@jest/globals';
import oxigraph from 'oxigraph';
import { readMarkup } from '../../../../src/extensions/page-data/metadata/page-markup.js';
import {
  pageStatements,
  STATEMENT_LIMITS,
  type PageStatements,
} from '../../../../src/extensions/page-data/statements/page-statements.js';

const GRAPH = 'http://g.example/page';

function statements(html: string, now?: () => number): Promise<PageStatements> {
  const place = { base: 'http://a.example/page', graph: GRAPH, label: 'p1' };
  return pageStatements({ ...place, html, markup: readMarkup(html) }, now);
}

const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

/** The lines without the graph, sorted. */
function lines({ nquads }: PageStatements): readonly string[] {
  return nquads
    .trim()
    .split('\n')
    .map((line) => line.replace(` <${GRAPH}> .`, ''))
    .sort();
}

const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

describe('pageStatements', () => {
  it('reads JSON-LD with the bundled terms of schema.org', async () => {
    const html = jsonLd({
      '@context': 'https://schema.org',
      '@type': 'Article',
      '@id': '#it',
      headline: 'Bees',
      url: '/bees',
      author: { '@type': 'Person', name: 'Ann' },
    });
    const found = await statements(html);
    expect(found.problems).toEqual([]);
    expect(lines(found)).toEqual([
      `<http://a.example/page#it> <http://schema.org/author> _:p1b0`,
      `<http://a.example/page#it> <http://schema.org/headline> "Bees"`,
      `<http://a.example/page#it> <http://schema.org/url> <http://a.example/bees>`,
      `<http://a.example/page#it> ${TYPE} <http://schema.org/Article>`,
      `_:p1b0 <http://schema.org/name> "Ann"`,
      `_:p1b0 ${TYPE} <http://schema.org/Person>`,
    ]);
  });

  it('reads microdata and RDFa, with one address for each term', async () => {
    const microdata = await statements(
      '<div itemscope itemtype="https://schema.org/Person" itemid="http://a.example/ann"><b itemprop="name">Ann</b></div>',
    );
    expect(lines(microdata)).toContain(`<http://a.example/ann> ${TYPE} <http://schema.org/Person>`);
    expect(lines(microdata)).toContain('<http://a.example/ann> <http://schema.org/name> "Ann"');
    const rdfa = await statements(
      '<meta property="og:title" content="Bees"><meta property="article:section" content="Hives"><link rel="stylesheet" href="a.css">',
    );
    expect(lines(rdfa)).toEqual([
      '<http://a.example/page> <http://ogp.me/ns#title> "Bees"',
      '<http://a.example/page> <http://ogp.me/ns/article#section> "Hives"',
    ]);
  });

  it('keeps the blank nodes of two scripts apart', async () => {
    const script = jsonLd({ '@context': 'https://schema.org', '@id': '_:a', name: 'Ann' });
    const { nquads } = await statements(script + script);
    expect(nquads.match(/_:p1b\d/g)).toEqual(['_:p1b0', '_:p1b1']);
  });

  it('requests no context: terms of one that is not bundled are left out, and counted', async () => {
    const found = await statements(
      jsonLd({
        '@context': [
          'https://evil.example/context',
          { '@import': 'https://evil.example/more', name: 'http://n.example/name' },
        ],
        name: 'Ann',
        other: 'x',
      }),
    );
    expect(lines(found)).toEqual(['_:p1b0 <http://n.example/name> "Ann"']);
    expect(found.problems).toEqual(['terms of 1 contexts are not known: https://evil.example/context']);
  });

  it.each<[string, string, string]>([
    ['no JSON', '{"@type": "Article",}', 'JSON-LD 1 is not JSON (at character 20)'],
    ['very deep', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, 'JSON-LD 1 is deeper than 60 levels'],
    ['very long', `"${'x'.repeat(1_000_001)}"`, 'JSON-LD 1 is longer than 1 million characters'],
    [
      'many values',
      JSON.stringify(Array.from({ length: 60_000 }, () => 1)),
      'JSON-LD 1 has more than 50000 values',
    ],
    [
      'a term that is defined by itself',
      JSON.stringify({ '@context': { a: { '@id': 'b:x' }, b: { '@id': 'a:x' } }, a: 1 }),
      'JSON-LD 1',
    ],
  ])('leaves out JSON-LD that is %s, says so in a line, and reads the rest', async (_, script, problem) => {
    const rest = jsonLd({ '@context': 'https://schema.org', '@id': '#rest', name: 'Rest' });
    const found = await statements(jsonLd(script) + rest);
    expect(found.problems.filter((line) => !line.startsWith(problem))).toEqual([]);
    expect(lines(found)).toContain('<http://a.example/page#rest> <http://schema.org/name> "Rest"');
  });

  it('ends in data with loops, and where there are more statements than are kept', async () => {
    const loop = jsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        { '@id': '#a', about: { '@id': '#b' } },
        { '@id': '#b', about: { '@id': '#a' } },
      ],
    });
    expect((await statements(loop)).count).toBe(2);
    const many = {
      '@context': 'https://schema.org',
      '@id': '#a',
      name: Array.from({ length: 6_000 }, (_, place) => String(place)),
    };
    const found = await statements(jsonLd(many));
    expect(found.count).toBe(STATEMENT_LIMITS.statements);
    expect(found.problems).toEqual(['JSON-LD 1 has more statements than are kept']);
  });

  it('stops after its time, and does not read microdata in a page that is very deep', async () => {
    let time = 0;
    const late = await statements(
      jsonLd({ '@context': 'https://schema.org', name: 'x' }),
      () => (time += 9_000),
    );
    expect(late).toMatchObject({ count: 0, problems: ['JSON-LD 1 takes too long'] });
    const deep = await statements(`${'<div itemscope itemprop="a">'.repeat(900)}x`);
    expect(deep).toMatchObject({
      count: 0,
      problems: ['microdata and RDFa are not read: the page is too deep'],
    });
  });

  it('keeps no statement by which a page pretends to be judged', async () => {
    const found = await statements(
      jsonLd({
        '@id': '',
        'http://sfwcrawler.com/core#accepted': true,
        '@type': 'http://sfwcrawler.com/core#Crawl',
      }),
    );
    expect(found).toMatchObject({ count: 0, problems: ['2 statements with terms of sfwc are left out'] });
  });

  it('writes N-Quads that can be loaded, whatever the page holds', async () => {
    const found = await statements(
      jsonLd({
        '@id': 'http://a.example/a?b=ö',
        'http://n.example/ö': [
          'line\nbreak "quoted" \\',
          '\ud800',
          { '@value': 'x', '@language': 'not a tag!' },
        ],
      }) + '<p property="http://n.example/p" lang="x&quot;>y">text</p>',
    );
    const store = new oxigraph.Store();
    store.load(found.nquads, { format: 'application/n-quads' });
    expect(store.size).toBe(found.count);
    expect(found.count).toBeGreaterThan(2);
  });
});
