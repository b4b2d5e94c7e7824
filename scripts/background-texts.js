/**
 * Makes texts of the sources of a default background, as the JSON lines that `scripts/make-background.js` reads:
 *
 *     node scripts/background-texts.js LANGUAGE FOLDER > texts-de.jsonl
 *
 * FOLDER has one folder per source, named as in `SOURCES` below: the packages of Debian 12, unpacked
 * (`apt-get download NAME && dpkg-deb -x NAME_*.deb FOLDER/NAME`), and the newest commit of the repositories of GitHub
 * (`git clone --depth 1 https://github.com/OWNER/NAME FOLDER/NAME`). Of treebanks, only the files for development and
 * test are read, and files of 4 MB and more are not. Of each source, texts are taken at equal distances until it has its
 * number. The same files give the same lines.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gunzipSync } from 'node:zlib';

const LARGEST_FILE = 4_000_000;
/** Words of passages that are cut from longer texts or put together from shorter ones. */
const PASSAGE = 400;
/** Pages with fewer words are menus and the like. */
const SHORTEST = 220;
const SHORTEST_MESSAGE = 200;

const BY_SA_3 = 'CC BY-SA 3.0';
const BY_SA_4 = 'CC BY-SA 4.0';
const GPL = 'GPL 2 or later';

/** A source: its folder, its files, how they are read, its licence and the number of texts that are taken from it. */
const source = (folder, files, read, licence, most) => ({ folder, files, read, licence, most });
const treebank = (name, licence, most, read = sentences) =>
  source(`UD_${name}`, /-(dev|test)\.conllu$/u, read, licence, most);
const novels = (code) => source(`ELTeC-${code}`, /^level1\/.*\.xml$/u, middleOfNovel, 'CC BY 4.0', 90);

/** Packages that have texts in many languages. */
const packages = (language, { gimp = language, more = 1 } = {}) => [
  source('gnome-user-docs', new RegExp(`/help/${language}/.*\\.page$`, 'u'), page, BY_SA_3, 40 * more),
  source(`gimp-help-${gimp}`, /\.html$/u, page, 'GFDL 1.2 or later', 30 * more),
  source(
    'debian-handbook',
    new RegExp(`/html/${language}-[A-Z]+/sect\\.[^/]*\\.html$`, 'u'),
    page,
    GPL,
    20 * more,
  ),
  source(
    'freeciv-data',
    new RegExp(`/${language}/LC_MESSAGES/freeciv-(core|nations)\\.mo$`, 'u'),
    messages,
    GPL,
    40 * more,
  ),
  source('kalzium-data', new RegExp(`/${language}/LC_MESSAGES/kalzium\\.mo$`, 'u'), messages, GPL, 15),
  source(
    'kstars-data',
    new RegExp(`/${language}/(LC_MESSAGES/kstars\\.mo|.*\\.docbook)$`, 'u'),
    pageOrMessages,
    `${GPL}; GFDL 1.2`,
    30 * more,
  ),
  source('stellarium-data', new RegExp(`/description\\.${language}\\.utf8$`, 'u'), page, GPL, 25 * more),
];

const SOURCES = {
  de: [
    treebank('German-GSD', BY_SA_4, 110),
    treebank('German-PUD', BY_SA_3, 35),
    source('xquad', /xquad\.de\.json$/u, questions, BY_SA_4, 48),
    source('gesetze', /\/index\.md$/u, page, 'public domain (German federal law)', 40),
    novels('deu'),
    ...packages('de'),
  ],
  fr: [
    treebank('French-GSD', BY_SA_4, 120),
    treebank('French-Sequoia', 'LGPL-LR', 50),
    source('france.code-civil', /\.md$/u, manyFiles, 'public domain (French law)', 30),
    novels('fra'),
    ...packages('fr'),
  ],
  es: [
    treebank('Spanish-GSD', BY_SA_4, 130),
    source('xquad', /xquad\.es\.json$/u, questions, BY_SA_4, 48),
    novels('spa'),
    ...packages('es'),
  ],
  it: [
    treebank('Italian-PUD', BY_SA_3, 60),
    treebank('Italian-MarkIT', 'CC BY 4.0', 40),
    source('squad-it', /SQuAD_it-test\.json\.gz$/u, questions, BY_SA_4, 60),
    novels('ita'),
    ...packages('it'),
  ],
  pt: [
    treebank('Portuguese-Bosque', BY_SA_4, 80),
    treebank('Portuguese-GSD', BY_SA_4, 60),
    novels('por'),
    ...packages('pt'),
    ...packages('pt_BR', { gimp: 'none' }).filter(({ folder }) => !/kalzium|handbook|gimp/u.test(folder)),
  ],
  nl: [
    treebank('Dutch-LassySmall', BY_SA_4, 120, documents),
    treebank('Dutch-Alpino', BY_SA_4, 80, documents),
    ...packages('nl', { more: 2 }),
  ],
};

const wordsOf = (text) => text.split(/\s+/u).filter((word) => word !== '');

/** Passages of about the same length, of texts that are too short one by one. */
function passages(texts) {
  const made = [];
  let passage = [];
  for (const text of texts) {
    passage.push(text);
    if (wordsOf(passage.join(' ')).length >= PASSAGE) made.push(passage.splice(0).join('\n'));
  }
  if (wordsOf(passage.join(' ')).length >= SHORTEST) made.push(passage.join('\n'));
  return made;
}

