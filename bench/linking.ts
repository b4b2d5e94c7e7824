/**
 * A label index at size: a synthetic dump with the lengths of Wikipedia's titles becomes an index, and running text is
 * looked up in it, against the gazetteer in memory with fewer labels on the same text. Each contestant runs in a process
 * of its own. Tokens are counted for a second of processor time, since other programs may run, too.
 *
 *     npm run bench -- linking [--labels 10000000 --compare 100000 --tokens 1000000 --folder DIR]
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGazetteer } from '../src/language/linking/gazetteer.js';
import { createIndexLinker } from '../src/extensions/label-index/index-linker.js';
import { buildLabelIndex } from '../src/extensions/label-index/label-index-build.js';
import { openLabelIndex, readLabelIndex } from '../src/extensions/label-index/label-index-file.js';
import { readRdf } from '../src/extensions/vocabulary/rdf/read-rdf.js';
import { readLabelFiles } from '../src/language/linking/labels/label-files.js';
import type { AnnotatedText, Annotator, EntityLinker, Sentence, Token } from '../src/model/noun.js';
import { seededRandom, type Random } from '../src/support/random.js';

const { values } = parseArgs({
  options: {
    labels: { type: 'string', default: '1000000' },
    compare: { type: 'string', default: '100000' },
    tokens: { type: 'string', default: '1000000' },
    folder: { type: 'string' },
    contestant: { type: 'string' },
    file: { type: 'string', default: '' },
  },
});

/** What one run of a contestant measured. */
interface Run {
  readonly seconds: number;
  /** For a second of processor time. */
  readonly tokensPerSecond?: number;
  readonly links?: number;
  /** Resident memory in MB: at the end, and at most. */
  readonly memory: number;
  readonly peak: number;
}

/** Shares of titles by their number of words, from 1 on: Wikipedia's have about 2.7 on average. */
const LENGTHS = [0.21, 0.4, 0.17, 0.1, 0.06, 0.03, 0.02, 0.01];
const SYLLABLES = 'ba co di fu ga he jo ka li mo na pe qua ri so tu va wi xe yo zu the an er is st ly'.split(
  ' ',
);
const STOP_WORDS = 'the of and in to a is for on with as by at from'.split(' ');
const VOCABULARY = 400_000;

/** Word number `rank` of a made-up language; the first of them are stop words. */
function wordOf(rank: number): string {
  if (rank < STOP_WORDS.length) return STOP_WORDS[rank] ?? '';
  let word = '';
  for (let left = rank + SYLLABLES.length; left > 0; left = Math.floor(left / SYLLABLES.length)) {
    word += SYLLABLES[left % SYLLABLES.length] ?? '';
  }
  return word;
}

/** Words by Zipf's law, more or less: the logarithm of the rank is even. */
function draw(random: Random): number {
  return Math.floor(VOCABULARY ** random()) - 1;
}

