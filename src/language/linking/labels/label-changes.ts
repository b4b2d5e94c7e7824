import type { Annotator } from '../../../model/noun.js';
import type { LabelEntry } from './label-entry.js';
import { labelPaths, POSSESSIVE_KEY } from './label-paths.js';
import { annotateLabels } from './label-tokens.js';
import { acronymOf } from './label-trie.js';

/** The parts of an analysed text that determine which labels it may contain. */
export interface TextForms {
  readonly text: string;
  /** Lemmas of its tokens that are not substrings of the text. */
  readonly hiddenLemmas: readonly string[];
}

/**
 * Returns a function that tells whether a change of labels may affect a text. A text without all keys of a changed
 * label was not linked by it and will not be, so it need not be analysed again. No false negatives; false positives
 * are possible.
 */
export function labelChanges(
  before: Iterable<LabelEntry>,
  after: Iterable<LabelEntry>,
  annotator: Annotator,
): (text: TextForms) => boolean {
  const labels = changedLabels([...before], [...after]);
  const paths = annotateLabels(labels, annotator).flatMap((tokens) =>
    labelPaths(tokens).map(({ path }) => path.filter((key) => key !== POSSESSIVE_KEY)),
  );
  if (paths.length === 0) return () => false;
  return ({ text, hiddenLemmas }) => {
    const written = text.toLowerCase();
    const lemmas = new Set(hiddenLemmas);
    const holds = (key: string): boolean => {
      const acronym = acronymOf(key);
      return acronym === undefined ? written.includes(key) || lemmas.has(key) : text.includes(acronym);
    };
    return paths.some((path) => path.every(holds));
  };
}

/** Labels of entries that are in only one of the lists. */
function changedLabels(before: readonly LabelEntry[], after: readonly LabelEntry[]): string[] {
  const keyOf = ({ label, iri, kind }: LabelEntry): string => `${kind}\t${iri}\t${label}`;
  const old = new Set(before.map(keyOf));
  const fresh = new Set(after.map(keyOf));
  const changed = [
    ...before.filter((entry) => !fresh.has(keyOf(entry))),
    ...after.filter((entry) => !old.has(keyOf(entry))),
  ];
  return [...new Set(changed.map(({ label }) => label))];
}