/** The first passage of a text. */
const beginning = (text) =>
  wordsOf(text)
    .slice(0, 2 * PASSAGE)
    .join(' ');

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text of markup, without code and what is not shown. */
function plain(markup) {
  return markup
    .replace(/^---\n.*?\n---\n/su, ' ')
    .replace(/<!--.*?-->|<!DOCTYPE[^>[]*(\[.*?\])?\s*>|<\?.*?\?>/gsu, ' ')
    .replace(/<(script|style|head|pre|code|info|programlisting|screen|bookinfo)\b.*?<\/\1>/gsu, ' ')
    .replace(/<[^>]*>/gu, ' ')
    .replace(/&#(\d+);/gu, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/gu, (_, name) => ENTITIES[name] ?? ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/\s+/gu, ' ');
}

/** A page of a manual, a law, a description. */
function page(files) {
  return files
    .map((file) => plain(readFileSync(file, 'utf8')))
    .filter((text) => wordsOf(text).length >= SHORTEST)
    .map(beginning);
}

/** Texts whose files are short and belong together. */
function manyFiles(files) {
  return passages(files.map((file) => plain(readFileSync(file, 'utf8'))));
}

/** A passage from the middle of each novel. */
function middleOfNovel(files) {
  return files.map((file) => {
    const words = wordsOf(plain(readFileSync(file, 'utf8').replace(/<teiHeader.*?<\/teiHeader>/su, ' ')));
    const from = Math.floor(words.length / 2);
    return words.slice(from, from + PASSAGE).join(' ');
  });
}

function conlluTexts(file) {
  return [...readFileSync(file, 'utf8').matchAll(/^# text = (.*)$/gmu)].map(([, text]) => text);
}

/** Sentences of treebanks, most of which do not have documents: in passages. */
function sentences(files) {
  return files.flatMap((file) => passages(conlluTexts(file)));
}

/** Documents of the Dutch treebanks, by the paths of their sentences. Short ones are put together. */
function documents(files) {
  return files.flatMap((file) => {
    const byDocument = new Map();
    for (const block of readFileSync(file, 'utf8').split('\n\n')) {
      const document = /^# source = .*\/([^/]+)\/[^/]+$/mu.exec(block)?.[1];
      const text = /^# text = (.*)$/mu.exec(block)?.[1];
      if (document === undefined || text === undefined) continue;
      byDocument.set(document, [...(byDocument.get(document) ?? []), text]);
    }
    const texts = [...byDocument.values()].map((lines) => lines.join('\n'));
    const isLong = (text) => wordsOf(text).length >= SHORTEST;
    return [...texts.filter(isLong).map(beginning), ...passages(texts.filter((text) => !isLong(text)))];
  });
}

function contentsOf(file) {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** Articles of a set in the format of SQuAD. */
function questions(files) {
  return files.flatMap((file) =>
    JSON.parse(contentsOf(file)).data.map(({ paragraphs }) =>
      beginning(paragraphs.map(({ context }) => context).join('\n')),
    ),
  );
}

/** Long messages of a program's translation (https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html). */
function translations(file) {
  const bytes = readFileSync(file);
  const count = bytes.readUInt32LE(8);
  const table = bytes.readUInt32LE(16);
  return Array.from({ length: count }, (_, index) => {
    const length = bytes.readUInt32LE(table + 8 * index);
    const from = bytes.readUInt32LE(table + 8 * index + 4);
    return bytes.toString('utf8', from, from + length);
  }).slice(1);
}

function messages(files) {
  return files.flatMap((file) =>
    passages(
      translations(file)
        .map(plain)
        .filter(({ length }) => length >= SHORTEST_MESSAGE),
    ),
  );
}

function pageOrMessages(files) {
  const isProgram = (file) => file.endsWith('.mo');
  return [...page(files.filter((file) => !isProgram(file))), ...messages(files.filter(isProgram))];
}

/** The files of a source, in the order of their names. */
function filesOf({ folder, files }, root) {
  const base = path.join(root, folder);
  if (!existsSync(base)) {
    process.stderr.write(`skipped: ${base} does not exist\n`);
    return [];
  }
  return readdirSync(base, { recursive: true })
    .filter((name) => files.test(name))
    .map((name) => path.join(base, name))
    .filter((file) => statSync(file).isFile() && statSync(file).size < LARGEST_FILE)
    .sort();
}

/** As many things as wanted, at equal distances. */
function spread(things, most) {
  const step = Math.max(1, things.length / most);
  return Array.from(
    { length: Math.min(Math.floor(most), things.length) },
    (_, index) => things[Math.floor(index * step)],
  );
}

const [language, root] = process.argv.slice(2);
if (root === undefined || SOURCES[language] === undefined) {
  process.stderr.write(`usage: node scripts/background-texts.js ${Object.keys(SOURCES).join('|')} FOLDER\n`);
  process.exit(2);
}
SOURCES[language].forEach((from, place) => {
  const texts = spread(from.read(filesOf(from, root)), from.most);
  texts.forEach((text, index) => {
    const id = `${from.folder}/${place}-${index}`;
    process.stdout.write(
      `${JSON.stringify({ id, title: '', text, source: from.folder, licence: from.licence })}\n`,
    );
  });
  process.stderr.write(`${texts.length} ${from.folder}\n`);
});
