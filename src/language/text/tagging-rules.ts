import type { RawTerm } from './tokens.js';

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

/**
 * A rule of compromise's post-tagger: the pattern itself, and what has to be in a clause for it to be tried. Tags are
 * written `#Noun`, undecided terms `%Noun|Verb%`, words as they are.
 */
export interface Rule {
  readonly regs: readonly PatternPart[];
  readonly needs: readonly string[];
  /** At least so many of these. */
  readonly wants: readonly string[];
  readonly minWant: number;
  readonly minWords: number;
  /** None of these. */
  readonly ifNo?: readonly string[];
}

/** The rules as compromise hangs them up, by words and tags; `always` are those that cannot be. */
export interface RuleNet {
  readonly hooks: Readonly<Record<string, readonly Rule[]>>;
  readonly always: readonly Rule[];
}

/** A term of compromise, as far as rules look at it. */
export interface Term extends RawTerm {
  readonly machine?: string;
  readonly root?: string;
  readonly implicit?: string;
  readonly alias?: readonly string[];
  readonly switch?: string;
}
export type Clause = readonly Term[];

/** A rule with numbers for names, which are compared a hundred times for each term. */
interface NumberedRule {
  readonly rule: Rule;
  readonly number: number;
  readonly needs: readonly number[];
  readonly wants: readonly number[];
  readonly ifNo: readonly number[];
  /** The names that it hangs on, and its place there in compromise's order. */
  readonly hooked: readonly (readonly [name: number, place: number])[];
  /** The parts that the pattern begins with and that one term each has to fit. */
  readonly beginning: readonly PatternPart[];
}

/** More than there are rules on any hook. */
const HOOK_LENGTH = 10_000;

/**
 * Finds the rules that may apply to a clause, in the order in which compromise tries them: by its hooks, then by their
 * place there. compromise tries each of its 730 hooks on each clause; here a clause is searched for its few words and tags,
 * each rule hangs on one that it cannot do without, and rules whose beginning fits nowhere are left out.
 */
export function createRuleFinder({ hooks, always }: RuleNet): (clause: Clause) => readonly Rule[] {
  const names = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = names.get(name) ?? names.size;
    names.set(name, number);
    return number;
  };
  const { rules, byName } = numberRules(hooks, numberOf);
  const sight = createSight(names);
  /** Time at which a rule was last looked at: those that want one of several hang on all of them. */
  const looked = new Uint32Array(rules);
  return (clause) => {
    const held = sight.look(clause);
    const found: { readonly rule: Rule; readonly place: number }[] = [];
    for (const name of held) {
      for (const candidate of byName[name] ?? []) {
        if (looked[candidate.number] === sight.turn()) continue;
        looked[candidate.number] = sight.turn();
        if (!mayMatch(candidate, sight.holds, clause.length) || !begins(candidate, clause)) continue;
        found.push({ rule: candidate.rule, place: firstPlace(candidate, sight.holds) });
      }
    }
    found.sort((one, other) => one.place - other.place);
    const unhooked = always.filter(({ minWords }) => clause.length >= minWords);
    return [...found.map(({ rule }) => rule), ...unhooked];
  };
}

function numberRules(
  hooks: RuleNet['hooks'],
  numberOf: (name: string) => number,
): { readonly rules: number; readonly byName: readonly (readonly NumberedRule[])[] } {
  const hooked = new Map<Rule, [name: number, place: number][]>();
  for (const [place, [name, rules]] of Object.entries(hooks).entries()) {
    for (const [onHook, rule] of rules.entries()) {
      const places = hooked.get(rule) ?? [];
      hooked.set(rule, places);
      places.push([numberOf(name), place * HOOK_LENGTH + onHook]);
    }
  }
  const byName: NumberedRule[][] = [];
  for (const [number, [rule, places]] of [...hooked].entries()) {
    const numbered: NumberedRule = {
      rule,
      number,
      needs: rule.needs.map(numberOf),
      wants: rule.wants.map(numberOf),
      ifNo: (rule.ifNo ?? []).map(numberOf),
      hooked: places,
      beginning: beginningOf(rule.regs),
    };
    for (const name of namesFor(rule, hooks)) (byName[numberOf(name)] ??= []).push(numbered);
  }
  return { rules: hooked.size, byName };
}

/** Few rules ask for what few clauses hold: of what a rule needs, the one that the fewest rules ask for. */
function namesFor({ needs, wants }: Rule, hooks: RuleNet['hooks']): readonly string[] {
  const rules = (name: string): number => hooks[name]?.length ?? 0;
  const [rarest] = [...needs].sort((one, other) => rules(one) - rules(other));
  return rarest === undefined ? [...new Set(wants)] : [rarest];
}

/** Names that rules ask for, in the clause looked at last. */
interface Sight {
  /** The names, each once. */
  look(clause: Clause): readonly number[];
  readonly holds: (name: number) => boolean;
  /** Number of the clause. */
  turn(): number;
}

function createSight(names: ReadonlyMap<string, number>): Sight {
  const tags = new Map([...names].flatMap(([name, n]) => (name.startsWith('#') ? [[name.slice(1), n]] : [])));
  const switches = new Map(
    [...names].flatMap(([name, n]) => (/^%.*%$/.test(name) ? [[name.slice(1, -1), n]] : [])),
  );
  const seen = new Uint32Array(names.size);
  let turn = 0;
  let held: number[] = [];
  const mark = (name: number | undefined): void => {
    if (name === undefined || seen[name] === turn) return;
    seen[name] = turn;
    held.push(name);
  };
  const word = (written: string | undefined): void => {
    if (written !== undefined && written !== '') mark(names.get(written));
  };
  return {
    look(clause) {
      turn += 1;
      held = [];
      for (const term of clause) {
        word(term.normal);
        word(term.implicit);
        word(term.machine);
        word(term.root);
        term.alias?.forEach(word);
        if (term.switch !== undefined) mark(switches.get(term.switch));
        for (const tag of term.tags) mark(tags.get(tag));
      }
      return held;
    },
    holds: (name) => seen[name] === turn,
    turn: () => turn,
  };
}

function firstPlace({ hooked }: NumberedRule, holds: Sight['holds']): number {
  let first = Number.POSITIVE_INFINITY;
  for (const [name, place] of hooked) if (place < first && holds(name)) first = place;
  return first;
}

function mayMatch(
  { rule, needs, wants, ifNo }: NumberedRule,
  holds: Sight['holds'],
  length: number,
): boolean {
  if (length < rule.minWords) return false;
  for (const need of needs) if (!holds(need)) return false;
  for (const unwanted of ifNo) if (holds(unwanted)) return false;
  if (wants.length === 0) return true;
  let met = 0;
  for (const want of wants) if (holds(want) && ++met >= rule.minWant) return true;
  return met >= rule.minWant;
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
function begins({ beginning, rule }: NumberedRule, clause: Clause): boolean {
  if (beginning.length === 0) return true;
  const starts = rule.regs[0]?.start === true ? 1 : clause.length - beginning.length + 1;
  for (let start = 0; start < starts; start += 1) if (beginsAt(beginning, clause, start)) return true;
  return false;
}

function beginsAt(beginning: readonly PatternPart[], clause: Clause, start: number): boolean {
  for (let offset = 0; offset < beginning.length; offset += 1) {
    const [term, part] = [clause[start + offset], beginning[offset]];
    if (term === undefined || part === undefined || !fits(term, part)) return false;
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
