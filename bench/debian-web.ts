/**
 * Makes a web of many hosts from the documentation in Debian packages, as `debian-docs` of the data was made: asks apt for
 * packages, unpacks them, and lays their HTML pages out at the addresses of the projects that they come from.
 *
 *     npm run bench -- debian-web --packages abs-guide,sqlite3-doc --out DIR [--list packages.txt]
 *
 * The list has a package per line, its name first. A page below `/usr/share/doc/NAME/` or `/usr/share/doc/NAME/html/` gets the address
 * of the package's homepage with its own path behind. `index.html` at `dwww.debian.example` links to all of them by section.
 * The last line is a checksum of all files: the same versions of packages give the same one. Needs apt and dpkg, and the network.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sha256 } from '../src/support/hash.js';
import { escapeHtml } from '../src/support/text/escapes.js';

const { values } = parseArgs({
  options: {
    packages: { type: 'string', default: '' },
    list: { type: 'string' },
    out: { type: 'string', default: path.join(tmpdir(), 'sfwc-debian-web') },
  },
});
const DIRECTORY = 'dwww.debian.example';

/** What apt says of a package. */
interface Package {
  readonly name: string;
  readonly version: string;
  readonly section: string;
  /** Host and path of the homepage, as a folder. */
  readonly place: string;
}

function packageNames(): readonly string[] {
  const listed = values.list === undefined ? '' : readFileSync(values.list, 'utf8');
  const lines = listed.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const named = values.packages.split(',').filter((name) => name !== '');
  return [...new Set([...named, ...lines.map((line) => line.split(/\s/)[0] ?? '')])].sort();
}

function aptShow(name: string): string {
  try {
    return execFileSync('apt-cache', ['show', '--no-all-versions', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    throw new Error(`apt does not know the package ${name}; update its lists or leave it out`, {
      cause: error,
    });
  }
}

function describe(name: string): Package {
  const text = aptShow(name);
  const field = (key: string): string => new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  const homepage = URL.canParse(field('Homepage')) ? new URL(field('Homepage')) : undefined;
  const folder = homepage?.pathname.replace(/[^/]*\.x?html?$/i, '').replace(/\/*$/, '') ?? `/${name}`;
  const place = `${homepage?.hostname ?? 'docs.debian.example'}${folder}`;
  return { name, version: field('Version'), section: field('Section'), place };
}

/** The files below a folder, relative to it, sorted. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

/** Lays a package's pages out. Gives their files, relative to the web. */
function layOut({ name, place }: Package, work: string, web: string): readonly string[] {
  execFileSync('apt-get', ['download', '-qq', name], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
  const archive = readdirSync(work).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'));
  if (archive === undefined) throw new Error(`apt did not download ${name}`);
  const unpacked = path.join(work, name);
  execFileSync('dpkg-deb', ['-x', path.join(work, archive), unpacked]);
  const docs = path.join(unpacked, 'usr', 'share', 'doc');
  const files = filesBelow(docs).filter((file) => /\.x?html?$/i.test(file));
  return files.map((file) => {
    const target = path.join(place, file.replace(/^[^/]+\/(?:html\/)?/, ''));
    cpSync(path.join(docs, file), path.join(web, target), { dereference: true });
    return target;
  });
}

/** Writes the page that links to all others, by section. */
function writeDirectory(web: string, laidOut: ReadonlyMap<Package, readonly string[]>): void {
  const sections = [...new Set([...laidOut.keys()].map(({ section }) => section))].sort();
  const lists = sections.map((section) => {
    const items = [...laidOut].flatMap(([{ name, section: own }, files]) =>
      own === section
        ? files.slice(0, 1).map((file) => `<li><a href="http://${escapeHtml(file)}">${escapeHtml(name)}</a>`)
        : [],
    );
    return `<h2>${escapeHtml(section)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
  });
  mkdirSync(path.join(web, DIRECTORY), { recursive: true });
  const page = `<!doctype html>\n<html lang="en"><title>Documents by section</title>\n${lists.join('\n')}\n</html>\n`;
  writeFileSync(path.join(web, DIRECTORY, 'index.html'), page);
}

const work = mkdtempSync(path.join(tmpdir(), 'sfwc-debian-packages-'));
try {
  rmSync(values.out, { recursive: true, force: true });
  const laidOut = new Map<Package, readonly string[]>();
  for (const one of packageNames().map(describe)) {
    const files = layOut(one, work, values.out);
    // The page that others are found from.
    const first = files.filter((file) => /\/index\.html$/.test(file)).sort((a, b) => a.length - b.length);
    laidOut.set(one, [...new Set([...first, ...files])]);
    console.error(`${one.name} ${one.version}: ${files.length} pages at ${one.place}`);
  }
  writeDirectory(values.out, laidOut);
  const sums = filesBelow(values.out).map(
    (file) => `${sha256(readFileSync(path.join(values.out, file)))}  ${file}`,
  );
  console.log(`${sums.length} pages in ${values.out}, checksum ${sha256(sums.join('\n'))}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
