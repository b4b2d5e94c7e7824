import type { LinkPriority, Priority } from '../../../model/crawl-event.js';
import type { Page } from '../../../model/page.js';
import type { StrategySettings } from '../../../crawling/priority/strategy-settings.js';
import type { TopicSight } from '../../../crawling/priority/topic-sight.js';
import { urlWords } from '../../../crawling/priority/term-weights.js';

/** Share of the keywords that occur on the page. */
export function contentPhase(page: Page, sight: Pick<TopicSight, 'terms' | 'pageWords'>): number {
  const counts = sight.pageWords(page);
  const present = sight.terms.filter(({ term }) => counts.has(term)).length;
  return sight.terms.length === 0 ? 0 : present / sight.terms.length;
}

/** 0 if the URL has no keyword; otherwise above 0.5 (one word of many) up to 1 (all words). */
export function linkPhase(url: string, { terms, words }: Pick<TopicSight, 'terms' | 'words'>): number {
  const tokens = urlWords(url, words, true);
  const keywords = new Set(terms.map(({ term }) => term));
  const matching = tokens.filter((token) => keywords.has(token)).length;
  return matching === 0 ? 0 : 0.5 + (0.5 * matching) / tokens.length;
}

/**
 * The crawler of three learning phases (Devi 2017, table 1): a link is worth
 *
 *     Rs = w1 · Lc + w2 · Ll + w3 · Ls
 *
 * Lc (content): topic keywords on the linking page ({@link contentPhase}). Ll (link): keywords in the URL, all better than
 * some ({@link linkPhase}). Ls (siblings): 1 if most visited children of that page are relevant (set S1 against S2), else 0.
 * A link is selected if Rs is greater than Tr. Queued links are valued again when the majority among their siblings changes.
 * With several parents, the best counts.
 *
 * Deviations: the user of the paper types the keywords; here they are the heaviest words of the corpus. Therefore Lc is a
 * share of them, and "all keywords" in a URL became all words of the URL. URLs are split at every character that is not
 * a letter, not only at `.` and `/`, since titles in URLs are joined by `_`, `-` or `%20`. A page is relevant if the
 * classifier accepts it. Links below Tr come last unless `below` is `drop`.
 */
export function threePhase(sight: TopicSight, settings: StrategySettings['threePhase']): LinkPriority {
  const families = createFamilies(settings.leastChildren);
  const revised = new Map<string, Priority>();
  const valueOf = (url: string): Priority | undefined => {
    const scores = families.parentsOf(url).map(([parent, base]) => {
      const siblings = families.mostRelevant(parent) ? 1 : 0;
      return { siblings, value: base + settings.siblings * siblings };
    });
    const best = scores.reduce((a, b) => (b.value > a.value ? b : a), { siblings: 0, value: 0 });
    const reason = `content, link and siblings ${best.value.toFixed(3)}${best.siblings > 0 ? ', most siblings relevant' : ''}`;
    return best.value > settings.threshold
      ? { value: best.value, reason }
      : belowThreshold(best.value, reason, settings.below);
  };

  return {
    name: 'three-phase',
    prioritise: ({ link, source, entry }) => {
      const base =
        settings.content * contentPhase(source, sight) + settings.link * linkPhase(link.url, sight);
      families.add(entry.url, link.url, base);
      return valueOf(link.url);
    },
    observe: ({ url, judgement, links = [] }) => {
      for (const turned of families.visit(url, judgement?.accepted, links)) {
        const priority = valueOf(turned);
        if (priority !== undefined) revised.set(turned, priority);
      }
    },
    revisions: () => {
      const all = [...revised];
      revised.clear();
      return all;
    },
    snapshot: () => families.snapshot(),
    restore: (snapshot) => families.restore(snapshot as FamiliesSnapshot),
  };
}

/** Counts of the children of a page: the pages that it links to. */
interface Family {
  visited: number;
  relevant: number;
  /** Queued children. */
  readonly waiting: Set<string>;
}

/** Families as JSON. */
interface FamiliesSnapshot {
  readonly verdicts: readonly (readonly [string, boolean])[];
  readonly parents: readonly (readonly [string, readonly (readonly [string, number])[]])[];
  readonly families: readonly (readonly [string, number, number])[];
}

/**
 * Pages with the pages that they link to, and the number of relevant ones so far.
 * @param least number of visited children from which their majority counts
 */
