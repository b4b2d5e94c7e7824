import { centroidOf } from '../learning/centroid.js';
import { components, dotDense, type SparseVector } from '../learning/sparse-vector.js';
import { compareTerms, documentFrequencies } from '../learning/term-counts.js';
import { median } from '../../support/statistics.js';
import type { TrainingText } from './excerpts.js';
import { countedWords, plainTerms, type PageContent } from './page-content.js';
import { rounded } from './rounding.js';

/** A model of the background's prose: its everyday words, and the usual cosine of texts of each length. */
export interface ProseParameters {
  readonly terms: readonly string[];
  /** The mean direction of the texts in the space of these terms, at length 1. */
  readonly centroid: readonly number[];
  /** Logarithms of text lengths in words, ascending, and of the usual cosine with the centroid. */
  readonly curve: readonly (readonly [logWords: number, logCosine: number])[];
}

/** Minimum share of the background's texts with an everyday word, and minimum number. */
const EVERYDAY = 0.1;
const LEAST_TEXTS = 2;
/** Range of counted words in which the curve is learned. */
const LENGTHS = { shortest: 50, longest: 3000 };
/** The cosine of a text without any everyday word. */
const LEAST_COSINE = 1e-3;

/** The likeness of typical web pages to an encyclopedia; and what stands for it where the background is mixed: a lower threshold. */
export const LIKENESS = { typical: 0.88, mixed: 0.845 };

/** Learns a model of the prose of texts and of their excerpts. */
export function learnProse(background: readonly TrainingText[]): ProseParameters {
  const counts = background.map(plainTerms);
  const { byTerm, documents } = documentFrequencies(counts);
  const least = Math.max(LEAST_TEXTS, EVERYDAY * documents);
  const terms = [...byTerm].flatMap(([term, texts]) => (texts >= least ? [term] : [])).sort(compareTerms);
  const places = new Map(terms.map((term, place) => [term, place]));
  const centroid = Array.from(
    centroidOf(
      background.map((text) => everydayVector(text, places)),
      terms.length,
    ),
    rounded,
  );
  const points = background
    .flatMap((text) => [text, ...(text.excerpts ?? [])])
    .map((text) => [logWords(text), cosine(text, places, centroid)] as const);
  return { terms, centroid, curve: curveOf(points) };
}

/**
 * Measures the likeness of a page's prose to the background's: the cosine of its everyday words with the background's,
 * divided by the usual cosine of a background text of the same length. About 1 for texts of the same kind; 0.8 to 0.95 for
 * news, shops and forums against an encyclopedia. It depends little on the page's subject and length.
 * @param prose undefined for a background of many kinds of texts, whose prose says nothing: every page is {@link LIKENESS.mixed}
 */
export function proseMeasure(prose: ProseParameters | undefined): (page: PageContent) => number {
  if (prose === undefined) return () => LIKENESS.mixed;
  const { terms, centroid, curve } = prose;
  const places = new Map(terms.map((term, place) => [term, place]));
  return (page) => Math.exp(Math.log(cosine(page, places, centroid)) - valueAt(curve, logWords(page)));
}

/** A text as `1 + ln f` of its everyday words, at length 1. */
function everydayVector(text: PageContent, places: ReadonlyMap<string, number>): SparseVector {
  components.restart();
  for (const [term, count] of plainTerms(text)) {
    const place = places.get(term);
    if (place !== undefined) components.add(place, 1 + Math.log(Math.max(count, 1)));
  }
  return components.direction();
}

function cosine(text: PageContent, places: ReadonlyMap<string, number>, centroid: readonly number[]): number {
  return Math.max(dotDense(everydayVector(text, places), centroid), LEAST_COSINE);
}

function logWords(text: PageContent): number {
  return Math.log(Math.min(Math.max(countedWords(text), LENGTHS.shortest), LENGTHS.longest));
}

/** The median cosine of texts of each octave of lengths. */
function curveOf(points: readonly (readonly [logWords: number, cosine: number])[]): ProseParameters['curve'] {
  const octaves = new Map<number, (readonly [number, number])[]>();
  for (const point of points) {
    const octave = Math.round(point[0] / Math.LN2);
    octaves.set(octave, [...(octaves.get(octave) ?? []), point]);
  }
  return [...octaves.values()]
    .map(
      (octave) =>
        [
          rounded(median(octave.map(([at]) => at))),
          rounded(Math.log(median(octave.map(([, value]) => value)))),
        ] as const,
    )
    .sort(([a], [b]) => a - b);
}

/** The curve at a length: linear between its points, constant beyond them. */
function valueAt(curve: ProseParameters['curve'], at: number): number {
  const next = curve.findIndex(([x]) => x >= at);
  const after = curve[next];
  if (after === undefined) return curve.at(-1)?.[1] ?? 0;
  const before = curve[next - 1] ?? after;
  const width = after[0] - before[0];
  return width === 0 ? after[1] : before[1] + ((at - before[0]) / width) * (after[1] - before[1]);
}
