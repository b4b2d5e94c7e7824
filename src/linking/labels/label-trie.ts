import type { LabelKind } from './label-entry.js';

/** Whether a path spells a label as it is written (in lower case) or by its lemmas. */
export type LabelForm = 'written' | 'lemma';

/** What a label leads to, and what decides between several. */
export interface LabelTarget {
  readonly iri: string;
  readonly form: LabelForm;
  /** Rank of the source, 0 first. */
  readonly source: number;
  readonly kind: LabelKind;
}

/** A place in the trie; `target` is set where a label ends. */
export interface TrieNode {
  readonly children?: ReadonlyMap<string, TrieNode>;
  readonly target?: LabelTarget;
}

/** Labels by the keys of their tokens. Of several labels with one path only the best target is kept. */
export interface LabelTrie {
  readonly root: TrieNode;
  add(path: readonly string[], target: LabelTarget): void;
}

interface GrowingNode {
  children?: Map<string, GrowingNode>;
  target?: LabelTarget;
}

const FORMS: readonly LabelForm[] = ['written', 'lemma'];
const KINDS: readonly LabelKind[] = ['preferred', 'alternative', 'redirect'];

/** An empty trie. */
export function createLabelTrie(): LabelTrie {
  const root: GrowingNode = {};
  return {
    root,
    add: (path, target) => {
      let node = root;
      for (const key of path) {
        node.children ??= new Map();
        let child = node.children.get(key);
        if (child === undefined) node.children.set(key, (child = {}));
        node = child;
      }
      if (node.target === undefined || goesBefore(target, node.target)) node.target = target;
    },
  };
}

function goesBefore(a: LabelTarget, b: LabelTarget): boolean {
  const order =
    FORMS.indexOf(a.form) - FORMS.indexOf(b.form) ||
    a.source - b.source ||
    KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  return order === 0 ? a.iri < b.iri : order < 0;
}

/** True for two to five capital letters: such a label is found only where the text has capitals, too. */
export function isAcronym(label: string): boolean {
  return /^\p{Lu}{2,5}$/u.test(label);
}

/** The key of an acronym, which no word in lower case can equal. */
export function acronymKey(acronym: string): string {
  return `=${acronym}`;
}

/** The acronym of which this is the key; undefined for other keys. */
export function acronymOf(key: string): string | undefined {
  return /^=\p{Lu}{2,5}$/u.test(key) ? key.slice(1) : undefined;
}
