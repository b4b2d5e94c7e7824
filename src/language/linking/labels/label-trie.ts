import type { LabelKind } from './label-entry.js';

/** True if a path spells a label as written (in lower case) or by its lemmas. */
export type LabelForm = 'written' | 'lemma';

/** The target of a label, with what decides between several. */
export interface LabelTarget {
  readonly iri: string;
  readonly form: LabelForm;
  /** Rank of the source, from 0. */
  readonly source: number;
  readonly kind: LabelKind;
}

/** A node of the trie; `target` is set where a label ends. */
export interface TrieNode {
  readonly children?: ReadonlyMap<string, TrieNode>;
  readonly target?: LabelTarget;
}

/** Labels by the keys of their tokens. Of several labels with the same path only the best target is kept. */
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

/** Two to five capital letters: such a label matches only capitals. */
export function isAcronym(label: string): boolean {
  return /^\p{Lu}{2,5}$/u.test(label);
}

/** The key of an acronym, which differs from every lower-case word. */
export function acronymKey(acronym: string): string {
  return `=${acronym}`;
}

/** The key of a token that is an acronym, also in the plural ('CPUs'); undefined for other tokens. */
export function acronymKeyOf(surface: string): string | undefined {
  // Most tokens begin with a small letter.
  if (/^[a-z]/.test(surface)) return undefined;
  const singular = surface.replace(/(?<=[A-Z])s$/u, '');
  return isAcronym(singular) ? acronymKey(singular) : undefined;
}
