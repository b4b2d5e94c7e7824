/**
 * How well copies of pages are distinguished from other pages of the same template:
 *
 *     npm run bench -- copies [--data ../shared/data] [--web FOLDER]
 *
 * Different pages: leaflets, stubs, photos, products and functions, made of one template each, and with `--web` the HTML files of
 * a folder, such as Debian's documents. The share that a crawl would skip is shown, if it accepted all others. Copies: real pages
 * with a change that does not make them other pages, such as a banner. The share that is found is shown. Next to the sketches of a
 * crawl stands SimHash of words, and of pairs of words, within three bits (Manku, Jain and Das Sarma 2007).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  areCopies,
  fingerprintOf,
  hammingDistance,
  sketchOf,
  wordsOf,
} from '../src/support/text/text-sketch.js';
import { seededRandom, type Random } from '../src/support/random.js';
import { createPageReader } from '../src/web/page/reader.js';
import { readRealPages } from './support/real-pages.js';

const { values } = parseArgs({
  options: { data: { type: 'string', default: '../shared/data' }, web: { type: 'string' } },
});

interface TestPage {
  readonly title: string;
  readonly headline: string;
  readonly text: string;
}

/** A way to tell copies: what it keeps of a page, undefined of one that it does not compare, and when two are copies. */
interface Rule<Kept = unknown> {
  readonly keep: (page: TestPage) => Kept | undefined;
  readonly isCopy: (one: Kept, other: Kept) => boolean;
}

function rule<Kept>(keep: Rule<Kept>['keep'], isCopy: Rule<Kept>['isCopy']): Rule {
  return { keep, isCopy } as Rule;
}

/** SimHash of a text of 50 words or more. */
function within3Bits(featuresOf: (words: readonly string[]) => readonly string[]): Rule {
  return rule(
    ({ text }) => {
      const words = wordsOf(text);
      const [title, headline, blocks] = ['', '', []];
      const features = featuresOf(words).join(' ');
      return words.length < 50
        ? undefined
        : fingerprintOf(sketchOf({ title, headline, blocks, text: features }));
    },
    (one, other) => hammingDistance(one, other) <= 3,
  );
}

const RULES: Readonly<Record<string, Rule>> = {
  words: within3Bits((words) => words),
  pairs: within3Bits((words) => words.slice(1).map((word, place) => `${words[place] ?? ''} ${word}`)),
  sketches: rule((page) => sketchOf({ ...page, blocks: [] }), areCopies),
};

