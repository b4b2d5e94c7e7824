import { without } from '../../support/without.js';
import {
  countTerms,
  LEAST_REJECTED,
  LEAST_SITES,
  termsOf,
  type CountedTerm,
  type PageWords,
} from './count-terms.js';
import { isNavigation } from './navigation-words.js';

/** A noun that accepted pages of a crawl share and the corpus of the topic lacks. */
export interface SharedTerm {
  /** Its lemma, as the annotator gives it. */
  readonly term: string;
  readonly accepted: { readonly pages: number; readonly of: number };
  /** Registered domains with accepted pages that hold it. */
  readonly sites: number;
  /** Addresses of accepted pages with the term, those of different sites first. */
  readonly examples: readonly string[];
}

/** Knowledge of the language and of the topic. */
export interface TermKnowledge {
  /** Documents of the corpus with each of these nouns; 0 where the corpus lacks it. */
  readonly inCorpus: (lemmas: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The share of the background's documents with each of these nouns; undefined without a background. */
  readonly inBackground?: (lemmas: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The lemmas of the nouns of a page, by its address. */
  readonly nounsOf: (url: string) => readonly string[];
}

/** Terms that are chosen, of how many counted ones at most, and on how many pages each is read as a noun or not. */
const MOST = { chosen: 40, tried: 300, read: 3, examples: 500 };
/** Pages that are annotated at most, however many terms need it. */
const MOST_ANNOTATED = 60;
/** A noun of the background counts as general language, unless accepted pages have it this many times as often. */
const OVER_BACKGROUND = 2;
/** A word that stands hardly anywhere but in a phrase is left to the phrase. */
const MOSTLY_IN_PHRASE = 0.75;

/** Why nothing can be proposed; undefined where pages suffice. */
export function whyNoTerms(
  accepted: readonly PageWords[],
  rejected: readonly PageWords[],
  hasBackground: boolean,
): string | undefined {
  const sites = new Set(accepted.map(({ site }) => site)).size;
  if (sites < LEAST_SITES)
    return `accepted pages of at least ${LEAST_SITES} sites with their texts are needed; there are ${sites}`;
  if (rejected.length < LEAST_REJECTED && !hasBackground)
    return `at least ${LEAST_REJECTED} rejected pages with their texts are needed to compare with, or a background; there are ${rejected.length}`;
  return undefined;
}

/**
 * The nouns that accepted pages share and that the corpus lacks, the strongest first. See `countTerms` for how they are
 * counted. Words of the frames of pages are left out, and so is what the annotator does not read as a noun on most of the
 * pages that are read for it. The background stands in where too few rejected pages were kept to show what is common.
 */
export async function chooseTerms(
  accepted: readonly PageWords[],
  rejected: readonly PageWords[],
  knowledge: TermKnowledge,
): Promise<readonly SharedTerm[]> {
  const counted = countTerms(accepted, rejected).filter(({ term }) => !isNavigation(term));
  const knows = rejected.length < LEAST_REJECTED ? knowledge : without(knowledge, 'inBackground');
  const unknown = (await unknownOf(counted, accepted.length, knows)).slice(0, MOST.tried);
  const holding = pagesHolding(unknown, accepted);
  const isNoun = createNounCheck(knowledge.nounsOf);
  const chosen: SharedTerm[] = [];
  for (const one of unknown) {
    if (chosen.length >= MOST.chosen) break;
    const pages = holding.get(one.term) ?? [];
    if (!isNoun(one.term, pages)) continue;
    const { term, sites } = one;
    chosen.push({
      term,
      accepted: { pages: one.accepted, of: accepted.length },
      sites,
      examples: pages,
    });
  }
  return withoutParts(chosen);
}

async function unknownOf(
  counted: readonly CountedTerm[],
  pages: number,
  { inCorpus, inBackground }: TermKnowledge,
): Promise<readonly CountedTerm[]> {
  const known = await inCorpus(counted.map(({ term }) => term));
  const missing = counted.filter(({ term }) => (known.get(term) ?? 0) === 0);
  if (inBackground === undefined) return missing;
  const general = await inBackground(missing.map(({ term }) => term));
  return missing.filter(
    ({ term, accepted }) => accepted / pages >= OVER_BACKGROUND * (general.get(term) ?? 0),
  );
}

/** For each term the addresses of the pages that hold it: first one of each site, in the order of the addresses. */
function pagesHolding(
  terms: readonly CountedTerm[],
  pages: readonly PageWords[],
): ReadonlyMap<string, readonly string[]> {
  const wanted = new Map(terms.map(({ term }): [string, PageWords[]] => [term, []]));
  const ordered = [...pages].sort((a, b) => (a.url < b.url ? -1 : 1));
  for (const page of ordered) for (const term of termsOf(page.words)) wanted.get(term)?.push(page);
  return new Map([...wanted].map(([term, found]) => [term, sitesFirst(found)]));
}

function sitesFirst(pages: readonly PageWords[]): readonly string[] {
  const seen = new Set<string>();
  const [first, others]: [string[], string[]] = [[], []];
  for (const { site, url } of pages) {
    (seen.has(site) ? others : first).push(url);
    seen.add(site);
  }
  return [...first, ...others].slice(0, MOST.examples);
}

/** Says if a term is a noun on most of the pages that are read for it. Prefers pages that were annotated before. */
function createNounCheck(
  nounsOf: TermKnowledge['nounsOf'],
): (term: string, urls: readonly string[]) => boolean {
  const known = new Map<string, ReadonlySet<string>>();
  const annotated = (url: string): ReadonlySet<string> => {
    const nouns = known.get(url) ?? new Set(nounsOf(url));
    known.set(url, nouns);
    return nouns;
  };
  return (term, urls) => {
    const read = urls.filter((url) => known.has(url)).slice(0, MOST.read);
    const more = urls.filter((url) => !known.has(url)).slice(0, MOST.read - read.length);
    const affordable = more.slice(0, Math.max(0, MOST_ANNOTATED - known.size));
    const all = [...read, ...affordable];
    return 2 * all.filter((url) => annotated(url).has(term)).length > all.length;
  };
}

/** Of a phrase and a word of it one is enough: the word where it stands on more pages by itself, else the phrase. */
function withoutParts(terms: readonly SharedTerm[]): readonly SharedTerm[] {
  const pagesOf = new Map(terms.map(({ term, accepted }) => [term, accepted.pages]));
  const covered = new Set<string>();
  for (const { term, accepted } of terms) {
    const words = term.split(' ').filter((word) => word !== term && pagesOf.has(word));
    for (const word of words)
      covered.add(accepted.pages >= MOSTLY_IN_PHRASE * (pagesOf.get(word) ?? 0) ? word : term);
  }
  return terms.filter(({ term }) => !covered.has(term));
}
