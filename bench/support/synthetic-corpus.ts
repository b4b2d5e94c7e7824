import type { AnnotatedDocument, CountedNoun } from '../../src/knowledge/krs/krs.js';
import type { EntityClass, NounTag } from '../../src/model/noun.js';
import { seededRandom } from '../../src/support/random.js';

/**
 * Nouns of documents that nobody wrote, with the statistics of encyclopedia articles. Compared with 1,000 and 3,070
 * Wikispeedia articles cut to 5,400 characters, as `sfwc build` reads them (articles in brackets): 383 (365) mentions and
 * 277 (249) distinct nouns in a document; in all 131,000 and 311,000 (120,000 and 285,000) distinct nouns, growing as the
 * power 0.78 of the distinct nouns summed over documents; 78 (79) lemmas for 100 distinct nouns; 31 % and 26 % (30 % and
 * 23 %) of all distinct nouns linked. Topics come out a tenth larger than those of articles.
 *
 * The process is Simon's, with a falling rate of new words (Zanette & Montemurro, "Dynamics of text generation with
 * realistic Zipf's distribution", J. Quant. Linguistics 12, 2005): the next noun is new with the probability that makes
 * the vocabulary grow by Heaps' law, else a copy of a noun drawn before, which gives Zipf's law; or it repeats one of the
 * same document, as texts do.
 */
export interface SyntheticCorpus {
  /** The next document; the same seed gives the same documents. */
  next(): AnnotatedDocument;
}

const HEAPS_FACTOR = 7.8;
const HEAPS_EXPONENT = 0.776;
const REPEATED_IN_DOCUMENT = 0.28;
const SHARED_LEMMA = 0.223;
/** Share of new nouns that are linked, when 150,000 nouns have been drawn, and how it falls. */
const LINKED_NEW = { share: 0.274, at: 150_000, exponent: -0.153, most: 0.6 } as const;
const MEAN_MENTIONS = 380;
/** Of the linked nouns, those that titles of documents gave: some two a document. */
const GAZETTEER_SHARE = 0.08;

const TAGS: readonly NounTag[] = ['NN', 'NNP', 'NNS', 'NNPS'];
const CLASSES: readonly EntityClass[] = ['other', 'person', 'place', 'organisation'];
const SYLLABLES = 'ba de fi go ku la me ni po ru sa te vi wo xu za'.split(' ');

/** @param seed any whole number */
export function createSyntheticCorpus(seed: number): SyntheticCorpus {
  const random = seededRandom(seed);
  const nouns: Omit<CountedNoun, 'mentions'>[] = [];
  const variants = new Map<string, number>();
  let history = new Uint32Array(1 << 16);
  let drawn = 0;
  let documents = 0;

  const remember = (noun: number): void => {
    if (drawn === history.length) {
      const larger = new Uint32Array(history.length * 2);
      larger.set(history);
      history = larger;
    }
    history[drawn++] = noun;
  };
  const copied = (): number => history[Math.floor(random() * drawn)] ?? 0;
  const coin = (): number => {
    const old = drawn > 0 && random() < SHARED_LEMMA ? nouns[copied()]?.lemma : undefined;
    const lemma = old ?? lemmaOf(nouns.length);
    const variant = variants.get(lemma) ?? 0;
    variants.set(lemma, variant + 1);
    const chance = LINKED_NEW.share * ((drawn + 1) / LINKED_NEW.at) ** LINKED_NEW.exponent;
    const linked = random() < Math.min(chance, LINKED_NEW.most);
    nouns.push({
      lemma,
      kind: lemma.includes(' ') ? 'phrase' : 'word',
      tag: TAGS[variant % TAGS.length] ?? 'NN',
      entityClass: CLASSES[Math.floor(variant / TAGS.length) % CLASSES.length] ?? 'other',
      ...(linked ? meaningOf(nouns.length, random()) : {}),
    });
    return nouns.length - 1;
  };
  const draw = (): number => {
    const isNew = random() < HEAPS_FACTOR * HEAPS_EXPONENT * (drawn + 1) ** (HEAPS_EXPONENT - 1);
    const noun = isNew || drawn === 0 ? coin() : copied();
    remember(noun);
    return noun;
  };

  return {
    next: () => {
      const length = Math.round(MEAN_MENTIONS * (0.4 + 1.2 * random()));
      const own: number[] = [];
      for (let mention = 0; mention < length; mention += 1) {
        const repeats = own.length > 0 && random() < REPEATED_IN_DOCUMENT;
        own.push(repeats ? (own[Math.floor(random() * own.length)] ?? 0) : draw());
      }
      const counts = new Map<number, number>();
      for (const noun of own) counts.set(noun, (counts.get(noun) ?? 0) + 1);
      const id = `text-${String((documents += 1)).padStart(6, '0')}.txt`;
      return {
        document: {
          id,
          title: `Text ${documents}`,
          sourceUrl: `https://texts.example/${id}`,
          language: 'en',
        },
        nouns: [...counts].flatMap(([noun, mentions]) => {
          const counted = nouns[noun];
          return counted === undefined ? [] : [{ ...counted, mentions }];
        }),
      };
    },
  };
}

/** Pronounceable, distinct for each number; three in five are phrases of two words. */
function lemmaOf(number: number): string {
  let word = '';
  for (let rest = number; rest > 0 || word.length < 4; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length] ?? '';
  return (number * 7919) % 5 < 3 ? `${SYLLABLES[number % 13] ?? ''}n ${word}` : word;
}

function meaningOf(noun: number, chance: number): Pick<CountedNoun, 'iri' | 'linker'> {
  return chance < GAZETTEER_SHARE
    ? { iri: `http://dbpedia.org/resource/Thing_${noun}`, linker: 'gazetteer' }
    : {
        iri: `http://wordnet-rdf.princeton.edu/id/${String(noun).padStart(8, '0')}-n`,
        linker: 'wordnet',
      };
}
