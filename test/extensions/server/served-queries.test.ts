import { describe, expect, it } from '@jest/globals';
import { boundQuery, readQueryLibrary } from '../../../src/extensions/server/serve.js';

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

  it('lists those about a page first', async () => {
    const queries = await readQueryLibrary();
    const names = queries.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['why-accepted', 'where-from', 'nouns-of-topic']);
    const ofCrawl = queries.filter((query) => query.ofCrawl).map(({ name }) => name);
    expect(ofCrawl).toEqual(expect.arrayContaining(['telling-pages', 'pages-by-concept', 'why-accepted']));
    expect(ofCrawl).not.toContain('nouns-of-topic');
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
    await expect(boundQuery('topics-compared', { first: 'a' })).rejects.toThrow('needs a value for second');
    await expect(boundQuery('topics', { nothing: '1' })).rejects.toThrow("no parameter 'nothing'");
  });
});
