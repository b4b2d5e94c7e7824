import { beforeAll, describe, expect, it } from '@jest/globals';
import { createServerApp } from '../../../src/extensions/server/app.js';
import { itsrdf, nif, rdf, rdfs, sfwc } from '../../../src/model/vocabulary.js';
import { describe as described, nquadsOf } from '../../../src/support/rdf/quads.js';
import { decimal, iri, text } from '../../../src/support/rdf/rdf-terms.js';
import { readDocument } from '../../docs/documents.js';
import { memoryPool } from '../../support/memory-pool.js';
import { reconciliationSchema } from '../../support/reconciliation-schemas.js';

/** The requests that docs/how-to/openrefine.md says OpenRefine sends. */
const REQUESTS =
  readDocument('docs/how-to/openrefine.md')
    .blocks.find(({ lang }) => lang === 'http')
    ?.text.split('\n') ?? [];

const TOPIC = 'http://sfwcrawler.com/kb/bees';
const BEE = `${TOPIC}/entity/honey%20bee.NN.O`;

/** The schema that an answer is valid by, by what is requested. */
const SCHEMAS: readonly (readonly [RegExp, string])[] = [
  [/^GET \/reconcile$/, 'manifest'],
  [/ queries=/, 'reconciliation-result-batch'],
  [/suggest\/entity/, 'suggest-entities-response'],
  [/suggest\/type/, 'suggest-types-response'],
  [/suggest\/property/, 'suggest-properties-response'],
  [/GET \/properties/, 'data-extension-property-proposal'],
  [/ extend=/, 'data-extension-response'],
];

let app: ReturnType<typeof createServerApp>;

beforeAll(async () => {
  const noun = (id: string, name: string, meaning?: string) =>
    described(id, TOPIC, [
      [rdf.type, iri(sfwc.Entity)],
      [nif.anchorOf, text(name)],
      [nif.posTag, text('NN')],
      [sfwc.neTag, text('O')],
      [sfwc.idfValue, decimal(1)],
      ...(meaning === undefined ? [] : [[itsrdf.taIdentRef, iri(meaning)] as const]),
    ]);
  const topic = described(TOPIC, TOPIC, [
    [rdf.type, iri(sfwc.Topic)],
    [rdfs.label, text('bees')],
  ]);
  const cells = ['Cell', 'Prison_cell'].map((name) =>
    noun(`${TOPIC}/entity/${name}`, 'cell', `http://dbpedia.org/resource/${name}`),
  );
  const pool = await memoryPool(
    nquadsOf([topic, noun(BEE, 'honey bee'), noun(`${TOPIC}/entity/q`, 'queen bee'), ...cells]),
  );
  app = createServerApp({
    ...{ pool, host: '127.0.0.1', token: undefined, cors: [] },
    ...{ maxRows: 10, maxQuery: 1000, maxUpload: 1000 },
  });
});

/** Sends a line of the page as OpenRefine does. */
async function send(line: string): Promise<Response> {
  const [, method = '', address = '', form] = /^(GET|POST) (\S+)(?: (.*))?$/.exec(line) ?? [];
  const place = address.startsWith('/reconcile') ? address : `/reconcile${address}`;
  const headers = { host: 'localhost', origin: 'http://127.0.0.1:3333' };
  if (form === undefined) return app.request(`http://localhost${place}`, { method, headers });
  const [name = '', ...value] = form.split('=');
  return app.request(`http://localhost${place}`, {
    method,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    body: new URLSearchParams({ [name]: value.join('=') }).toString(),
  });
}

describe('the requests of OpenRefine that the page lists', () => {
  it('are all steps', () => expect(REQUESTS).toHaveLength(10));

  it.each(REQUESTS)('%s', async (line) => {
    const response = await send(line);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'http://127.0.0.1:3333',
    ]);
    const name = SCHEMAS.find(([pattern]) => pattern.test(line))?.[1];
    if (name === undefined) {
      expect(await response.text()).toContain('honey bee');
      return;
    }
    const validate = reconciliationSchema(name);
    expect([validate(await response.json()), validate.errors]).toEqual([true, null]);
  });

  it('match what the page says', async () => {
    const of = async (part: string) => {
      const response = await send(REQUESTS.find((line) => line.includes(part)) ?? '');
      return (await response.json()) as Record<string, { result: { id: string; match: boolean }[] }>;
    };
    const guessed = await of('Queen-Bee');
    expect([guessed['q0'], guessed['q1']].map((one) => one?.result[0]?.match)).toEqual([true, true]);
    const told = await of('"query":"cell"');
    expect(told['q0']?.result[0]).toMatchObject({ id: `${TOPIC}/entity/Cell`, match: true });
  });
});
