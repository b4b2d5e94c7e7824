import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ownCall, pathFrom } from '../../../src/cli/demo/own-call.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const at = (name: string): string => path.join(root, name);
const main = at('package/dist/cli/main.js');

beforeAll(() => {
  for (const folder of [
    'package/dist/cli',
    'project/node_modules/.bin',
    'project/deep',
    'global/bin',
    '_npx/1/bin',
  ])
    mkdirSync(at(folder), { recursive: true });
  writeFileSync(main, '');
  for (const folder of ['project/node_modules/.bin', 'global/bin', '_npx/1/bin'])
    symlinkSync(main, at(`${folder}/sfwc`));
});

describe('ownCall', () => {
  it.each([
    ['in a project with the package', 'project', 'global/bin', 'npx sfwc'],
    ['in a folder of the project', 'project/deep', undefined, 'npx sfwc'],
    ['in a checkout', 'package', undefined, 'npx sfwc'],
    ['where it is installed for all', 'global', 'global/bin', 'sfwc'],
    ['where npx fetched it', 'global', '_npx/1/bin', 'npx sfwc'],
    ['anywhere else', 'global', 'project', 'node ../package/dist/cli/main.js'],
  ])('%s', (_, folder, search, call) => {
    expect(ownCall({ folder: at(folder), path: search && at(search) }, main)).toBe(call);
  });
});

it('names files from where the user is', () => {
  expect(pathFrom('/home/ada', '/home/ada/node_modules/sfwc/queries/a.rq')).toBe(
    'node_modules/sfwc/queries/a.rq',
  );
  expect(pathFrom('/a/b/c/d', '/x')).toBe('/x');
});
