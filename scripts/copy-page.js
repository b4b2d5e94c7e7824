/** Puts the files of pages next to the compiled servers: their own, and YASQE, the editor, with the licences of all that is in it. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { licenceTexts, packageFolder } from './licences.js';

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
writeFileSync(path.join(TO, 'yasqe.licences.txt'), licenceTexts(withDependencies('@zazuko/yasqe')));

function copyPage(from, to, others = []) {
  mkdirSync(to, { recursive: true });
  for (const name of ['index.html', 'page.css', ...others])
    copyFileSync(path.join(from, name), path.join(to, name));
  copyFileSync(LOGO, path.join(to, 'icon.svg'));
}

/** The folders of a package and of all that it depends on, whose code is in the bundle. */
function withDependencies(root) {
  const seen = new Set();
  const visit = (name, from) => {
    const folder = packageFolder(name, from);
    if (folder === undefined || seen.has(folder)) return;
    seen.add(folder);
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const next of Object.keys(dependencies)) visit(next, folder);
  };
  visit(root, '.');
  return [...seen].map((folder) => [folder, []]);
}
