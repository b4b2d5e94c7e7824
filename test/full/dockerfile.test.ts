import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { ROOT } from '../cli/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';

/**
 * The steps of the Dockerfile one by one, without Docker: each image is an empty folder with Node's own programs, and
 * absolute paths lie below it. The base image itself is not tried.
 */

const images = temporaryFolder();

interface Step {
  readonly verb: string;
  readonly rest: string;
}

/** The images of a Dockerfile by name, in order; the last has none. */
function imagesOf(dockerfile: string): readonly (readonly [name: string, steps: readonly Step[]])[] {
  const found: [string, Step[]][] = [];
  for (const line of dockerfile.replaceAll('\\\n', ' ').split('\n')) {
    const [, verb = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (verb === 'FROM') found.push([/ AS (\w+)$/.exec(rest)?.[1] ?? 'last', []]);
    else if (verb !== '') found.at(-1)?.[1].push({ verb, rest });
  }
  return found;
}

/** Whether `COPY . .` copies a file. */
function isInContext(file: string): boolean {
  const [first = ''] = path.relative(ROOT, file).split(path.sep);
  return !readFileSync(path.join(ROOT, '.dockerignore'), 'utf8').trim().split('\n').includes(first);
}

function copy(words: readonly string[], image: string, folder: string): void {
  const [from] = words.flatMap((word) => /^--from=(.*)/.exec(word)?.[1] ?? []);
  const paths = words.filter((word) => !word.startsWith('--'));
  const to = paths.at(-1) ?? '';
  for (const source of paths.slice(0, -1)) {
    const origin = from === undefined ? path.join(ROOT, source) : path.join(images, from, source);
    const target = path.isAbsolute(to) ? path.join(image, to) : path.join(folder, to);
    const place = to.endsWith('/') ? path.join(target, path.basename(source)) : target;
    const filter = from === undefined ? isInContext : undefined;
    cpSync(origin, place, { recursive: true, verbatimSymlinks: true, ...(filter && { filter }) });
  }
}

/** A command of the shell in the folder; its absolute paths, and the image's user, are those of the test. */
function run(command: string, image: string, folder: string): void {
  const here = command
    .replaceAll(/(?<= )\/(?=\w)/g, `${image}/`)
    .replace('chown node ', `chown ${os.userInfo().username} `);
  const { status, stderr } = spawnSync('sh', ['-ec', here], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${here}: ${stderr}`);
}

function make(name: string, steps: readonly Step[]): string {
  const image = path.join(images, name);
  let folder = image;
  mkdirSync(path.join(image, 'usr/local/bin'), { recursive: true });
  for (const { verb, rest } of steps) {
    if (verb === 'WORKDIR') mkdirSync((folder = path.join(image, rest)), { recursive: true });
    else if (verb === 'COPY') copy(rest.split(' '), image, folder);
    else if (verb === 'RUN') run(rest, image, folder);
    else if (verb !== 'USER' && verb !== 'ENTRYPOINT') throw new Error(`${verb} is not known to this test`);
  }
  return image;
}

const reach = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000'], { encoding: 'utf8' });

describeUnless(reach.status === 0 ? undefined : 'npm ci needs the registry', 'the Dockerfile', () => {
  it('makes an image whose command builds a topic, without packages for development', () => {
    let image = '';
    for (const [name, steps] of imagesOf(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')))
      image = make(name, steps);
    expect(path.basename(image)).toBe('last');
    expect(existsSync(path.join(image, 'sfwc/node_modules/n3'))).toBe(true);
    expect(existsSync(path.join(image, 'sfwc/node_modules/typescript'))).toBe(false);
    // The link names the file by the path that it has in the image.
    const main = path.join(image, 'sfwc/dist/cli/main.js');
    const folder = path.join(image, 'crawls');
    const words = ['build', path.join(image, 'sfwc/corpora/diabetes'), '--topic', 'diabetes', '--kb', 'kb'];
    const { status, stderr } = spawnSync(process.execPath, [main, ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    expect(existsSync(path.join(folder, 'kb/diabetes.nq.gz'))).toBe(true);
  }, 900_000);
});
