import { describe, expect, it } from '@jest/globals';
import { namedSources } from '../../../../src/extensions/discover/sources/named-sources.js';
import { UsageError } from '../../../../src/model/errors.js';

const services = (...values: string[]) => namedSources(values).services;

describe('namedSources', () => {
  it('tells search engines and CDX servers by their addresses', () => {
    const cdx = [
      'https://web.archive.org/cdx/search/cdx',
      'https://index.commoncrawl.org/',
      'https://index.commoncrawl.org/CC-MAIN-2025-05-index',
      'http://127.0.0.1:8080/collection/cdx',
    ];
    const engines = [
      'https://searx.example/',
      'https://s.example/cdx?q={searchTerms}',
      'https://wiki.example/w/api.php',
    ];
    expect(services(...cdx)).toEqual(cdx.map((address) => ({ kind: 'cdx', address })));
    expect(services(...engines)).toEqual(engines.map((address) => ({ kind: 'search', address })));
  });

  it('takes the word of the user for it', () => {
    expect(
      services('cdx=https://archive.example/', 'OpenSearch=https://s.example/', 'json=http://x/cdx'),
    ).toEqual([
      { kind: 'cdx', address: 'https://archive.example/' },
      { kind: 'search', address: 'https://s.example/', engineKind: 'opensearch' },
      { kind: 'search', address: 'http://x/cdx', engineKind: 'json' },
    ]);
  });

  it('knows own sources, and names each service once', () => {
    expect(namedSources(['none'])).toEqual({ own: false, services: [] });
    const twice = namedSources(['own', 'https://s.example/', 'own', 'https://s.example/']);
    expect(twice).toEqual({ own: true, services: [{ kind: 'search', address: 'https://s.example/' }] });
  });

  it.each(['onw', 'searx.example', 'ftp://s.example/', 'cdx=', 'https://', ''])('refuses %j', (value) => {
    expect(() => namedSources([value])).toThrow(UsageError);
  });

  it('refuses none next to others', () => {
    expect(() => namedSources(['none', 'own'])).toThrow('none does not go together with other sources');
  });

  it.each(['https://me:secret@s.example/', 'cdx=https://me:secret@s.example/'])(
    'keeps no password: %s',
    (value) => {
      expect(() => namedSources([value])).toThrow(
        '--sources: the address of s.example holds a name or a password',
      );
    },
  );
});
