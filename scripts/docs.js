/**
 * Builds the site of the documentation: `npm run docs` writes it to dist-docs/site, `npm run docs -- --serve` shows it on
 * this machine as well. The pages are the documents of the repository at the same places, a reference of the commands made
 * out of the settings, and a reference of the API made out of the types.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Application } from 'typedoc';
import { build, serve } from 'vitepress';
import { commandIndex, commandPage } from './docs-reference.js';
import { documentOptions } from './document-options.js';

const SOURCE = 'dist-docs/source';
const DECLARATIONS = 'dist-docs/declarations';
const HOME = 'index.md';
const ROOT_DOCUMENTS = [
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'corpora/README.md',
  'bench/README.md',
];
const LINKED_FILES = ['kb/sfwc.ttl', 'compose.yaml', 'LICENSE'];

const { values } = parseArgs({
  options: { serve: { type: 'boolean' }, port: { type: 'string', default: '4173' } },
});

rmSync('dist-docs', { recursive: true, force: true });
copyDocuments();
writeFolderPage(
  'examples',
  'Examples',
  'A part of your own of each kind, which [Plugins](../docs/program.md#plugins) says how to use, and a client in Python.',
);
await writeCommandReference();
await writeApiReference();
await build('docs');
process.stderr.write('the site is in dist-docs/site\n');
if (values.serve) await serve({ root: 'docs', port: Number(values.port) });

/** The documents at their places; `docs/index.md` is the home page. */
function copyDocuments() {
  const write = (from, to) => {
    mkdirSync(path.dirname(path.join(SOURCE, to)), { recursive: true });
    writeFileSync(path.join(SOURCE, to), forSite(readFileSync(from, 'utf8')));
  };
  for (const file of ROOT_DOCUMENTS) write(file, file);
  for (const file of readdirSync('docs', { recursive: true, encoding: 'utf8' })) {
    const place = path.join('docs', file);
    if (file.startsWith('.') || statSync(place).isDirectory()) continue;
    if (file === HOME) writeHome(place);
    else if (file.endsWith('.md')) write(place, place);
    else cpSync(place, path.join(SOURCE, place));
  }
  cpSync('docs/logo.svg', path.join(SOURCE, 'public/logo.svg'));
  for (const file of LINKED_FILES) cpSync(file, path.join(SOURCE, 'public', file));
}

/** The home page of the site is outside the folder of its pictures and of the documents that it links to. */
function writeHome(from) {
  const markdown = readFileSync(from, 'utf8').replace(/\]\((?!https?:|#|\.\.\/)/g, '](docs/');
  writeFileSync(path.join(SOURCE, HOME), forSite(markdown.replaceAll('](../', '](')));
}

/** Links to the README lead to the home page; examples are on one page. */
function forSite(markdown) {
  return markdown
    .replace(/\]\(((?:\.\.\/)*)README\.md/g, ']($1index.md')
    .replace(/\]\(((?:\.\.\/)*)examples\/(\w+)\.ts\)/g, ']($1examples/index.md#$2-ts)')
    .replace(/\]\(((?:\.\.\/)*)examples\/python\/(\w+)\.(py|sh)\)/g, ']($1examples/index.md#python-$2-$3)')
    .replace(/\]\(((?:\.\.\/)*)examples\/extension\/\)/g, ']($1examples/index.md#extension-wordcloud-ts)')
    .replace(/\]\(((?:\.\.\/)*examples)\/\)/g, ']($1/index.md)')
    .replace(/\]\(((?:\.\.\/)*)(kb\/sfwc\.ttl|compose\.yaml|LICENSE)\)/g, '](/$2)');
}

/** A page for a folder: links to its documents, or the code of its files. */
function writeFolderPage(folder, title, text) {
  const parts = readdirSync(folder, { recursive: true })
    .filter((file) => path.extname(file) !== '')
    .sort()
    .map((file) => {
      const content = readFileSync(path.join(folder, file), 'utf8');
      if (file.endsWith('.md')) {
        const copy = path.join(SOURCE, folder, file);
        mkdirSync(path.dirname(copy), { recursive: true });
        writeFileSync(copy, forSite(content));
        return `- [${/^# (.*)$/m.exec(content)?.[1] ?? file}](${file})`;
      }
      return `\n## ${file}\n\n\`\`\`${path.extname(file).slice(1)}\n${content}\`\`\``;
    });
  mkdirSync(path.join(SOURCE, folder), { recursive: true });
  writeFileSync(path.join(SOURCE, folder, 'index.md'), `# ${title}\n\n${text}\n\n${parts.join('\n')}\n`);
}

async function writeCommandReference() {
  const { COMMANDS } = await import('../dist/cli/commands.js');
  const names = await import('../dist/app/settings/setting-names.js');
  const folder = path.join(SOURCE, 'docs/reference');
  mkdirSync(folder, { recursive: true });
  const commands = flat(COMMANDS, []);
  for (const { words, listed } of commands) {
    const page = commandPage(words, listed, await listed.load(), names);
    writeFileSync(path.join(folder, `${words.join('-')}.md`), `${page}\n`);
  }
  writeFileSync(path.join(folder, 'index.md'), `${commandIndex(commands)}\n`);
}

function flat(commands, before) {
  return commands.flatMap((one) => {
    const words = [...before, one.name];
    return one.commands === undefined ? [{ words, listed: one }] : flat(one.commands, words);
  });
}

/** Out of declarations as the package has them, in which options are documented. */
async function writeApiReference() {
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', DECLARATIONS]);
  await documentOptions(DECLARATIONS);
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : path.join(DECLARATIONS, path.relative('dist', types)),
  );
  const tsconfig = `${DECLARATIONS}/tsconfig.json`;
  const compiled = {
    extends: path.resolve('tsconfig.json'),
    include: entries.map((entry) => path.relative(DECLARATIONS, entry)),
    exclude: [],
  };
  writeFileSync(tsconfig, JSON.stringify(compiled));
  const folder = path.join(SOURCE, 'docs/api');
  const application = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entries,
    tsconfig,
    readme: 'none',
    hideBreadcrumbs: true,
    disableSources: true,
    excludeExternals: true,
    sanitizeComments: true,
    validation: false,
    skipErrorChecking: true,
    logLevel: 'Warn',
    entryFileName: 'index',
    name: 'API',
    outputs: [{ name: 'markdown', path: folder }],
  });
  const project = await application.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the declarations');
  await application.generateOutputs(project);
  if (!existsSync(path.join(folder, 'index.md'))) throw new Error(`TypeDoc did not write ${folder}/index.md`);
}
