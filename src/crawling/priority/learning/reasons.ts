import type { Contribution, Priority } from '../../../model/crawl-event.js';
import type { SparseVector } from '../../../support/numeric/sparse-vector.js';
import { FEATURE_NAMES, FEATURES } from './link-features.js';
import type { OnlineRegression } from './online-regression.js';
import type { WordPlaces } from './word-places.js';

/** Features that a reason names. */
const NAMED = 3;

/**
 * The features that counted most for or against a link, in words, each with what it adds to the log odds compared to the
 * typical link that was followed.
 */
export function contributionsOf(
  { places, values }: SparseVector,
  regression: Pick<OnlineRegression, 'weightAt'>,
  typical: readonly number[],
  words: Pick<WordPlaces, 'wordAt'>,
): readonly Contribution[] {
  const best: { readonly place: number; readonly pull: number }[] = [];
  for (let index = 1; index < places.length; index += 1) {
    const place = places[index] ?? 0;
    const pull = regression.weightAt(place) * ((values[index] ?? 0) - (typical[place] ?? 0));
    const least = best.length < NAMED ? 0 : Math.abs(best.at(-1)?.pull ?? 0);
    if (Math.abs(pull) <= least) continue;
    if (best.length === NAMED) best.pop();
    best.push({ place, pull });
    best.sort((a, b) => Math.abs(b.pull) - Math.abs(a.pull));
  }
  return best.map(({ place, pull }) => ({ feature: nameOf(place, words), value: pull }));
}

/** A priority whose reason is made when it is read, which it mostly is not: see `LinkPriority.prioritise`. */
export function explainedBy(value: number, contribute: () => readonly Contribution[]): Priority {
  let known: readonly Contribution[] | undefined;
  return {
    value,
    get reason() {
      return `expected ${value.toFixed(3)}: ${reasonOf((known ??= contribute()))}`;
    },
    get contributions() {
      return (known ??= contribute());
    },
  };
}

/** Contributions as a text. */
function reasonOf(contributions: readonly Contribution[]): string {
  const named = contributions.map(
    ({ feature, value }) => `${feature} ${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`,
  );
  return named.join(', ') || 'nothing special';
}

function nameOf(place: number, words: Pick<WordPlaces, 'wordAt'>): string {
  const name = FEATURE_NAMES[place];
  if (name !== undefined) return FEATURES[name].words;
  const [kind = '', word = ''] = (words.wordAt(place) ?? '').split(':', 2);
  return `${kind} word '${word}'`;
}
