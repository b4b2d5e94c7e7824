import { describe, expect, it } from '@jest/globals';
import { parseResults, parseTriples, type Term } from '../../../../src/extensions/server/page/answers.js';
import { columnOf } from '../../../../src/extensions/server/page/table-view.js';
import {
  isWritable,
  literalText,
  literalTitle,
  numberOf,
  quoted,
  shortIri,
} from '../../../../src/extensions/server/page/term-texts.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const PREFIXES = { xsd: XSD, sfwc: 'http://sfwcrawler.com/core#' };
const iri = (value: string): Term => ({ kind: 'iri', value });
const text = (value: string): Term => ({ kind: 'literal', value });
const number = (value: number, type = 'integer'): Term => ({
  kind: 'literal',
  value: String(value),
  datatype: XSD + type,
});

describe('answers', () => {
  it('are read from JSON', () => {
    const bindings = [
      {
        a: { type: 'uri', value: 'http://a.example/' },
        n: { type: 'literal', value: '1', datatype: `${XSD}integer` },
      },
      { a: { type: 'bnode', value: 'b0' }, t: { type: 'literal', value: 'x', 'xml:lang': 'en' } },
    ];
    expect(parseResults(JSON.stringify({ head: { vars: ['a', 'n', 't'] }, results: { bindings } }))).toEqual({
      kind: 'rows',
      columns: ['a', 'n', 't'],
      rows: [
        [iri('http://a.example/'), number(1), undefined],
        [{ kind: 'blank', value: 'b0' }, undefined, { ...text('x'), language: 'en' }],
      ],
    });
    expect(parseResults('{"head":{},"boolean":false}')).toEqual({ kind: 'truth', value: false });
  });

  it('are read from N-Triples', () => {
    const lines = [
      '# a comment',
      '<http://a.example/\\u00e4> <http://p.example/> <http://b.example/> .',
      String.raw`_:b0 <http://p.example/> "a \"b\"\n\t\U0001F41D"@en-GB .`,
      `_:b0 <http://p.example/> "1"^^<${XSD}integer> .`,
      '',
    ];
    expect(parseTriples(lines.join('\n'))).toEqual({
      kind: 'triples',
      triples: [
        [iri('http://a.example/ä'), iri('http://p.example/'), iri('http://b.example/')],
        [
          { kind: 'blank', value: 'b0' },
          iri('http://p.example/'),
          { ...text('a "b"\n\t🐝'), language: 'en-GB' },
        ],
        [{ kind: 'blank', value: 'b0' }, iri('http://p.example/'), number(1)],
      ],
    });
  });
});

describe('literals', () => {
  it.each([
    [number(1234), '1234', 'xsd:integer'],
    [number(12345678), '12,345,678', '12345678 · xsd:integer'],
    [number(0.123456789, 'double'), '0.1235', '0.123456789 · xsd:double'],
    [text('12'), '12', undefined],
    [{ ...text('Bienen'), language: 'de' }, 'Bienen', 'language de'],
    [{ ...text('true'), datatype: `${XSD}boolean` }, 'true', 'xsd:boolean'],
    [
      { ...text('2026-11-27T02:13:30.423Z'), datatype: `${XSD}dateTime` },
      '2026-11-27 02:13:30 UTC',
      '2026-11-27T02:13:30.423Z · xsd:dateTime',
    ],
  ] as const)('%j is shown as %s', (term, shown, title) => {
    expect(literalText(term)).toBe(shown);
    expect(literalTitle(term, PREFIXES)).toBe(title);
  });

  it('are numbers by their type', () => {
    expect([numberOf(number(3)), numberOf(text('3')), numberOf(undefined)]).toEqual([
      3,
      undefined,
      undefined,
    ]);
    expect(numberOf({ ...text('three'), datatype: `${XSD}integer` })).toBeUndefined();
  });
});

describe('IRIs', () => {
  it.each([
    ['http://sfwcrawler.com/core#Page', 'sfwc:Page'],
    ['http://sfwcrawler.com/core#a/b', 'sfwcrawler.com/core#a/b'],
    ['https://a.example/b?c', 'a.example/b?c'],
    ['urn:x', 'urn:x'],
  ])('%s is short as %s', (whole, short) => {
    expect(shortIri(whole, PREFIXES)).toBe(short);
  });

  it('are written into queries only where that is safe', () => {
    expect(isWritable('http://a.example/?q=ä#b')).toBe(true);
    for (const bad of [
      'a',
      'http://a.example/>',
      'http://a.example/ b',
      'http://a.example/\u{0}',
      '',
      'x:{}',
    ])
      expect([bad, isWritable(bad)]).toEqual([bad, false]);
    expect(quoted('a "b" \\ \n')).toBe(String.raw`"a \"b\" \\ \n"`);
  });
});

it('gives bars to the numbers that differ, and do not count the rows', () => {
  const columns: Readonly<Record<string, readonly number[] | undefined>> = {
    ...{ noun: undefined, rank: [1, 2], score: [0.9, 0.9], pull: [2, -1] },
  };
  const barred = Object.entries(columns).flatMap(([name, values]) =>
    columnOf(name, values).bar === undefined ? [] : [name],
  );
  expect(barred).toEqual(['pull']);
});
