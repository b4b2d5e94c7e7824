/**
 * How often `sfwc expand` takes a right sense for a noun of a topic: three groups of Wikispeedia articles, against senses judged by
 * hand (judged-topic-senses.ts). 30 % of a group are its corpus, 54 articles at most; 200 articles of the rest are the background.
 *
 *     npm run bench -- topic-senses
 */
import { MIN_PROBABILITY } from '../src/extensions/thesaurus/expansion/expand-nouns.js';
import { characteristicNouns } from '../src/extensions/thesaurus/expansion/nouns-of-topic.js';
import { openAnnotator } from '../src/language/text/english.js';
import { createTopicSenses, openTaxonomy } from '../src/extensions/thesaurus/expansion/topic-senses.js';
import { openWordNet } from '../src/language/wordnet/wordnet.js';
import { communities } from './support/communities.js';
import { judgedTopics } from './support/judged-topic-senses.js';
import { readCollection, type Article } from './support/wikispeedia.js';
import { sample, seededRandom } from '../src/support/random.js';

const RESOLUTION = 3;
const CORPUS_SHARE = 0.3;
const MAX_DOCUMENTS = 54;
const BACKGROUND = 200;
const TERMS = 150;

const wordNet = openWordNet();
const taxonomy = openTaxonomy(wordNet);
const annotator = openAnnotator();
const { articles } = readCollection();
const groups = communities(articles, RESOLUTION);

/** The nouns of an article, each once: all, and those that are no names. */
function nounsOf({ title, text }: Article): { readonly all: Set<string>; readonly common: Set<string> } {
  const { nouns } = annotator.annotate(`${title}\n\n${text}`.normalize('NFC'));
  const common = nouns.filter(({ tag }) => tag === 'NN' || tag === 'NNS');
  return {
    all: new Set(nouns.map(({ lemma }) => lemma)),
    common: new Set(common.map(({ lemma }) => lemma)),
  };
}

function countDocuments(texts: readonly { readonly common: ReadonlySet<string> }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { common } of texts) for (const noun of common) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return counts;
}

/** A noun with the sense that was chosen for it. */
interface Chosen {
  readonly right: boolean;
  readonly first: boolean;
  readonly kept: boolean;
  readonly several: boolean;
}

const chosen: Chosen[] = [];
for (const { article, senses } of judgedTopics) {
  const group = groups.find((members) => members.some(({ title }) => title === article)) ?? [];
  const corpus = sample(
    group,
    Math.min(MAX_DOCUMENTS, Math.round(group.length * CORPUS_SHARE)),
    seededRandom(1),
  );
  const ids = new Set(corpus.map(({ id }) => id));
  const rest = articles.filter(({ id }) => !ids.has(id));
  const texts = corpus.map(nounsOf);
  const background = countDocuments(sample(rest, BACKGROUND, seededRandom(1)).map(nounsOf));
  const counts = [...countDocuments(texts)].map(([lemma, documents]) => ({
    lemma,
    documents,
    background: background.get(lemma) ?? 0,
  }));
  const of = { documents: corpus.length, backgroundDocuments: BACKGROUND, commonness: () => 0 };
  const { senseOf } = createTopicSenses(wordNet, taxonomy, {
    characteristic: characteristicNouns(counts, of, TERMS),
    documents: texts.map(({ all }) => all),
  });
  const wrong: string[] = [];
  for (const [noun, right] of Object.entries(senses)) {
    const all = wordNet.sensesOf(noun);
    const found = senseOf(noun);
    const number = all.findIndex(({ offset }) => offset === found?.offset) + 1;
    const kept = (found?.probability ?? 0) >= MIN_PROBABILITY;
    if (kept && !right.includes(number)) wrong.push(`${noun} ${number}`);
    chosen.push({ right: right.includes(number), first: right.includes(1), kept, several: all.length > 1 });
  }
  console.error(`${article}: ${corpus.length} documents; wrong: ${wrong.join(', ')}`);
}

console.log('                                    nouns  right  of several senses  right');
const show = (name: string, of: readonly Chosen[], isRight: (one: Chosen) => boolean): void => {
  const several = of.filter((one) => one.several);
  const share = (some: readonly Chosen[]): string => (some.filter(isRight).length / some.length).toFixed(2);
  console.log(
    `${name.padEnd(35)}  ${String(of.length).padStart(4)}   ${share(of)}  ${String(several.length).padStart(17)}   ${share(several)}`,
  );
};
show('the most frequent sense', chosen, ({ first }) => first);
show('the likeliest in the topic', chosen, ({ right }) => right);
show(
  'of these, those that are expanded',
  chosen.filter(({ kept }) => kept),
  ({ right }) => right,
);
