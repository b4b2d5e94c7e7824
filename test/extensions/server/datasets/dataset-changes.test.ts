import { describe, expect, it } from '@jest/globals';
import {
  applyChange,
  replaceGraphs,
  type DatasetChange,
} from '../../../../src/extensions/server/datasets/dataset-changes.js';
import {
  createDataset,
  loadQuads,
  namedGraphs,
  readDataset,
} from '../../../../src/extensions/server/datasets/dataset-store.js';
import type { Store } from '../../../../src/knowledge/oxigraph/oxigraph-store.js';
import type { UsingGraphs } from '../../../../src/extensions/server/datasets/update-request.js';

const A = 'http://a.example/';
const NO_USING: UsingGraphs = { defaultGraphs: [], namedGraphs: [] };

async function filled(): Promise<Store> {
  const store = createDataset();
  await loadQuads(store, [`<${A}s> <${A}p> "1" <${A}one> .\n<${A}s> <${A}p> "2" <${A}two> .\n`]);
  return store;
}

function update(text: string, using = NO_USING): DatasetChange {
  return { kind: 'update', update: text, using, base: A };
}

function body(text: string, mediaType = 'text/turtle') {
  return { bytes: new TextEncoder().encode(text), mediaType, base: `${A}base/` };
}

function lines(store: Store): string[] {
  return readDataset(store, 'application/n-quads').trim().split('\n').sort();
}

describe('an update', () => {
  it.each([
    ['inserts', `INSERT DATA { GRAPH <${A}new> { <${A}s> <${A}p> 1 } }`, [`${A}new`]],
    ['inserts into the unnamed graph', `INSERT DATA { <${A}s> <${A}p> 1 }`, ['']],
    ['changes nothing', `INSERT DATA { GRAPH <${A}one> { <${A}s> <${A}p> "1" } }`, []],
    [
      'changes a value, not the number of triples',
      `DELETE { GRAPH ?g { ?s ?p "1" } } INSERT { GRAPH ?g { ?s ?p "9" } } WHERE { GRAPH ?g { ?s ?p "1" } }`,
      [`${A}one`],
    ],
    ['clears all', 'CLEAR ALL', [`${A}one`, `${A}two`]],
    ['moves', `MOVE <${A}one> TO <${A}new>`, [`${A}one`, `${A}new`]],
    ['names a graph by a prefix', `PREFIX a: <${A}> DROP GRAPH a:two`, [`${A}two`]],
  ])('that %s says which graphs it changed', async (_, text, changed) => {
    const report = applyChange(await filled(), update(text));
    expect([...report.changed].sort()).toEqual([...changed].sort());
  });

  it('sees the graphs of the request', async () => {
    const store = await filled();
    applyChange(
      store,
      update(`INSERT { <${A}x> <${A}saw> ?o } WHERE { ?s <${A}p> ?o }`, {
        defaultGraphs: [`${A}two`],
        namedGraphs: [],
      }),
    );
    expect(lines(store)).toContain(`<${A}x> <${A}saw> "2" .`);
    expect(lines(store)).toHaveLength(3);
  });

  it('is made whole or not at all', async () => {
    const store = await filled();
    const before = lines(store);
    expect(() =>
      applyChange(store, update(`INSERT DATA { <${A}s> <${A}p> 1 } ; DROP GRAPH <${A}none>`)),
    ).toThrow('does not exist');
    expect(() => applyChange(store, update('CLEAR XYZ'))).toThrow(
      /^the update cannot be run: line 1, column 10: /,
    );
    expect(() => applyChange(store, update(`LOAD <${A}x>`))).toThrow('LOAD is not supported');
    expect(lines(store)).toEqual(before);
  });

  it('leaves no graph whose last triple it took', async () => {
    const store = await filled();
    applyChange(store, update(`DELETE WHERE { GRAPH <${A}one> { ?s ?p ?o } } ; CREATE GRAPH <${A}none>`));
    expect(namedGraphs(store)).not.toContain(`${A}one`);
    expect(namedGraphs(store)).toContain(`${A}two`);
  });
});

describe('the graph store operations', () => {
  it('put, post and delete one graph', async () => {
    const store = await filled();
    const graph = `${A}one`;
    expect(applyChange(store, { kind: 'put', graph, bodies: [body('<s> <p> "new" .')] })).toEqual({
      changed: [graph],
      existed: true,
    });
    expect(lines(store)).toEqual([
      `<${A}base/s> <${A}base/p> "new" <${A}one> .`,
      `<${A}s> <${A}p> "2" <${A}two> .`,
    ]);
    applyChange(store, {
      kind: 'post',
      graph,
      bodies: [body('<a:> <b:> "1" .'), body('<a:> <b:> "2" .', 'application/n-triples')],
    });
    expect(lines(store)).toHaveLength(4);
    expect(applyChange(store, { kind: 'delete', graph })).toEqual({ changed: [graph], existed: true });
    expect(applyChange(store, { kind: 'delete', graph })).toEqual({ changed: [], existed: false });
    expect(applyChange(store, { kind: 'put', graph: '', bodies: [body('<a:> <b:> 1 .')] }).existed).toBe(
      false,
    );
    expect(lines(store)).toHaveLength(2);
  });

  it('change nothing when one of the bodies is malformed', async () => {
    const store = await filled();
    const before = lines(store);
    const bodies = [body('<a:> <b:> "1" .'), body('<a:> <b:> oops .')];
    expect(() => applyChange(store, { kind: 'put', graph: `${A}one`, bodies })).toThrow(
      /the data cannot be read: .*line 1/,
    );
    expect(() => applyChange(store, { kind: 'post', graph: 'no iri', bodies: [] })).toThrow(
      'not an absolute IRI',
    );
    expect(lines(store)).toEqual(before);
  });

  it('add quads to their graphs', async () => {
    const store = await filled();
    const quads = `<a:> <b:> "3" <${A}two> .\n<a:> <b:> "4" .\n`;
    const { changed } = applyChange(store, { kind: 'add-quads', body: body(quads, 'application/n-quads') });
    expect(changed).toEqual(['', `${A}two`]);
    expect(lines(store)).toHaveLength(4);
    const blank = body('<a:> <b:> "4" _:g .\n', 'application/n-quads');
    expect(() => applyChange(store, { kind: 'add-quads', body: blank })).toThrow('blank node');
  });
});

describe('replaceGraphs', () => {
  it('brings another dataset to the same state', async () => {
    const store = await filled();
    replaceGraphs(
      store,
      [`${A}one`, `${A}two`, ''],
      [`_:x <${A}p> _:y <${A}one> .\n`, `_:y <${A}p> "z" .\n`],
    );
    expect(lines(store)).toHaveLength(2);
    const joined = store.query(`ASK { GRAPH <${A}one> { ?x <${A}p> ?y } ?y <${A}p> "z" }`);
    expect(joined).toBe(true);
  });
});