function labelOf(random: Random): string {
  let left = random();
  const length = LENGTHS.findIndex((share) => (left -= share) < 0) + 1 || LENGTHS.length;
  // Titles are unique: one of a single word is mostly a rare one.
  if (length === 1 && random() < 0.7)
    return capitalised(wordOf(VOCABULARY + Math.floor(random() * 10 * VOCABULARY)));
  const words = Array.from({ length }, (_, place) => {
    // Names are made of rarer words than texts, stop words stand within.
    const rank = place > 0 && place < length - 1 && random() < 0.4 ? draw(random) : rareWord(random);
    return wordOf(rank);
  });
  return capitalised(words.join(' '));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A title, some with words in parentheses, as the next of a dump. */
function titleOf(random: Random): { readonly name: string; readonly title: string } {
  const name = labelOf(random);
  return { name, title: random() < 0.08 ? `${name} (${wordOf(draw(random))})` : name };
}

function rareWord(random: Random): number {
  return 200 + Math.floor((VOCABULARY - 200) ** (0.35 + 0.65 * random()));
}

function writeDump(file: string, count: number): void {
  const random = seededRandom(1);
  const descriptor = openSync(file, 'w');
  let text = '';
  for (let index = 0; index < count; index += 1) {
    const { title } = titleOf(random);
    const iri = `http://dbpedia.org/resource/${title.replaceAll(' ', '_')}`;
    text += `<${iri}> <http://www.w3.org/2000/01/rdf-schema#label> "${title}"@en .\n`;
    if (text.length < 1_000_000 && index < count - 1) continue;
    writeSync(descriptor, text);
    text = '';
  }
  closeSync(descriptor);
}

/** Running text as an annotator would leave it: one token in six begins a name of the dump. */
function runningText(count: number): AnnotatedText[] {
  const random = seededRandom(2);
  const names = seededRandom(1);
  const texts: AnnotatedText[] = [];
  for (let tokens = 0; tokens < count;) {
    const words: string[] = [];
    while (words.length < 1000) {
      if (random() < 1 / 6) {
        words.push(...titleOf(names).name.split(' '));
      } else words.push(wordOf(draw(random)));
    }
    texts.push(annotateWords(words));
    tokens += words.length;
  }
  return texts;
}

function annotateWords(words: readonly string[]): AnnotatedText {
  const sentences: Sentence[] = [];
  let tokens: Token[] = [];
  let begin = 0;
  for (const surface of words) {
    const lower = surface.toLowerCase();
    const stopWord = STOP_WORDS.includes(lower);
    const end = begin + surface.length;
    tokens.push({
      surface,
      lemma: lower,
      begin,
      end,
      numeric: false,
      stopWord,
      ...(stopWord ? {} : { tag: 'NN' }),
    });
    begin = end + 1;
    if (tokens.length < 20) continue;
    sentences.push({ begin: tokens[0]?.begin ?? 0, end, tokens });
    tokens = [];
  }
  return { text: words.join(' '), sentences, nouns: [] };
}

/** Cuts labels at blanks, so that the gazetteer's labels are no slower to make than the text was. */
const blankAnnotator: Annotator = {
  name: 'blanks',
  annotate: (text) => {
    const sentences = [...text.matchAll(/\S[^\n]*/g)].map(({ 0: line, index }) => {
      const tokens = [...line.matchAll(/\S+/g)].map((match): Token => {
        const [surface] = match;
        const begin = index + match.index;
        const lemma = surface.toLowerCase();
        return {
          surface,
          lemma,
          begin,
          end: begin + surface.length,
          numeric: false,
          stopWord: false,
          tag: 'NN',
        };
      });
      return { begin: index, end: index + line.length, tokens };
    });
    return { text, sentences, nouns: [] };
  },
};

async function runContestant(contestant: string, file: string): Promise<void> {
  const begin = performance.now();
  let run: Omit<Run, 'memory' | 'peak'>;
  if (contestant === 'make') {
    await buildLabelIndex([file], `${file}.sfwclabels`);
    run = { seconds: (performance.now() - begin) / 1000 };
  } else {
    const linker = await open(contestant, file);
    const seconds = (performance.now() - begin) / 1000;
    const [warm, ...texts] = runningText(Number(values.tokens));
    if (warm !== undefined) for (let round = 0; round < 20; round += 1) await linker.link(warm);
    const tokens = texts.reduce(
      (sum, { sentences }) => sum + sentences.reduce((own, sentence) => own + sentence.tokens.length, 0),
      0,
    );
    const start = process.cpuUsage();
    let links = 0;
    for (const text of texts) links += (await linker.link(text)).length;
    const { user, system } = process.cpuUsage(start);
    run = { seconds, links, tokensPerSecond: (tokens / (user + system)) * 1e6 };
  }
  const memory = process.memoryUsage().rss / 1e6;
  console.log(
    JSON.stringify({ ...run, memory, peak: (process.resourceUsage().maxRSS * 1024) / 1e6 } satisfies Run),
  );
}

async function open(contestant: string, file: string): Promise<EntityLinker> {
  if (contestant === 'gazetteer')
    return createGazetteer(
      await readLabelFiles([file], { readRdf, onFault: () => undefined }),
      blankAnnotator,
    );
  return createIndexLinker(openLabelIndex(await readLabelIndex(`${file}.sfwclabels`)), () => 0);
}

async function compare(): Promise<void> {
  const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'sfwc-bench-'));
  mkdirSync(folder, { recursive: true });
  const measure = (contestant: string, file: string): Run => {
    const args = [
      fileURLToPath(import.meta.url),
      '--contestant',
      contestant,
      '--file',
      file,
      '--tokens',
      values.tokens,
    ];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Run;
  };
  try {
    const [few, many] = [Number(values.compare), Number(values.labels)];
    const small = path.join(folder, 'few.nt');
    const large = path.join(folder, 'many.nt');
    writeDump(small, few);
    writeDump(large, many);
    console.log(
      `contestant                      labels  seconds  RSS MB  peak MB  file MB   tokens/s   links`,
    );
    row('make the index', many, measure('make', large), statSync(`${large}.sfwclabels`).size);
    const big = measure('index', large);
    row('open it and look up', many, big);
    measure('make', small);
    const index = measure('index', small);
    row('a smaller index', few, index);
    const gazetteer = measure('gazetteer', small);
    row('the gazetteer in memory', few, gazetteer);
    const ratio = (a: Run, b: Run): string =>
      ((a.tokensPerSecond ?? 0) / (b.tokensPerSecond ?? 1)).toFixed(2);
    console.log(`index / gazetteer, ${few} labels, tokens a second: ${ratio(index, gazetteer)}`);
    console.log(`index of ${many} / gazetteer of ${few} labels: ${ratio(big, gazetteer)}`);
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true });
  }
  await Promise.resolve();
}

function row(name: string, labels: number, run: Run, bytes?: number): void {
  const cells = [
    name.padEnd(26),
    String(labels).padStart(11),
    run.seconds.toFixed(1).padStart(8),
    run.memory.toFixed(0).padStart(7),
    run.peak.toFixed(0).padStart(8),
    (bytes === undefined ? '' : (bytes / 1e6).toFixed(0)).padStart(8),
    (run.tokensPerSecond?.toFixed(0) ?? '').padStart(10),
    String(run.links ?? '').padStart(7),
  ];
  console.log(cells.join(' '));
}

if (values.contestant === undefined) await compare();
else await runContestant(values.contestant, values.file);
