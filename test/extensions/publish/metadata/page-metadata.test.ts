import { describe, expect, it } from '@jest/globals';
import { metadataOf } from '../../../../src/extensions/publish/metadata/page-metadata.js';
import { readMarkup } from '../../../../src/extensions/publish/metadata/markup.js';
import type { PageMetadata } from '../../../../src/model/page-metadata.js';

const URL = 'https://news.example/story';

function read(html: string, url = URL, lastModified?: string): PageMetadata {
  return metadataOf(readMarkup(html), { url, lastModified, fetched: '2025-06-01T00:00:00Z' });
}

const jsonLd = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('the date of publication', () => {
  it.each<readonly [source: string, html: string, value: string, confidence: number]>([
    ['json-ld', jsonLd({ '@type': 'NewsArticle', datePublished: '2024-05-17' }), '2024-05-17', 0.95],
    [
      'json-ld',
      jsonLd({ '@graph': [{ '@type': 'VideoObject', uploadDate: '2023-01-01' }] }),
      '2023-01-01',
      0.6,
    ],
    ['meta', '<meta itemprop="datePublished" content="2024-05-17">', '2024-05-17', 0.85],
    ['time', '<time itemprop="datePublished">May 17, 2024</time>', '2024-05-17', 0.85],
    [
      'opengraph',
      '<meta property="article:published_time" content="2024-05-17T08:00:00Z">',
      '2024-05-17T08:00:00Z',
      0.95,
    ],
    ['meta', '<meta name="citation_publication_date" content="2013">', '2013', 0.51],
    ['time', '<h1>A</h1><time class="entry-date" datetime="2024-05-17">May 17</time>', '2024-05-17', 0.85],
    ['url', '<link rel="canonical" href="/2024/05/17/story">', '2024-05-17', 0.8],
    ['byline', '<h1>A</h1><p class="byline">By Ann, May 17, 2024</p>', '2024-05-17', 0.6],
  ])('comes from %s: %s', (source, html, value, confidence) => {
    expect(read(html).published).toEqual({ value, source, confidence });
  });

  it('comes from a feed where the page has none', () => {
    const listed = { published: 'Fri, 17 May 2024 08:00:00 GMT', modified: '2024-06-01' };
    const facts = { url: URL, fetched: '2025-06-01T00:00:00Z', listed };
    const plain = metadataOf(readMarkup('<h1>A</h1>'), facts);
    expect(plain.published).toEqual({ value: '2024-05-17T08:00:00Z', source: 'list', confidence: 0.85 });
    expect(plain.modified).toEqual({ value: '2024-06-01', source: 'list', confidence: 0.4 });
    const own = jsonLd({ '@type': 'Article', datePublished: '2024-05-17' });
    expect(metadataOf(readMarkup(own), facts).published).toMatchObject({ source: 'json-ld' });
    const later = { ...facts, listed: { published: '2031-01-01' } };
    expect(metadataOf(readMarkup('<h1>A</h1>'), later).published).toBeUndefined();
  });

  it.each([
    ['other pages', '<h1>A</h1><div class="related-posts"><time datetime="2024-05-17">x</time></div>'],
    ['the footer', '<h1>A</h1><footer>May 17, 2024</footer>'],
    ['the future', jsonLd({ '@type': 'Article', datePublished: '2031-01-01' })],
  ])('is not that of %s', (_, html) => {
    expect(read(html).published).toBeUndefined();
  });
});

