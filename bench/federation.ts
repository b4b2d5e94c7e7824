/**
 * What asking through Comunica costs: the same queries over a knowledge base of some 100,000 triples, on Oxigraph
 * directly, through Comunica over Oxigraph as an endpoint in this process (what `sfwc query --source` does), through
 * Comunica over Oxigraph as an RDF/JS source (one pattern at a time), and over two sources that share the triples.
 * Medians of `--rounds` runs after one to warm up, and ratios to Oxigraph.
 *
 *     npm run bench -- federation [--nouns 8000 --rounds 5]
 */
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { QueryEngine } from '@comunica/query-sparql';
import oxigraph from 'oxigraph';
import { createFederation } from '../src/extensions/endpoints/federation.js';
import { createOxigraphStore } from '../src/knowledge/oxigraph/oxigraph-store.js';
import { itsrdf, nif, rdf, sfwc } from '../src/model/vocabulary.js';

const { values } = parseArgs({
  options: { nouns: { type: 'string', default: '8000' }, rounds: { type: 'string', default: '5' } },
});
const NOUNS = Number(values.nouns);
const DOCUMENTS = 300;
const base = 'http://a.example/';

/** Entities as a topic has them: type, lemma, meaning, some documents. The common nouns stand in many. */
function nounLines(number: number): string[] {
  const subject = `<${base}entity/${number}>`;
  const documents = Math.max(1, Math.round((DOCUMENTS * 4) / (number + 4)));
  return [
    `${subject} <${rdf.type}> <${sfwc.Entity}> .`,
    `${subject} <${nif.anchorOf}> "noun${number}" .`,
    `${subject} <${nif.posTag}> "NN" .`,
    ...(number % 2 === 0 ? [`${subject} <${itsrdf.taIdentRef}> <${base}thing/${number}> .`] : []),
    ...Array.from(
      { length: documents + 7 },
      (_, index) =>
        `${subject} <${sfwc.inDocument}> <${base}document/${(number * 7 + index * 13) % DOCUMENTS}> .`,
    ),
  ];
}

const lines = Array.from({ length: NOUNS }, (_, number) => nounLines(number)).flat();
const labels = Array.from(
  { length: 2000 },
  (_, number) => `<${base}thing/${number * 2}> <${base}label> "label ${number}"@en-GB .`,
);

const many = Array.from({ length: 100 }, (_, index) => `"noun${index * 37}"`).join(' ');
const head = `PREFIX sfwc: <${sfwc.Entity.replace('Entity', '')}> PREFIX nif: <${nif.anchorOf.replace('anchorOf', '')}> PREFIX its: <${itsrdf.taIdentRef.replace('taIdentRef', '')}>`;
const QUERIES: Readonly<Record<string, string>> = {
  'count of a noun': `${head} SELECT (COUNT(DISTINCT ?d) AS ?n) WHERE { ?s a sfwc:Entity ; nif:anchorOf "noun40" ; sfwc:inDocument ?d }`,
  'counts of 100 nouns': `${head} SELECT ?l (COUNT(DISTINCT ?d) AS ?n) WHERE { VALUES ?l { ${many} } ?s nif:anchorOf ?l ; a sfwc:Entity ; sfwc:inDocument ?d } GROUP BY ?l`,
  'nouns of a document': `${head} SELECT ?l WHERE { ?s sfwc:inDocument <${base}document/7> ; nif:anchorOf ?l } ORDER BY ?l LIMIT 50`,
  'labels of a document': `${head} SELECT ?l ?label WHERE { ?s sfwc:inDocument <${base}document/7> ; nif:anchorOf ?l ; its:taIdentRef ?t . ?t <${base}label> ?label } ORDER BY ?l`,
};

const whole = createOxigraphStore();
const nouns = createOxigraphStore();
const names = createOxigraphStore();
const bare = new oxigraph.Store();
for (const [kb, content] of [
  [whole, [...lines, ...labels]],
  [nouns, lines],
  [names, labels],
] as const)
  await kb.load([`${content.join('\n')}\n`]);
bare.load([...lines, ...labels].join('\n'), { format: 'application/n-quads', no_transaction: true });
console.log(`${await whole.size()} triples, median of ${values.rounds} runs`);

const loadingBegins = performance.now();
const engine = new QueryEngine();
const one = createFederation([{ url: 'http://source-1.invalid/sparql', kb: whole }]);
const two = createFederation([
  { url: 'http://source-1.invalid/sparql', kb: nouns },
  { url: 'http://source-2.invalid/sparql', kb: names },
]);
type OxigraphPattern = Parameters<typeof bare.match>;
const matching = {
  match: (...pattern: OxigraphPattern) => {
    const terms: unknown[] = pattern.map((term) =>
      term == null || isVariable(term) ? null : (oxigraph.fromTerm(term) as unknown),
    );
    return Readable.from(bare.match(...(terms as OxigraphPattern)), { objectMode: true });
  },
};

function isVariable(term: unknown): boolean {
  return (term as { readonly termType?: string } | null)?.termType === 'Variable';
}

const CONTESTANTS: readonly (readonly [name: string, run: (query: string) => Promise<number>])[] = [
  ['Oxigraph', async (query) => (await whole.select(query)).rows.length],
  ['Comunica, endpoint', async (query) => (await one.select(query)).rows.length],
  [
    'Comunica, RDF/JS',
    async (query) => {
      const bindings = await engine.queryBindings(query, { sources: [matching as never] });
      return (await bindings.toArray()).length;
    },
  ],
  ['Comunica, two', async (query) => (await two.select(query)).rows.length],
];

await one.select('SELECT * WHERE { ?s ?p ?o } LIMIT 1');
console.log(`loading Comunica and its first query: ${Math.round(performance.now() - loadingBegins)} ms`);
console.log(`${'query'.padEnd(22)}${CONTESTANTS.map(([name]) => name.padStart(28)).join('')}`);
for (const [name, query] of Object.entries(QUERIES)) {
  const cells: string[] = [];
  let baseline = 0;
  for (const [, run] of CONTESTANTS) {
    const rows = await run(query);
    const times: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const begin = performance.now();
      await run(query);
      times.push(performance.now() - begin);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
    baseline ||= median;
    cells.push(`${median.toFixed(1)} ms ×${(median / baseline).toFixed(1)} (${rows})`.padStart(28));
  }
  console.log(`${name.padEnd(22)}${cells.join('')}`);
}
