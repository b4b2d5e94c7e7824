import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagedPath } from '../../src/support/files/packaged-path.js';
import { ROOT, type Finished } from '../cli/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';
import { answers, ended, freePort } from './local-process.js';

const TOKEN = 'a-long-secret';

function pythonMissing(): string | undefined {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no Python 3.9 or later';
  }
}

describeUnless(pythonMissing(), 'the client in Python', () => {
  const root = temporaryFolder();
  const seeds = join(root, 'seeds.txt');
  let server: ChildProcess;
  let address = '';

  beforeAll(async () => {
    mkdirSync(root, { recursive: true });
    writeFileSync(seeds, 'http://glucosecare.example/\n\n');
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    const words = [packagedPath('dist/cli/main.js'), 'ui', '--token', TOKEN, '--port', String(port)];
    server = spawn(process.execPath, words, { cwd: root, stdio: 'ignore' });
    await answers(address, server, 'the workbench did not start');
  }, 90_000);
  afterAll(() => ended(server));

  function collect(words: readonly string[], token = TOKEN): Promise<Finished> {
    const script = join(ROOT, 'examples/python/collect.py');
    const env = { ...process.env, SFWC_TOKEN: token, PYTHONDONTWRITEBYTECODE: '1' };
    return new Promise((resolve) =>
      execFile('python3', [script, ...words], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      ),
    );
  }

  it('goes from texts to a table of pages about them', async () => {
    const result = join(root, 'diabetes.csv');
    const texts = join(ROOT, 'corpora/diabetes');
    const { code, stdout, stderr } = await collect([address, 'diabetes', texts, seeds, 'web:sample', result]);
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringMatching(/pages found/) });
    const pages = stdout.trim().split('\n');
    expect(pages.length).toBeGreaterThan(20);
    const rows = readFileSync(result, 'utf8');
    for (const page of pages) expect(rows).toContain(page.split('\t')[0]);
  }, 180_000);
});
