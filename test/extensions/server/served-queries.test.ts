import { describe, expect, it } from '@jest/globals';
import { boundQuery, readQueryLibrary } from '../../../src/extensions/server/served-queries.js';

describe('the query library', () => {
  it('knows for every parameter the value that stands in the query', async () => {
    const queries = await readQueryLibrary();
    expect(queries.length).toBeGreaterThan(10);
    for (const { name, description, parameters } of queries) {
      expect([name, description]).not.toContain('');
      for (const parameter of parameters.filter(({ required }) => required))
        expect([name, parameter.name, parameter.value]).not.toContain('');
    }
  });

  it('says which queries concern a crawl, and lists the most asked first', async () => {
    const queries = await readQueryLibrary();
    const ofCrawl = queries.filter((query) => query.ofCrawl).map(({ name }) => name);
    expect(ofCrawl.slice(0, 3)).toEqual(['why-accepted', 'where-from', 'telling-pages']);
    // What names a crawl in its command is declared to need one.
    const named = queries.filter(({ description }) => description.includes('--crawl'));
    expect(ofCrawl).toEqual(named.map(({ name }) => name));
    expect(queries.map(({ description }) => description).join()).not.toContain('@crawl');
  });

  it('binds its values to what runs as it stands', async () => {
    expect(await boundQuery('nouns-near-noun', { lemma: 'a "b"' })).toContain(
      String.raw`VALUES ?lemma { "a \"b\"" }`,
    );
    await expect(boundQuery('../package', {})).rejects.toThrow('there is no query');
    await expect(boundQuery('nouns-near-noun', { limit: '1' })).rejects.toMatchObject({
      message: 'the query needs a value for lemma (The noun in its base form)',
      hint: 'for instance --param lemma=insulin',
    });
    await expect(boundQuery('topics', { nothing: '1' })).rejects.toThrow("no parameter 'nothing'");
  });
});