const LEAFLET = `Read all of this leaflet carefully before you start taking this medicine because it contains important information for you. Keep this leaflet. You may need to read it again. If you have any further questions, ask your doctor or pharmacist. This medicine has been prescribed for you only. Do not pass it on to others. It may harm them, even if their signs of illness are the same as yours.

What @ is and what it is used for. @ contains the active substance $. It belongs to a group of medicines which act on the body. It is used to treat the symptoms of several conditions in adults and in children over twelve years of age.

Do not take @ if you are allergic to $ or any of the other ingredients of this medicine, if you have severe liver disease, if you have severe kidney disease, or if you are in the last three months of pregnancy. Talk to your doctor or pharmacist before taking @ if you have had problems with your heart, your blood pressure or your stomach, if you are elderly, or if you are taking other medicines. Children and adolescents should not take this medicine unless a doctor has told them to.

Always take this medicine exactly as your doctor or pharmacist has told you. Check with your doctor or pharmacist if you are not sure. The recommended dose is # mg. Swallow the tablet whole with a glass of water. If you take more @ than you should, contact your doctor or the nearest hospital at once and take the pack with you. If you forget to take a dose, take it as soon as you remember it, unless it is almost time for the next one. Do not take a double dose to make up for a forgotten one.

Like all medicines, this medicine can cause side effects, although not everybody gets them. Stop taking it and see a doctor immediately if you notice swelling of the face, difficulty in breathing, a severe rash, or unusual bleeding. Common side effects are headache, nausea, tiredness and stomach pain. Reporting side effects helps to provide more information on the safety of this medicine.

Keep this medicine out of the sight and reach of children. Do not use it after the expiry date which is stated on the carton. Each tablet contains # mg of $. The other ingredients are lactose, maize starch, magnesium stearate and water.`;
const STUB = `@ is a town and municipality in the district of $ in the north of the country. It has a population of # inhabitants and an area of # square kilometres. This article about a town is a stub. You can help by expanding it. See also the list of towns, the list of municipalities and the portal of geography. The first settlement of @ is mentioned in old documents. The postal code of @ is #.`;
const PHOTO = `Photo # of 300. This gallery shows pictures that were taken in the summer by members of our club. All pictures may be used under the licence that is given below, as long as the name of the photographer is mentioned together with the club. Click on the picture to see it in its full size. Use the arrows to go to the previous and to the next picture of the gallery, or go back to the overview. Comments may be left below the picture by registered members.`;
const PRODUCT = `Cotton shirt in $, article number #. Price # euros including VAT, plus shipping. Our classic shirt is made of pure organic cotton and has a straight cut. It can be washed at forty degrees and keeps its colour and shape for many years. The shirt is made in a family business that pays fair wages and uses electricity from renewable sources. You can send the shirt back within thirty days without giving a reason. Colour: $. In stock: #.`;
const FUNCTION = `@($, options). Returns the value of @ for the given $. The function takes the $ as its first argument and an object of options as the second one. It throws an error if the $ is not valid or if the options hold unknown keys. This page is part of the reference of the library, which is generated from the comments of its source. Report mistakes in the tracker. See also the guide, the list of all functions, and the examples. The library is free software under the licence that comes with its source.`;

/** Names @ and $, and for each # a number: the same for all where `isOne`. */
function* fill(template: string, title: string, count: number, isOne = false): Generator<TestPage> {
  const random = seededRandom(count);
  for (let made = 1; made <= count; made += 1) {
    const [name, other, one] = [
      nameBy(random),
      nameBy(random).toLowerCase(),
      `${5 * Math.ceil(100 * random())}`,
    ];
    const filled = (text: string): string =>
      text
        .replaceAll('@', name)
        .replaceAll('$', other)
        .replace(/Photo #/g, `Photo ${made}`)
        .replace(/#/g, () => (isOne ? one : String(Math.floor(90_000 * random()))));
    yield { title: filled(title), headline: '', text: filled(template) };
  }
}

function nameBy(random: Random): string {
  const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve xi yo zu lan mer tin dol'.split(' ');
  const name = Array.from({ length: 2 + Math.floor(3 * random()) }, () => drawn(syllables, random)).join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function drawn<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(items.length * random())] as Item;
}

const DIFFERENT: Readonly<Record<string, () => Iterable<TestPage>>> = {
  leaflets: () => fill(LEAFLET, 'Package leaflet: @ # mg', 120, true),
  'leaflets, one title': () => fill(LEAFLET, 'Package leaflet', 120, true),
  stubs: () => fill(STUB, '@', 200),
  'stubs, one title': () => fill(STUB, 'Towns', 200),
  photos: () => fill(PHOTO, 'Photo #', 300),
  'photos, one title': () => fill(PHOTO, 'Summer', 300),
  'products, one title': () => fill(PRODUCT, 'Cotton shirt', 90),
  'functions, one title': () => fill(FUNCTION, 'Reference', 150),
  ...(values.web === undefined ? {} : { [values.web]: () => readFolder(values.web ?? '') }),
};

/** Changes that leave a page what it is. */
const CHANGES: Readonly<Record<string, (text: string, random: Random) => string>> = {
  nothing: (text) => text,
  'session banner': (text, random) =>
    `Welcome, guest. Your session ${random().toString(16).slice(2)} ends in 20 minutes.\n\n${text}`,
  'date line': (text, random) => `Friday, ${day(random)} 14:${10 + Math.floor(50 * random())}\n\n${text}`,
  'print view': (text, random) => `${text}\n\nPrinted from our site on ${day(random)}.`,
  'number of comments': (text, random) =>
    `${text}\n\n${Math.floor(300 * random())} comments. Share this page.`,
  'advertisement of 15 words': (text, random) => withoutParagraph(text, random, `${drawn(ADS, random)}\n\n`),
  'missing paragraph': (text, random) => withoutParagraph(text, random),
};
const ADS = [
  'win a new car today or order one pizza online and get another for free tonight',
  'compare rates of all cheap phone contracts now and save up to half of your bill',
];

function day(random: Random): string {
  const months = ['January', 'March', 'May', 'October', 'December'];
  return `${1 + Math.floor(28 * random())} ${drawn(months, random)} ${2019 + Math.floor(6 * random())}`;
}

/** @param instead what stands before the paragraph that is missing otherwise */
function withoutParagraph(text: string, random: Random, instead?: string): string {
  const paragraphs = text.split('\n\n');
  const place = Math.floor(paragraphs.length * random());
  return paragraphs
    .flatMap((one, at) => (at !== place ? one : instead === undefined ? [] : instead + one))
    .join('\n\n');
}

const reader = createPageReader({ places: false });

function read(body: Buffer, url: string): TestPage {
  const { title, headline, text, blocks } = reader.read(body, url, 'text/html');
  return { title, headline, text: text === '' ? blocks.join('\n') : text };
}

function* readFolder(folder: string): Generator<TestPage> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.html?$/.test(name)) yield read(readFileSync(path.join(folder, name)), `http://${name}`);
}

