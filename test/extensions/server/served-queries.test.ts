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
