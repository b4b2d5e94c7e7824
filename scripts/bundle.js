import { build } from 'esbuild';
import { licenceTexts } from './licences.js';

/** What packages in the form of CommonJS expect to find in their module. */
const COMMONJS = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const __dirname = import.meta.dirname;
const __filename = import.meta.filename;`;

/** Node has a fetch of its own. The package needs others that are out of date, which Node warns about. */
const OWN_FETCH = {
  name: 'own-fetch',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node-fetch$/ }, () => ({ path: 'node-fetch', namespace: 'own-fetch' }));
    onLoad({ filter: /.*/, namespace: 'own-fetch' }, () => ({
      contents: 'module.exports = { default: globalThis.fetch, Headers, Request, Response };',
    }));
  },
};

/**
 * Compiles a TypeScript file together with the packages that it imports into one module, always the same for the same
 * packages. Names stay as they are: to shorten them, and keep those of classes, makes the module slower to load.
 * @returns the text of the module, and the licences of all packages that are in it
 */
export async function bundle(file) {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    banner: { js: COMMONJS },
    plugins: [OWN_FETCH],
  });
  const [{ text }] = outputFiles;
  return { code: text, licences: licenceTexts(packagesOf(Object.keys(metafile.inputs))) };
}

/** The folders of the packages that files belong to, each with its files. */
function packagesOf(files) {
  const packages = new Map();
  for (const file of files.toSorted()) {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder !== undefined) packages.set(folder, [...(packages.get(folder) ?? []), file]);
  }
  return [...packages];
}
