import { PARTS } from '../../judging/parts.js';
import type { OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { InputError } from '../../model/errors.js';
import { sample, seededRandom, type Random } from '../../support/random.js';

/** A word or an expression to search with. */
export interface SearchTerm {
  readonly label: string;
  /** The aspect of the topic that it belongs to. */
  readonly facet: string;
  /** Below the top of its tree; 0 at the top. */
  readonly depth: number;
}

/** Settings of searches. */
interface SearchesSettings {
  /** Maximum number of searches. */
  readonly searches: number;
  /** Characteristic nouns that are used without a thesaurus. */
  readonly terms: number;
  readonly thesaurus?: string | undefined;
}

/**
 * The searches of a harvest: of the thesaurus's high-level words, or, without one, of the topic's characteristic nouns, each of which is
 * an aspect of its own.
 * @throws InputError when there is nothing to compose searches from
 */
export async function searchesFor(topic: OpenTopic, settings: SearchesSettings): Promise<readonly string[]> {
  const { searches } = settings;
  if (searches === 0) return [];
  const terms = await termsOf(topic, settings);
  const composed = composeSearches(terms, searches, seededRandom(1));
  if (composed.length > 0) return composed;
  throw new InputError(`topic '${topic.facts.name}' gives no searches of two or three words`, {
    hint: 'give a thesaurus (--thesaurus; sfwc thesaurus suggest proposes one)',
  });
}

async function termsOf(topic: OpenTopic, settings: SearchesSettings): Promise<readonly SearchTerm[]> {
  if (settings.thesaurus === undefined) {
    const nouns = await (await PARTS.expansion()).characteristicNouns(topic, settings.terms);
    return nouns.map(({ lemma }) => ({ label: lemma, facet: lemma, depth: 0 }));
  }
  const { facets } = await (await PARTS.thesauri()).openThesaurus(settings.thesaurus);
  return facets.flatMap(({ label: facet, concepts }) =>
    concepts.map(({ label, depth }) => ({ label, facet, depth })),
  );
}

/** Levels of the trees of a thesaurus that terms are taken from: the upper ones, whose words are the most general. */
const LEVELS = 2;
/** Words of a search. Five or more "will only bring hundreds" of pages, in the paper's day. */
const [MIN_WORDS, MAX_WORDS] = [2, 3];
/** Draws for each search wanted: when few combinations are left, most draws repeat one. */
const DRAWS_FOR_EACH = 100;

/**
 * Composes many searches of two or three words each out of high-level words of a thesaurus (Badia, Muezzinoglu, Nasraoui 2006,
 * harvesting phase). The paper says that "care was needed to combine the words" and not which; ours: the terms of one
 * search are of different facets, where there is more than one, and none holds a word of another; an expression of two or three words
 * may be a search by itself. Each term has its turn, those at the top first; its partners are drawn.
 *
 * @returns searches, each once, whatever the order of its words; fewer than wanted when there are no more
 */
export function composeSearches(
  terms: readonly SearchTerm[],
  searches: number,
  random: Random,
): readonly string[] {
  const usable = terms
    .map((term) => ({ ...term, words: wordsOf(term.label) }))
    .filter(({ depth, words }) => depth < LEVELS && words.length > 0 && words.length <= MAX_WORDS);
  const first = sample(usable, usable.length, random).sort((a, b) => a.depth - b.depth);
  const severalFacets = new Set(usable.map((term) => term.facet)).size > 1;
  const composed = new Map<string, string>();
  for (let draw = 0; draw < searches * DRAWS_FOR_EACH && composed.size < searches; draw += 1) {
    const start = first[draw % first.length];
    if (start === undefined) break;
    const chosen = combine(start, usable, { severalFacets, random });
    if (chosen === undefined) continue;
    const key = chosen
      .flatMap(({ words }) => words)
      .sort()
      .join(' ');
    if (!composed.has(key)) composed.set(key, chosen.map(({ label }) => label.trim()).join(' '));
  }
  return [...composed.values()];
}

interface CountedTerm extends SearchTerm {
  /** In lower case. */
  readonly words: readonly string[];
}

function wordsOf(label: string): readonly string[] {
  return label.toLowerCase().match(/\S+/g) ?? [];
}

/** Two or three words that begin with a term; undefined when there are no partners for it. */
function combine(
  start: CountedTerm,
  terms: readonly CountedTerm[],
  { severalFacets, random }: { readonly severalFacets: boolean; readonly random: Random },
): readonly CountedTerm[] | undefined {
  const wanted = Math.max(start.words.length, random() < 0.5 ? MIN_WORDS : MAX_WORDS);
  const chosen = [start];
  let missing = wanted - start.words.length;
  while (missing > 0) {
    const partners = terms.filter(
      (term) =>
        term.words.length <= missing &&
        chosen.every(
          (other) =>
            !(severalFacets && other.facet === term.facet) &&
            !other.words.some((word) => term.words.includes(word)),
        ),
    );
    const partner = partners[Math.floor(random() * partners.length)];
    if (partner === undefined) break;
    chosen.push(partner);
    missing -= partner.words.length;
  }
  return wanted - missing >= MIN_WORDS ? chosen : undefined;
}
