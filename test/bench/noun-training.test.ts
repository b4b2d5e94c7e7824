import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '../../src/extensions/languages/language-rules.js';
import {
  baseForm,
  MODEL_VERSION,
  readNounModel,
  writeNounModel,
} from '../../src/extensions/languages/noun-model.js';
import { createNounAnnotator } from '../../src/extensions/languages/noun-annotator.js';
import { learnLemmaRules, trainNounModel } from '../../bench/support/noun-training.js';
import { alignWords, readTreebank } from '../../bench/support/treebank.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A small treebank in CoNLL-U: form, lemma, tag; a contraction as `du=de le`. */
function treebank(...sentences: readonly string[]): string {
  return sentences
    .map((sentence) => {
      const words = sentence.split(' ').map((word) => word.split('/'));
      const text = words.map(([form]) => form).join(' ');
      const rows = words.map(([form, lemma, tag], place) => [place + 1, form, lemma, tag].join('\t'));
      return [`# text = ${text}`, ...rows].join('\n');
    })
    .join('\n\n');
}

const GERMAN = treebank(
  ...['Hund', 'Fisch', 'Tisch', 'Stein', 'Berg', 'Brief'].flatMap((noun) => [
    `Der/der/DET ${noun}/${noun}/NOUN ist/sein/AUX klein/klein/ADJ`,
    `Die/der/DET ${noun}e/${noun}/NOUN sind/sein/AUX alt/alt/ADJ`,
    `Wir/wir/PRON sehen/sehen/VERB die/der/DET alten/alt/ADJ ${noun}e/${noun}/NOUN`,
  ]),
);

const folder = temporaryFolder();

it('reads contractions as one word, and leaves out what is not in the text', () => {
  const rows = '1-2 du _ _|1 de de ADP|2 le le DET|3 pain pain NOUN|3.1 x x VERB|4 absent a X';
  const [sentence] = readTreebank(`# text = du pain|${rows.replaceAll(' ', '\t')}`.replaceAll('|', '\r\n'));
  expect(sentence?.words).toEqual([
    { begin: 0, end: 2, tag: 'ADP' },
    { begin: 3, end: 7, tag: 'NOUN', lemma: 'pain' },
  ]);
  expect(alignWords(sentence!, LANGUAGES.fr).words).toEqual(['du', 'pain']);
  expect(readTreebank('')).toEqual([]);
});

it('learns nouns and their base forms, the same from the same sentences', () => {
  const learn = () => trainNounModel(readTreebank(GERMAN), LANGUAGES.de);
  const model = learn();
  expect(learn()).toEqual(model);
  const { nouns } = createNounAnnotator('test/1', model, LANGUAGES.de).annotate('Wir sehen die alten Tische');
  expect(nouns.map(({ lemma, kind }) => [lemma, kind])).toEqual([
    ['alte tisch', 'phrase'],
    ['tisch', 'word'],
  ]);
});

it('learns rules that give back the base forms they were learned from', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcens'.split('')), minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(word, word), { selector: ([form]) => form, maxLength: 20 }),
      (pairs) => {
        const rules = learnLemmaRules([...pairs, ...pairs]);
        for (const [form, lemma] of pairs) expect(baseForm(form, rules)).toBe(lemma);
      },
    ),
    { seed: 3 },
  );
  expect(baseForm('constructor', learnLemmaRules([]))).toBe('constructor');
});

it('writes the same bytes for the same model, and names files that do not fit', async () => {
  const file = join(folder, 'nouns.json.gz');
  const model = trainNounModel(readTreebank(GERMAN), LANGUAGES.de);
  const header = { language: 'de', model: MODEL_VERSION, sources: ['test'] };
  await writeNounModel(file, header, model);
  const bytes = await readFile(file);
  await writeNounModel(file, header, await readNounModel('de', file));
  expect((await readFile(file)).equals(bytes)).toBe(true);
  await expect(readNounModel('fr', file)).rejects.toThrow(/is not the noun model of this version for 'fr'/);
  await writeFile(file, bytes.subarray(0, 100));
  await expect(readNounModel('de', file)).rejects.toThrow(file);
});
