/**
 * Scores labelled pages by the members of the ensemble, for many topics, as `scripts/make-relevance-model.py` reads it. Run
 * `npm run build` first.
 *
 *     node scripts/score-labelled-pages.js --out scores.jsonl [--topics REGEX] [--encoder]
 *
 * Input: the folder of real data (see CONTRIBUTING.md) with `wikispeedia`, `real-pages` and `wcxb`; of this repository the labels
 * in bench/data and bench/support/similar-topics.ts, and the lines about topics in bench/data/topic-lines.tsv. --topics: only
 * topics whose name matches, so that a run can be made in parts. --encoder: also the directions of texts and lines by the sentence encoder
 * (see src/extensions/encoder/README.md), which takes ten minutes.
 *
 * There are two kinds of topics. Those of the Web have labels that a reader gave to pages. Narrow ones have articles of
 * Wikispeedia, labelled by patterns in titles and first sentences, next to articles that they link to: other pages of a crawl are
 * like that. Each topic is trained with more and with fewer texts, with half of its own pages, and with its line alone.
 *
 * Output: a JSON line {text, words, direction} for each text, and one for each topic, variant and kind of pages:
 * {topic, narrow, variant, texts, corpus, statistics, pages, labels, scores, proposed}, where `proposed` has the statistics and
 * scores of the members of the line by the line that the texts propose. With --encoder, a line {encoded, direction} for each text,
 * and {line, directions} for each topic: of its line and of its name. Borderline pages and those that it learned from are left out.
 */
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { openBoxedBackground } from '../dist/app/topics/building/boxed-background.js';
import { openLemmatizer, openWordReader } from '../dist/language/text/english.js';
import { ENGLISH } from '../dist/language/text/words-only-annotator.js';
import { directionText, locationOf } from '../dist/judging/relevance/evidence.js';
import { openEncoderThread } from '../dist/extensions/encoder/open-encoder.js';
import { directionOf, textsOf } from '../dist/extensions/encoder/near-pages.js';
import { openMembers, trainEnsemble } from '../dist/judging/topic/ensemble-rule.js';
import { judgedText } from '../dist/judging/topic/evidence-mentions.js';
import { lineParameters, meaningScorer, proposedLine } from '../dist/judging/topic/meaning-rule.js';
import * as contents from '../dist/judging/topic/page-content.js';
import { toProfile } from '../dist/knowledge/krs/document-profile.js';
import { generalSpace } from '../dist/judging/topic/word-space.js';
import { readGeneralWords } from '../dist/knowledge/files/lexicon-file.js';
import { conceptsOfTopic } from '../dist/app/topics/building/topic-concepts.js';
import { openWordNet } from '../dist/language/wordnet/wordnet.js';
import { ANNOTATOR_NAME } from '../dist/language/text/compromise-annotator.js';
import { createLexicalAnnotator } from '../dist/language/text/lexical-annotator.js';
import { makeLexicon } from '../dist/language/text/lexicon.js';
import { sample, seededRandom } from '../dist/support/random.js';
import { fullText } from '../dist/support/text/full-text.js';
import { createPageReader } from '../dist/web/page/reader.js';

