import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSparqlEndpoint } from '../../src/extensions/endpoints/sparql-endpoint.js';
import { knowledgeBaseContract } from '../contracts/knowledge-base.js';
import { topicInEndpointContract } from '../contracts/topic-in-endpoint.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';
import { answers, ended, freePort } from './local-process.js';

/** Why the tests on Virtuoso cannot run; undefined when they can. */
function virtuosoMissing(): string | undefined {
  try {
    execFileSync('which', ['virtuoso-t', 'isql-vt'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'virtuoso-t and isql-vt are not installed: apt-get install virtuoso-opensource';
  }
}

/** Starts Virtuoso as its package has it, on loopback: 10,000 rows of results at most. Anyone may update. */
async function startVirtuoso(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const [sql, web] = [await freePort(), await freePort()];
  const file = join(folder, 'virtuoso.ini');
  writeFileSync(file, configuration(folder, sql, web));
  const child = spawn('virtuoso-t', ['-f', '+wait', '+configfile', file], { cwd: folder, stdio: 'ignore' });
  try {
    await answers(`http://127.0.0.1:${web}/sparql`, child, 'virtuoso-t did not start');
    const grant = 'GRANT SPARQL_UPDATE TO "SPARQL";';
    await promisify(execFile)('isql-vt', [`127.0.0.1:${sql}`, 'dba', 'dba', `exec=${grant}`]);
  } catch (error) {
    await ended(child);
    throw error;
  }
  return { url: `http://127.0.0.1:${web}/sparql`, stop: () => ended(child) };
}

function configuration(folder: string, sql: number, web: number): string {
  const file = (name: string): string => join(folder, name);
  return `[Database]
DatabaseFile = ${file('virtuoso.db')}
ErrorLogFile = ${file('virtuoso.log')}
LockFile = ${file('virtuoso.lck')}
TransactionFile = ${file('virtuoso.trx')}
xa_persistent_file = ${file('virtuoso.pxa')}
[TempDatabase]
DatabaseFile = ${file('temp.db')}
TransactionFile = ${file('temp.trx')}
[Parameters]
ServerPort = 127.0.0.1:${sql}
DisableUnixSocket = 1
ServerThreads = 10
CaseMode = 2
NumberOfBuffers = 20000
MaxDirtyBuffers = 15000
[HTTPServer]
ServerPort = 127.0.0.1:${web}
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = 10000
MaxQueryCostEstimationTime = 400
MaxQueryExecutionTime = 60
`;
}

describeUnless(virtuosoMissing(), 'Virtuoso', () => {
  const folder = temporaryFolder();
  let virtuoso: Awaited<ReturnType<typeof startVirtuoso>>;
  beforeAll(async () => {
    virtuoso = await startVirtuoso(folder);
  }, 120_000);
  afterAll(() => virtuoso.stop());

  /** Takes every graph out. */
  const clear = async (): Promise<void> => {
    const kb = createSparqlEndpoint({ url: virtuoso.url });
    const { rows } = await kb.select('SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }');
    const graphs = rows.map((row) => row['g']?.value ?? '');
    await kb.replaceGraphs(pieces([]), graphs);
  };
  knowledgeBaseContract('Virtuoso', async () => {
    await clear();
    return createSparqlEndpoint({ url: virtuoso.url });
  });
  topicInEndpointContract('Virtuoso', async () => {
    await clear();
    return { kb: virtuoso.url };
  });
  it('takes long strings', async () => {
    await clear();
    const kb = createSparqlEndpoint({ url: virtuoso.url });
    const text = Array.from({ length: 50_000 }, (_, n) => String(n).padStart(10, 'é ')).join('');
    await kb.load([`<http://a.example/s> <http://a.example/p> "${text}" <http://a.example/g> .\n`]);
    const { rows } = await kb.select('SELECT ?o WHERE { ?s <http://a.example/p> ?o }');
    expect(rows.map((row) => row['o']?.value === text)).toEqual([true]);
  }, 60_000);

  it('moves graphs that were loaded, and keeps the old ones when loading breaks off', async () => {
    await clear();
    const kb = createSparqlEndpoint({ url: virtuoso.url });
    const graphs = ['http://a.example/g', 'http://a.example/h'];
    const of = (value: string): string[] =>
      graphs.map((graph) => `<http://a.example/s> <http://a.example/p> "${value}" <${graph}> .\n`);
    const values = async (): Promise<unknown[]> =>
      (await kb.select('SELECT ?o WHERE { GRAPH ?g { ?s <http://a.example/p> ?o } }')).rows.map(
        (row) => row['o']?.value,
      );
    await kb.replaceGraphs(pieces(of('old')), graphs);
    await expect(kb.replaceGraphs(pieces([...of('new'), 'oops\n']), graphs)).rejects.toMatchObject({
      hint: expect.stringContaining('as it was before'),
    });
    expect(await values()).toEqual(['old', 'old']);
    await kb.replaceGraphs(pieces(of('new')), graphs);
    expect(await values()).toEqual(['new', 'new']);
  });
});

async function* pieces(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
