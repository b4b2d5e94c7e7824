import { describe, expect, it } from '@jest/globals';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { knowledgeBaseContract } from '../../contracts/knowledge-base.js';

knowledgeBaseContract('Oxigraph', createOxigraphStore);

const line = (number: number): string => `<http://a.example/s${number}> <http://a.example/p> "${number}" .`;

describe('createOxigraphStore', () => {
  it('keeps a blank node one, however many lines stand between its two', async () => {
    const store = createOxigraphStore();
    const lines = Array.from({ length: 20_000 }, (_, number) => line(number));
    await store.load([
      `_:x <http://a.example/p> "first" .\n${lines.join('\n')}\n<http://a.example/s> <http://a.example/q> _:x .\n`,
    ]);
    const both = '{ ?a <http://a.example/q> ?x . ?x <http://a.example/p> ?first }';
    expect((await store.select(`SELECT * ${both}`)).rows[0]?.['first']?.value).toBe('first');
    expect(await store.size()).toBe(20_002);
  });

  it('takes FROM at its word', async () => {
    const store = createOxigraphStore();
    const graph = (name: string): string =>
      `<http://a.example/s> <http://a.example/p> "${name}" <http://a.example/${name}> .\n`;
    await store.load([graph('one'), graph('two')]);
    const ask = async (query: string): Promise<unknown> =>
      (await store.select(query)).rows.map((row) => row['o']?.value).sort();
    expect(await ask('SELECT ?o { ?s ?p ?o }')).toEqual(['one', 'two']);
    expect(await ask('SELECT ?o FROM <http://a.example/one> { ?s ?p ?o }')).toEqual(['one']);
    expect(await ask('SELECT ?o FROM NAMED <http://a.example/two> { GRAPH ?g { ?s ?p ?o } }')).toEqual([
      'two',
    ]);
  });
});
