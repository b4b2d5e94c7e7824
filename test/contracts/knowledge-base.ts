import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { QueryError } from '../../src/model/errors.js';
import type { KnowledgeBase, ResultFormat } from '../../src/model/rdf.js';
import { rounds } from '../support/thorough.js';
import { anyText } from '../support/any-text.js';

const GRAPH_1 = 'http://a.example/graph/1';
const GRAPH_2 = 'http://a.example/graph/2';
const LINES = [
  `<http://a.example/s1> <http://a.example/p> "one" <${GRAPH_1}> .`,
  `<http://a.example/s1> <http://a.example/q> "eins"@de <${GRAPH_1}> .`,
  `<http://a.example/s2> <http://a.example/p> "2"^^<http://www.w3.org/2001/XMLSchema#integer> <${GRAPH_2}> .`,
  `<http://a.example/s2> <http://a.example/q> <http://a.example/s1> <${GRAPH_2}> .`,
];
const VALUES = 'SELECT ?s ?o WHERE { ?s <http://a.example/p> ?o } ORDER BY ?s';

/** What every knowledge base has to do. */
export function knowledgeBaseContract(
  name: string,
  make: () => Promise<KnowledgeBase> | KnowledgeBase,
): void {
  const filled = async (): Promise<KnowledgeBase> => {
    const kb = await make();
    await kb.load([`${LINES.join('\n')}\n`]);
    return kb;
  };

  describe(`knowledge base contract: ${name}`, () => {
    describe('load and size', () => {
      it('counts quads, each once, in whatever pieces they come', async () => {
        const kb = await make();
        expect(await kb.size()).toBe(0);
        await kb.load([]);
        await kb.load(['', '\n', `${LINES[0]}\n`]);
        expect(await kb.size()).toBe(1);
        async function* pieces(): AsyncGenerator<string> {
          yield `${LINES[0]}\n${LINES[1]}\n`;
          yield `${LINES[2]}\r\n`;
          yield `${LINES[3]}\n`;
        }
        await kb.load(pieces());
        expect(await kb.size()).toBe(4);
      });

      it('takes text and bytes, trusted or not', async () => {
        const kb = await make();
        const accented = '<http://a.example/s> <http://a.example/p> "ä😀" .';
        await kb.load([Buffer.from(`${LINES[0]}\n${accented}\n`), `${LINES[1]}\n`]);
        await kb.load([new TextEncoder().encode(`${LINES[2]}\n${LINES[3]}\n`)], { trusted: true });
        expect(await kb.size()).toBe(5);
        const { rows } = await kb.select('SELECT ?o WHERE { <http://a.example/s> ?p ?o }');
        expect(rows.map((row) => row['o']?.value)).toEqual(['ä😀']);
      });

      it('says where malformed lines are wrong, and keeps what was loaded before', async () => {
        const kb = await filled();
        await expect(kb.load(['<http://a.example/s> <http://a.example/p> oops .\n'])).rejects.toThrow(
          /line 1/,
        );
        expect(await kb.size()).toBe(4);
      });
    });

    describe('select', () => {
      it('gives terms as plain data, in the order of the query', async () => {
        const kb = await filled();
        expect(await kb.select('SELECT ?o ?s WHERE { ?s ?p ?o } ORDER BY ?s ?p')).toEqual({
          variables: ['o', 's'],
          rows: [
            {
              o: { termType: 'Literal', value: 'one' },
              s: { termType: 'NamedNode', value: 'http://a.example/s1' },
            },
            {
              o: { termType: 'Literal', value: 'eins', language: 'de' },
              s: { termType: 'NamedNode', value: 'http://a.example/s1' },
            },
            {
              o: { termType: 'Literal', value: '2', datatype: 'http://www.w3.org/2001/XMLSchema#integer' },
              s: { termType: 'NamedNode', value: 'http://a.example/s2' },
            },
            {
              o: { termType: 'NamedNode', value: 'http://a.example/s1' },
              s: { termType: 'NamedNode', value: 'http://a.example/s2' },
            },
          ],
        });
      });

      it('gives back any text as it was', async () => {
        await fc.assert(
          fc.asyncProperty(fc.uniqueArray(anyText(), { minLength: 8 }), async (values) => {
            const kb = await make();
            const codeOf = (character: string): string =>
              (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0');
            const escaped = (value: string): string =>
              Array.from(value, (character) => `\\U${codeOf(character)}`).join('');
            await kb.load(
              values.map((value) => `<http://a.example/s> <http://a.example/p> "${escaped(value)}" .\n`),
            );
            const { rows } = await kb.select(VALUES);
            expect(rows.map((row) => row['o']?.value ?? '').sort()).toEqual([...values].sort());
          }),
          { seed: 41, numRuns: rounds(50, 2) },
        );
      });

      it.each(['ASK { ?s ?p ?o }', 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }'])(
        'refuses %s',
        async (query) => {
          const kb = await filled();
          await expect(kb.select(query)).rejects.toBeInstanceOf(QueryError);
        },
      );
    });

    describe('scope', () => {
      const subjects = async (kb: KnowledgeBase, defaultGraphs?: readonly string[]): Promise<unknown[]> => {
        const { rows } = await kb.select(VALUES, defaultGraphs === undefined ? undefined : { defaultGraphs });
        return rows.map((row) => row['s']?.value.slice(-2));
      };

      it('is the union of all graphs unless said otherwise', async () => {
        expect(await subjects(await filled())).toEqual(['s1', 's2']);
        expect((await (await filled()).select(VALUES, {})).rows).toHaveLength(2);
      });

      it('is the graphs that are named', async () => {
        const kb = await filled();
        expect(await subjects(kb, [GRAPH_1])).toEqual(['s1']);
        expect(await subjects(kb, [GRAPH_2])).toEqual(['s2']);
        expect(await subjects(kb, [GRAPH_1, GRAPH_2])).toEqual(['s1', 's2']);
        expect(await subjects(kb, ['http://a.example/none'])).toEqual([]);
      });

      it('leaves GRAPH to name graphs', async () => {
        const { rows } = await (
          await filled()
        ).select('SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g');
        expect(rows.map((row) => row['g']?.value)).toEqual([GRAPH_1, GRAPH_2]);
      });
    });

    describe('answer', () => {
      it('writes a table', async () => {
        expect(await (await filled()).answer(VALUES, 'table')).toBe(
          [
            's                    o',
            '-------------------  ---',
            'http://a.example/s1  one',
            'http://a.example/s2  2',
            '(2 rows)',
            '',
          ].join('\n'),
        );
      });

      it('writes CSV, TSV and JSON', async () => {
        const kb = await filled();
        const csv = await kb.answer(VALUES, 'csv');
        expect(csv.split(/\r?\n/)).toEqual(['s,o', 'http://a.example/s1,one', 'http://a.example/s2,2', '']);
        const tsv = await kb.answer(VALUES, 'tsv');
        expect(tsv.split('\n').slice(0, 2)).toEqual(['?s\t?o', '<http://a.example/s1>\t"one"']);
        expect(tsv.endsWith('\n')).toBe(true);
        const json = await kb.answer(VALUES, 'json');
        expect(json.endsWith('\n')).toBe(true);
        expect(JSON.parse(json)).toMatchObject({
          head: { vars: ['s', 'o'] },
          results: { bindings: [{ o: { type: 'literal', value: 'one' } }, { o: { value: '2' } }] },
        });
      });

      it.each([
        ['table', 'true\n'],
        ['csv', 'true\n'],
        ['tsv', 'true\n'],
      ] as const)('writes ASK as %s', async (format, expected) => {
        expect(await (await filled()).answer('ASK { ?s ?p "one" }', format)).toBe(expected);
      });

      it.each(['table', 'csv', 'tsv', 'json', 'turtle', 'ntriples'] as const)(
        'writes graphs as Turtle or N-Triples, asked for %s',
        async (format) => {
          const kb = await filled();
          for (const query of [
            'CONSTRUCT { <http://a.example/new> <http://a.example/p> ?o } WHERE { ?s <http://a.example/p> ?o FILTER(!isNumeric(?o)) }',
            'DESCRIBE <http://a.example/s1>',
          ]) {
            const graph = await kb.answer(query, format);
            expect(graph).toContain('"one"');
            if (format === 'ntriples') expect(graph).toMatch(/^(?:<\S+> <\S+> \S+ \.\n)+$/);
          }
        },
      );

      it.each([
        ['SELECT', VALUES, 'turtle'],
        ['SELECT', VALUES, 'ntriples'],
        ['ASK', 'ASK { ?s ?p ?o }', 'turtle'],
      ] as const)('refuses to write %s as a graph', async (kind, query, format: ResultFormat) => {
        const failing = (await filled()).answer(query, format);
        await expect(failing).rejects.toBeInstanceOf(QueryError);
        await expect(failing).rejects.toMatchObject({
          message: expect.stringContaining(kind),
          hint: expect.stringContaining('--format'),
        });
      });
    });

    describe('malformed queries', () => {
      it.each([
        ['SELECT ?s WHERE { ?s ?p', / line 1, column 24: the query ends here\n/],
        ['SELECT ?s\nWHERE { ?s nope:p ?o }', / line 2, column 12: the prefix nope: is not declared\n/],
        ['', /: the query is empty$/m],
        [
          'INSERT DATA { <http://a.example/x> <http://a.example/x> <http://a.example/x> }',
          / line 1, column 1: /,
        ],
      ])('%j gives a QueryError that says where, without a stack', async (query, position) => {
        const kb = await filled();
        for (const run of [() => kb.select(query), () => kb.answer(query, 'table')]) {
          const error: unknown = await run().catch((thrown: unknown) => thrown);
          expect(error).toBeInstanceOf(QueryError);
          const { message } = error as QueryError;
          expect(message).toMatch(position);
          expect(message).not.toMatch(/\bat .*\.(?:js|ts|wasm)\b/);
        }
        expect(await kb.size()).toBe(4);
      });
    });
  });
}