/** The share of different pages that are taken for copies of one before. */
function dropped(pages: readonly TestPage[], { keep, isCopy }: Rule): number {
  const accepted: unknown[] = [];
  let count = 0;
  for (const page of pages) {
    const kept = keep(page);
    if (kept === undefined) continue;
    if (accepted.some((other) => isCopy(other, kept))) count += 1;
    else accepted.push(kept);
  }
  return count / pages.length;
}

/** The share of copies that are found. */
function found(pages: readonly TestPage[], change: (typeof CHANGES)[string], { keep, isCopy }: Rule): number {
  const [random, again] = [seededRandom(1), seededRandom(2)];
  const changes = pages.map((page) => {
    // An advertisement, a date or a count has another in its place; what is missing or comes on top does not.
    const isOnTop = change === CHANGES['missing paragraph'] || change === CHANGES['session banner'];
    const one = isOnTop ? page : { ...page, text: change(page.text, random) };
    const [kept, other] = [keep(one), keep({ ...page, text: change(page.text, again) })];
    return kept !== undefined && other !== undefined && isCopy(kept, other);
  });
  return changes.filter(Boolean).length / pages.length;
}

function print(name: string, share: (rule: Rule) => number): void {
  const shares = Object.values(RULES).map((one) => `${(100 * share(one)).toFixed(1)} %`.padStart(10));
  process.stdout.write(`${name.padEnd(32)}${shares.join('')}\n`);
}

process.stdout.write(
  `${''.padEnd(32)}${Object.keys(RULES)
    .map((name) => name.padStart(10))
    .join('')}\n`,
);
process.stdout.write('different pages that are skipped\n');
for (const [name, make] of Object.entries(DIFFERENT)) {
  const pages = [...make()];
  print(`  ${name}`, (one) => dropped(pages, one));
}
process.stdout.write('copies that are found\n');
const real = [...readRealPages(values.data)]
  .map(({ body, url }) => read(body, url))
  .filter(({ text }) => wordsOf(text).length >= 50 && text.split('\n\n').length >= 5);
for (const [name, change] of Object.entries(CHANGES)) print(`  ${name}`, (one) => found(real, change, one));