describe('what a page says of itself', () => {
  it('is read from JSON-LD before the head, and from the head before the visible', () => {
    const html = `<html lang="en_us"><head><title>T</title>
      <meta property="og:site_name" content="The Hive"><meta name="description" content=" About  bees ">
      <meta name="author" content="Someone Else">
      <link rel="license" href="https://creativecommons.org/licenses/by/4.0/deed.de"></head>
      ${jsonLd({ '@type': 'Article', author: [{ name: 'By Ann Bee' }, 'Bo Drone', { name: 'Ann Bee' }], dateModified: '2024-06-01' })}`;
    expect(read(html)).toEqual({
      modified: { value: '2024-06-01', source: 'json-ld', confidence: 0.9 },
      authors: { value: ['Ann Bee', 'Bo Drone'], source: 'json-ld', confidence: 0.95 },
      site: { value: 'The Hive', source: 'opengraph', confidence: 0.9 },
      description: { value: 'About bees', source: 'meta', confidence: 0.9 },
      language: { value: 'en-US', source: 'html', confidence: 0.9 },
      licence: { value: 'https://creativecommons.org/licenses/by/4.0/', source: 'link', confidence: 0.9 },
    });
  });

  const ARTICLE = '"@type":"Article","datePublished":"2024-05-17"';
  it.each([
    ['a line break in a string', `{${ARTICLE},"headline":"Two\nlines","author":"Ann Bee"}`],
    ['a tab in a string', `{${ARTICLE},"headline":"A\tb","author":"Ann Bee"}`],
    ['a comma too many', `{${ARTICLE},"author":["Ann Bee",],}`],
    ['comments', `{${ARTICLE}, // the story\n /* who */ "author":"Ann Bee"}`],
    ['single quotation marks', `{${ARTICLE.replaceAll('"', "'")},'author':'Ann Bee'}`],
    ['a script that breaks off', `{${ARTICLE},"author":{"name":"Ann Bee"`],
  ])('is read in spite of %s', (_, script) => {
    const { published, authors } = read(`<script type="application/ld+json">${script}</script>`);
    expect([published?.value, authors?.value]).toEqual(['2024-05-17', ['Ann Bee']]);
  });

  const PERSON = { '@type': 'Person', '@id': '#ann', name: 'Ann Bee' };
  it.each<[string, unknown, unknown[]]>([
    ['an identifier', { '@id': '#ann' }, [PERSON]],
    ['an identifier as text', '#ann', [PERSON]],
    ['a list of identifiers', [{ '@id': '#ann' }, { '@id': '#nobody' }], [PERSON]],
    ['an ordered list', { '@list': [{ '@id': '#ann' }] }, [PERSON]],
    ['an identifier deep in another item', { '@id': '#ann' }, [{ editor: { reviewer: PERSON } }]],
    ['a name with a language', { '@type': 'Person', name: { '@value': 'Ann Bee', '@language': 'en' } }, []],
    ['a name in two parts', { '@type': 'Person', givenName: 'Ann', familyName: 'Bee' }, []],
    ['a person in a person', { '@type': 'Role', author: { name: ['Ann Bee'] } }, []],
    ['names in a circle', { '@id': '#a', name: '#ann' }, [{ '@id': '#ann', name: ['#a', 'Ann Bee'] }]],
  ])('has authors by %s', (_, author, others) => {
    const { authors } = read(jsonLd({ '@graph': [{ '@type': 'Article', author }, ...others] }));
    expect(authors?.value).toContain('Ann Bee');
  });

  it('is not what its readers say', () => {
    const comment = { '@type': 'Comment', datePublished: '2024-09-09', author: { name: 'A Reader' } };
    expect(read(jsonLd([comment, { '@type': 'Article', comment: [comment] }]))).toEqual({});
    expect(read('<li class="comment_body"><time datetime="2024-09-09">9 Sep</time></li>')).toEqual({});
  });

  it('has the time of the response where the page is silent', () => {
    expect(read('<p>Bees', URL, 'Fri, 17 May 2024 10:00:00 GMT')).toEqual({
      modified: { value: '2024-05-17T10:00:00Z', source: 'http', confidence: 0.3 },
    });
  });

  it('is nothing for a page without anything, and for one that is no HTML', () => {
    expect(read('')).toEqual({});
    expect(read('\u0000\u0001<<<>>>&&&')).toEqual({});
  });
});
