import { expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import * as api from '../src/index.js';
import { OPTIONAL_PACKAGES } from '../src/support/optional-packages.js';

/** What can be told of the package without packing it; `test/full/package.test.ts` packs, installs and runs it. */
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly bin: { readonly sfwc: string };
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};
/** Files that are compiled one by one; `test/scripts/bundle.test.ts` is about the others. */
const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.js') && !file.endsWith('.bundle.js'),
);

it('lists files that are there, and none but those', () => {
  for (const file of manifest.files.filter((name) => !name.startsWith('!')))
    expect([file, existsSync(file.replace(/\/\*\..*$/, ''))]).toEqual([file, true]);
  expect(manifest.files).toEqual(
    expect.arrayContaining(['dist', 'kb/*.ttl', 'queries', 'corpora', 'LICENSE']),
  );
  expect(readdirSync('kb').filter((file) => file.endsWith('.ttl')).length).toBeGreaterThan(0);
});

it('has a command that begins as a script', () => {
  expect(readFileSync(manifest.bin.sfwc, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

it('depends on all packages that it loads', () => {
  const packages = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  const known = new Set([...builtinModules, ...packages]);
  expect(built.length).toBeGreaterThan(400);
  for (const file of built.filter((name) => !/^(?:server|control-room)\/page\//.test(name))) {
    const text = readFileSync(path.join('dist', file), 'utf8');
    for (const [, name = ''] of text.matchAll(
      /(?:^(?:import|export)\b[^'";]*?from |\bimport\(|\brequire\()'([^'.][^']*)'/gm,
    )) {
      const wanted = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : name.split('/')[0];
      if (!name.startsWith('node:'))
        expect([file, wanted, known.has(wanted ?? '')]).toEqual([file, wanted, true]);
    }
  }
});

it('loads an optional package only where one that is missing is named', () => {
  expect(Object.keys(manifest.optionalDependencies)).toEqual(Object.keys(OPTIONAL_PACKAGES));
  const isEntry = (file: string): boolean => /^(?:index|(?:cli|api)\/.*|.*-worker)\.js$/.test(file);
  const loaded = new Map<string, string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    const text = readFileSync(path.join('dist', file), 'utf8');
    loaded.set(file, text);
    for (const [, target = ''] of text.matchAll(/^(?:import|export)\b[^'";]*?(?:from )?'(\.[^']*)'/gm))
      load(path.join(path.dirname(file), target));
  };
  built.filter(isEntry).forEach(load);
  expect(loaded.size).toBeGreaterThan(300);
  for (const name of Object.keys(OPTIONAL_PACKAGES)) {
    const from = new RegExp(`^(?:import|export)\\b[^'";]*?from '${name}['/]`, 'm');
    expect([...loaded].filter(([, text]) => from.test(text)).map(([file]) => file)).toEqual([]);
    const loads = built.filter((file) =>
      readFileSync(path.join('dist', file), 'utf8').includes(`loadOptional('${name}'`),
    );
    expect([name, loads.length]).not.toEqual([name, 0]);
  }
});

it('loads no file that is not built', () => {
  for (const file of built) {
    const text = readFileSync(path.join('dist', file), 'utf8');
    for (const [, target = ''] of text.matchAll(/(?:from |\bimport\(|new URL\()'(\.{1,2}\/[^']*\.js)'/g)) {
      const place = path.join('dist', path.dirname(file), target);
      expect([file, target, statSync(place, { throwIfNoEntry: false })?.isFile()]).toEqual([
        file,
        target,
        true,
      ]);
    }
  }
});

it('exports what the examples of the documentation import, which show every function of the root', () => {
  const page = readFileSync('docs/program.md', 'utf8');
  const names = [...page.matchAll(/import \{ (.*) \} from 'sfwc'/g)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  expect(Object.keys(api)).toEqual(expect.arrayContaining(names));
  const isError = (name: string): boolean => /Error$|^Interrupted$/.test(name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(api).filter((name) => !isError(name))));
});

it('exports the API of every extension, and documents each subpath', () => {
  const page = readFileSync('docs/program.md', 'utf8');
  const apis = readdirSync('src/extensions').filter((name) => existsSync(`src/extensions/${name}/api.ts`));
  const exported = Object.keys(manifest.exports);
  expect(exported).toEqual(expect.arrayContaining(apis.map((name) => `./${name}`)));
  for (const name of exported.filter((one) => !/^\.$|json$/.test(one)))
    expect(page).toContain(`\`sfwc/${name.slice(2)}\``);
  for (const [name, target] of Object.entries(manifest.exports))
    if (typeof target === 'object') expect([name, existsSync(target.default)]).toEqual([name, true]);
});
