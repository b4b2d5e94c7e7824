import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';
import { beforeAll, expect, it } from '@jest/globals';
import { OPTIONAL_PACKAGES } from '../../src/support/optional-packages.js';
import { ROOT, type Finished } from '../cli/run.js';
import { listen } from '../support/listen.js';
import { describeUnless } from './data.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * The packed package, installed in an empty folder. Its dependencies are linked from this checkout's node_modules,
 * since tests do not reach the network; what is tested is that the tarball holds all that it needs of its own.
 */

const folder = temporaryFolder();
const small = temporaryFolder();
let installed = '';

function binary(): string {
  const { bin } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
    bin: { sfwc: string };
  };
  return path.join(installed, bin.sfwc);
}

/** Links the packages of this checkout that `npm install --omit=dev` would install, but for some of them. */
function linkPackages(to: string, without: readonly string[]): void {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  for (const [folder, { dev }] of Object.entries(packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder)?.[1];
    if (name === undefined || dev === true || without.includes(name)) continue;
    if (!existsSync(path.join(ROOT, folder))) continue;
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    symlinkSync(path.join(ROOT, folder), path.join(to, name));
  }
}

/** All examples of the document, one after the other. */
function documentedExample(): string {
  const page = readFileSync(path.join(ROOT, 'docs/program.md'), 'utf8');
  const examples = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThan(5);
  return examples.join('\n');
}

