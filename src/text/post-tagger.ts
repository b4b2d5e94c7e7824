import type { RawTerm } from './tokens.js';

/**
 * compromise's post-tagger, which corrects the tags of words by the words around them, gone through faster: the same
 * rules give the same tags in the same order.
 *
 * compromise (14.17) tries, for each clause, every word and tag that any of its 1,500 rules asks for; here each clause is
 * asked for its few words and tags instead. It also makes a view of each correction, which nothing reads.
 */
export const fastPostTagger = {
  compute: { postTagger },
};

/** One place of a pattern. */
interface PatternPart {
  readonly tag?: string;
  readonly word?: string;
  readonly switch?: string;
  readonly fastOr?: ReadonlySet<string>;
  readonly optional?: boolean;
  readonly negative?: boolean;
  readonly greedy?: boolean;
  readonly start?: boolean;
}

/** A rule of the post-tagger: what has to be in a clause for it to be tried, and the pattern itself. */
interface Rule {
  readonly regs: readonly PatternPart[];
  readonly match: string;
  readonly needs: readonly string[];
  readonly wants: readonly string[];
  readonly minWant: number;
  readonly minWords: number;
  readonly ifNo?: readonly string[];
}

/** The rules as compromise indexes them, by words and tags; `always` are those that cannot be. */
interface RuleNet {
  readonly hooks: Readonly<Record<string, readonly Rule[]>>;
  readonly always: readonly Rule[];
}

interface Term extends RawTerm {
  readonly machine?: string;
  readonly root?: string;
  readonly implicit?: string;
  readonly alias?: readonly string[];
  readonly switch?: string;
}
type Clause = readonly Term[];
/** Sentence (here: clause), begin, end; then names of the terms, which are not set here. */
type Pointer = [clause: number, begin: number, end: number, ...ids: unknown[]];

