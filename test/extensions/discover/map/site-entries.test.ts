import { describe, expect, it } from '@jest/globals';
import { entriesOf, type NamedUrl } from '../../../../src/extensions/discover/map/site-entries.js';
import { createTopicWords } from '../../../../src/extensions/discover/seeding/topic-words.js';

const words = createTopicWords(
  [
    { lemma: 'honey', weight: 2 },
    { lemma: 'wax', weight: 1 },
    { lemma: 'bee', weight: 4 },
  ],
  (text) => text.toLowerCase().split(/\s+/),
);
const NOW = Date.parse('2026-01-01');
const SITEMAP = 'http://bee.example/map.xml';
const inSitemap = (path: string, lastModified?: string): NamedUrl => ({
  ...{ url: `http://bee.example${path}`, source: 'sitemap', by: SITEMAP, lastModified },
});
const pathsOf = (named: readonly NamedUrl[]): string[] =>
  entriesOf(named, words, NOW).map(({ url }) => url.slice('http://bee.example'.length));

describe('the entries of a site', () => {
  it('are one of each URL, with all that sources say of it', () => {
    const url = 'http://bee.example/honey-1';
    const [entry, ...others] = entriesOf(
      [
        inSitemap('/honey-1', '2025-01-01'),
        { url, source: 'link', by: 'http://bee.example/', title: 'More' },
        {
          url,
          source: 'feed',
          by: 'http://bee.example/feed',
          title: 'Honey and wax',
          lastModified: 'Wed, 01 Oct 2025 00:00:00 GMT',
        },
        inSitemap('/honey-1'),
      ],
      words,
      NOW,
    );
    expect(others).toEqual([]);
    // A noun in address and title counts once, and that in the name of the host, which all URLs have, does not.
    expect(entry).toEqual({
      ...{
        url,
        title: 'Honey and wax',
        lastModified: '2025-10-01T00:00:00.000Z',
        nouns: ['honey', 'wax'],
        score: 3,
      },
      sources: [
        { source: 'sitemap', by: SITEMAP },
        { source: 'link', by: 'http://bee.example/' },
        { source: 'feed', by: 'http://bee.example/feed' },
      ],
    });
  });

  it('come by score, then the newest first, then by address', () => {
    const named = [
      inSitemap('/b'),
      inSitemap('/a'),
      inSitemap('/wax', '2020-05-05'),
      inSitemap('/old', '2019-05-05'),
      inSitemap('/wax/2', '2024-05-05T10:00:00+02:00'),
      inSitemap('/honey'),
    ];
    const ranked = ['/honey', '/wax/2', '/wax', '/old', '/a', '/b'];
    expect(pathsOf(named)).toEqual(ranked);
    expect(pathsOf([...named].reverse())).toEqual(ranked);
  });

  it('have no times that are none or to come', () => {
    const named = [
      inSitemap('/new', '2999-01-01'),
      inSitemap('/none', 'yesterday'),
      inSitemap('/a', '2001-01-01'),
    ];
    expect(pathsOf(named)).toEqual(['/a', '/new', '/none']);
    expect(
      entriesOf(named, words, NOW).filter(({ lastModified }) => lastModified !== undefined),
    ).toHaveLength(1);
  });

  it('have titles of one line, however they are written', () => {
    const by = 'http://bee.example/';
    const title = ` Honey\r\n\u0085http://evil.example/\u001b[31m ${'x'.repeat(500)}`;
    const [entry] = entriesOf([{ url: by, source: 'link', by, title }], words, NOW);
    expect(entry?.title).toMatch(/^Honey http:\/\/evil\.example\/ \[31m x+$/);
    expect(entry?.title).toHaveLength(200);
    const [untitled] = entriesOf([{ url: by, source: 'link', by, title: ' \n ' }], words, NOW);
    expect(untitled?.title).toBeUndefined();
  });
});