const KNOWN_TOPICS = ['computing', 'politics', 'space'];
const LABELLED_SETS = [2, 3, 4, 5];
/** Counted words of a page at least. */
const MIN_WORDS = 10;
/** Pages of a topic from which half of them are a corpus, by kind of pages. */
const OWN_PAGES = { real: 10, wcxb: 8 };
/** Narrow topics: pattern of the title, pattern in the first characters of the text, and how many. */
const NARROW = {
  elements: [/^$/, /chemical element|periodic table/i, 300],
  battles: [
    /^Battle of|^Siege of|^Operation /,
    /\bbattle (?:of|was|took)|was (?:a|the) (?:decisive )?battle/i,
    200,
  ],
  rivers: [/\bRiver\b|^River /, /\b(?:is|are) (?:a|the)[^.]{0,40}\briver\b/i, 200],
  monarchs: [/\b[IVX]+ of |^King |^Queen /, /\b(?:King|Queen|Emperor|Tsar) of\b|was (?:King|Queen)/i, 200],
  presidents: [/^$/, /President of the United States/i, 300],
  painters: [/^$/, /\bpainter\b|\bartist\b/i, 250],
  philosophers: [/^$/, /\bphilosopher\b|philosophy/i, 200],
  operatingsystems: [
    /Software|Computer|Programming/,
    /\b(?:software|operating system|programming|computer)\b/i,
    200,
  ],
  languages: [/[Ll]anguage/, /\blanguage\b/i, 150],
  castles: [
    /Castle|Cathedral|Palace|Tower|Abbey|Bridge/,
    /\b(?:castle|cathedral|palace|skyscraper|tower|abbey)\b/i,
    200,
  ],
  railways: [/Rail|Train|Underground/, /\b(?:railway|railroad|locomotive|train)\b/i, 200],
  food: [/^$/, /\b(?:fruit|vegetable|dish|beverage|cooking|cuisine|edible)\b/i, 200],
  films: [/\(film\)/, /\b(?:film|television (?:series|programme|show)|sitcom)\b/i, 200],
  bands: [/\(band\)|\(album\)|\(song\)/, /\b(?:rock band|singer|songwriter|album|pop group)\b/i, 200],
  currencies: [/dollar|pound|currency|Euro/, /\b(?:currency|banknote|coin)\b/i, 200],
  wars: [/\bWar\b|\bWars\b/, /\bwar (?:between|fought|was|in)\b/i, 200],
  islands: [/Island/, /\b(?:island|archipelago)\b/i, 150],
  mountains: [/Mount |Mountain|Volcano/, /\b(?:mountain|volcano|volcanic)\b/i, 200],
  religion: [
    /Church|Christian|Islam|Hindu|Buddh|Juda/,
    /\b(?:religion|religious|church|deity|saint|worship)\b/i,
    200,
  ],
  minerals: [/^$/, /\b(?:mineral|rock|gemstone|ore)\b/i, 150],
  chemicals: [
    /acid|oxide|chloride/,
    /\b(?:chemical compound|organic compound|compound with the formula|acid)\b/i,
    200,
  ],
  mathematics: [
    /[Tt]heorem|[Nn]umber|[Gg]eometry/,
    /\b(?:mathematics|mathematical|geometry|algebra)\b/i,
    200,
  ],
};

const { values } = parseArgs({
  options: {
    topics: { type: 'string', default: '' },
    out: { type: 'string' },
    encoder: { type: 'boolean', default: false },
  },
});
const { out } = values;
if (out === undefined) {
  process.stderr.write(
    'usage: node scripts/score-labelled-pages.js --out FILE [--topics REGEX] [--encoder]\n',
  );
  process.exit(2);
}
execFileSync('node', ['scripts/compile.js', '.', 'dist-bench', 'bench', 'src', 'test/support']);
const bench = (name) => import(`../dist-bench/bench/support/${name}.js`);
const { dataFolder, readCollection } = await bench('wikispeedia');
const { openLabelledSet } = await bench('labelled-topics');
const { readRealPages } = await bench('real-pages');
const { similarTopics } = await bench('similar-topics');
const { contentOfDocument } = await import('../dist-bench/test/support/content-of-document.js');

const words = openWordReader();
const general = generalSpace();
const wordNet = openWordNet();
const { contents: background } = await openBoxedBackground(ENGLISH);
const lexicon = makeLexicon([await readGeneralWords(ANNOTATOR_NAME)]);
const annotator = createLexicalAnnotator(lexicon, openLemmatizer());
const random = seededRandom(5);
const shuffled = (list) => sample(list, list.length, random);
const { articles, topics: knownTopics } = readCollection();
const articleById = new Map(articles.map((article) => [article.id, article]));
const lines = new Map(rowsOf('topic-lines'));
const wcxbLabels = rowsOf('wcxb-labels').map(([id, labels]) => [id, labels.split(',')]);
/** Contents of pages and articles, by their ids. */
const texts = new Map();
/** Title and beginning of pages, for the encoder. */
const beginnings = new Map();
/** Ids of the pages of the Web, by kind. */
const pool = { real: [], wcxb: [] };

writeFileSync(out, '');
const isWanted = ({ name }) => new RegExp(values.topics).test(name);
const web = webTopics().filter(isWanted);
if (web.length > 0) await readPages();
for (const topic of web) scoreWebTopic(topic);
for (const topic of Object.keys(NARROW).map(narrowTopic).filter(isWanted)) scoreNarrowTopic(topic);
if (values.encoder) await encodeAll();

