import { describe, expect, it } from '@jest/globals';
import { candidatesOf } from '../../../../src/extensions/discover/seeds/seed-candidates.js';
import type { SeedList } from '../../../../src/extensions/discover/seeds/seed-candidates.js';

const list = (source: SeedList['source'], by: string, ...urls: readonly string[]): SeedList => ({
  source,
  by,
  hits: urls.map((url) => ({ url, note: `note of ${by}` })),
});

describe('candidates', () => {
  it('are normalised, each once, with all who found them', () => {
    const found = candidatesOf([
      list('search', 'bees', 'http://A.example/x#top', 'http://a.example/x', 'http://b.example'),
      list('corpus', 'texts', 'http://b.example/'),
    ]);
    expect(found.map(({ url }) => url)).toEqual(['http://b.example/', 'http://a.example/x']);
    expect(found[0]).toMatchObject({
      host: 'b.example',
      prior: 1,
      found: [
        { source: 'search', by: 'bees', place: 2, note: 'note of bees' },
        { source: 'corpus', by: 'texts', place: 1 },
      ],
    });
    expect(found[1]?.found).toHaveLength(1);
  });

  it('leave out what is not a web address, and credentials', () => {
    const found = candidatesOf([
      list(
        'corpus',
        't',
        'javascript:alert(1)',
        'file:///etc/passwd',
        'mailto:a@b.example',
        '',
        'http://u:p@c.example/',
      ),
    ]);
    expect(found.map(({ url }) => url)).toEqual(['http://c.example/']);
  });

  it('do not let a source with many lists outvote another', () => {
    const queries = Array.from({ length: 20 }, (_, index) =>
      list('search', `q${index}`, 'http://often.example/'),
    );
    const found = candidatesOf([
      ...queries,
      list('corpus', 'w', 'http://once.example/', 'http://often.example/'),
    ]);
    expect(found.map(({ url }) => url)).toEqual(['http://often.example/', 'http://once.example/']);
    expect(found[1]?.prior).toBeGreaterThan(0.45);
  });

  it('are none of no lists', () => expect(candidatesOf([])).toEqual([]));
});
