/**
 * How the last letters of words change to the base form: ending → the number of letters to take off, and what to add. A whole word
 * has a circumflex before it. The longest ending that a word has counts.
 */
export type LemmaRules = Readonly<Record<string, readonly [cut: number, added: string]>>;

/** Letters of an ending at most. */
const LONGEST = 6;

/** The base form of a word in lower case by rules; the word itself where no rule has its ending. */
export function baseForm(word: string, rules: LemmaRules): string {
  for (const ending of endingsOf(word)) {
    const rule = Object.hasOwn(rules, ending) ? rules[ending] : undefined;
    if (rule !== undefined) return changed(word, rule);
  }
  return word;
}

/** The whole word, then its endings, the longest first. */
function endingsOf(word: string): string[] {
  const endings = [`^${word}`];
  for (let length = Math.min(LONGEST, word.length); length > 0; length -= 1)
    endings.push(word.slice(word.length - length));
  return endings;
}

function changed(word: string, [cut, added]: readonly [number, string]): string {
  const base = word.slice(0, Math.max(word.length - cut, 0)) + added;
  return base === '' ? word : base;
}

/** Pairs of a word and its base form with that many occurrences at least make a rule. */
const LEAST = 2;

/** Learns rules from words and their base forms, both in lower case. Rules that say what shorter ones say are left out. */
export function learnLemmaRules(pairs: Iterable<readonly [form: string, lemma: string]>): LemmaRules {
  const counts = new Map<string, Map<string, number>>();
  for (const [form, lemma] of pairs) {
    const rule = JSON.stringify(ruleOf(form, lemma));
    for (const ending of endingsOf(form)) {
      const own = counts.get(ending) ?? new Map<string, number>();
      counts.set(ending, own.set(rule, (own.get(rule) ?? 0) + 1));
    }
  }
  const rules: Record<string, readonly [number, string]> = {};
  // The shortest first, whole words last, so that each is compared with what would count without it.
  const lengthOf = (ending: string): number => (ending.startsWith('^') ? LONGEST + 1 : ending.length);
  const ordered = [...counts].sort(([a], [b]) => lengthOf(a) - lengthOf(b) || (a < b ? -1 : 1));
  for (const [ending, own] of ordered) {
    const [best, count] = [...own].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? ['', 0];
    if (count < LEAST) continue;
    const rule = JSON.parse(best) as readonly [number, string];
    const word = ending.replace('^', '');
    if (baseForm(word, rules) !== changed(word, rule) || rule[0] > word.length) rules[ending] = rule;
  }
  return rules;
}

function ruleOf(form: string, lemma: string): readonly [cut: number, added: string] {
  let common = 0;
  while (common < form.length && common < lemma.length && form[common] === lemma[common]) common += 1;
  return [form.length - common, lemma.slice(common)];
}
