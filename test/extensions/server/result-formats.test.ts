import { describe, expect, it } from '@jest/globals';
import {
  BOOLEAN_FORMATS,
  formatNamed,
  TRIPLE_FORMATS,
  negotiate,
  ROW_FORMATS,
} from '../../../src/extensions/server/sparql-routes.js';

describe('negotiate', () => {
  it.each([
    [undefined, 'application/sparql-results+json'],
    ['', 'application/sparql-results+json'],
    ['*/*', 'application/sparql-results+json'],
    ['text/*', 'text/csv; charset=utf-8'],
    ['text/csv;q=0.5, text/tab-separated-values;q=0.6', 'text/tab-separated-values; charset=utf-8'],
    ['text/csv;q=0, */*;q=0.1', 'application/sparql-results+json'],
    ['application/json', 'application/json'],
    [
      'application/sparql-results+json;q=0, application/sparql-results+xml;q=0.001',
      'application/sparql-results+xml',
    ],
    ['TEXT/CSV ; Q=1', 'text/csv; charset=utf-8'],
    ['image/png', undefined],
    ['*/*;q=0', undefined],
  ])('answers Accept: %s with %s', (accept, expected) => {
    expect(negotiate(accept, ROW_FORMATS)?.contentType).toBe(expected);
  });

  it('offers no CSV for ASK', () => {
    expect(negotiate('text/csv', BOOLEAN_FORMATS)).toBeUndefined();
  });
});

describe('formatNamed', () => {
  it('knows short names, types and aliases', () => {
    const names = ['ttl', 'text/turtle; charset=utf-8', 'RDF/XML', 'json-ld', 'nt'];
    expect(names.map((name) => formatNamed(name, TRIPLE_FORMATS)?.format.name)).toEqual([
      'turtle',
      'turtle',
      'rdfxml',
      'jsonld',
      'ntriples',
    ]);
    expect(formatNamed('doc', TRIPLE_FORMATS)).toBeUndefined();
  });
});
