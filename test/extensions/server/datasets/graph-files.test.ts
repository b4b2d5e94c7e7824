import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  notingGraphs,
  planSave,
  type GraphFile,
} from '../../../../src/extensions/server/datasets/graph-files.js';

const HOME = { folder: 'kb' };
const FILES: readonly GraphFile[] = [
  { file: 'kb/one.nq.gz', graphs: ['g:one', 'g:background'] },
  { file: 'kb/two.nq.gz', graphs: ['g:two', 'g:background'] },
];

describe('planSave', () => {
  it('writes a graph back to the file where it stands', () => {
    const plan = planSave(FILES, new Map([['g:two', true]]), HOME);
    expect(plan).toEqual({ write: [FILES[1]], remove: [], files: FILES });
  });

  it('keeps a graph of several files in the first', () => {
    const plan = planSave(FILES, new Map([['g:background', true]]), HOME);
    expect(plan.write).toEqual([FILES[0], { file: 'kb/two.nq.gz', graphs: ['g:two'] }]);
  });

  it('gives a new graph a file of its own, and removes it with the graph', () => {
    const { write, files } = planSave(
      FILES,
      new Map([
        ['g:new', true],
        ['', true],
      ]),
      HOME,
    );
    expect(write.map(({ graphs }) => graphs)).toEqual([['g:new'], ['']]);
    expect(write.map(({ file }) => path.basename(file))).toEqual([
      expect.stringMatching(/^_graph-[0-9a-f]{16}\.nq\.gz$/),
      '_default-graph.nq.gz',
    ]);
    const gone = planSave(files, new Map([['g:new', false]]), HOME);
    expect(gone).toMatchObject({ write: [], remove: [write[0]?.file], files: [...FILES, write[1]] });
  });

  it('empties the file of a topic and never removes it', () => {
    const plan = planSave(
      FILES,
      new Map([
        ['g:two', false],
        ['g:background', false],
      ]),
      HOME,
    );
    expect(plan.remove).toEqual([]);
    expect(plan.write).toEqual([
      { file: 'kb/one.nq.gz', graphs: ['g:one'] },
      { file: 'kb/two.nq.gz', graphs: [] },
    ]);
  });

  it('puts new graphs into the one file that is served', () => {
    const [one] = FILES.slice(0, 1);
    const plan = planSave(FILES.slice(0, 1), new Map([['g:new', true]]), { file: 'kb/one.nq.gz' });
    expect(plan.write).toEqual([{ file: 'kb/one.nq.gz', graphs: [...(one?.graphs ?? []), 'g:new'] }]);
  });
});

async function noted(text: string): Promise<string[]> {
  const graphs = new Set<string>();
  async function* pieces(): AsyncGenerator<string> {
    yield text;
  }
  let handed = '';
  for await (const piece of notingGraphs('kb/x.nq.gz', pieces(), graphs)) handed += piece;
  expect(handed).toBe(text);
  return [...graphs];
}

describe('notingGraphs', () => {
  it.each([
    ['<a:s> <a:p> <a:o> <a:g> .', ['a:g']],
    ['<a:s> <a:p> <a:o> .', ['']],
    ['_:s <a:p> "x <a:no> ." <a:g> .', ['a:g']],
    ['<a:s> <a:p> "x\\"y"@en-GB <a:g> .', ['a:g']],
    ['<a:s> <a:p> "1"^^<a:t> <a:\\u00e9> .', ['a:é']],
    ['<a:s><a:p>"1"<a:g>.', ['a:g']],
    ['# <a:s> <a:p> <a:o> <a:g> .', []],
    ['', []],
  ])('%s', async (line, graphs) => expect(await noted(`${line}\n`)).toEqual(graphs));

  it('refuses graphs named by blank nodes', async () => {
    await expect(noted('<a:s> <a:p> "x" _:g .\n')).rejects.toThrow(
      'kb/x.nq.gz has a graph named by a blank node (_:g)',
    );
  });
});