/** Of user-defined parts: each is run, and checked against the types. */
const EXAMPLES = ['classifier', 'linker', 'reader', 'sink', 'strategy', 'trained-classifier'].map(
  (name) => `${name}.ts`,
);

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
    linkPackages(path.join(folder, 'node_modules'), []);
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
      ...'query kb --file node_modules/sfwc/queries/document-count.rq --format csv'.split(' '),
    );
    expect(rows).toMatch(/total\r?\n26\r?\n/);
  });

  it('has a demo whose next commands run where it was called', () => {
    const at = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    const link = path.join(folder, 'node_modules/.bin/sfwc');
    // As npm install does.
    chmodSync(binary(), 0o755);
    const begin = performance.now();
    const shown = execFileSync(process.execPath, [link, 'demo', '--out', "Ada's demo"], at);
    console.log(`sfwc demo took ${Math.round((performance.now() - begin) / 1000)} s`);
    const commands = shown.slice(shown.indexOf('Try next:')).match(/^ {2}\S.*$/gm) ?? [];
    expect(commands).toHaveLength(4);
    for (const line of commands) {
      const { status, stderr } = spawnSync('sh', ['-c', line.trim()], at);
      if (status !== 0) throw new Error(`${line}: ${status}\n${stderr}`);
    }
  }, 300_000);

  it('builds, crawls, explains and queries without optional packages, and names one that is missing', () => {
    const own = path.join(small, 'node_modules/sfwc');
    linkPackages(path.join(small, 'node_modules'), Object.keys(OPTIONAL_PACKAGES));
    cpSync(installed, own, { recursive: true });
    const run = (...args: string[]): Finished => {
      const command = [path.join(own, 'dist/cli/main.js'), ...args];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        cwd: small,
        encoding: 'utf8',
      });
      return { code: status ?? -1, stdout, stderr };
    };
    const web = path.join(own, 'corpora/sample-web');
    const seed = 'http://glucosecare.example/';
    for (const [code, ...args] of [
      [0, 'build', path.join(own, 'corpora/diabetes'), '--topic', 'diabetes', '--kb', 'kb'],
      [
        0,
        'crawl',
        ...['--kb', 'kb', '--topic', 'diabetes', '--web', web, '--seeds', seed, '--out', 'out'],
        ...['--max-pages', '5'],
      ],
      [0, 'explain', 'out', seed],
      [0, 'pages', 'out'],
      [0, 'query', 'kb', '--crawl', 'out', '--file', path.join(own, 'queries/telling-pages.rq')],
      [0, 'doctor'],
      [0, 'report', 'out'],
    ] as readonly (readonly [number, ...string[]])[])
      expect({ args, ...run(...args) }).toMatchObject({ code });
  }, 180_000);

  it('has types by which the examples are right, as strictly as they can be checked', () => {
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const declared = ['-p', 'tsconfig.build.json', '--outDir', path.join(installed, 'dist')];
    execFileSync(process.execPath, [tsc, ...declared], { cwd: ROOT });
    writeFileSync(path.join(folder, 'example.ts'), documentedExample());
    for (const name of EXAMPLES)
      copyFileSync(path.join(installed, 'examples', name), path.join(folder, name));
    const options = '--noEmit --skipLibCheck --strict --noUncheckedIndexedAccess --module nodenext'.split(
      ' ',
    );
    const words = [tsc, ...options, '--target', 'es2022', '--types', 'node', 'example.ts', ...EXAMPLES];
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, '']);
  });

  it('has examples of user-defined parts that run', () => {
    const files = readdirSync(path.join(installed, 'examples'), { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith('.ts')).sort()).toEqual(EXAMPLES.toSorted());
    for (const name of EXAMPLES) {
      const source = readFileSync(path.join(installed, 'examples', name), 'utf8');
      expect(source.split('\n').length).toBeLessThan(60);
      const { code } = transformSync(source, { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } });
      writeFileSync(path.join(folder, path.basename(name, 'ts') + 'js'), code);
    }
    const web = path.join(installed, 'corpora/sample-web');
    const run = (...args: string[]): Finished => {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, WEB: web },
      });
      return { code: status ?? -1, stdout, stderr };
    };
    const sfwc = (...args: string[]): Finished => run(binary(), ...args);

    mkdirSync(path.join(folder, 'talks'));
    const subtitles = '1\n00:00:01,000 --> 00:00:04,000\nThe <i>pancreas</i> makes insulin for the blood.\n';
    writeFileSync(path.join(folder, 'talks/talk.srt'), subtitles);
    const talks = ['--topic', 'talks', '--kb', 'talks-kb', '--plugin', './reader.js', '--json'];
    expect(JSON.parse(sfwc('build', 'talks', ...talks).stdout)).toMatchObject({
      statistics: { documents: 1 },
    });

    const page = path.join(web, 'glucosecare.example/index.html');
    const own = ['--kb', 'kb', '--topic', 'diabetes', '--plugin'];
    const judged = sfwc(
      'classify',
      page,
      ...own,
      ...'./classifier.js --classifier known-nouns --explain'.split(' '),
    );
    const inCorpus = expect.stringContaining("the corpus of 'diabetes' has");
    expect([judged.code, judged.stdout]).toEqual([0, inCorpus]);

    mkdirSync(path.join(folder, 'texts'));
    for (const [name, text] of [
      ['a', 'Insulin of the pancreas lowers blood glucose in the body.'],
      ['b', 'Patients with diabetes mellitus inject insulin every day.'],
    ] as const)
      writeFileSync(path.join(folder, `texts/${name}.txt`), text);
    const linker = ['--plugin', './linker.js', '--linker', 'mesh,wordnet'];
    const linked = sfwc('build', 'texts', '--topic', 'mesh', '--kb', 'kb-mesh', '--workers', '2', ...linker);
    expect([linked.code, linked.stderr]).toEqual([0, expect.any(String)]);
    const mesh = `
      PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
      PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
      SELECT DISTINCT ?term ?code {
        ?mention nif:anchorOf ?term ; itsrdf:taIdentRef ?iri
        FILTER(STRSTARTS(STR(?iri), 'http://id.nlm.nih.gov/mesh/')) BIND(STRAFTER(STR(?iri), 'mesh/') AS ?code)
      } ORDER BY ?term`;
    const terms = sfwc('query', 'kb-mesh', mesh, '--format', 'csv').stdout.trim().split(/\r?\n/);
    expect(terms).toEqual(
      expect.arrayContaining(['blood glucose,D001786', 'diabetes mellitus,D003920', 'pancreas,D010179']),
    );

    const seed = 'http://glucosecare.example/';
    const stored = ['--seeds', seed, '--web', web, '--max-pages', '15', '--out', 'out-strategy'];
    const crawled = sfwc('crawl', ...own, './strategy.js', '--strategy', 'good-hosts', ...stored);
    expect([crawled.code, crawled.stderr]).toEqual([0, expect.any(String)]);
    const events = readFileSync(path.join(folder, 'out-strategy/events.jsonl'), 'utf8');
    expect(events).toMatch(/"reason":"[1-9]\d* of \d+ pages of [a-z.]+ accepted"/);

    const sink = run('sink.js', 'kb', 'diabetes', seed, 'out-sink');
    const [accepted] = /^(\d+) of 20 pages accepted$/m.exec(sink.stdout)?.slice(1) ?? [];
    const rows = readFileSync(path.join(folder, 'out-sink.tsv'), 'utf8').trim().split('\n');
    expect([sink.code, sink.stderr, rows.length]).toEqual([0, '', Number(accepted)]);
  });

  it('has subpaths for the parts of the core and for each extension', () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const subpaths = Object.keys(manifest.exports).filter((name) => !/^\.$|json$/.test(name));
    const apis = readdirSync(path.join(ROOT, 'src/extensions')).filter((name) =>
      readdirSync(path.join(ROOT, 'src/extensions', name)).includes('api.ts'),
    );
    expect(subpaths.map((name) => name.slice(2)).sort()).toEqual(
      ['kb', 'judge', 'crawl', 'parts', ...apis].sort(),
    );
    const program = `
      for (const part of ${JSON.stringify(subpaths)})
        if (Object.keys(await import('sfwc' + part.slice(1))).length === 0) throw new Error(part);
      const { openJudge } = await import('sfwc/judge');
      const judge = await openJudge('kb', { topic: 'diabetes' });
      const page = await judge.read(Buffer.from('<title>T</title><p>Insulin.'), 'http://a.example/', 'text/html');
      console.log((await page.judge()).classifier);
      await judge.close();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([stderr, stdout]).toEqual(['', 'ensemble\n']);
  });

  it('runs the examples of the documentation as they stand', async () => {
    const example = documentedExample();
    const server = await listen((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(readFileSync(path.join(ROOT, 'corpora/sample-web/glucosecare.example/index.html')));
    });
    // Only the two places that belong to the reader are filled in: where the texts lie and where the crawl begins.
    const program = example
      .replaceAll("'corpora/", "'node_modules/sfwc/corpora/")
      .replaceAll("'https://example.org/'", `'${server.address}/'`)
      .replace('maxPages: 100', 'maxPages: 1');
    writeFileSync(path.join(folder, 'example.js'), program);
    // Commands that the demo proposes crawl into it as well.
    rmSync(path.join(folder, 'out'), { recursive: true, force: true });
    const { stdout } = await promisify(execFile)(process.execPath, ['example.js'], { cwd: folder });
    await server.close();
    const [, rest = ''] =
      /^\d{4,} triples\n(?:http:.*\n)?[01] of 1 pages accepted\n([^]*)$/.exec(stdout) ?? [];
    expect(rest.split('\n')).toEqual([
      expect.stringMatching(/^\w+ http:/),
      expect.stringMatching(/^\w+, \d+ steps from a seed$/),
      's',
      'ensemble number',
      expect.stringContaining('astronomy'),
      '',
    ]);
    // It builds with a background and crawls, in a process of its own.
  }, 180_000);
});
