import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { begin, sfwc } from '../../../cli/run.js';
import { beeTopic } from '../../../support/bee-topic.js';
import {
  candidate,
  startReconciliation,
  type ReconciliationServer,
} from '../../../support/reconciliation-server.js';

const { root, kb } = beeTopic();
let service: ReconciliationServer;

beforeAll(async () => {
  service = await startReconciliation({
    hive: [candidate('Q1', 100, true)],
    queen: [candidate('Q5', 80), candidate('Q6', 79)],
  });
});
afterAll(() => service.close());

const topic = () => ['--kb', kb, '--topic', 'bees'];
const environment = () => ({
  SFWC_RECONCILE_CACHE: path.join(root, 'cache'),
  SFWC_RECONCILE_DELAY: '0',
});
const review = () => ['--review', path.join(root, 'review.csv')];
const expand = (...args: readonly string[]) =>
  sfwc(['expand', ...args, ...topic()], { environment: environment() });

describe('sfwc expand --reconcile', () => {
  it('prints what it would request, and requests nothing', async () => {
    const { code, stdout } = await expand('--reconcile', service.url, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^bee\n/);
    expect(stdout).toMatch(
      /\d+ nouns in \d+ requests to http:\/\/127\.0\.0\.1:\d+\/api; 0 answers are cached\n/,
    );
    expect(stdout).toContain('{"q0":{"query":"bee","limit":5}');
    expect(service.manifests).toBe(0);
  });

  it('ends at Ctrl-C, and continues with the same command', async () => {
    const { answer } = service;
    service.answer = (queries) => (service.batches.length === 2 ? { silent: true } : answer(queries));
    const args = ['expand', '--reconcile', service.url, '--batch', '5', ...review(), ...topic()];
    const running = begin(args, { environment: environment() });
    while (service.batches.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await running.interrupt()).toBe(130);
    service.answer = answer;
    const asked = service.batches.slice(0, 1).flatMap((batch) => Object.values(batch));
    const before = service.batches.length;
    expect((await expand('--reconcile', service.url, '--batch', '5', ...review())).code).toBe(0);
    const after = service.batches.slice(before).flatMap((batch) => Object.values(batch));
    for (const { query } of asked) expect(after.map((one) => one.query)).not.toContain(query);
  });

  it('prints the links, and what is left to do', async () => {
    const { code, stdout, stderr } = await expand('--reconcile', service.url, ...review());
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^noun +score +entity +what it is\nhive +100\.0 +http:\/\/things\.example\/entity\/Q1 +name of Q1: what Q1 is\n/,
    );
    expect(stderr).toMatch(/1 noun linked, 1 to be decided, \d+ unknown to the service\n/);
    expect(stderr).toContain(`sfwc expand --reviewed ${path.join(root, 'review.csv')}`);
    const taken = await expand('--reviewed', path.join(root, 'review.csv'), '--json');
    expect(JSON.parse(taken.stdout)).toMatchObject({ topic: 'bees', links: 1, accepted: [] });
  });

  it('refuses what does not go together', async () => {
    expect(await expand('--reconcile', service.url, '--least', '0.1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--least cannot be given together with --reconcile'),
    });
    expect(await expand('--review', 'x.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--review requires --reconcile URL'),
    });
    expect((await expand('--reconcile', 'wikidata')).code).toBe(2);
    expect((await expand('--reviewed', path.join(root, 'none.csv'))).code).toBe(1);
  });
});
