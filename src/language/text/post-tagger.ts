import type { TaggingRule } from './plural-rules.js';
import { createRuleFinder, type Clause, type Rule, type RuleNet } from './tagging-rules.js';

/**
 * A faster version of compromise's post-tagger, which corrects the tags of words by their context: the same rules ({@link
 * createRuleFinder}) set the same tags in the same order. compromise (14.17) also makes a view of each correction, which is
 * never used.
 */
export function createPostTagger(more: readonly TaggingRule[] = []): {
  readonly compute: { readonly postTagger: (view: View) => View };
} {
  let rulesFor: ((clause: Clause) => readonly Rule[]) | undefined;
  return {
    compute: { postTagger: (view) => postTag(view, (rulesFor ??= openRules(view.world, more))) },
  };
}

/** Sentence (here: clause), begin, end; then names of the terms. */
type Pointer = [clause: number, begin: number, end: number, ...ids: unknown[]];

/** The parts of compromise's world that its own post-tagger uses, which its type declarations leave out. */
interface World {
  readonly model: { readonly two: { readonly matches: readonly object[] } };
  readonly methods: {
    readonly one: {
      readonly buildNet: (matches: readonly object[], world: World) => RuleNet;
      readonly match: (clauses: readonly Clause[], rule: Rule) => { readonly ptrs: readonly Pointer[] };
      readonly bulkTagger: (found: readonly object[], clauses: readonly Clause[], world: World) => void;
    };
    readonly two: { readonly quickSplit: (sentences: readonly Clause[]) => readonly Clause[] };
  };
}
interface View {
  readonly world: World;
  readonly docs: readonly Clause[];
  readonly uncache: () => void;
  readonly unfreeze: () => void;
}

function openRules(world: World, more: readonly TaggingRule[]): (clause: Clause) => readonly Rule[] {
  // Copies, since parsing modifies the rules.
  const copies = [...world.model.two.matches, ...more].map((rule) => ({ ...rule }));
  return createRuleFinder(world.methods.one.buildNet(copies, world));
}

/** Replaces compromise's own step of the same name. */
function postTag(view: View, rulesFor: (clause: Clause) => readonly Rule[]): View {
  const { world } = view;
  const { one, two } = world.methods;
  const clauses = two.quickSplit(view.docs);
  const found: object[] = [];
  // All patterns see the original tags, so tags are set after the last pattern.
  for (const [number, clause] of clauses.entries()) {
    for (const rule of rulesFor(clause)) {
      for (const pointer of one.match([clause], rule).ptrs) {
        pointer[0] = number;
        found.push({ ...rule, pointer });
      }
    }
  }
  one.bulkTagger(found, clauses, world);
  view.uncache();
  view.unfreeze();
  return view;
}
