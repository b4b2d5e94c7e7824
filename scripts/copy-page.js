/** Puts the files of pages next to the compiled servers: their own, and YASQE, the editor, with the licences of all that is in it. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FROM = 'src/extensions/server/page';
const TO = 'dist/extensions/server/page';
/** The icon of all pages. */
const LOGO = 'docs/logo.svg';

copyPage(FROM, TO, ['search.css']);
copyPage('src/extensions/server/control-room/page', 'dist/extensions/server/control-room/page', [
  'faces.css',
]);
mkdirSync('dist/extensions/server/workbench/page', { recursive: true });
copyFileSync(
  'src/extensions/server/workbench/page/workbench.css',
  'dist/extensions/server/workbench/page/workbench.css',
);
const yasqe = packageFolder('@zazuko/yasqe', '.');
for (const name of ['yasqe.min.js', 'yasqe.min.css'])
  copyFileSync(path.join(yasqe, 'build', name), path.join(TO, name));
writeFileSync(path.join(TO, 'yasqe.licences.txt'), licences('@zazuko/yasqe').join('\n\n'));

function copyPage(from, to, others = []) {
  mkdirSync(to, { recursive: true });
  for (const name of ['index.html', 'page.css', ...others])
    copyFileSync(path.join(from, name), path.join(to, name));
  copyFileSync(LOGO, path.join(to, 'icon.svg'));
}

/** The licences of a package and of all it depends on: the bundle holds their code. */
function licences(root) {
  const seen = new Map();
  const visit = (name, from) => {
    const folder = packageFolder(name, from);
    if (folder === undefined || seen.has(folder)) return;
    const {
      version,
      license = 'no licence named',
      author,
      dependencies = {},
    } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const by = typeof author === 'object' ? author.name : author;
    const title = `${name} ${version} (${license})${by === undefined ? '' : `, ${by}`}`;
    const text = file === undefined ? '' : readFileSync(path.join(folder, file), 'utf8').trim();
    seen.set(folder, `=== ${title}\n\n${text}`.trim());
    for (const next of Object.keys(dependencies)) visit(next, folder);
  };
  visit(root, '.');
  return [...seen.values()];
}

/** Where Node would find a package: in the nearest node_modules upwards. */
function packageFolder(name, from) {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (path.dirname(folder) === folder) return undefined;
  }
}
