/**
 * How well nouns are found in other languages than English, beside treebanks of Universal Dependencies, and how fast.
 *
 *     npm run bench -- nouns --treebanks FOLDER [--language de --files test- --errors 20]
 *
 * --treebanks: a folder per language (de, es, fr, it, nl, pt) with files in the format CoNLL-U. `scripts/make-noun-models.js` learns
 *   from those that begin with `dev-`; by default those that begin with `test-` are measured, which it never reads.
 * --errors: prints that many of the most frequent words that were taken for nouns and are none, and of nouns that were missed.
 *
 * Texts are given whole, several sentences at a time, so that sentences and words are found as in any text. A noun counts where the treebank has a
 * word there that it tags NOUN or PROPN; words of one letter and without a letter do not count. Prints for each file precision, recall and F1 of nouns, the share of common nouns with the base form that the treebank
 * gives, and microseconds per word: of a first reading, and of one in which all forms are known; for comparison those of the lexicon
 * that pages in English are read by.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LANGUAGES, type NounLanguage } from '../src/extensions/languages/language-rules.js';
import { createNounAnnotator } from '../src/extensions/languages/noun-annotator.js';
import { readNounModel } from '../src/extensions/languages/noun-model.js';
import { readTreebank, type TreebankSentence } from './support/treebank.js';
import { generalEnglishTexts } from '../src/app/topics/building/recorded-texts.js';
import { openLemmatizer } from '../src/language/text/english.js';
import { readGeneralWords } from '../src/knowledge/files/lexicon-file.js';
import { ANNOTATOR_NAME } from '../src/language/text/compromise-annotator.js';
import { createLexicalAnnotator } from '../src/language/text/lexical-annotator.js';
import { makeLexicon } from '../src/language/text/lexicon.js';
import type { Annotator, Noun } from '../src/model/noun.js';

const { values } = parseArgs({
  options: {
    treebanks: { type: 'string', default: '' },
    language: { type: 'string' },
    files: { type: 'string', default: 'test-' },
    errors: { type: 'string', default: '0' },
  },
});

/** Sentences that are read as one text. */
const SENTENCES = 20;

interface Counts {
  right: number;
  wrong: number;
  missed: number;
  lemmas: number;
  rightLemmas: number;
  readonly taken: Map<string, number>;
  readonly lost: Map<string, number>;
}

/** A text of several sentences, with its words. */
interface Text {
  readonly text: string;
  readonly words: readonly (TreebankSentence['words'][number] & { readonly surface: string })[];
}

function textsOf(sentences: readonly TreebankSentence[]): Text[] {
  const texts: Text[] = [];
  for (let first = 0; first < sentences.length; first += SENTENCES) {
    let text = '';
    const words: Text['words'][number][] = [];
    for (const sentence of sentences.slice(first, first + SENTENCES)) {
      for (const word of sentence.words) {
        const surface = sentence.text.slice(word.begin, word.end);
        words.push({ ...word, surface, begin: word.begin + text.length, end: word.end + text.length });
      }
      text += `${sentence.text}\n`;
    }
    texts.push({ text, words });
  }
  return texts;
}

/**
 * Counts the nouns of a text. Treebanks split some compounds at hyphens, and keep the full stop of an abbreviation: a word that is
 * found stands for all words of the treebank that it begins or ends in, and is right where the last of them is a noun.
 */
function count(counts: Counts, { text, words }: Text, annotator: Annotator): void {
  const found = annotator.annotate(text).nouns.filter(({ kind }) => kind === 'word');
  const judged = words.filter(({ surface }) => surface.length > 1 && /\p{L}/u.test(surface));
  const covered = new Set<number>();
  let next = 0;
  for (const noun of found) {
    while ((judged[next]?.end ?? Infinity) <= noun.begin) next += 1;
    let after = next;
    while ((judged[after]?.begin ?? Infinity) < noun.end) after += 1;
    const over = judged.slice(next, after);
    if (countFound(counts, noun, over)) for (const { begin } of over) covered.add(begin);
  }
  for (const word of judged) {
    if (!isNoun(word) || covered.has(word.begin)) continue;
    counts.missed += 1;
    add(counts.lost, word.surface);
  }
}