/** Topics of the Web: ids of articles about them, and labels of pages: true, or null for borderline. */
function webTopics() {
  const real = [...readRealPages(dataFolder())].map(({ file, labels }) => [file, labels]);
  const countsOf = (article) => contents.plainTerms(contentOfDocument(article, toProfile([]), words));
  const known = KNOWN_TOPICS.map((name) => ({
    name,
    corpus: [...knownTopics.get(name)].filter(([, role]) => role === 'corpus').map(([id]) => id),
    pages: labelsOf(real, name),
  }));
  const similar = similarTopics(articles, countsOf).map(({ name, corpus, pages }) => ({
    name,
    corpus: corpus.map(({ id }) => id),
    pages,
  }));
  const topics = [...known, ...similar, ...LABELLED_SETS.flatMap((set) => openLabelledSet(set))];
  const names = new Set(topics.map(({ name }) => name));
  // Some topics have pages of WCXB alone.
  for (const name of lines.keys())
    if (!names.has(name) && !name.startsWith('narrow-')) topics.push({ name, corpus: [], pages: new Map() });
  return topics.map(({ name, corpus, pages }) => ({
    name,
    corpus: shuffled(corpus),
    labels: { real: pages, wcxb: labelsOf(wcxbLabels, name) },
  }));
}

function labelsOf(pages, topic) {
  const labelled = pages.filter(([, labels]) => labels.includes(topic) || labels.includes(`${topic}?`));
  return new Map(labelled.map(([id, labels]) => [id, labels.includes(topic) || null]));
}

/** Reads the pages of the Web into `texts` and `pool`. */
async function readPages() {
  const reader = createPageReader({});
  const add = async (kind, id, body, url) => {
    const { page } = judgedText(await reader.read(body, url, 'text/html'));
    const content = contentOf(page);
    if (contents.countedWords(content) < MIN_WORDS) return;
    texts.set(id, content);
    beginnings.set(id, { title: page.title, text: page.text });
    pool[kind].push(id);
  };
  for (const { file, body, url } of readRealPages(dataFolder())) await add('real', file, body, url);
  const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-wcxb-'));
  execFileSync('tar', ['-xf', path.join(dataFolder(), 'wcxb/wcxb-sample.tar'), '-C', folder]);
  const truth = JSON.parse(readFileSync(path.join(folder, 'ground-truth.json'), 'utf8'));
  for (const [id, { url }] of Object.entries(truth))
    await add('wcxb', id, gunzipSync(readFileSync(path.join(folder, `html/${id}.html.gz`))), url);
  rmSync(folder, { recursive: true });
}

function contentOf({ title, headline = '', keywords = '', text, links = [] }) {
  const page = { title, headline, keywords, text, links };
  return contents.contentOfPage({ page, nouns: annotator.nounsOf(fullText(page)) }, words);
}

function textOf(id) {
  const content = texts.get(id) ?? contentOf({ ...articleById.get(id), links: [] });
  texts.set(id, content);
  return content;
}

function scoreWebTopic({ name, corpus, labels }) {
  const variants = [['line', []]];
  if (corpus.length > 0)
    variants.push(['articles', corpus], ['ten', corpus.slice(0, 10)], ['three', corpus.slice(10, 13)]);
  for (const [kind, ids] of Object.entries(pool)) {
    const about = shuffled(ids.filter((id) => labels[kind].get(id) === true));
    if (about.length >= OWN_PAGES[kind]) variants.push([kind, about.slice(0, Math.floor(about.length / 2))]);
  }
  for (const [variant, own] of variants) {
    const score = train(name, variant, own);
    for (const [kind, all] of Object.entries(pool)) {
      const ids = all.filter((id) => labels[kind].get(id) !== null && !own.includes(id));
      if (labels[kind].size > 0) score(ids, (id) => labels[kind].has(id));
    }
  }
}

/** A narrow topic: ids of articles about it, its corpus, and others next to it. */
function narrowTopic(key) {
  const [titled, begun, length] = NARROW[key];
  const isAbout = ({ title, text }) => titled.test(title) || begun.test(text.slice(0, length));
  const mentions = ({ text }) => (text.match(new RegExp(begun, 'gi')) ?? []).length;
  const about = shuffled(articles.filter(isAbout).map(({ id }) => id));
  const other = articles.filter((article) => !isAbout(article) && mentions(article) < 2).map(({ id }) => id);
  const corpus = about.slice(0, about.length >= 40 ? 20 : Math.max(8, Math.floor(about.length / 3)));
  const rest = about.slice(corpus.length).slice(0, 150);
  const linked = new Set(rest.flatMap((id) => articleById.get(id).links));
  const near = sample(
    other.filter((id) => linked.has(id)),
    Math.max(60, 3 * rest.length),
    random,
  );
  const far = sample(other, Math.max(40, rest.length), random);
  return {
    name: `narrow-${key}`,
    corpus,
    about: new Set(rest),
    ids: [...new Set([...rest, ...near, ...far])],
  };
}

