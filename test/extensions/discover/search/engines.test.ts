import { describe, expect, it } from '@jest/globals';
import type { CorpusReader } from '../../../../src/model/document.js';
import { hitsOfFeed } from '../../../../src/extensions/discover/search/feed-hits.js';
import { withoutKeys } from '../../../../src/extensions/discover/search/hits.js';
import { createIndexEngine } from '../../../../src/extensions/discover/search/index-engine.js';
import { createJsonEngine } from '../../../../src/extensions/discover/search/json-engine.js';
import { hitsOfJson } from '../../../../src/extensions/discover/search/json-hits.js';
import { createMediaWikiEngine } from '../../../../src/extensions/discover/search/mediawiki-engine.js';
import { createOpenSearchEngine } from '../../../../src/extensions/discover/search/opensearch-engine.js';
import { fillTemplate } from '../../../../src/extensions/discover/search/url-template.js';
import { FOUND_PAGES, remoteEngineContract, searchEngineContract } from '../../../contracts/search-engine.js';
import { openWordReader } from '../../../../src/language/text/english.js';

function corpusOf(documents: readonly { url?: string; title: string; text: string }[]): CorpusReader {
  return {
    name: '/corpus.jsonl',
    async *read() {
      for (const [index, { url, title, text }] of documents.entries()) {
        const document = { id: String(index), title, text, ...(url === undefined ? {} : { sourceUrl: url }) };
        yield { kind: 'document', document };
      }
    },
  };
}

remoteEngineContract('SearXNG', ({ fake, ...options }) =>
  createJsonEngine({ ...options, address: `${fake.address}/` }),
);
remoteEngineContract('JSON by a template', ({ fake, ...options }) =>
  createJsonEngine({ ...options, address: `${fake.address}/search?q={searchTerms}&pageno={startPage}` }),
);
remoteEngineContract('OpenSearch with RSS', ({ fake, ...options }) =>
  createOpenSearchEngine({ ...options, address: `${fake.address}/opensearch-rss.xml` }),
);
remoteEngineContract('OpenSearch with Atom', ({ fake, ...options }) =>
  createOpenSearchEngine({ ...options, address: `${fake.address}/opensearch-atom.xml` }),
);
remoteEngineContract('MediaWiki', ({ fake, ...options }) =>
  createMediaWikiEngine({ ...options, address: `${fake.address}/w/api.php` }),
);
searchEngineContract('index', () => createIndexEngine(corpusOf(FOUND_PAGES), openWordReader()));

describe('answers in JSON', () => {
  it('are read wherever the list of results lies, and however its members are called', () => {
    const hit = { url: 'http://a.example/', title: 'A', snippet: 'About a.' };
    const { url, title, snippet } = hit;
    expect(hitsOfJson({ results: [{ url, title, content: snippet }] })).toEqual([hit]);
    expect(hitsOfJson({ web: { results: [{ url, title, description: snippet }] }, query: {} })).toEqual([
      hit,
    ]);
    expect(hitsOfJson({ items: [{ link: url, title, snippet }] })).toEqual([hit]);
    expect(hitsOfJson({ webPages: { value: [{ url, name: title, snippet }] } })).toEqual([hit]);
    expect(hitsOfJson([{ href: url, title, body: snippet }, { nothing: 1 }])).toEqual([hit]);
  });

  it('are none where there is no list, and empty where the list is', () => {
    for (const none of [undefined, null, 'text', 7, {}, { error: { code: 403 } }])
      expect(hitsOfJson(none)).toBeUndefined();
    expect(hitsOfJson({ results: [], suggestions: [] })).toEqual([]);
  });
});

it('reads RSS 1.0, 2.0 and Atom, and nothing else', () => {
  const hit = { url: 'http://a.example/', title: 'A', snippet: 'x' };
  const item = '<item><title>A</title><link>http://a.example/</link><description>x</description></item>';
  expect(hitsOfFeed(`<rss><channel><title>c</title><link>http://c/</link>${item}</channel></rss>`)).toEqual([
    hit,
  ]);
  expect(hitsOfFeed(`<rdf:RDF xmlns:rdf="r"><channel/>${item}</rdf:RDF>`)).toEqual([hit]);
  expect(hitsOfFeed('<feed><title>none</title></feed>')).toEqual([]);
  expect(hitsOfFeed('<html/>')).toBeUndefined();
});

it('fills templates: what is not known stays empty', () => {
  const values = { query: 'hull & paint', part: 2, before: 20, count: 10 };
  const template = 'http://a/?q={searchTerms}&n={count?}&i={startIndex}&p={startPage?}&x={geo:box?}';
  expect(fillTemplate(template, values)).toBe('http://a/?q=hull%20%26%20paint&n=10&i=21&p=3&x=');
  expect(fillTemplate('{startIndex}/{startPage}', values, { index: 0, page: 0 })).toBe('20/2');
});

it('takes keys and credentials out of addresses', () => {
  expect(withoutKeys('https://me:pw@a.example/s?q=x&api_key=1&access_token=2&page=3')).toBe(
    'https://a.example/s?q=x&page=3',
  );
});

describe('the index over a corpus', () => {
  const words = openWordReader();

  it('ranks by BM25: rare words count more, long texts less', async () => {
    const engine = createIndexEngine(
      corpusOf([
        { url: 'http://a.example/long', title: 'long', text: `corrosion ${'engine '.repeat(50)}` },
        { url: 'http://a.example/short', title: 'short', text: 'corrosion' },
        { url: 'http://a.example/ship', title: 'ship', text: 'ship ship ship' },
        { url: 'http://a.example/ship2', title: 'ship', text: 'ship paint' },
      ]),
      words,
    );
    const urls = (await engine.search('corrosion paint', 9)).map(({ url }) => new URL(url).pathname);
    expect(urls).toEqual(['/ship2', '/short', '/long']);
  });

  it('says so where no document has an address', async () => {
    const engine = createIndexEngine(corpusOf([{ title: 'a', text: 'b' }]), words);
    await expect(engine.search('a', 1)).rejects.toThrow('/corpus.jsonl has no documents with URLs');
  });
});
