import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { queryKnowledgeBase } from '../../../../src/app/kb/query-topics.js';
import {
  planReconciliation,
  reconcileTopic,
  type ReconcileReport,
} from '../../../../src/extensions/expansion/reconcile/reconcile-topic.js';
import type { ReconcileOptions } from '../../../../src/extensions/expansion/reconcile/reconcile-settings.js';
import { validateUnits, validationText } from '../../../../src/extensions/validation/validate.js';
import { InputError, Interrupted, UsageError } from '../../../../src/model/errors.js';
import { lineLogger } from '../../../../src/support/logger.js';
import type { Judgement } from '../../../../src/model/topic.js';
import { sfwc } from '../../../cli/run.js';
import { BEE_TEXTS } from '../../../support/small-corpus.js';
import { beeTopic } from '../../../support/bee-topic.js';
import {
  candidate,
  MANIFEST,
  startReconciliation,
  type ReconciliationServer,
} from '../../../support/reconciliation-server.js';

const { root, kb } = beeTopic();
const HIVE = 'http://things.example/entity/Q1';

let service: ReconciliationServer;
let folder: string;
let said: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(root, 'run-'));
  said = '';
  service = await startReconciliation({
    hive: [candidate('Q1', 100, true), candidate('Q2', 60)],
    honey: [candidate('Q3', 95), candidate('Q4', 70)],
    queen: [candidate('Q5', 80), candidate('Q6', 79)],
  });
  await rm(path.join(kb, 'bees+links.nq'), { force: true });
});
afterEach(() => service.close());

const options = (more: Partial<ReconcileOptions> = {}): ReconcileOptions => ({
  kb,
  topic: 'bees',
  reconcile: service.url,
  review: path.join(folder, 'review.csv'),
  reconcileCache: path.join(folder, 'cache'),
  reconcileDelay: 0,
  retries: 0,
  timeout: 1,
  ...more,
});
const logger = lineLogger((line) => (said += line));
const run = (more?: Partial<ReconcileOptions>): Promise<ReconcileReport> =>
  reconcileTopic(options(more), { logger });
const query = (text: string): Promise<string> =>
  queryKnowledgeBase({ place: kb, topic: 'bees', sparql: text, param: [], format: 'csv', crawls: [] });
const LINKS = `PREFIX sfwc: <http://sfwcrawler.com/core#>
PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
SELECT ?noun ?meaning ?score ?reviewed { ?link a sfwc:Link ; nif:anchorOf ?noun ; itsrdf:taIdentRef ?meaning ;
  sfwc:linkedBy "reconciliation" ; sfwc:reviewed ?reviewed . OPTIONAL { ?link sfwc:score ?score } } ORDER BY ?noun`;

