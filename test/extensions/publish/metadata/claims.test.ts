import { describe, expect, it } from '@jest/globals';
import oxigraph from 'oxigraph';
import {
  CLAIM_LIMITS,
  readClaims,
  type PageClaims,
} from '../../../../src/extensions/publish/metadata/claims.js';

const GRAPH = 'http://g.example/page';

function claims(...scripts: readonly string[]): Promise<PageClaims> {
  return readClaims(scripts, { base: 'http://a.example/page', graph: GRAPH, label: 'p1' });
}

const jsonLd = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The lines without the graph, sorted. */
function lines({ nquads }: PageClaims): readonly string[] {
  return nquads
    .trim()
    .split('\n')
    .map((line) => line.replace(` <${GRAPH}> .`, ''))
    .sort();
}

const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

describe('readClaims', () => {
  it('reads JSON-LD with the bundled terms of schema.org', async () => {
    const html = jsonLd({
      '@context': 'https://schema.org',
      '@type': 'Article',
      '@id': '#it',
      headline: 'Bees',
      url: '/bees',
      author: { '@type': 'Person', name: 'Ann' },
    });
    const found = await claims(html);
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

  it('keeps the blank nodes of two scripts apart', async () => {
    const script = jsonLd({ '@context': 'https://schema.org', '@id': '_:a', name: 'Ann' });
    const { nquads } = await claims(script, script);
    expect(nquads.match(/_:p1b\d/g)).toEqual(['_:p1b0', '_:p1b1']);
  });

  it('requests no context: terms of one that is not bundled are left out, and counted', async () => {
    const found = await claims(
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
    expect(found.problems).toEqual([
      'JSON-LD 1 has contexts that are not known: https://evil.example/context',
    ]);
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
    const found = await claims(jsonLd(script), rest);
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
    expect(lines(await claims(loop))).toHaveLength(2);
    const many = {
      '@context': 'https://schema.org',
      '@id': '#a',
      name: Array.from({ length: 6_000 }, (_, place) => String(place)),
    };
    const found = await claims(jsonLd(many));
    expect(lines(found)).toHaveLength(CLAIM_LIMITS.statements);
    expect(found.problems).toEqual(['JSON-LD 1 has more statements than are kept']);
  });

  it('keeps no statement by which a page pretends to be judged', async () => {
    const found = await claims(
      jsonLd({
        '@id': '',
        'http://sfwcrawler.com/core#accepted': true,
        '@type': 'http://sfwcrawler.com/core#Crawl',
      }),
    );
    expect(found).toEqual({ nquads: '', problems: ['2 statements with terms of sfwc are left out'] });
  });

  it('writes N-Quads that can be loaded, whatever the page holds', async () => {
    const found = await claims(
      jsonLd({
        '@id': 'http://a.example/a?b=ö',
        'http://n.example/ö': [
          'line\nbreak "quoted" \\',
          '\ud800',
          { '@value': 'x', '@language': 'not a tag!' },
        ],
      }),
    );
    const store = new oxigraph.Store();
    store.load(found.nquads, { format: 'application/n-quads' });
    expect(store.size).toBe(2);
  });
});
