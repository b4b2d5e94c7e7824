import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { ROOT } from '../cli/run.js';
import { describeUnless } from './data.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * The packed package, installed in an empty folder. Its dependencies are linked from this checkout's node_modules,
 * since tests do not reach the network; what is tested is that the tarball holds all that it needs of its own.
 */

const folder = temporaryFolder();
let installed = '';

function binary(): string {
  const { bin } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
    bin: { sfwc: string };
  };
  return path.join(installed, bin.sfwc);
}

function exampleOfReadme(): string {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  expect(example).toContain("from 'sfwc'");
  return example;
}

describeUnless(undefined, 'the packed package', () => {
  beforeAll(() => {
    installed = path.join(folder, 'node_modules/sfwc');
    mkdirSync(installed, { recursive: true });
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: ROOT,
      stdio: 'pipe',
    });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    execFileSync('tar', ['-xzf', path.join(folder, tarball), '-C', installed, '--strip-components', '1']);
    for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
      if (!name.startsWith('.'))
        symlinkSync(path.join(ROOT, 'node_modules', name), path.join(folder, 'node_modules', name));
    }
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  });

  it('has a command that runs through a link, builds and asks', () => {
    mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
    const link = path.join(folder, 'node_modules/.bin/sfwc');
    symlinkSync(binary(), link);
    const run = (...args: string[]): string =>
      execFileSync(process.execPath, [link, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(readFileSync(binary(), 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true);
    expect(run('--version').trim()).toMatch(/^\d+\.\d+\.\d+$/);
    run('build', 'node_modules/sfwc/corpora/diabetes', '--topic', 'diabetes', '--kb', 'kb', '--workers', '2');
    const rows = run(
      'query',
      'kb',
      '--file',
      'node_modules/sfwc/queries/document-count.rq',
      '--format',
      'csv',
    );
    expect(rows).toMatch(/total\r?\n26\r?\n/);
  });

  it('has types by which the example of the README is right, as strictly as it can be checked', () => {
    execFileSync(
      process.execPath,
      [
        path.join(ROOT, 'node_modules/typescript/bin/tsc'),
        '-p',
        'tsconfig.build.json',
        '--outDir',
        path.join(installed, 'dist'),
      ],
      { cwd: ROOT },
    );
    writeFileSync(path.join(folder, 'example.ts'), exampleOfReadme());
    const options = [
      '--noEmit',
      '--skipLibCheck',
      '--strict',
      '--noUncheckedIndexedAccess',
      '--module',
      'nodenext',
    ];
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, ...options, '--target', 'es2022', '--types', 'node', 'example.ts'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([0, '']);
  });

  it('runs the example of the README as it stands', async () => {
    const example = exampleOfReadme();
    const server = createServer((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(readFileSync(path.join(ROOT, 'corpora/sample-web/glucosecare.example/index.html')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    // Only the two places that belong to the reader are filled in: where the texts lie and where the crawl begins.
    const program = example
      .replaceAll("'corpora/", "'node_modules/sfwc/corpora/")
      .replace('https://example.org/', `http://127.0.0.1:${port}/`)
      .replace('maxPages: 100', 'maxPages: 1');
    writeFileSync(path.join(folder, 'example.js'), program);
    const { execFile } = await import('node:child_process');
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, ['example.js'], { cwd: folder }, (error, output, stderr) => {
        if (error === null) resolve(output);
        else reject(new Error(stderr));
      });
    });
    server.close();
    expect(stdout).toMatch(/^\d{4,} triples\n[01] of 1 pages kept\n$/);
  });
});
