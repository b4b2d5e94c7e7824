import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answers, ended, freePort } from './local-process.js';

/** A Virtuoso of the test's own, on loopback, in a temporary folder. */
export interface Virtuoso {
  readonly url: string;
  stop(): Promise<void>;
}

/** Why the tests on Virtuoso cannot run; undefined when they can. */
export function virtuosoMissing(): string | undefined {
  try {
    execFileSync('which', ['virtuoso-t', 'isql-vt'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'virtuoso-t and isql-vt are not installed: apt-get install virtuoso-opensource';
  }
}

/** Starts Virtuoso as its package has it: 10,000 rows of results at most. Anyone may update. */
export async function startVirtuoso(): Promise<Virtuoso> {
  const folder = mkdtempSync(join(tmpdir(), 'sfwc-virtuoso-'));
  const [sql, web] = [await freePort(), await freePort()];
  writeFileSync(join(folder, 'virtuoso.ini'), configuration(folder, sql, web));
  const child = spawn('virtuoso-t', ['-f', '+wait', '+configfile', join(folder, 'virtuoso.ini')], {
    cwd: folder,
    stdio: 'ignore',
  });
  const stop = async (): Promise<void> => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await answers(`http://127.0.0.1:${web}/sparql`, child, 'virtuoso-t did not start');
    const grant = 'GRANT SPARQL_UPDATE TO "SPARQL";';
    await promisify(execFile)('isql-vt', [`127.0.0.1:${sql}`, 'dba', 'dba', `exec=${grant}`]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${web}/sparql`,
    stop,
  };
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
