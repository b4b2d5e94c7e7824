import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle } from '../../scripts/bundle.js';
import { licenceTexts } from '../../scripts/licences.js';
import { ROOT } from '../cli/run.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { THOROUGH } from '../support/thorough.js';

const folder = temporaryFolder();
const COMUNICA = /^=== @comunica\/\S+ \S+ \(MIT\).*\n\n[^=]*Permission is hereby granted/m;
const built = readdirSync(path.join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' });

it.each(built.filter((file) => file.endsWith('.bundle.js')))('%s runs where no package is', (file) => {
  const [name] = path.basename(file).split('.');
  copyFileSync(path.join(ROOT, 'dist', file), path.join(folder, `${name}.mjs`));
  const program = `console.log(Object.keys(await import('./${name}.mjs')).length)`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([stdout, stderr]).toEqual(['1\n', '']);
});

it.each([
  ['a small package', 'crawling/urls/urls', /^=== tldts \S+ \(MIT\)/m],
  ...(THOROUGH ? [['one as it was built', 'extensions/endpoints/comunica.bundle', COMUNICA] as const] : []),
] as const)('bundles %s, the same each time', async (_, file, licence) => {
  const first = await bundle(path.join('src', `${file}.ts`));
  expect(first).toEqual(await bundle(path.join('src', `${file}.ts`)));
  if (file.endsWith('.bundle'))
    expect(first.code).toBe(readFileSync(path.join('dist', `${file}.js`), 'utf8'));
  expect(first.licences).toMatch(licence);
});

it('finds the licence of a package without a file of it', () => {
  const own = path.join(folder, 'small');
  mkdirSync(own);
  writeFileSync(
    path.join(own, 'package.json'),
    '{"name":"small","version":"1.2.3","licenses":[{"type":"MIT"}]}',
  );
  writeFileSync(
    path.join(own, 'README.md'),
    '# Small\n\nText.\n\n## Licence\n\nMIT, by Ada.\n\n## See also\n',
  );
  writeFileSync(path.join(own, 'small.js'), '/* Copyright 2013 Ada */\n/* other */\nexport {};\n');
  const text = licenceTexts([[own, [path.join(own, 'small.js')]]]);
  expect(text).toBe('=== small 1.2.3 (MIT)\n\n## Licence\n\nMIT, by Ada.\n\n\n/* Copyright 2013 Ada */\n');
});