function scoreNarrowTopic({ name, corpus, about, ids }) {
  const variants = { articles: corpus, five: corpus.slice(0, 5), line: [] };
  for (const [variant, own] of Object.entries(variants))
    train(name, variant, own)(ids, (id) => about.has(id));
}

/** Trains the members of a topic. @returns scores pages, and appends them */
function train(topic, variant, corpus) {
  const line = lines.get(topic) ?? topic;
  const name = topic.replace(/^narrow-/, '');
  const concepts = conceptNouns(line);
  const set = { corpus: corpus.map(textOf), background, general, concepts };
  const { parameters } = trainEnsemble({ ...set, line: contents.lineOf(line, words) });
  const members = openMembers(parameters.members, set);
  const proposed = corpus.length > 0 ? openProposed({ ...set, name: words(name) }) : undefined;
  train.done = (train.done ?? new Set()).add(topic);
  process.stderr.write(`${topic}, ${variant}: ${corpus.length} texts\n`);
  for (const id of corpus) appendText(id);
  return (ids, isAbout) => {
    for (const id of ids) appendText(id);
    append({
      topic,
      narrow: topic.startsWith('narrow-'),
      variant,
      texts: corpus.length,
      corpus,
      statistics: parameters.statistics,
      pages: ids,
      labels: ids.map((id) => Number(isAbout(id))),
      scores: ids.map((id) => rounded(members.judge(textOf(id)).scores)),
      proposed: proposed && {
        statistics: proposed.statistics,
        scores: ids.map((id) => rounded(proposed.score(textOf(id)))),
      },
    });
  };
}

function conceptNouns(line) {
  const nouns = conceptsOfTopic({ line }, wordNet).flatMap((concept) => concept.nouns);
  return nouns.map(({ lemma, weight }) => [lemma, weight]);
}

/** The members of the line that name and texts propose. No text needs to be held out: the line is made of all of them. */
function openProposed(set) {
  const line = contents.contentOfWords(proposedLine(set), [], toProfile([]));
  const scorer = meaningScorer(lineParameters({ ...set, line }), general);
  const score = (content) => {
    const whole = scorer.score(content);
    return [whole, content.beginning === undefined ? whole : (scorer.score(content.beginning) ?? whole)];
  };
  const location = (list, member) =>
    locationOf(list.map((content) => score(content)[member]).filter((one) => one !== null));
  const statistics = [0, 1].map((member) => ({
    corpus: location(set.corpus, member),
    background: location(background, member),
  }));
  return { score, statistics };
}

function appendText(id) {
  if (appendText.done?.has(id)) return;
  appendText.done = (appendText.done ?? new Set()).add(id);
  const content = textOf(id);
  const places = contents.viewsOf(content).map((view) => general.placeOf(view));
  append({
    text: id,
    words: contents.countedWords(content),
    direction: directionText(general.dimensions, places),
  });
}

/** Directions of all texts, and of the line and the name of each topic. */
async function encodeAll() {
  const { encode, close } = openEncoderThread();
  const encoded = async (all) =>
    Buffer.from(
      Int8Array.from(await directionOf(encode, all), (one) => Math.round(254 * one)).buffer,
    ).toString('base64');
  for (const id of appendText.done)
    append({ encoded: id, direction: await encoded(textsOf(beginnings.get(id) ?? articleById.get(id))) });
  for (const topic of train.done) {
    const name = topic.replace(/^narrow-/, '');
    append({ line: topic, directions: [await encoded([lines.get(topic) ?? name]), await encoded([name])] });
  }
  await close();
}

function append(record) {
  appendFileSync(out, `${JSON.stringify(record)}\n`);
}

function rounded(scores) {
  return scores.map((score) => (score === null ? null : Number(score.toFixed(5))));
}

/** The rows of a table of bench/data, without comments. */
function rowsOf(name) {
  const rows = readFileSync(`bench/data/${name}.tsv`, 'utf8').trim().split('\n');
  return rows.filter((row) => !row.startsWith('#')).map((row) => row.split('\t'));
}