/** Counts a noun that was found, and its base form. Returns whether it is one. @param over the words of the treebank there */
function countFound(counts: Counts, noun: Noun, over: Text['words']): boolean {
  const [first, last] = [over[0], over.at(-1)];
  if (first === undefined || last === undefined || !isNoun(last) || noun.begin > first.begin) {
    counts.wrong += 1;
    add(counts.taken, `${noun.surface} ${last?.tag ?? '?'}`);
    return false;
  }
  counts.right += 1;
  if (last.tag === 'NOUN' && last.lemma !== undefined && over.length === 1) {
    counts.lemmas += 1;
    if (noun.lemma === last.lemma.toLowerCase()) counts.rightLemmas += 1;
  }
  return true;
}

function isNoun({ tag }: Text['words'][number]): boolean {
  return tag === 'NOUN' || tag === 'PROPN';
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Microseconds per word of one reading of all texts. */
function speed(annotator: Annotator, texts: readonly string[], words: number): string {
  const begin = performance.now();
  for (const text of texts) annotator.annotate(text);
  return ((1000 * (performance.now() - begin)) / words).toFixed(2);
}

const percent = (part: number, whole: number): string => (part / whole).toFixed(3);

function most(counts: ReadonlyMap<string, number>): string {
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).slice(0, Number(values.errors));
  return ranked.map(([word, times]) => `${word} ${times}`).join(', ');
}

const languages = values.language === undefined ? Object.keys(LANGUAGES) : [values.language];
console.log(
  'file                              sentences  nouns  precision  recall  F1     lemmas  µs, first  µs, again',
);
for (const language of languages as NounLanguage[]) {
  const folder = path.join(values.treebanks, language);
  // A compiled benchmark does not lie where the package does.
  const model = await readNounModel(language, `corpora/nouns-${language}.json.gz`);
  for (const file of readdirSync(folder).filter((name) => name.startsWith(values.files))) {
    const annotator = createNounAnnotator('', model, LANGUAGES[language]);
    const sentences = readTreebank(readFileSync(path.join(folder, file), 'utf8'));
    const texts = textsOf(sentences);
    const words = texts.reduce((sum, text) => sum + text.words.length, 0);
    const [first, again] = [1, 2].map(() =>
      speed(
        annotator,
        texts.map(({ text }) => text),
        words,
      ),
    );
    const counts: Counts = {
      right: 0,
      wrong: 0,
      missed: 0,
      lemmas: 0,
      rightLemmas: 0,
      taken: new Map(),
      lost: new Map(),
    };
    for (const text of texts) count(counts, text, annotator);
    const { right, wrong, missed } = counts;
    const figures = [
      String(sentences.length).padStart(9),
      String(right + missed).padStart(6),
      percent(right, right + wrong).padStart(10),
      percent(right, right + missed).padStart(7),
      percent(2 * right, 2 * right + wrong + missed),
      percent(counts.rightLemmas, counts.lemmas).padStart(7),
      (first ?? '').padStart(10),
      (again ?? '').padStart(10),
    ];
    console.log(`${`${language} ${file}`.padEnd(33)} ${figures.join(' ')}`);
    if (Number(values.errors) > 0)
      console.log(`  not nouns: ${most(counts.taken)}\n  missed: ${most(counts.lost)}`);
  }
}
const lexicon = makeLexicon([await readGeneralWords(ANNOTATOR_NAME, 'corpora/general-words-en.json.gz')]);
const english = createLexicalAnnotator(lexicon, openLemmatizer());
const texts = generalEnglishTexts().slice(0, 2000);
const words = texts.join(' ').split(/\s+/).length;
console.log(
  `the lexicon of general English, ${words} words: ${speed(english, texts, words)} µs first, ${speed(english, texts, words)} again`,
);
