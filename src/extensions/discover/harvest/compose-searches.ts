import { sample, type Random } from '../../../support/random.js';

/** A word or an expression to search with. */
export interface SearchTerm {
  readonly label: string;
  /** The aspect of the topic that it belongs to. */
  readonly facet: string;
  /** Below the top of its tree; 0 at the top. */
  readonly depth: number;
}

/** Which searches are wanted. */
export interface SearchPlan {
  /** How many at most. */
  readonly searches: number;
  /** Levels of the trees that terms are taken from: 1 is the top alone. */
  readonly levels: number;
  /** The facet that each search takes a term from; by default any. */
  readonly facet?: string;
  readonly random: Random;
}

/** Words of a search. Five or more "will only bring hundreds" of pages, in the paper's day. */
const FEWEST_WORDS = 2;
const MOST_WORDS = 3;
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
export function composeSearches(terms: readonly SearchTerm[], plan: SearchPlan): readonly string[] {
  const { random, levels, searches, facet } = plan;
  const usable = terms
    .map((term) => ({ ...term, words: wordsOf(term.label) }))
    .filter(({ depth, words }) => depth < levels && words.length > 0 && words.length <= MOST_WORDS);
  const first = sample(usable, usable.length, random)
    .filter((term) => facet === undefined || term.facet === facet)
    .sort((a, b) => a.depth - b.depth);
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
  return label
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Two or three words that begin with a term; undefined when there are no partners for it. */
function combine(
  start: CountedTerm,
  terms: readonly CountedTerm[],
  { severalFacets, random }: { readonly severalFacets: boolean; readonly random: Random },
): readonly CountedTerm[] | undefined {
  const wanted = Math.max(start.words.length, random() < 0.5 ? FEWEST_WORDS : MOST_WORDS);
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
  return wanted - missing >= FEWEST_WORDS ? chosen : undefined;
}
