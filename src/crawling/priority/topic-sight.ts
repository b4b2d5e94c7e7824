import {
  centroidOf,
  addTo,
  dotDense,
  lengthOf,
  sparse,
  type SparseVector,
} from '../../support/numeric/sparse-vector.js';
import { dot } from '../../support/numeric/minimise.js';
import { countTerms } from '../../judging/learning/term-counts.js';
import { contentOfWords, inLanguage } from '../../judging/topic/page-content.js';
import { generalSpace } from '../../judging/topic/word-space.js';
import { toProfile } from '../../knowledge/krs/document-profile.js';
import type { LinkPlace, Page, PageLink } from '../../model/page.js';
import { onceFor } from '../../support/once.js';
import { remember } from '../../support/remember.js';
import { mean } from '../../support/statistics.js';
import { fullText } from '../../support/text/full-text.js';
import { readDirection } from '../../judging/relevance/evidence.js';
import type { Judgement, Reason, WordReader } from '../../model/topic.js';
import type { TermWeights, TitledText, TopicTexts } from './term-weights.js';
import { createTermWeights, heaviestTerms } from './term-weights.js';

/** The kinds of texts by which links are valued. */
type TextKind = 'page' | 'block' | 'context' | 'anchor';

/** Anchor texts that are remembered, and characters of a text that count: books have more, other pages do not. */
const [REMEMBERED, MAX_TEXT] = [10_000, 200_000];

/** The topic as strategies see it: similarities to the texts of the corpus. It is immutable and shared by strategies. */
export type TopicSight = ReturnType<typeof createTopicSight>;

/** Typical numbers of words of a content block and of a context. */
const WINDOW: Readonly<Record<'block' | 'context', number>> = { block: 100, context: 40 };
const WINDOWS_OF_TEXT = 5;
/** Lower bound of the mean, below which likenesses would all be 0 or nearly 1. */
const MIN_TYPICAL = 1e-3;

/**
 * `s / (s + t)`, where t is the mean of the topic's own texts of the kind: 0 for nothing in common, 0.5 for as similar as
 * those, always below 1. The papers compare the cosines of pages, blocks and anchors, which works for a topic of a few keywords;
 * with the centroid of a corpus, the cosine of a perfect anchor of two words is below that of a mediocre page.
 */
export function likeness(similarity: number, typical: number): number {
  return similarity <= 0 ? 0 : similarity / (similarity + Math.max(typical, MIN_TYPICAL));
}

/** Learns the topic from its texts. @param termCount number of words that represent the topic */
export function createTopicSight(texts: TopicTexts, reader: WordReader, termCount: number) {
  const words: WordReader = (text) => reader(text.slice(0, MAX_TEXT));
  const weights = createTermWeights(texts, words);
  const corpusWords = texts.corpus.map((text) => words(fullText(text)));
  const vectors = corpusWords.map((read) => weights.vectorOf(read));
  const centroid = centroidOf(vectors, weights.size);
  const cosine = (vector: SparseVector): number => dotDense(vector, centroid);
  const typical = typicalCosines(texts.corpus, vectors, weights, words);
  const wordsLikeness = (kind: TextKind, read: readonly string[]): number =>
    read.length === 0 ? 0 : likeness(cosine(weights.vectorOf(read)), typical[kind]);
  const anchor = remember((text: string) => {
    const read = words(text);
    return { words: read, likeness: wordsLikeness('anchor', read) };
  }, REMEMBERED);
  const terms = heaviestTerms(corpusWords.map(countTerms), weights, termCount);
  const proposed = terms.slice(0, PROPOSED_WORDS).map(({ term }) => term);
  const line = texts.line === undefined ? proposed : words(texts.line);
  const meaning = meaningOf(line, corpusWords, texts.language);
  const textLikeness = (kind: TextKind, text: string): number => wordsLikeness(kind, words(text));
  const pageWords = onceFor((page: Page) => countTerms(words(fullText(page))));
  const pageVector = onceFor((page: Page) => weights.vectorOf(words(fullText(page))));
  const pageLikeness = onceFor((page: Page) => likeness(cosine(pageVector(page)), typical.page));
  /** Likenesses of the blocks that were asked for. */
  const blocks = onceFor((page: Page): (number | undefined)[] => page.blocks.map(() => undefined));
  const likenessOfBlock = (page: Page, block: number): number =>
    (blocks(page)[block] ??= textLikeness('block', page.blocks[block] ?? ''));
  const ofPage = onceFor((page: Page) => meaning.nearness(words(fullText(page))));
  const ofReason = onceFor(({ direction }: Reason) =>
    direction === undefined ? undefined : dot(readDirection(direction), meaning.direction),
  );
  const placeLikeness = onceFor((place: LinkPlace) => textLikeness('context', place.context));
  const anchorLikeness = (link: PageLink): number => anchor(link.anchorText).likeness;
  return {
    ...{ words, weights },
    /** The heaviest words of the corpus, heaviest first. */
    terms,
    /** Cosine of words with the meaning of the topic: its line and its texts in the word space. */
    nearness: meaning.nearness,
    /** That of a page, whose direction most judgements know; else its words are read again. */
    pageNearness: (page: Page, { reason }: Judgement): number => ofReason(reason) ?? ofPage(page),
    /** The cosine of a vector with the centroid of the corpus. */
    cosine,
    /** Mean cosine of the topic's own texts of each kind. */
    typical,
    /** {@link likeness} of a text; and of an anchor text, which pages repeat, with its words. */
    ...{ textLikeness, anchor },
    /** Of title and main text: counts of words, vector and likeness. */
    ...{ pageWords, pageVector, pageLikeness },
    anchorLikeness,
    /** Likeness of the best content block that contains a link, and of its best context; of its anchor if there is none. */
    blockLikeness: (page: Page, link: PageLink): number =>
      link.places === undefined
        ? anchorLikeness(link)
        : Math.max(0, ...link.places.map(({ block }) => likenessOfBlock(page, block))),
    contextLikeness: (link: PageLink): number =>
      link.places === undefined ? anchorLikeness(link) : Math.max(0, ...link.places.map(placeLikeness)),
    /** Cosines with the centroid by damped frequencies, not as likenesses: of title and main text, and of an anchor. */
    pageSimilarity: onceFor((page: Page) => cosine(weights.dampedVectorOf(words(fullText(page))))),
    anchorSimilarity: (link: PageLink): number => cosine(weights.dampedVectorOf(words(link.anchorText))),
  };
}