function createFamilies(least: number) {
  const verdicts = new Map<string, boolean>();
  const parents = new Map<string, Map<string, number>>();
  const families = new Map<string, Family>();

  const familyOf = (parent: string): Family => {
    const family = families.get(parent) ?? { visited: 0, relevant: 0, waiting: new Set<string>() };
    families.set(parent, family);
    return family;
  };
  const mostRelevant = ({ visited, relevant }: Family): boolean => visited >= least && 2 * relevant > visited;
  /** Counts outcomes of children. Returns the queued URLs if the majority has changed. */
  const count = (parent: string, outcomes: readonly boolean[]): readonly string[] => {
    const family = familyOf(parent);
    const before = mostRelevant(family);
    family.visited += outcomes.length;
    family.relevant += outcomes.filter(Boolean).length;
    return mostRelevant(family) === before ? [] : [...family.waiting];
  };

  return {
    /** Notes that a page links to a queued URL. @param value the link's own value */
    add(parent: string, child: string, value: number): void {
      const known = parents.get(child) ?? new Map<string, number>();
      parents.set(child, known.set(parent, value));
      familyOf(parent).waiting.add(child);
    },
    parentsOf: (child: string) => [...(parents.get(child) ?? [])],
    mostRelevant: (parent: string): boolean => mostRelevant(familyOf(parent)),
    /**
     * Notes that a URL was visited. @param relevant undefined for pages that were not judged, which do not count
     * @returns the queued URLs with a parent for which the majority has changed
     */
    visit(url: string, relevant: boolean | undefined, links: readonly string[]): readonly string[] {
      const above = [...(parents.get(url)?.keys() ?? [])];
      for (const parent of above) familyOf(parent).waiting.delete(url);
      parents.delete(url);
      if (relevant !== undefined) verdicts.set(url, relevant);
      const turned = relevant === undefined ? [] : above.flatMap((parent) => count(parent, [relevant]));
      if (!families.has(url)) return turned;
      const known = links.map((link) => verdicts.get(link)).filter((verdict) => verdict !== undefined);
      return [...turned, ...count(url, known)];
    },
    snapshot: (): FamiliesSnapshot => ({
      verdicts: [...verdicts],
      parents: [...parents].map(([url, known]) => [url, [...known]]),
      families: [...families].map(([url, { visited, relevant }]) => [url, visited, relevant]),
    }),
    /** Restores into fresh families. */
    restore(saved: FamiliesSnapshot): void {
      for (const [url, verdict] of saved.verdicts) verdicts.set(url, verdict);
      for (const [url, visited, relevant] of saved.families)
        families.set(url, { visited, relevant, waiting: new Set() });
      for (const [url, known] of saved.parents) {
        parents.set(url, new Map(known));
        for (const [parent] of known) familyOf(parent).waiting.add(url);
      }
    },
  };
}

/** Joint feature evaluation (Lu et al. 2016, section 4.1): `JFE(l) = λ sim(anchor) + (1 − λ) sim(context)`. */
export function jointFeatures(anchor: number, context: number, anchorWeight: number): number {
  return anchorWeight * anchor + (1 - anchorWeight) * context;
}

/**
 * Link priority evaluation (Lu, Zhan, Zhou and He 2016, algorithm 1): the links of a content block with
 * `sim(block) ≥ θ` have the block's similarity as priority; other links have the value of {@link jointFeatures}, if it is at
 * least θ. With several blocks, the best counts. TFC weights; λ = 0.5, θ = 0.5.
 *
 * Deviations: similarities are on the scale of `likeness`, where 0.5 is the mean of the topic's own texts of the kind, since
 * an anchor of two words never reaches a cosine of 0.5 with the centroid of a corpus; links below θ come last unless `below`
 * is `drop`.
 */
export function linkPriorityEvaluation(
  sight: TopicSight,
  { anchorWeight, threshold, below }: StrategySettings['lpe'],
): LinkPriority {
  return {
    name: 'lpe',
    prioritise: ({ link, source }) => {
      const block = sight.blockLikeness(source, link);
      if (block >= threshold) return { value: block, reason: `block ${block.toFixed(3)}` };
      const value = jointFeatures(sight.anchorLikeness(link), sight.contextLikeness(link), anchorWeight);
      const reason = `anchor and context ${value.toFixed(3)}`;
      return value >= threshold ? { value, reason } : belowThreshold(value, reason, below);
    },
  };
}

/**
 * Content block partition only, a baseline of Lu, Zhan, Zhou and He 2016 (section 4): every link has the similarity of the
 * content block that contains it as its priority, if that is at least θ; links in other blocks are dropped. With several
 * blocks, the best counts. The page reader cuts the blocks (α = 0.5); TFC weights.
 *
 * Deviations: θ is on the scale of `likeness`, and links below it come last unless `below` is `drop`.
 */
export function contentBlocks(
  sight: TopicSight,
  { threshold, below }: StrategySettings['lpe'],
): LinkPriority {
  return {
    name: 'cbp',
    prioritise: ({ link, source }) => {
      const value = sight.blockLikeness(source, link);
      const reason = `block ${value.toFixed(3)}`;
      return value >= threshold ? { value, reason } : belowThreshold(value, reason, below);
    },
  };
}

/**
 * Link context only, a baseline of Lu, Zhan, Zhou and He 2016 (section 5.4): the links whose surrounding text is most
 * similar to the topic first, by the cosine of TFC weights. The context is the anchor with up to twenty words on each side
 * within its sentence (`LinkPlace.context`), which the paper leaves open. With several places, the best counts.
 */
export function linkContext(sight: TopicSight): LinkPriority {
  return {
    name: 'link-context',
    prioritise: ({ link }) => {
      const value = sight.contextLikeness(link);
      return { value, reason: `context ${value.toFixed(3)}` };
    },
  };
}

/** Drops a link whose value (0 to 1) is below a threshold, or queues it behind all others by subtracting 1. */
function belowThreshold(value: number, reason: string, below: 'drop' | 'last'): Priority | undefined {
  return below === 'drop' ? undefined : { value: value - 1, reason: `${reason}, below the threshold` };
}
