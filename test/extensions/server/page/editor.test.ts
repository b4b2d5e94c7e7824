import { expect, it } from '@jest/globals';
import { completeFromDataset, matching } from '../../../../src/extensions/server/page/editor.js';
import { fieldKind } from '../../../../src/extensions/server/page/choices.js';
import type { Completer } from '../../../../src/extensions/server/page/editor.js';

const IRIS = [
  'http://sfwcrawler.com/core#Page',
  'http://sfwcrawler.com/core#Topic',
  'http://a.example/pages',
];

it.each([
  ['', IRIS],
  ['<http://sfwc', IRIS.slice(0, 2)],
  ['page', [IRIS[0], IRIS[2]]],
  ['nothing', []],
])('completes %j', (begun, found) => {
  expect(matching(IRIS, begun)).toEqual(found);
});

it('completes from the data alone', () => {
  const remote = (): Completer => ({ get: () => ['http://elsewhere.example/'] });
  const Autocompleters = { prefixes: remote(), class: remote(), property: remote() };
  const facts = { triples: 1, topics: [], classes: [{ iri: IRIS[0]! }], properties: [{ iri: IRIS[1]! }] };
  completeFromDataset({ Autocompleters }, facts, { sfwc: 'http://sfwcrawler.com/core#' });
  expect(Autocompleters.prefixes.get).toEqual(['sfwc: <http://sfwcrawler.com/core#>']);
  const get = (completer: Completer): unknown =>
    typeof completer.get === 'function' ? completer.get(undefined, {}) : completer.get;
  expect([get(Autocompleters.class), get(Autocompleters.property)]).toEqual([[IRIS[0]], [IRIS[1]]]);
});

it('knows what is chosen from a list, searched, and typed', () => {
  expect(['topic', 'first', 'second', 'crawl'].map(fieldKind)).toEqual(['list', 'list', 'list', 'list']);
  expect(['page', 'lemma', 'title', 'entity'].map(fieldKind)).toEqual(Array(4).fill('search'));
  expect(['limit', 'least'].map(fieldKind)).toEqual(['typed', 'typed']);
});
