import { describe, expect, it } from '@jest/globals';
import { sparqlTokens } from '../../src/kb/sparql-tokens.js';

describe('sparqlTokens', () => {
  it('tells names from keywords and skips comments', () => {
    const tokens = sparqlTokens(
      "PREFIX limit: <http://a.example/#x> # LIMIT 5\nASK { ?limit limit:x \"LIMIT 1\" , '''a'b''' }",
    );
    expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'word PREFIX',
      'name limit:',
      'iri <http://a.example/#x>',
      'word ASK',
      'other {',
      'variable ?limit',
      'name limit:x',
      'string "LIMIT 1"',
      'other ,',
      "string '''a'b'''",
      'other }',
    ]);
  });

  it('counts open brackets', () => {
    const depths = sparqlTokens('{ ( [ a ] ) } b').map(({ text, depth }) => `${text}${depth}`);
    expect(depths).toEqual(['{0', '(1', '[2', 'a3', ']2', ')1', '}0', 'b0']);
  });
});
