import { sparseVector, type SparseVector } from '../../learning/sparse-vector.js';
import type { LinkCandidate } from '../../model/crawl.js';
import type { TopicSight } from '../topic-sight.js';
import { urlWords } from '../url-words.js';

/** The features of a URL from the links to it. */
export interface LinkEvidence {
  /** Likeness of page, anchor, context and content block, each the best of all links. */
  page: number;
  anchor: number;
  context: number;
  block: number;
  /** Number of linking pages that were accepted, and that were rejected. */
  accepted: number;
  rejected: number;
  /** Indices of the words of anchors, of the URL, and of contexts, each once. */
  readonly anchorWords: number[];
  readonly urlWords: number[];
  readonly contextWords: number[];
}

/** Indices of the features that are not words, and their initial log odds. */
const FEATURES = ['bias', 'page', 'anchor', 'context', 'block', 'accepted', 'links'] as const;

/**
 * Initially, the odds are even if page, anchor, context and block have the topic's own mean (0.5 on the scale of likeness)
 * and half of the linking pages were accepted. All similarities have equal weight.
 */
export const PRIOR_WEIGHTS: readonly number[] = [-4.5, 2, 2, 2, 2, 1, 0];

/** Numbers words, growing. */
export interface WordPlaces {
  placeOf(word: string): number;
  snapshot(): readonly string[];
}

export function createWordPlaces(known: readonly string[] = []): WordPlaces {
  const places = new Map(known.map((word, index) => [word, FEATURES.length + index]));
  return {
    placeOf(word) {
      const place = places.get(word) ?? FEATURES.length + places.size;
      places.set(word, place);
      return place;
    },
    snapshot: () => [...places.keys()],
  };
}

/** Features of a URL without links. */
export function noEvidence(): LinkEvidence {
  return {
    page: 0,
    anchor: 0,
    context: 0,
    block: 0,
    accepted: 0,
    rejected: 0,
    anchorWords: [],
    urlWords: [],
    contextWords: [],
  };
}

/** Adds a link to the features of a URL. The order of the links only matters once a list of words is full. */
export function addLink(
  evidence: LinkEvidence,
  { link, source, judgement }: LinkCandidate,
  sight: TopicSight,
  places: WordPlaces,
  mostWords: number,
): void {
  evidence.page = Math.max(evidence.page, sight.pageLikeness(source));
  evidence.anchor = Math.max(evidence.anchor, sight.anchorLikeness(link));
  evidence.context = Math.max(evidence.context, sight.contextLikeness(link));
  evidence.block = Math.max(evidence.block, sight.blockLikeness(source, link));
  if (judgement.accepted) evidence.accepted += 1;
  else evidence.rejected += 1;
  const add = (list: number[], kind: string, words: readonly string[]): void => {
    for (const word of words) {
      const place = places.placeOf(`${kind}:${word}`);
      if (list.length < mostWords && !list.includes(place)) list.push(place);
    }
  };
  add(evidence.anchorWords, 'anchor', sight.words(link.anchorText));
  if (evidence.urlWords.length === 0) add(evidence.urlWords, 'url', urlWords(link.url, sight.words, true));
  for (const { context } of link.places ?? []) add(evidence.contextWords, 'context', sight.words(context));
}

/** The features of a URL as a vector; the words of each kind are normalised to length 1. */
export function featuresOf(evidence: LinkEvidence): SparseVector {
  const { page, anchor, context, block, accepted, rejected } = evidence;
  const links = accepted + rejected;
  const numbers = [1, page, anchor, context, block, links === 0 ? 0 : accepted / links, Math.log1p(links)];
  const words = [evidence.anchorWords, evidence.urlWords, evidence.contextWords].flatMap((list) =>
    list.map((place): readonly [number, number] => [place, 1 / Math.sqrt(list.length)]),
  );
  return sparseVector([
    ...numbers.map((value, place): readonly [number, number] => [place, value]),
    ...words,
  ]);
}
