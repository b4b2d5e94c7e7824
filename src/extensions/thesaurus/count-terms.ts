import { addToList } from '../../support/add-to-list.js';
import { logLikelihoodRatio } from './log-likelihood.js';

/** A page of a crawl as the words that classifiers count, in their order. */
export interface PageWords {
  readonly url: string;
  /** The registered domain. */
  readonly site: string;
  readonly words: readonly string[];
}

/** A word or a pair of neighbouring words, counted. */
export interface CountedTerm {
  readonly term: string;
  readonly accepted: number;
  readonly rejected: number;
  /** Sites with accepted pages that hold it. */
  readonly sites: number;
  readonly strength: number;
}

/** Fewer sites are one opinion; fewer pages are chance. */
export const LEAST_SITES = 3;
const LEAST_PAGES = 4;
/** The term must hold for this share of the accepted sites. */
const LEAST_SHARE = 0.04;
/** How much larger the share of accepted sites must be than that of rejected ones. */
const LEAST_RATIO = 2;
/** Of a χ² distribution with one degree of freedom, 0.1 % lies above this. */
const LEAST_STRENGTH = 10.83;
/** Counters of the first pass, by a hash of the term: memory does not depend on the pages. */
const COUNTERS = 2 ** 20;

/** Fewer rejected pages do not show what is common on the Web: then a background has to. */
export const LEAST_REJECTED = 20;

interface Tally {
  pages: number;
  sites: number;
  votes: number;
}

/**
 * The terms that accepted pages share much more than rejected ones, the strongest first. Each site has one vote for a term,
 * divided by the site's pages: a site with half of its pages holding the term gives half a vote. The votes must be at least
 * twice as many, in shares of the sites, and the difference in pages must not be chance. Deterministic, whatever the order of
 * the pages.
 * @param accepted a few pages of each site: more of one would decide about the others
 */
export function countTerms(
  accepted: readonly PageWords[],
  rejected: readonly PageWords[],
): readonly CountedTerm[] {
  const isFrequent = frequentTerms(accepted);
  const [here, there] = [bySite(accepted), bySite(rejected)];
  const found = tallyOf(here, isFrequent);
  const tallies = new Map(
    [...found].filter(([, { sites, pages }]) => sites >= LEAST_SITES && pages >= LEAST_PAGES),
  );
  const others = tallyOf(there, (term) => tallies.has(term));
  const none: Tally = { pages: 0, sites: 0, votes: 0 };
  return [...tallies]
    .flatMap(([term, { pages, sites, votes }]): CountedTerm[] => {
      const other = others.get(term) ?? none;
      const share = votes / here.length;
      const otherShare = there.length === 0 ? 0 : other.votes / there.length;
      if (share < LEAST_SHARE || share < LEAST_RATIO * otherShare) return [];
      const strength = logLikelihoodRatio([pages, accepted.length], [other.pages, rejected.length]);
      if (rejected.length >= LEAST_REJECTED && strength < LEAST_STRENGTH) return [];
      return [{ term, accepted: pages, rejected: other.pages, sites, strength }];
    })
    .sort((a, b) => b.strength - a.strength || b.accepted - a.accepted || (a.term < b.term ? -1 : 1));
}

/** The distinct words of a page, and its pairs of neighbouring words. */
export function termsOf(words: readonly string[]): ReadonlySet<string> {
  const terms = new Set(words);
  for (let place = 1; place < words.length; place += 1)
    terms.add(`${words[place - 1] ?? ''} ${words[place] ?? ''}`);
  return terms;
}

function bySite(pages: readonly PageWords[]): readonly (readonly PageWords[])[] {
  const sites = new Map<string, PageWords[]>();
  for (const page of pages) addToList(sites, page.site, page);
  return [...sites.keys()].sort().map((site) => sites.get(site) ?? []);
}

/** Whether a term may stand on enough pages; a false positive is counted exactly afterwards. */
function frequentTerms(pages: readonly PageWords[]): (term: string) => boolean {
  const counters = new Uint16Array(COUNTERS);
  for (const { words } of pages)
    for (const term of termsOf(words)) {
      const place = placeOf(term);
      counters[place] = (counters[place] ?? 0) + 1;
    }
  return (term) => (counters[placeOf(term)] ?? 0) >= LEAST_PAGES;
}

/** FNV-1a. */
function placeOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % COUNTERS;
}

function tallyOf(
  sites: readonly (readonly PageWords[])[],
  counts: (term: string) => boolean,
): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const pages of sites) {
    const ofSite = new Map<string, number>();
    for (const { words } of pages)
      for (const term of termsOf(words)) if (counts(term)) ofSite.set(term, (ofSite.get(term) ?? 0) + 1);
    for (const [term, count] of ofSite) {
      const tally = tallies.get(term) ?? { pages: 0, sites: 0, votes: 0 };
      tally.pages += count;
      tally.sites += 1;
      tally.votes += count / pages.length;
      tallies.set(term, tally);
    }
  }
  return tallies;
}
