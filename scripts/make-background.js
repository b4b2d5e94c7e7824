/**
 * Makes the default background that comes with sfwc: how often each word and noun occurs in texts about anything, and not the
 * texts. Run `npm run build` first. The same texts give the same bytes.
 *
 *     node scripts/make-background.js SOURCE… --out corpora/background-en.json.gz [--language en] [--source NAME --licence NAME]
 *
 * SOURCE is anything that `sfwc build` reads. Lines of JSON may have the fields `source` and `licence`; --source and --licence
 * name those of the other texts. Of each text the first 20,000 characters are read; texts with fewer than 150 counted words are
 * left out, and those that are certainly in another language. In languages other than English only words are counted, as everywhere in sfwc.
 *
 * The texts of German, French, Spanish, Italian, Portuguese and Dutch come from `scripts/background-texts.js`, which says how to
 * get its sources:
 *
 *     node scripts/background-texts.js de FOLDER > texts-de.jsonl
 *     node scripts/make-background.js texts-de.jsonl --language de --out corpora/background-de.json.gz
 *
 * The file of this version for English was made of:
 *
 * - The treebank UD_English-GUM (https://github.com/UniversalDependencies/UD_English-GUM): its documents of the genres
 *   under a free licence, from the comments `# newdoc id` and `# text` of its CoNLL-U files, as JSON lines.
 * - WikiText-2 (https://huggingface.co/datasets/Salesforce/wikitext): articles of its parts for validation and test, one per line of JSON,
 *   split at the headings ` = Title = `, without its marks `<unk>` and ` @-@ `.
 * - An excerpt of the dump of the English Wikipedia, as its XML.
 *
 * NOTICE names the sources and their licences; change it with the file.
 */
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import process from 'node:process';
import { mergeCorpora, openCorpus } from '../dist/language/corpus/folder.js';
import { otherLanguage } from '../dist/language/text/language.js';
import { annotateText, createLinking } from '../dist/judging/judge/analyser.js';
import { NO_PLUGINS } from '../dist/judging/plugins/registry.js';
import { annotatorFor } from '../dist/judging/judge/languages.js';
import { ENGLISH } from '../dist/language/text/words-only-annotator.js';
import { wordReaderFor } from '../dist/language/text/word-readers.js';
import { writeBackground } from '../dist/knowledge/files/background-file.js';
import { analysisOf } from '../dist/knowledge/krs/analysis.js';
import { fullText } from '../dist/support/text/full-text.js';
import { trainingText } from '../dist/judging/topic/scorer.js';
import { packTexts } from './pack-texts.js';
import { countedWords } from '../dist/judging/topic/page-content.js';
import { openWordNet } from '../dist/language/wordnet/wordnet.js';

const LONGEST = 20_000;
const MIN_WORDS = 150;
/** What stands for rare words in WikiText. */
const ARTEFACTS = /<unk>|\bunk\b/giu;
/** The linkers that `sfwc build` uses without labels. */
const LINKERS = ['gazetteer', 'wordnet'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    language: { type: 'string', default: ENGLISH },
    source: { type: 'string', default: 'unknown' },
    licence: { type: 'string', default: 'unknown' },
  },
});
if (positionals.length === 0 || values.out === undefined) {
  process.stderr.write(
    'usage: node scripts/make-background.js SOURCE… --out FILE [--language CODE] [--source NAME --licence NAME]\n',
  );
  process.exit(2);
}

/** The origins that lines of JSON state, by the id of the text. */
function statedOrigins(file) {
  if (!/\.(jsonl|ndjson)$/u.test(file) || statSync(file).isDirectory()) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
    .map(({ id, source = values.source, licence = values.licence }) => [id, { source, licence }]);
}

const origins = new Map(positionals.flatMap(statedOrigins));
const wordNet = openWordNet();
const { language } = values;
const annotator = annotatorFor({ language, wordsOnly: true }, wordNet);
const link = createLinking({ linkers: LINKERS, labels: [] }, { wordNet, annotator, plugins: NO_PLUGINS });
const words = wordReaderFor(language, wordNet);
const read = [];
for await (const item of mergeCorpora(positionals.map((source) => openCorpus(source))).read()) {
  if (item.kind === 'problem') {
    process.stderr.write(`${item.problem.where}: ${item.problem.message}\n`);
    continue;
  }
  const { id, title, text } = item.document;
  const document = { title, text: text.slice(0, LONGEST).replaceAll(ARTEFACTS, ' ') };
  // Analysing is slow, and most pages of an export are redirects and stubs.
  if (words(document.text).length < MIN_WORDS) continue;
  if ((await otherLanguage(document.text, '', language)) !== undefined) continue;
  const read = await annotateText(fullText(document), annotator);
  const annotated = { ...read, nouns: await link(read) };
  const content = trainingText({ ...document, ...analysisOf(annotated, annotated.nouns) }, words);
  if (countedWords(content) < MIN_WORDS) continue;
  read.push({ id, content, origin: origins.get(id) ?? { source: values.source, licence: values.licence } });
}
read.sort((a, b) => (a.id < b.id ? -1 : 1));
const counts = new Map();
for (const { origin } of read) {
  const key = JSON.stringify([origin.source, origin.licence]);
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
const sources = [...counts].sort().map(([key, texts]) => {
  const [source, licence] = JSON.parse(key);
  return { source, licence, texts };
});
const header = { language, annotator: annotator.name, texts: read.length, sources };
await writeBackground(values.out, header, packTexts(read.map(({ content }) => content)));
process.stdout.write(`${values.out}: ${read.length} texts, ${statSync(values.out).size} bytes\n`);
for (const { source, licence, texts } of sources) process.stdout.write(`  ${texts} ${source}, ${licence}\n`);
