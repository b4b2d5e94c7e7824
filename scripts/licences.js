import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder where Node would find a package: in the nearest node_modules upwards; undefined where there is none. */
export function packageFolder(name, from) {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/**
 * Packages as one text: name, version, licence and author of each, and the text of its licence.
 * @param packages pairs of the folder of a package and those of its files that are shipped
 */
export function licenceTexts(packages) {
  return `${packages.map(([folder, files]) => licenceText(folder, files)).join('\n\n')}\n`;
}

function licenceText(folder, files) {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, author } = manifest;
  const by = typeof author === 'object' ? author.name : author;
  const title = `${name} ${version} (${licenceOf(manifest)})${by === undefined ? '' : `, ${by}`}`;
  return `=== ${title}\n\n${textFile(folder) ?? notices(folder, files)}`.trim();
}

/** The name of a package's licence; packages from before 2014 may have a list of them. */
export function licenceOf({ license, licenses = [] }) {
  const names = [license, ...licenses].map((one) => (typeof one === 'object' ? one.type : one));
  return [...new Set(names.filter((name) => name !== undefined))].join(' OR ') || 'no licence named';
}

function textFile(folder) {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  return file === undefined ? undefined : readFileSync(path.join(folder, file), 'utf8').trim();
}

/** What a package without a file of its licence says in its README, and in comments of the files that are shipped. */
function notices(folder, files) {
  const readme = readdirSync(folder).find((entry) => /^readme/i.test(entry));
  const page = readme === undefined ? '' : readFileSync(path.join(folder, readme), 'utf8');
  const [section = ''] = /^(?:#+ *)?licen[cs]e\b[^]*?(?=\n#|$(?![^]))/im.exec(page) ?? [];
  const comments = files.flatMap((file) => readFileSync(file, 'utf8').match(/\/\*[^]*?\*\//g) ?? []);
  return [section, ...comments.filter((comment) => /copyright/i.test(comment))].join('\n\n').trim();
}