/** Heaviest words of the texts that stand for a line. */
const PROPOSED_WORDS = 12;

/** Cosines with a topic: with the mean of its line and of its texts, each at length 1, in the word space. */
function meaningOf(line: readonly string[], corpus: readonly (readonly string[])[], language?: string) {
  const space = generalSpace();
  const foreign = language === 'en' ? undefined : language;
  const vectorOf = (read: readonly string[]): SparseVector =>
    space.placeOf(inLanguage(contentOfWords([], read, toProfile([])), foreign)).vector;
  const sum = centroidOf(corpus.map(vectorOf), space.dimensions);
  addTo(sum, vectorOf(line), 1);
  const direction = centroidOf([sparse(sum)], space.dimensions);
  const nearness = (read: readonly string[]): number => {
    const position = space.sumOf(countTerms(read), foreign);
    return dot(position, direction) / (lengthOf(position) || 1);
  };
  return { direction, nearness };
}

/**
 * Mean cosines of whole texts, of windows as long as blocks and contexts, and of titles, each with the centroid of the
 * other texts, so that no text is compared with itself. Without titles, windows of three words stand in for anchors.
 */
function typicalCosines(
  corpus: readonly TitledText[],
  vectors: readonly SparseVector[],
  weights: TermWeights,
  words: WordReader,
): Readonly<Record<TextKind, number>> {
  const sum = new Float64Array(weights.size);
  for (const vector of vectors) addTo(sum, vector, 1);
  const found: Record<'page' | 'block' | 'context' | 'title' | 'short', number[]> = {
    ...{ page: [], block: [], context: [], title: [], short: [] },
  };
  for (const [index, { title, text }] of corpus.entries()) {
    const own = vectors[index] ?? { places: [], values: [] };
    const others = Float64Array.from(sum);
    // The only text of a corpus cannot be compared with others.
    if (vectors.length > 1) addTo(others, own, -1);
    const length = Math.sqrt(others.reduce((total, value) => total + value * value, 0));
    const cosine = (vector: SparseVector): number => (length === 0 ? 0 : dotDense(vector, others) / length);
    const cosinesOf = (parts: readonly string[]): number[] =>
      parts.map((part) => cosine(weights.vectorOf(words(part))));
    found.page.push(cosine(own));
    found.block.push(...cosinesOf(windows(text, WINDOW.block)));
    found.context.push(...cosinesOf(windows(text, WINDOW.context)));
    if (title !== '') found.title.push(...cosinesOf([title]));
    found.short.push(...cosinesOf(windows(text, 3)));
  }
  const meanOf = (cosines: readonly number[]): number => mean(cosines) ?? 0;
  const anchor = meanOf(found.title.length > 0 ? found.title : found.short);
  return { page: meanOf(found.page), block: meanOf(found.block), context: meanOf(found.context), anchor };
}

/** A few evenly spread runs of words of this length. */
function windows(text: string, size: number): readonly string[] {
  const all = text.split(/\s+/).filter((word) => word !== '');
  const count = Math.min(WINDOWS_OF_TEXT, Math.max(1, Math.floor(all.length / size)));
  const step = all.length / count;
  return Array.from({ length: count }, (_, index) => {
    const begin = Math.floor(index * step);
    return all.slice(begin, begin + size).join(' ');
  });
}
