import type { LinkPriority } from '../model/crawl.js';
import type { PageLink } from '../model/page.js';
import type { NounMeanings } from './meanings.js';
import type { StrategySettings } from './strategy-settings.js';
import type { TopicSight } from './topic-sight.js';
import type { TopicTerm } from './term-weights.js';
import { urlWords } from './url-words.js';

/** A word or an expression of a thesaurus. */
export interface ThesaurusEntry {
  readonly label: string;
  /** Other words for it, which count as the entry itself. */
  readonly synonyms?: readonly string[];
  /** The tree it stands in: one aspect of the topic. */
  readonly facet: string;
  /** 0 at the root of its tree. */
  readonly depth: number;
}

/** A forest, written flat, and words and expressions to avoid. */
export interface LinkThesaurus {
  readonly entries: readonly ThesaurusEntry[];
  readonly negatives: readonly string[];
}

/** Steps that are climbed in the dictionary at most; no noun of WordNet lies deeper. */
const MOST_STEPS = 20;

/**
 * A thesaurus out of the heaviest words of a corpus, for those who have none: words of which one is the hypernym of
 * another, whatever lies between, stand in one tree; the topmost names it. A word without such kin is a tree by itself.
 */
export function thesaurusOf(terms: readonly TopicTerm[], meanings: NounMeanings): LinkThesaurus {
  const bySense = new Map<number, string>();
  for (const { term } of terms) {
    const sense = meanings.senseOf(term);
    if (sense !== undefined && !bySense.has(sense)) bySense.set(sense, term);
  }
  const entries = terms.map(({ term }): ThesaurusEntry => {
    const above: string[] = [];
    let sense = meanings.senseOf(term);
    for (let step = 0; sense !== undefined && step < MOST_STEPS; step += 1) {
      sense = meanings.hypernymsOf(sense)[0];
      const broader = sense === undefined ? undefined : bySense.get(sense);
      if (broader !== undefined && broader !== term) above.push(broader);
    }
    return { label: term, facet: above.at(-1) ?? term, depth: above.length };
  });
  return { entries, negatives: [] };
}

/**
 * The thesaurus crawler's look at links (Badia, Muezzinoglu and Nasraoui 2006, filtering phase: "for links to the page, we score
 * an anchor window against the thesaurus; for a URL, we build a list of individual words, disregard the site name and score
 * the remaining words"). The paper says in words that diversity counts and not frequency, that deeper words weigh more,
 * that facets are scored each for itself, and that negative words subtract; the numbers are ours:
 *
 *     D_f      = Σ over the distinct entries of facet f of (1 + depth / 2)
 *     score    = Σ_f ln(1 + D_f) − ln(1 + 2 · distinct negatives)
 *     priority = u · squash(score of the URL) + (1 − u) · squash(score of the best anchor window)
 *
 * `squash(s) = s / (1 + |s|)`. The paper scores pages so after it has them; here the same is asked before.
 */
export function thesaurusPriority(
  sight: TopicSight,
  thesaurus: LinkThesaurus,
  settings: StrategySettings['thesaurus'],
): LinkPriority {
  const score = createScore(sight, thesaurus, settings);
  const windowScore = (link: PageLink): number => {
    const windows = link.places?.map(({ context }) => context) ?? [link.anchorText];
    return Math.max(...[...windows, link.anchorText].map((text) => score(sight.words(text))));
  };
  return {
    name: 'thesaurus',
    prioritise: ({ link }) => {
      const url = squash(score(urlWords(link.url, sight.words, false)));
      const anchor = squash(windowScore(link));
      return {
        value: settings.urlWeight * url + (1 - settings.urlWeight) * anchor,
        reason: `thesaurus: URL ${url.toFixed(3)}, anchor window ${anchor.toFixed(3)}`,
      };
    },
  };
}

function squash(score: number): number {
  return score / (1 + Math.abs(score));
}

/** Scores words in their order; entries of several words match as runs. */
function createScore(
  { words }: TopicSight,
  { entries, negatives }: LinkThesaurus,
  { depthWeight, negativeWeight }: StrategySettings['thesaurus'],
): (text: readonly string[]) => number {
  const keyOf = (label: string): string => words(label).join(' ');
  const byKey = new Map(
    entries.flatMap((entry) =>
      [entry.label, ...(entry.synonyms ?? [])].map((label) => [keyOf(label), entry] as const),
    ),
  );
  const avoided = new Set(negatives.map(keyOf));
  byKey.delete('');
  avoided.delete('');
  const longest = Math.max(1, ...[...byKey.keys(), ...avoided].map((key) => key.split(' ').length));
  return (text) => {
    const { found, bad } = matches(text, longest, byKey, avoided);
    const facets = new Map<string, number>();
    for (const { facet, depth } of found)
      facets.set(facet, (facets.get(facet) ?? 0) + 1 + depthWeight * depth);
    const good = [...facets.values()].reduce((sum, diversity) => sum + Math.log1p(diversity), 0);
    return good - Math.log1p(negativeWeight * bad);
  };
}

/** Distinct entries and the number of distinct negatives; longer runs first, none within another. */
function matches(
  text: readonly string[],
  longest: number,
  byKey: ReadonlyMap<string, ThesaurusEntry>,
  avoided: ReadonlySet<string>,
): { readonly found: ReadonlySet<ThesaurusEntry>; readonly bad: number } {
  const found = new Set<ThesaurusEntry>();
  const bad = new Set<string>();
  for (let place = 0; place < text.length; place += 1) {
    for (let length = Math.min(longest, text.length - place); length > 0; length -= 1) {
      const key = text.slice(place, place + length).join(' ');
      const entry = byKey.get(key);
      if (avoided.has(key)) bad.add(key);
      else if (entry !== undefined) found.add(entry);
      else continue;
      place += length - 1;
      break;
    }
  }
  return { found, bad: bad.size };
}
