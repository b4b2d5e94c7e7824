import { describe, expect, it } from '@jest/globals';
import { Parser } from 'n3';
import { describe as statementsOf, toNQuads } from '../../../src/support/rdf/quads.js';
import { integer, text } from '../../../src/support/rdf/rdf-terms.js';

const quads = statementsOf(
  'http://a.example/s',
  'http://a.example/g',
  Array.from({ length: 7 }, (_, index) => [
    `http://a.example/p${index}`,
    index % 2 ? integer(index) : text('x\n"y"'),
  ]),
);

async function pieces(perPiece?: number): Promise<string[]> {
  const all: string[] = [];
  for await (const piece of toNQuads(quads, perPiece)) all.push(piece);
  return all;
}

describe('describe', () => {
  it('puts all statements of a subject into a graph', () => {
    expect(new Set(quads.map((quad) => `${quad.subject.value} ${quad.graph.value}`))).toEqual(
      new Set(['http://a.example/s http://a.example/g']),
    );
    expect(quads[1]?.object.value).toBe('1');
  });
});

describe('toNQuads', () => {
  it('writes pieces of whole lines, each quad once', async () => {
    const written = await pieces(3);
    expect(written.map((piece) => piece.split('\n').length - 1)).toEqual([3, 3, 1]);
    expect(written.every((piece) => piece.endsWith('.\n'))).toBe(true);
    expect(written.join('')).toBe((await pieces()).join(''));
    expect(new Parser({ format: 'N-Quads' }).parse(written.join(''))).toHaveLength(7);
  });

  it('writes nothing of nothing', async () => {
    for await (const piece of toNQuads([])) throw new Error(`a piece of nothing: ${piece}`);
  });
});
