/**
 * Makes texts and a vocabulary in several languages for `npm run bench -- languages`, out of Debian's packages: descriptions with their
 * translations, by section, and a vocabulary in SKOS of the nouns in dictionaries. Nothing of it comes with sfwc.
 *
 *     mkdir -p LISTS/partial && apt-get update -o Acquire::Languages=en,de,fr -o Dir::State::lists=LISTS
 *     apt-get download trans-de-en dict-freedict-eng-fra dict-freedict-fra-eng   # then dpkg-deb -x each into PACKAGES
 *     node scripts/make-bilingual-texts.js --lists LISTS --packages PACKAGES --out OUT
 *
 * Writes texts.jsonl (fields package, topic, language, title, text) and vocabulary.nt. A concept is an English noun; its labels in other
 * languages are the translations that the dictionaries give.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

const { values } = parseArgs({
  options: { lists: { type: 'string' }, packages: { type: 'string' }, out: { type: 'string' } },
});
if (values.lists === undefined || values.packages === undefined || values.out === undefined) {
  process.stderr.write(
    'usage: node scripts/make-bilingual-texts.js --lists LISTS --packages PACKAGES --out OUT\n',
  );
  process.exit(2);
}
const { lists, packages, out } = values;

/** The records of one of the lists of apt. */
function records(ending) {
  const file = readdirSync(lists).find((name) => name.includes(`_bookworm_main_${ending}`));
  const text = execFileSync('/usr/lib/apt/apt-helper', ['cat-file', path.join(lists, file)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return text.split('\n\n');
}

function field(record, name) {
  return new RegExp(`^${name}: (.*(?:\\n .*)*)`, 'm').exec(record)?.[1];
}

/** The descriptions in a language by package. */
function descriptions(language) {
  const found = records(`i18n_Translation-${language}`).flatMap((record) => {
    const written = field(record, `Description-${language}`);
    if (written === undefined) return [];
    const [title, ...lines] = written.split('\n').map((line) => line.trim());
    const text = lines.map((line) => (line === '.' ? '\n\n' : line)).join(' ');
    return [[field(record, 'Package'), { title, text, version: field(record, 'Description-md5') }]];
  });
  return new Map(found);
}

/** Descriptions that were translated, with their originals. */
function texts() {
  const sections = new Map(
    records('binary-').map((record) => [field(record, 'Package'), field(record, 'Section')]),
  );
  const original = descriptions('en');
  const lines = new Set();
  for (const language of ['de', 'fr'])
    for (const [name, { title, text, version }] of descriptions(language)) {
      const english = original.get(name);
      const topic = sections.get(name);
      if (topic === undefined || english?.version !== version || english.text === text) continue;
      lines.add(JSON.stringify({ package: name, topic, language, title, text }));
      lines.add(
        JSON.stringify({ package: name, topic, language: 'en', title: english.title, text: english.text }),
      );
    }
  return [...lines];
}

/** Labels by English noun and language. */
const labels = new Map();

function add(english, language, label) {
  if (!/^[\p{L}][\p{L}\p{N} '-]*$/u.test(english) || english.split(' ').length > 3) return;
  if (!/^[\p{L}][\p{L}\p{N} '-]*$/u.test(label) || label.split(' ').length > 4) return;
  const key = english.replace(/^(?:the|a|an) /, '');
  const own = labels.get(key) ?? new Map();
  labels.set(key, own);
  own.set(language, (own.get(language) ?? new Set()).add(label));
}

const plain = (written) =>
  written.replace(/\s*(?:\([^)]*\)|\[[^\]]*\]|\{[^}]*\}|\/[^/]*\/|<[^>]*>)/g, '').trim();

/** Ding: `Datei {f} [comp.] | Dateien {pl} :: file | files`; the first of each entry are base forms. */
function readDing() {
  for (const line of readFileSync(path.join(packages, 'usr/share/trans/de-en'), 'utf8').split('\n')) {
    const [german = '', english = ''] = line.split(' :: ').map((side) => side.split(' | '));
    for (const [place, part] of (line.startsWith('#') ? [] : german).entries()) {
      // Nouns have a gender; plurals and phrases are left out.
      if (!/\{[mfn]\}/.test(part)) continue;
      const nouns = part.split(';').filter((noun) => !noun.includes('{pl}'));
      for (const noun of nouns)
        for (const translation of (english[place] ?? '').split(';'))
          add(plain(translation), 'de', plain(noun));
    }
  }
}

/** Freedict: a headword with its pronunciation, and a line of translations for each sense. */
function readFreedict(name, isFromEnglish) {
  const file = path.join(packages, `usr/share/dictd/freedict-${name}.dict.dz`);
  let headword = '';
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n')) {
    if (/ \/[^/]*\/(?: <.*>)?$/.test(line)) headword = plain(line);
    else if (headword !== '' && line.trim() !== '')
      for (const translation of line.replace(/^\d+\. /, '').split(/[,;]/)) {
        const other = plain(translation);
        add(isFromEnglish ? headword : other, 'fr', isFromEnglish ? other : headword);
      }
  }
}

function* vocabulary() {
  const skos = 'http://www.w3.org/2004/02/skos/core#';
  for (const [english, own] of [...labels].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const iri = `<http://nouns.example/${encodeURIComponent(english)}>`;
    yield `${iri} <${skos}prefLabel> "${english}"@en .`;
    for (const [language, written] of own)
      for (const label of written) yield `${iri} <${skos}altLabel> "${label}"@${language} .`;
  }
}

readDing();
readFreedict('eng-fra', true);
readFreedict('fra-eng', false);
writeFileSync(path.join(out, 'texts.jsonl'), `${texts().join('\n')}\n`);
writeFileSync(path.join(out, 'vocabulary.nt'), `${[...vocabulary()].join('\n')}\n`);
process.stderr.write(`${labels.size} concepts\n`);