describe('reconcileTopic', () => {
  it('links what the service is sure of, and leaves the rest to people', async () => {
    const report = await run();
    expect(report.accepted.map(({ noun, meaning }) => [noun, meaning]).sort()).toEqual([
      ['hive', HIVE],
      ['honey', 'http://things.example/entity/Q3'],
    ]);
    expect(report).toMatchObject({ unsure: 1, links: 2 });
    const rows = (await readFile(report.review ?? '', 'utf8')).trim().split('\r\n');
    expect(rows[0]).toBe('noun,contexts,candidate,label,description,types,score,match,service,decision');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(
      /^queen,.*queen.*,http:\/\/things\.example\/entity\/Q5,name of Q5,what Q5 is,thing,80,no,/,
    );
    expect(await query(LINKS)).toMatch(/hive,http:\/\/things\.example\/entity\/Q1,100(?:\.0)?,false\r?\n/);
  });

  it('sends batches of bounded size, and requests nothing a second time', async () => {
    await run({ terms: 17, batch: 7, type: 'Q5', labelLanguage: 'de' });
    expect(service.batches.map((batch) => Object.keys(batch).length)).toEqual([7, 7, 3]);
    expect(service.batches[0]?.['q0']).toEqual({ query: expect.any(String), limit: 5, type: 'Q5' });
    expect(service.headers[0]).toMatchObject({ 'accept-language': 'de' });
    const again = await run({ terms: 17, batch: 7, type: 'Q5', labelLanguage: 'de' });
    expect([service.batches.length, service.manifests]).toEqual([3, 1]);
    expect(again.links).toBe(2);
  });

  it('sends no more queries than the service takes', async () => {
    service.manifest = () => ({ body: { ...MANIFEST, batchSize: 4 } });
    await run({ terms: 10 });
    expect(service.batches.map((batch) => Object.keys(batch).length)).toEqual([4, 4, 2]);
  });

  it('continues where it was interrupted', async () => {
    const stop = new AbortController();
    const { answer } = service;
    service.answer = (queries) => {
      if (service.batches.length === 2) stop.abort();
      return answer(queries);
    };
    const first = reconcileTopic(options({ terms: 22, batch: 8 }), { signal: stop.signal });
    await expect(first).rejects.toThrow(Interrupted);
    const before = service.batches
      .flatMap((batch) => Object.values(batch).map(({ query }) => query))
      .slice(0, 8);
    service.batches.length = 0;
    await run({ terms: 22, batch: 8 });
    const after = service.batches.flatMap((batch) => Object.values(batch).map(({ query }) => query));
    expect(after.filter((noun) => before.includes(noun))).toEqual([]);
    expect(after.length).toBe(14);
  });

  it('keeps answers when the service fails in between', async () => {
    const { answer } = service;
    service.answer = (queries) => (service.batches.length < 3 ? answer(queries) : { status: 503 });
    await expect(run({ terms: 22, batch: 8 })).rejects.toThrow(/gave no answer: status 503/);
    service.answer = answer;
    service.batches.length = 0;
    await run({ terms: 22, batch: 8 });
    expect(service.batches).toHaveLength(1);
  });

  it('waits as long as a busy service asks for, and tries again', async () => {
    const { answer } = service;
    service.answer = (queries) =>
      service.batches.length === 1 ? { status: 429, headers: { 'Retry-After': '0' } } : answer(queries);
    const clock = { now: () => 0, sleep: () => Promise.resolve() };
    expect((await reconcileTopic(options({ retries: 2 }), { logger, clock })).links).toBe(2);
    expect(said).toContain('status 429; retrying');
  });

  it('says what it would request, and requests nothing', async () => {
    const plan = await planReconciliation(options({ terms: 22 }));
    expect(plan).toMatchObject({ service: service.url, cached: 0, requests: 4 });
    expect(plan.nouns).toHaveLength(22);
    expect([service.batches.length, service.manifests]).toEqual([0, 0]);
    await run({ terms: 20 });
    expect(await planReconciliation(options({ terms: 22 }))).toMatchObject({ cached: 20, requests: 2 });
  });

  it('writes what sfwc kb validate accepts', async () => {
    await run();
    const summary = await validateUnits({ kbs: [kb], most: 10, settings: {}, warn: () => undefined });
    expect(validationText(summary)).toBe('conforms (1 looked at: 1 topic)\n');
  });

  it('is exported with its linker, also as a triple term', async () => {
    await run();
    const file = path.join(folder, 'kb.nq');
    const format = ['--format', 'nquads', '--rdf-version', '1.2'];
    expect(await sfwc(['kb', 'export', kb, ...format, '--out', file])).toMatchObject({ code: 0 });
    const exported = await readFile(file, 'utf8');
    expect(exported).toMatch(/link\/hive\.\w+> <[^>]*taIdentRef> <http:\/\/things\.example\/entity\/Q1>/);
    expect(exported).toMatch(/link\/hive\.\w+#link> <[^>]*taAnnotatorsRef> <[^>]*linkerReconciliation>/);
  });

  it('is seen in explanations, and changes no score', async () => {
    const judge = async (): Promise<Judgement> => {
      const args = ['classify', '-', '--kb', kb, '--topic', 'bees', '--json'];
      const { stdout } = await sfwc(args, { input: Object.values(BEE_TEXTS).slice(0, 3).join('\n\n') });
      return JSON.parse(stdout) as Judgement;
    };
    const before = await judge();
    const nouns = before.reason.evidence.map(({ lemma }) => lemma);
    service.answer = (queries) => ({
      body: Object.fromEntries(
        Object.keys(queries).map((key) => [key, { result: [candidate(`${key}x`, 100, true)] }]),
      ),
    });
    const { accepted } = await run({ terms: 500 });
    const after = await judge();
    expect(after.score).toBe(before.score);
    expect(accepted.length).toBeGreaterThan(10);
    const linked = after.reason.evidence.filter(({ iri }) => iri?.startsWith('http://things.example/'));
    expect(linked.length).toBeGreaterThan(2);
    const kept = before.reason.evidence.filter(({ iri }) => iri !== undefined && !iri.includes('wordnet'));
    expect(after.reason.evidence.map(({ lemma }) => lemma)).toEqual(nouns);
    expect(after.reason.evidence).toEqual(expect.arrayContaining(kept));
  });
});

describe('the password of a service', () => {
  it('is sent, and neither shown nor stored', async () => {
    const reconcile = service.url.replace('//', '//ada:secret@');
    await run({ reconcile });
    expect(service.headers[0]?.['authorization']).toBe(`Basic ${btoa('ada:secret')}`);
    const { service: shown } = await planReconciliation(options({ reconcile }));
    const stored = await readFile(path.join(kb, 'bees+links.nq'), 'utf8');
    const review = await readFile(path.join(folder, 'review.csv'), 'utf8');
    expect([shown, stored, review].join()).not.toContain('secret');
    service.answer = () => ({ body: 'no' });
    const failed = run({ reconcile, type: 'other' }).catch(String);
    expect(await failed).not.toContain('secret');
  });
});

describe('a review', () => {
  const review = (): string => path.join(folder, 'review.csv');
  const decide = async (decisions: Readonly<Record<string, string>>): Promise<void> => {
    const lines = (await readFile(review(), 'utf8')).split('\r\n');
    const decided = lines.map((line) => {
      const entity = /entity\/(Q\d+)/.exec(line)?.[1] ?? '';
      return `${line}${decisions[entity] ?? ''}`;
    });
    await writeFile(review(), decided.join('\r\n'));
  };

  it('is taken back with the decisions of a person', async () => {
    await run();
    await decide({ Q5: 'No', Q6: 'x' });
    const report = await reconcileTopic({ kb, topic: 'bees', reviewed: review() });
    expect(report).toMatchObject({
      refused: 1,
      links: 3,
      accepted: [{ noun: 'queen', score: 79, reviewed: true }],
    });
    expect(await query(LINKS)).toMatch(/queen,http:\/\/things\.example\/entity\/Q6,79(?:\.0)?,true/);
    // What a person said stays, and is not asked again.
    const again = await run({ review: path.join(folder, 'other.csv') });
    expect(again).toMatchObject({ unsure: 0, links: 3 });
  });

  it('leaves out refused candidates next time', async () => {
    await run();
    await decide({ Q5: 'no' });
    await reconcileTopic({ kb, topic: 'bees', reviewed: review() });
    const again = await run({ review: path.join(folder, 'other.csv'), lead: 80 });
    const rest = await readFile(again.review ?? '', 'utf8');
    expect(rest).not.toContain('Q5');
    expect(rest).toContain('queen');
  });

  it('is not overwritten once it holds decisions', async () => {
    await run();
    await decide({ Q5: 'yes' });
    await expect(run()).rejects.toThrow(UsageError);
    expect(await readFile(review(), 'utf8')).toContain('yes');
  });

  it('may come back from a spreadsheet that writes semicolons', async () => {
    await writeFile(
      review(),
      '\uFEFFnoun;contexts;candidate;score;decision\r\nqueen;"a; b";http://x.example/1;80,5;YES\r\nhive;;http://x.example/2;;\r\n',
    );
    const report = await reconcileTopic({ kb, topic: 'bees', reviewed: review() });
    expect(report.accepted).toMatchObject([{ noun: 'queen', meaning: 'http://x.example/1', score: 80.5 }]);
  });

  it.each([
    [
      'two decisions for a noun',
      'queen,http://x/1,yes\nqueen,http://x/2,yes\n',
      /:3: 'queen' has a yes in line 2/,
    ],
    ['an unknown decision', 'queen,http://x/1,maybe\n', /:2: the decision 'maybe' is neither yes nor no/],
    ['a candidate that is not an IRI', 'queen,Q1 2,yes\n', /:2: the candidate 'Q1 2' is not an IRI/],
    ['a row of another length', 'queen,yes\n', /:2: 2 columns where the header has 3/],
  ])('names the line of %s', async (_, rows, message) => {
    await writeFile(review(), `noun,candidate,decision\n${rows}`);
    const taken = reconcileTopic({ kb, topic: 'bees', reviewed: review() });
    await expect(taken).rejects.toThrow(message);
  });

  it('names columns that are missing, and a file that is', async () => {
    await writeFile(review(), 'noun,candidate\nqueen,http://x/1\n');
    await expect(reconcileTopic({ kb, topic: 'bees', reviewed: review() })).rejects.toThrow(
      /no column 'decision'/,
    );
    await expect(reconcileTopic({ kb, topic: 'bees', reviewed: `${review()}x` })).rejects.toThrow(InputError);
  });
});
