/**
 * Makes what comes with sfwc for finding nouns in other languages than English, out of treebanks of Universal Dependencies
 * that are not part of it. Run `npm run build` first. The same treebanks give the same bytes.
 *
 *     node scripts/make-noun-models.js --treebanks FOLDER [--language de] --out corpora
 *
 * FOLDER has a folder per language (de, es, fr, it, nl, pt) with files of CoNLL-U whose names begin with `dev-`, such as
 * dev-UD_German-PUD.conllu. Only these are read: the others are left to `npm run bench -- nouns`. The weights of features that
 * occur once are left out, so that no sentence can be made out of a model.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { LANGUAGES } from '../dist/extensions/languages/language-rules.js';
import { MODEL_VERSION, writeNounModel } from '../dist/extensions/languages/noun-model.js';
import { trainNounModel } from '../dist/extensions/languages/training.js';
import { readTreebank } from '../dist/extensions/languages/treebank.js';

const { values } = parseArgs({
  options: { treebanks: { type: 'string' }, language: { type: 'string' }, out: { type: 'string' } },
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
  const model = trainNounModel(sentences, LANGUAGES[language]);
  const file = path.join(values.out, `nouns-${language}.json.gz`);
  const sources = files.map((name) => name.slice('dev-'.length, -'.conllu'.length));
  await writeNounModel(file, { language, model: MODEL_VERSION, sources }, model);
  process.stderr.write(`${file}: ${sentences.length} sentences, ${statSync(file).size} bytes\n`);
}