/** The parts of compromise's world that its own post-tagger uses, which its type declarations leave out. */
interface World {
  readonly model: { readonly two: { readonly matches: readonly object[] } };
  readonly methods: {
    readonly one: {
      readonly buildNet: (matches: readonly object[], world: World) => RuleNet;
      readonly cacheDoc: (clauses: readonly Clause[]) => readonly ReadonlySet<string>[];
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

/** A rule with the hooks that it hangs on: the place of each in compromise's order, and the rule's place on it. */
interface HookedRule extends Rule {
  readonly hooked: ReadonlyMap<string, number>;
  /** The parts that the pattern begins with and that one term each has to fit. */
  readonly beginning: readonly PatternPart[];
}

/** The rules, each by one word or tag that it cannot do without, or by all that it asks for one of. */
interface RuleIndex {
  readonly byName: ReadonlyMap<string, readonly HookedRule[]>;
  readonly always: readonly Rule[];
}

/** More than there are rules on any hook. */
const HOOK_LENGTH = 10_000;

let index: RuleIndex | undefined;

function indexRules(world: World): RuleIndex {
  // Copies, since parsing changes the rules, and only once.
  const copies = world.model.two.matches.map((rule) => ({ ...rule }));
  const { hooks, always } = world.methods.one.buildNet(copies, world);
  const byRule = new Map<Rule, Map<string, number>>();
  for (const [place, [name, rules]] of Object.entries(hooks).entries()) {
    for (const [onHook, rule] of rules.entries()) {
      const hooked = byRule.get(rule) ?? new Map<string, number>();
      byRule.set(rule, hooked.set(name, place * HOOK_LENGTH + onHook));
    }
  }
  const byName = new Map<string, HookedRule[]>();
  for (const [rule, hooked] of byRule) {
    const beginning = beginningOf(rule.regs);
    for (const name of namesFor(rule, hooks)) {
      byName.set(name, [...(byName.get(name) ?? []), { ...rule, hooked, beginning }]);
    }
  }
  return { byName, always };
}

/** Few rules ask for what few clauses hold: of what a rule needs, the one that the fewest rules ask for. */
function namesFor({ needs, wants }: Rule, hooks: RuleNet['hooks']): readonly string[] {
  const rules = (name: string): number => hooks[name]?.length ?? 0;
  const [rarest] = [...needs].sort((one, other) => rules(one) - rules(other));
  return rarest === undefined ? [...new Set(wants)] : [rarest];
}

/** Takes the place of compromise's own step of the same name. */
function postTagger(view: View): View {
  const { world } = view;
  const { one, two } = world.methods;
  index ??= indexRules(world);
  const clauses = two.quickSplit(view.docs);
  const held = one.cacheDoc(clauses);
  const found: object[] = [];
  // All patterns see the tags as they were before, so none is set before the last was tried.
  for (const [number, clause] of clauses.entries()) {
    for (const rule of rulesFor(held[number] ?? new Set(), clause, index)) {
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

/** The rules that may apply to a clause with such words and tags, in compromise's order. */
function rulesFor(held: ReadonlySet<string>, clause: Clause, { byName, always }: RuleIndex): readonly Rule[] {
  const { length } = clause;
  const maybe = new Map<HookedRule['hooked'], { readonly rule: HookedRule; readonly place: number }>();
  for (const name of held) {
    for (const rule of byName.get(name) ?? []) {
      if (!maybe.has(rule.hooked) && mayMatch(rule, held, length) && begins(rule, clause))
        maybe.set(rule.hooked, { rule, place: firstPlace(rule, held) });
    }
  }
  const sorted = [...maybe.values()].sort((one, other) => one.place - other.place);
  return [...sorted.map(({ rule }) => rule), ...always.filter(({ minWords }) => length >= minWords)];
}

function firstPlace({ hooked }: HookedRule, held: ReadonlySet<string>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const [name, place] of hooked) if (place < first && held.has(name)) first = place;
  return first;
}

function mayMatch(
  { needs, wants, minWant, minWords, ifNo }: Rule,
  held: ReadonlySet<string>,
  length: number,
): boolean {
  if (length < minWords) return false;
  for (const need of needs) if (!held.has(need)) return false;
  if (ifNo !== undefined) for (const unwanted of ifNo) if (held.has(unwanted)) return false;
  if (wants.length === 0) return true;
  let met = 0;
  for (const want of wants) if (held.has(want) && ++met >= minWant) return true;
  return met >= minWant;
}

function beginningOf(parts: readonly PatternPart[]): readonly PatternPart[] {
  const isPlain = ({ tag, word, switch: either, fastOr, optional, negative, greedy }: PatternPart): boolean =>
    optional !== true &&
    negative !== true &&
    greedy !== true &&
    (tag ?? word ?? either ?? fastOr) !== undefined;
  const end = parts.findIndex((part) => !isPlain(part));
  return end < 0 ? parts : parts.slice(0, end);
}

/** False where the pattern cannot match anywhere, as its beginning does not. */
function begins({ beginning, regs }: HookedRule, clause: Clause): boolean {
  if (beginning.length === 0) return true;
  const starts = regs[0]?.start === true ? 1 : clause.length - beginning.length + 1;
  for (let start = 0; start < starts; start += 1) if (beginsAt(beginning, clause, start)) return true;
  return false;
}

function beginsAt(beginning: readonly PatternPart[], clause: Clause, start: number): boolean {
  for (const [offset, part] of beginning.entries()) {
    const term = clause[start + offset];
    if (term === undefined || !fits(term, part)) return false;
    // Patterns step over the other half of a contraction: what follows need not be the next term.
    if (term.implicit !== undefined && term.implicit !== '') return true;
  }
  return true;
}

/** At least as generous as compromise's own comparison. */
function fits(term: Term, { tag, word, switch: either, fastOr }: PatternPart): boolean {
  if (word !== undefined) {
    return (
      word === term.normal ||
      word === term.text ||
      word === term.machine ||
      term.alias?.includes(word) === true
    );
  }
  if (tag !== undefined) return term.tags.has(tag);
  if (either !== undefined) return term.switch === either;
  if (fastOr === undefined) return true;
  return fastOr.has(term.root || term.implicit || term.machine || term.normal) || fastOr.has(term.text);
}
