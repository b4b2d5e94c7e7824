import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { nif, rdf, sfwc } from '../../../src/model/vocabulary.js';
import { begin, sfwc as run, type UnderWay } from '../../cli/run.js';
import { doublingQuery } from '../../support/query-bombs.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';

const TOPIC = 'http://t.example/kb/bees';
const NIF_FILE = 'bees+nif-0123456789abcdef.nq.gz';
const RUNAWAY = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n2 ?o }';

describe('sfwc serve', () => {
  const kb = temporaryFolder();
  let server: UnderWay;
  let address = '';

  beforeAll(async () => {
    const described = `<${TOPIC}> <${rdf.type}> <${sfwc.Topic}> <${TOPIC}> .\n<${TOPIC}> <${sfwc.nifLayer}> "${NIF_FILE}" <${TOPIC}> .\n`;
    const nouns = Array.from(
      { length: 200 },
      (_, at) => `<http://a.example/${at}> <http://a.example/p> "${at}" <${TOPIC}> .\n`,
    );
    writeFileSync(path.join(kb, 'bees.nq.gz'), gzipSync(described + nouns.join('')));
    writeFileSync(
      path.join(kb, NIF_FILE),
      gzipSync(`<${TOPIC}/d> <${rdf.type}> <${nif.Context}> <${TOPIC}/nif> .\n`),
    );
    const options = ['--port', '0', '--max-rows', '50', '--query-memory', '60'];
    // With one thread, a query that runs away would hold up the others.
    server = begin(['serve', kb, ...options], { environment: { SFWC_WORKERS: '2' } });
    address = await server.said(/at (http:\S+)/);
  });
  afterAll(() => void server.interrupt());

  const ask = (
    query: string,
    headers: Record<string, string> = {},
    place: string = address,
  ): Promise<Response> =>
    fetch(`${place}sparql`, { method: 'POST', body: new URLSearchParams({ query }), headers });

  it('answers over the topics and their NIF layers', async () => {
    const response = await ask('SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', { accept: 'text/csv' });
    expect((await response.text()).trim().split(/\r?\n/)).toEqual(['n', '203']);
    expect(await (await ask(`ASK { ?s a <${nif.Context}> }`)).json()).toHaveProperty('boolean', true);
  });

  it('stops a query that takes too much memory, and answers others', async () => {
    const [stopped, other] = await Promise.all([ask(doublingQuery(26)), ask('ASK { ?s ?p ?o }')]);
    expect([stopped.status, await stopped.text()]).toEqual([
      503,
      expect.stringMatching(/^stopped: it needs more than 60 MB of memory; .*--query-memory/),
    ]);
    expect(other.status).toBe(200);
  });

  itInFull('ends a runaway query, and answers others meanwhile and afterwards', async () => {
    const limited = begin(['serve', kb, '--port', '0', '--query-timeout', '3'], {
      environment: { SFWC_WORKERS: '2' },
    });
    const place = await limited.said(/at (http:\S+)/);
    const runaway = ask(RUNAWAY, {}, place);
    expect((await ask('ASK {}', {}, place)).status).toBe(200);
    expect(await Promise.race([runaway, Promise.resolve('still running')])).toBe('still running');
    const response = await runaway;
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('stopped: it took longer than 3 seconds'),
    ]);
    expect((await ask('ASK {}', {}, place)).status).toBe(200);
    expect(await limited.interrupt()).toBe(0);
  });

  it('tells methods and origins', async () => {
    const wrong = await fetch(`${address}sparql`, { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    const originOf = async (origin: string): Promise<string | null> =>
      (await fetch(`${address}sparql?query=ASK%7B%7D`, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await originOf('http://localhost:8080')).toBe('http://localhost:8080');
    expect(await originOf('https://elsewhere.example')).toBeNull();
  });

  it('says when the port is taken', async () => {
    const { port } = new URL(address);
    const taken = await run(['serve', kb, '--port', port]);
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('cannot listen on 127.0.0.1')]);
  });

  it('ends at Ctrl-C, whatever is under way', async () => {
    const under = ask(RUNAWAY).catch(() => undefined);
    expect(await server.interrupt()).toBe(0);
    await under;
  });
});
