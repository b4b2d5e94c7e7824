import { describe, expect, it } from '@jest/globals';
import { sparqlTokens } from '../../../src/knowledge/queries/sparql-tokens.js';

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

  it.each(['a.', 'é', 'a-b.', '"\\', "'''\\"])(
    'reads a long text of %j once, not again from each place',
    (piece) => {
      const text = piece.repeat(400_000 / piece.length);
      const read = sparqlTokens(text).reduce((length, token) => length + token.text.length, 0);
      expect(read).toBe(text.length);
    },
  );

  it.each([
    ['"a }', '"a }'],
    ['"a\n}', '"a', '}'],
    ["'''a\n}", "'''a\n}"],
    ['"""a""', '"""a""'],
  ])('takes a string that does not end to the end: %j', (text, ...expected) =>
    expect(sparqlTokens(text).map((token) => token.text)).toEqual(expected),
  );
});
