import type {
  AnnotatedText,
  Annotator,
  EntityLink,
  EntityLinker,
  Sentence,
  Token,
} from '../../model/noun.js';
import type { LabelEntry } from './labels/label-entry.js';
import { labelPaths, POSSESSIVE_KEY } from './labels/label-paths.js';
import { annotateLabels } from './labels/label-tokens.js';
import { acronymKeyOf, createLabelTrie, type LabelTrie, type TrieNode } from './labels/label-trie.js';
import { gapBetween, isBareNumberOrLetter, mayName } from './nouns/token-runs.js';

/** The linker's name in links. */
export const GAZETTEER_NAME = 'gazetteer';

interface Match {
  /** Number of tokens. */
  readonly length: number;
  readonly iri: string;
}

/**
 * Builds a linker that finds labels in texts, the longest first.
 *
 * Sentences are read from left to right; at each token the longest run of tokens that is a label links, and reading
 * continues after it. Labels and texts are compared token by token, by lower-case form or lemma. Between the tokens
 * of a run there may be only spaces and hyphens, or a possessive ending where the label has one. A run must have a
 * noun and not only stop words; dates, numbers and single letters never link. An acronym (two to five capitals, 'IT',
 * 'AIDS') links only in capitals, and if it is a word of the language only in sentences that are not all in capitals.
 *
 * Of several resources with the same label one is chosen: by label as written before lemma, then by source, then
 * preferred, alternative, redirect, then the first IRI.
 *
 * @param sources labels by source, the most trusted first (the user's files before the corpus's titles)
 * @param annotator the annotator of the texts
 */
export function createGazetteer(
  sources: readonly Iterable<LabelEntry>[],
  annotator: Annotator,
): EntityLinker {
  const trie = createLabelTrie();
  sources.forEach((source, rank) => {
    const entries = [...source];
    const forms = annotateLabels(
      entries.map(({ label }) => label),
      annotator,
    );
    entries.forEach((entry, index) => {
      for (const { path, form } of labelPaths(forms[index] ?? { text: '', tokens: [] }))
        trie.add(path, { iri: entry.iri, form, source: rank, kind: entry.kind });
    });
  });
  return { name: GAZETTEER_NAME, link: (text) => Promise.resolve(linkText(trie, text)) };
}

function linkText(trie: LabelTrie, { text, sentences }: AnnotatedText): EntityLink[] {
  const links: EntityLink[] = [];
  for (const sentence of sentences) {
    const { tokens } = sentence;
    for (let start = 0; start < tokens.length;) {
      const first = tokens[start];
      // No label begins with most tokens.
      const begins = first !== undefined && mayBegin(trie.root, first);
      const match = begins ? new MatchSearch(text, sentence, start).longest(trie.root) : undefined;
      const last = tokens[start + (match?.length ?? 1) - 1];
      if (match !== undefined && first !== undefined && last !== undefined) {
        links.push({ begin: first.begin, end: last.end, iri: match.iri, linker: GAZETTEER_NAME });
      }
      start += match?.length ?? 1;
    }
  }
  return links;
}

/** Follows every path of a trie from a token; of matches with the same length the first one found wins. */
class MatchSearch {
  private best: Match | undefined;

  constructor(
    private readonly text: string,
    private readonly sentence: Sentence,
    private readonly start: number,
  ) {}

  longest(root: TrieNode): Match | undefined {
    this.follow(root, this.start);
    return this.best;
  }

  private follow(node: TrieNode, index: number): void {
    const { text, start } = this;
    const { tokens } = this.sentence;
    const token = tokens[index];
    if (token === undefined) return;
    for (const { key, acronym } of keysOf(token)) {
      const child = node.children?.get(key);
      if (child === undefined) continue;
      const length = index + 1 - start;
      if (child.target !== undefined && length > (this.best?.length ?? 0) && this.links(index + 1, acronym))
        this.best = { length, iri: child.target.iri };
      const beyond = stepOver(child, text, token, tokens[index + 1]);
      if (beyond !== undefined) this.follow(beyond, index + 1);
    }
  }

  private links(end: number, acronym: boolean): boolean {
    const run = this.sentence.tokens.slice(this.start, end);
    return (
      mayName(run) || (acronym && this.sentence.tokens.some(hasSmallLetter) && !isBareNumberOrLetter(run))
    );
  }
}

function hasSmallLetter({ surface }: Token): boolean {
  return /\p{Ll}/u.test(surface);
}

/** True if a node has a child with one of the {@link keysOf} a token; it makes no list of them. */
function mayBegin({ children }: TrieNode, { surface, lemma }: Token): boolean {
  if (children === undefined) return false;
  if (children.has(lemma) || children.has(surface.toLowerCase())) return true;
  const acronym = acronymKeyOf(surface);
  return acronym !== undefined && children.has(acronym);
}

/** The keys of a token in the trie: as an acronym, as written, by its lemma. */
function keysOf({ surface, lemma }: Token): { readonly key: string; readonly acronym: boolean }[] {
  const written = surface.toLowerCase();
  const keys = [{ key: written, acronym: false }];
  if (lemma !== written) keys.push({ key: lemma, acronym: false });
  const acronym = acronymKeyOf(surface);
  if (acronym !== undefined) keys.unshift({ key: acronym, acronym: true });
  return keys;
}

/** The node for the next token; undefined when a run must not continue there. */
function stepOver(node: TrieNode, text: string, left: Token, right: Token | undefined): TrieNode | undefined {
  if (right === undefined) return undefined;
  const gap = gapBetween(text, left, right);
  if (gap === 'joined') return node;
  return gap === 'possessive' ? node.children?.get(POSSESSIVE_KEY) : undefined;
}
