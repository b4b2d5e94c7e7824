import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { ROOT } from '../cli/run.js';
import { itUnless } from '../support/thorough.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';

/**
 * The versions of Node that sfwc is for give the same results. npm has each as a package per kind of machine, which is
 * installed in a folder of the test.
 */
const VERSIONS = ['20.19', '22', '24'];
const PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const MAIN = path.join(ROOT, 'dist/cli/main.js');
const SEED = 'http://glucosecare.example/';

const folder = temporaryFolder();

/** Where the program of a version lies. */
function programOf(version: string): string {
  return path.join(folder, version, 'node_modules', PACKAGE, 'bin/node');
}

/** Installs a version. @returns why it cannot run here; undefined where it can */
function bring(version: string): string | undefined {
  const options = ['--no-audit', '--no-fund', '--fetch-retries=0', '--fetch-timeout=30000'];
  const { stderr } = spawnSync(
    'npm',
    ['install', '--prefix', path.join(folder, version), ...options, `${PACKAGE}@${version}`],
    { encoding: 'utf8' },
  );
  if (existsSync(programOf(version))) return undefined;
  return `npm does not bring ${PACKAGE}@${version} (${stderr.split('\n')[0] ?? ''})`;
}

/** What the commands of one version give, by name; times and folders are left out. */
function results(node: string, place: string): Record<string, string> {
  const sfwc = (...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync(node, [MAIN, ...words], { cwd: place, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${node} ${words.join(' ')}: ${stderr}`);
    // Such as a deprecation.
    expect(stderr).not.toMatch(/warning/i);
    return stdout;
  };
  const corpora = path.join(ROOT, 'corpora');
  sfwc('build', path.join(corpora, 'diabetes'), '--topic', 'diabetes', '--kb', 'kb');
  const judged = ['--kb', 'kb', '--topic', 'diabetes'];
  const web = ['--web', path.join(corpora, 'sample-web'), '--seeds', SEED];
  sfwc('crawl', ...judged, ...web, '--max-pages', '40', '--out', 'out');
  return {
    topic: gunzipSync(readFileSync(path.join(place, 'kb/diabetes.nq.gz'))).toString(),
    query: sfwc('query', 'kb', '--file', path.join(ROOT, 'queries/nouns-by-idf.rq'), '--format', 'csv'),
    pages: withoutTimes(sfwc('pages', 'out', '--format', 'jsonl')),
  };
}

function withoutTimes(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

describeUnless(undefined, 'the versions of Node that sfwc is for', () => {
  const found = new Map<string, Record<string, string>>();

  for (const version of VERSIONS)
    itUnless(bring(version))(
      `build, query and crawl under ${version}`,
      () => {
        const node = programOf(version);
        expect(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout).toMatch(`v${version}.`);
        const place = path.join(folder, `results-${version}`);
        mkdirSync(place);
        found.set(version, results(node, place));
      },
      600_000,
    );

  it('give the same results', () => {
    const [first, ...others] = found.values();
    for (const other of others) expect(other).toEqual(first);
  });
});
