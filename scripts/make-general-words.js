/**
 * Makes the counts of English words that come with sfwc: how often each word is a noun, next to which words, in the glosses of
 * WordNet. Lexicons of topics add them to the counts of their own texts. Run `npm run build` first, and run this after a change of
 * the annotator's version. The same WordNet gives the same bytes.
 *
 *     node scripts/make-general-words.js --out corpora/general-words-en.json.gz
 *
 * Words of fewer than 5 occurrences are left out, and words next to another fewer than 3 times: with all of them, the
 * lexicon of a small topic finds 1 % more nouns, and its file is twice as large.
 */
import { statSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openAnnotator } from '../dist/language/text/english.js';
import { normalForm } from '../dist/support/text/normal-form.js';
import { generalEnglishTexts } from '../dist/app/topics/building/recorded-texts.js';
import { writeGeneralWords } from '../dist/knowledge/files/lexicon-file.js';
import { analysisOf } from '../dist/knowledge/krs/analysis.js';
import { countWordsOf } from '../dist/language/text/lexicon.js';
import { packWordCounts } from './pack-word-counts.js';

const MIN = { form: 5, context: 3 };

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) {
  process.stderr.write('usage: node scripts/make-general-words.js --out FILE\n');
  process.exit(2);
}

const annotator = openAnnotator();
const counts = new Map();
for (const text of generalEnglishTexts()) {
  const annotated = annotator.annotate(normalForm(text));
  countWordsOf({ text: annotated.text, ...analysisOf(annotated, annotated.nouns) }, counts);
}
const packed = packWordCounts(counts, MIN);
await writeGeneralWords(values.out, { annotator: annotator.name, source: 'WordNet 3.1' }, packed);
process.stderr.write(
  `${packed.forms.split(' ').length} forms, ${packed.contextCounts.length} contexts, ${statSync(values.out).size} bytes\n`,
);
