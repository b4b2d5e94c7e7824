import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { licenceOf, type PackageManifest } from '../scripts/licences.js';

/** Licences under which a package may be part of an installation. */
const ALLOWED = new Set([
  ...'0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0'.split(' '),
  ...['Python-2.0', 'Unlicense', 'Zlib'],
  // Older names: `duck` and `negotiate` have the text of BSD-2-Clause.
  ...['BSD', 'FreeBSD'],
]);

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const production = Object.entries(packages).filter(([folder, { dev }]) => folder !== '' && dev !== true);

function manifestOf(folder: string): PackageManifest | undefined {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageManifest) : undefined;
}

/** Whether an SPDX expression can be met by allowed licences alone. */
function isAllowed(expression: string): boolean {
  const inner = expression.replace(/^\((.*)\)$/, '$1');
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isAllowed);
  return inner.split(' AND ').every((name) => ALLOWED.has(name));
}

describe('the packages of an installation', () => {
  it('are at most 500, those for other machines included', () => {
    expect(production.length).toBeGreaterThan(100);
    expect(production.length).toBeLessThanOrEqual(500);
  });

  it('have licences that allow their use', () => {
    const others = production.filter(([, { license }]) => !isAllowed(license ?? ''));
    expect(others.map(([folder, { license }]) => `${folder}: ${license ?? 'none'}`)).toEqual([]);
  });

  it('say the same of their licence themselves', () => {
    for (const [folder, { license, optional }] of production) {
      const manifest = manifestOf(folder);
      // npm installs optional packages for this machine alone.
      if (manifest === undefined) expect([folder, optional]).toEqual([folder, true]);
      else expect([folder, licenceOf(manifest)]).toEqual([folder, license]);
    }
  });

  it('run no script when they are installed', () => {
    const HOOKS = ['preinstall', 'install', 'postinstall'];
    const withScript = production.filter(
      ([folder, { hasInstallScript }]) =>
        hasInstallScript === true || HOOKS.some((hook) => hook in (manifestOf(folder)?.scripts ?? {})),
    );
    expect(withScript.map(([folder]) => folder)).toEqual([]);
  });
});

describe('the packages in a bundle', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' });

  it.each(files.filter((file) => file.endsWith('.bundle.js')))('%s have licences that ship', (file) => {
    const text = readFileSync(path.join('dist', file.replace(/js$/, 'licences.txt')), 'utf8');
    const titles = [...text.matchAll(/^=== (?<name>\S+) \S+ \((?<licence>[^)]+)\)/gm)].map(
      ({ groups = {} }) => groups,
    );
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.filter(({ licence = '' }) => !isAllowed(licence))).toEqual([]);
  });
});
