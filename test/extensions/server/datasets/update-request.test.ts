import { describe, expect, it } from '@jest/globals';
import { graphsNamedIn, withUsing } from '../../../../src/extensions/server/datasets/update-request.js';

const A = 'http://a.example/';
const USING = { defaultGraphs: [`${A}d`], namedGraphs: [`${A}n`] };
const CLAUSES = `USING <${A}d> USING NAMED <${A}n> `;

describe('withUsing', () => {
  it.each([
    [
      'DELETE { ?s ?p 1 } INSERT { ?s ?p 2 } WHERE { ?s ?p 1 }',
      `DELETE { ?s ?p 1 } INSERT { ?s ?p 2 } ${CLAUSES}WHERE { ?s ?p 1 }`,
    ],
    ['INSERT { ?s ?p "WHERE" } # WHERE\nwhere {}', `INSERT { ?s ?p "WHERE" } # WHERE\n${CLAUSES}where {}`],
    ['DELETE WHERE { ?s ?p 1 }', `DELETE { ?s ?p 1 } ${CLAUSES}WHERE { ?s ?p 1 }`],
    [
      'DELETE WHERE { ?s ?p 1 } ; INSERT DATA { <x> <p> 1 }',
      `DELETE { ?s ?p 1 } ${CLAUSES}WHERE { ?s ?p 1 } ; INSERT DATA { <x> <p> 1 }`,
    ],
    ['INSERT {} WHERE { { SELECT * WHERE {} } }', `INSERT {} ${CLAUSES}WHERE { { SELECT * WHERE {} } }`],
    ['CLEAR ALL', 'CLEAR ALL'],
  ])('%s', (update, expected) => expect(withUsing(update, USING)).toBe(expected));

  it('changes nothing without graphs', () => {
    expect(withUsing('DELETE WHERE { ?s ?p 1 }', { defaultGraphs: [], namedGraphs: [] })).toBe(
      'DELETE WHERE { ?s ?p 1 }',
    );
  });

  it.each(['WITH <http://a.example/g> DELETE {} WHERE {}', 'INSERT {} USING <http://a.example/g> WHERE {}'])(
    'refuses %s',
    (update) => expect(() => withUsing(update, USING)).toThrow('use only one'),
  );

  it('refuses graphs that are not IRIs', () => {
    const bad = { defaultGraphs: ['x> WHERE {} ; CLEAR ALL #'], namedGraphs: [] };
    expect(() => withUsing('INSERT {} WHERE {}', bad)).toThrow('not an absolute IRI');
  });
});

describe('graphsNamedIn', () => {
  it.each([
    [`INSERT DATA { GRAPH <${A}g> { <${A}s> <${A}p> 1 } }`, [`${A}g`, `${A}s`, `${A}p`]],
    [`CLEAR GRAPH <${A}g>`, [`${A}g`]],
    [`MOVE <${A}g> TO DEFAULT`, [`${A}g`]],
    ['INSERT DATA { <x:s> <x:p> "ALL" }', ['x:s', 'x:p']],
    [`INSERT { <x:s> <x:p> 1 } USING NAMED <${A}g> WHERE {}`, ['x:s', 'x:p', `${A}g`]],
    ['CLEAR ALL', undefined],
    ['DROP SILENT NAMED', undefined],
    ['INSERT { GRAPH ?g { ?s ?p ?o } } WHERE {}', undefined],
    [`PREFIX a: <${A}> CLEAR SILENT GRAPH a:g`, undefined],
    [`BASE <${A}> COPY <x:g> TO <g>`, undefined],
    ['WITH <x:\\u0067> DELETE {} WHERE {}', undefined],
  ])('%s', (update, graphs) => expect(graphsNamedIn(update)).toEqual(graphs));
});
