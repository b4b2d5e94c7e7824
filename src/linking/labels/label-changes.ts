import type { Annotator } from '../../model/noun.js';
import type { LabelEntry } from './label-entry.js';
import { labelPaths, POSSESSIVE_KEY } from './label-paths.js';
import { annotateLabels } from '../label-index/label-tokens.js';
import { acronymOf } from './label-trie.js';

/** What of an analysed text says which labels could be found in it. */
export interface TextForms {
  readonly text: string;
  /** Lemmas of its tokens that the text does not spell out. */
  readonly hiddenLemmas: readonly string[];
}

/**
 * Says for which texts it may matter that a gazetteer has other labels than before. A text without all the keys of a
 * changed label cannot have been linked by it, nor be now; so only texts of which this is true need to be read again.
 * It is never false where it matters, and may be true where it does not.
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

/** The labels of entries that are in one of the lists only. */
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
