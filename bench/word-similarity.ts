/**
 * WordNet's measures of similarity beside each other: on the 65 pairs of Rubenstein and Goodenough, Spearman's correlation with
 * what people said, most similar senses taken; and how long they take.
 *
 *     npm run bench -- word-similarity [--pairs]
 *
 * Information content is counted from the nouns of WordNet's own glosses, the corpus that everybody has. --pairs prints each pair.
 */
import { parseArgs } from 'node:util';
import { readGlosses } from '../src/language/wordnet/glosses.js';
import {
  informationContent,
  jiangConrathSimilarity,
  linSimilarity,
  resnikSimilarity,
} from '../src/extensions/expansion/wordnet/information-content.js';
import {
  leacockChodorowSimilarity,
  pathSimilarity,
  wuPalmerSimilarity,
  type Similarity,
} from '../src/extensions/expansion/wordnet/similarity.js';
import { openTaxonomy } from '../src/extensions/expansion/wordnet/taxonomy.js';
import { wordSimilarity } from '../src/extensions/expansion/wordnet/word-similarity.js';
import { openWordNet } from '../src/language/wordnet/wordnet.js';
import { RUBENSTEIN_GOODENOUGH, spearman } from './support/rubenstein-goodenough.js';
import { openWordReader } from '../src/language/text/english.js';

const { values } = parseArgs({ options: { pairs: { type: 'boolean', default: false } } });
const timed = <T>(what: string, act: () => T): T => {
  const before = performance.now();
  const result = act();
  console.error(`${what}: ${(performance.now() - before).toFixed(0)} ms`);
  return result;
};

const wordNet = timed('open WordNet', () => openWordNet());
const nouns = openTaxonomy(wordNet);
timed('first noun', () => wordNet.sensesOf('dog'));
timed('first distance', () => nouns.distance(nouns.hypernymsOf(1740)[0] ?? 1740, 1740));
const counts = timed('count words of the glosses', () => {
  const words = openWordReader();
  const all = new Map<string, number>();
  for (const gloss of readGlosses()) for (const word of words(gloss)) all.set(word, (all.get(word) ?? 0) + 1);
  return all;
});
const content = timed('count information content', () => informationContent(wordNet, nouns, counts));
const shared = informationContent(wordNet, nouns, counts, { senses: 'shared' });
timed('greatest depth', () => nouns.greatestDepth());
const megabytes = process.memoryUsage();
console.error(
  `memory: ${((megabytes.heapUsed + megabytes.arrayBuffers) / 2 ** 20).toFixed(0)} MB; greatest depth of nouns: ${nouns.greatestDepth()}`,
);

const measures: Readonly<Record<string, Similarity>> = {
  path: pathSimilarity(nouns),
  'wu-palmer': wuPalmerSimilarity(nouns),
  'wu-palmer ws4j': wuPalmerSimilarity(nouns, 'ws4j'),
  'leacock-chodorow': leacockChodorowSimilarity(nouns),
  'leacock-chodorow ws4j': leacockChodorowSimilarity(nouns, 'ws4j'),
  resnik: resnikSimilarity(nouns, content),
  'jiang-conrath': jiangConrathSimilarity(nouns, content),
  lin: linSimilarity(nouns, content),
  'resnik, shared counts': resnikSimilarity(nouns, shared),
  'jiang-conrath, shared counts': jiangConrathSimilarity(nouns, shared),
  'lin, shared counts': linSimilarity(nouns, shared),
};
const ratings = RUBENSTEIN_GOODENOUGH.map(([, , rating]) => rating);
const found = Object.entries(measures).map(([name, measure]) => {
  const before = performance.now();
  const similarities = RUBENSTEIN_GOODENOUGH.map(
    ([first, second]) => wordSimilarity(wordNet, measure, [first, second])?.similarity ?? Number.NaN,
  );
  return { name, similarities, milliseconds: performance.now() - before };
});
console.log(`${RUBENSTEIN_GOODENOUGH.length} pairs, WordNet ${wordNet.version}`);
console.log('measure                        Spearman  ms for all pairs');
for (const { name, similarities, milliseconds } of found)
  console.log(
    `${name.padEnd(30)}    ${spearman(similarities, ratings).toFixed(3)}  ${milliseconds.toFixed(0).padStart(6)}`,
  );
if (values.pairs) {
  console.log(`\n${['pair', 'people', ...found.map(({ name }) => name)].join('\t')}`);
  for (const [index, [first, second, rating]] of RUBENSTEIN_GOODENOUGH.entries()) {
    const row = found.map(({ similarities }) => (similarities[index] ?? Number.NaN).toFixed(3));
    console.log([`${first} ${second}`, rating.toFixed(2), ...row].join('\t'));
  }
}
