import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Notes the address of each module that an import loads. */
const HOOKS = `
import { appendFileSync } from 'node:fs';
let file;
export function initialize(given) { file = given; }
export function load(url, context, next) { appendFileSync(file, url + '\\n'); return next(url, context); }`;

/** Notes what `require` has loaded as well. */
const preload = (file: string): string => `
import { appendFileSync } from 'node:fs';
import Module, { register } from 'node:module';
const file = ${JSON.stringify(file)};
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(HOOKS)}`)}, { data: file });
process.on('exit', () => appendFileSync(file, Object.keys(Module._cache).join('\\n') + '\\n'));`;

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/**
 * Runs the built command line.
 * @param folder where a list of modules is written
 * @returns what it printed, and those of the project's dependencies and of its bundles of packages that it loaded, sorted
 */
export function loadedPackages(
  folder: string,
  words: readonly string[],
): { readonly printed: string; readonly packages: readonly string[] } {
  const file = path.join(folder, 'loaded.txt');
  const imported = `data:text/javascript,${encodeURIComponent(preload(file))}`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', imported, 'dist/cli/main.js', ...words],
    {
      encoding: 'utf8',
      // A setting of the machine has all settings read.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SFWC_'))),
    },
  );
  const modules = readFileSync(file, 'utf8').split('\n');
  const packages = Object.keys(dependencies).filter((name) =>
    modules.some((module) => module.includes(`/node_modules/${name}/`)),
  );
  const bundles = modules
    .filter((module) => module.endsWith('.bundle.js'))
    .map((file) => path.basename(file));
  return { printed: stdout + stderr, packages: [...packages, ...bundles].sort() };
}
