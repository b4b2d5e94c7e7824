import type {
  AnnotatedText,
  Annotator,
  EntityLink,
  EntityLinker,
  Sentence,
  Token,
} from '../../model/noun.js';
import type { LabelEntry, LabelKind } from './labels/label-entry.js';
import { gapBetween, isBareNumberOrLetter, mayName } from './nouns/noun-senses.js';
import { detachNounEndings } from '../wordnet/morphology.js';
import { normalForm } from '../../support/text/normal-form.js';

/** The linker's name in links. */
export const GAZETTEER_NAME = 'gazetteer';

interface Match {
  readonly length: number;
  readonly iri: string;
}

/**
 * Builds a linker that finds labels in texts: at each token the longest run of tokens that is a label links.
 *
 * Labels and texts are compared token by token, by lower-case form or lemma. Between the tokens of a run there may be only
 * spaces and hyphens, or a possessive ending where the label has one. A run must have a noun and not only stop words; dates,
 * numbers and single letters never link. An acronym (two to five capitals, 'IT', 'AIDS') links only in capitals, and if it is
 * a word of the language only in sentences that are not all in capitals.
 *
 * Of several resources with the same label one is chosen: by label as written before lemma, then by source, then preferred
 * before alternative, then the first IRI.
 *
 * @param sources labels by source, the most trusted first (the user's files before the corpus's titles)
 */
export function createGazetteer(
  sources: readonly Iterable<LabelEntry>[],
  annotator: Annotator,
): EntityLinker {
  const root: TrieNode = {};
  sources.forEach((source, rank) => {
    const entries = [...source];
    const forms = annotateLabels(entries, annotator);
    entries.forEach((entry, index) => {
      for (const { path, isWritten } of labelPaths(forms[index] ?? { text: '', tokens: [] }))
        addLabel(root, path, { iri: entry.iri, isWritten, source: rank, kind: entry.kind });
    });
  });
  return { name: GAZETTEER_NAME, link: (text) => Promise.resolve(linkText(root, text)) };
}

function linkText(root: TrieNode, { text, sentences }: AnnotatedText): EntityLink[] {
  const links: EntityLink[] = [];
  for (const sentence of sentences) {
    const { tokens } = sentence;
    for (let start = 0; start < tokens.length;) {
      const first = tokens[start];
      // No label begins with most tokens.
      const begins = first !== undefined && mayBegin(root, first);
      const match = begins ? new MatchSearch(text, sentence, start).longest(root) : undefined;
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

interface LabelPath {
  readonly path: readonly string[];
  readonly isWritten: boolean;
}

const POSSESSIVE_KEY = "'s";

/**
 * The paths of a label through the trie: as written and by its lemmas; only as an acronym if it is one; none if it can never
 * link. An annotator may parse a label as a sentence ('Insulin pumps' as what insulin does) and not tag its last word as a
 * noun: the possible singulars of such a word count as lemmas as well.
 */
function labelPaths({ text, tokens }: LabelTokens): LabelPath[] {
  const last = tokens.at(-1);
  if (last === undefined || isBareNumberOrLetter(tokens)) return [];
  if (isAcronym(text)) return [{ path: [`=${text}`], isWritten: true }];
  const written = withPossessives(text, tokens, ({ surface }) => surface.toLowerCase());
  const lemmas = withPossessives(text, tokens, ({ lemma }) => lemma);
  const singulars = last.tag === undefined ? detachNounEndings(last.lemma) : [];
  const others = [lemmas, ...singulars.map((singular) => [...lemmas.slice(0, -1), singular])];
  return [
    { path: written, isWritten: true },
    ...others
      .filter((path) => path.join(' ') !== written.join(' '))
      .map((path) => ({ path, isWritten: false })),
  ];
}

function withPossessives(text: string, tokens: readonly Token[], keyOf: (token: Token) => string): string[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    const possessive = next !== undefined && gapBetween(text, token, next) === 'possessive';
    return possessive ? [keyOf(token), POSSESSIVE_KEY] : [keyOf(token)];
  });
}

/** A label with its tokens; offsets count within `text`. */
interface LabelTokens {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** Each call of the annotator costs as much as annotating a label, so labels are batched. */
const LABELS_PER_CALL = 200;
/** An empty line ends a sentence, so that labels do not influence each other. */
const SEPARATOR = '\n\n';

/** Tokenizes labels with the annotator of the texts, so that both are split and lemmatised alike. */
function annotateLabels(entries: readonly LabelEntry[], annotator: Annotator): LabelTokens[] {
  const annotated: LabelTokens[] = [];
  for (let start = 0; start < entries.length; start += LABELS_PER_CALL) {
    const batch = entries.slice(start, start + LABELS_PER_CALL);
    const labels = batch.map(({ label }) => normalForm(label).replace(/\s+/gu, ' ').trim());
    annotated.push(...annotateBatch(labels, annotator));
  }
  return annotated;
}

function annotateBatch(labels: readonly string[], annotator: Annotator): LabelTokens[] {
  const text = labels.join(SEPARATOR);
  const tokens = annotator.annotate(text).sentences.flatMap((sentence) => sentence.tokens);
  let begin = 0;
  let next = 0;
  return labels.map((label) => {
    const end = begin + label.length;
    const own: Token[] = [];
    for (let token = tokens[next]; token !== undefined && token.begin < end; token = tokens[(next += 1)]) {
      own.push({ ...token, begin: token.begin - begin, end: token.end - begin });
    }
    begin = end + SEPARATOR.length;
    return { text: label, tokens: own };
  });
}

/** The target of a label, with what decides between several. */
interface LabelTarget {
  readonly iri: string;
  /** True if the path spells the label as written (in lower case), else by its lemmas. */
  readonly isWritten: boolean;
  /** Rank of the source, from 0. */
  readonly source: number;
  readonly kind: LabelKind;
}

/** A node of the trie of labels by the keys of their tokens; `target` is set where a label ends, to the best one. */
interface TrieNode {
  children?: Map<string, TrieNode>;
  target?: LabelTarget;
}

function addLabel(root: TrieNode, path: readonly string[], target: LabelTarget): void {
  let node = root;
  for (const key of path) {
    node.children ??= new Map();
    let child = node.children.get(key);
    if (child === undefined) node.children.set(key, (child = {}));
    node = child;
  }
  if (node.target === undefined || goesBefore(target, node.target)) node.target = target;
}

function goesBefore(a: LabelTarget, b: LabelTarget): boolean {
  if (a.isWritten !== b.isWritten) return a.isWritten;
  if (a.source !== b.source) return a.source < b.source;
  return a.kind === b.kind ? a.iri < b.iri : a.kind === 'preferred';
}

/** Two to five capital letters: such a label matches only capitals. */
export function isAcronym(label: string): boolean {
  return /^\p{Lu}{2,5}$/u.test(label);
}

/** The key of a token that is an acronym, also in the plural ('CPUs'), unlike every lower-case word; undefined for others. */
function acronymKeyOf(surface: string): string | undefined {
  // Most tokens begin with a small letter.
  if (/^[a-z]/.test(surface)) return undefined;
  const singular = surface.replace(/(?<=[A-Z])s$/u, '');
  return isAcronym(singular) ? `=${singular}` : undefined;
}
