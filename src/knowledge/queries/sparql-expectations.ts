import { isKeyword, type SparqlToken } from './sparql-tokens.js';

/** Text that is tried at a position, and its description. */
const SAMPLES: readonly (readonly [sample: string, words: string])[] = [
  ['ASK', 'a query (SELECT, ASK, CONSTRUCT, DESCRIBE)'],
  ['SELECT', 'SELECT'],
  ['CLEAR', 'an update (INSERT, DELETE …)'],
  ['PREFIX', 'PREFIX, BASE'],
  ['a:', 'a prefix such as ex:'],
  ['?v', 'a variable (?name)'],
  ['<urn:x>', 'an IRI (<…> or prefix:name)'],
  ['"x"', 'a literal'],
  ['1', 'a number'],
  ['_:b', 'a blank node'],
  ['^', 'a property path'],
  ['BOUND', 'a function'],
  ['OPTIONAL', 'a clause (FILTER, OPTIONAL …)'],
  ['&&', 'an operator'],
  ...['DISTINCT', 'WHERE', 'NAMED', 'BY', 'AS', 'UNION'].map((word) => [word, word] as const),
  ...['{', '(', '.', ';', ',', '*', '}', ')', ']'].map((sign) => [sign, `"${sign}"`] as const),
  ['GROUP', 'GROUP BY'],
  ['ORDER', 'ORDER BY'],
  ['LIMIT', 'LIMIT'],
  ['OFFSET', 'OFFSET'],
];

/** Descriptions that another one covers, or that sparqljs allows for internal reasons. */
const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  'a literal': ['a number'],
  'an operator': ['"*"'],
  'an IRI (<…> or prefix:name)': ['a prefix such as ex:'],
  // sparqljs also parses single property paths.
  'PREFIX, BASE': ['an IRI (<…> or prefix:name)', 'a prefix such as ex:', 'a property path', '"("', 'SELECT'],
};
/** Descriptions that apply to only one of the two. */
const NOT_IN = {
  query: ['an update (INSERT, DELETE …)'],
  update: ['a query (SELECT, ASK, CONSTRUCT, DESCRIBE)'],
} as const;

/** In characters; longer beginnings are not parsed for every sample. */
const LONGEST_HEAD = 4000;
/** Longer lists say nothing. */
const MAX_WORDS = 9;

/**
 * Describes what may follow the beginning of a query or update; undefined when that is too much.
 * @param fits whether a text may follow
 */
export function expectedWords(
  what: 'query' | 'update',
  head: string,
  fits: (sample: string) => boolean,
): string | undefined {
  if (head.length > LONGEST_HEAD) return undefined;
  const all = SAMPLES.filter(([sample]) => fits(sample)).map(([, words]) => words);
  const implied = new Set([...all.flatMap((words) => IMPLIED[words] ?? []), ...NOT_IN[what]]);
  const left = all.filter((words) => !implied.has(words));
  if (left.length === 0 || left.length > MAX_WORDS) return undefined;
  const last = left.at(-1) ?? '';
  return left.length === 1 ? last : `${left.slice(0, -1).join(', ')} or ${last}`;
}

/** A position at which a query is invalid. */
export interface Mistake {
  readonly text: string;
  readonly tokens: readonly SparqlToken[];
  /** Offset. */
  readonly at: number;
  /** True if the text may stand at the position. */
  readonly fits: (sample: string) => boolean;
}

/** A hint for common mistakes. */
export function mistakeHint(mistake: Mistake): string | undefined {
  return stringHint(mistake) ?? bracketHint(mistake) ?? selectHint(mistake) ?? patternHint(mistake);
}

function stringHint({ text, tokens, at }: Mistake): string | undefined {
  const last = tokens.findLast(({ end }) => end <= at);
  if (last?.kind === 'string' && last.end === at)
    return 'the string ends before it; a quote in a string is written with a backslash';
  const quote = text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  return `a string ends in its line with ${quote}; between ${quote.repeat(3)} it may have several lines`;
}

function bracketHint({ text, tokens, at, fits }: Mistake): string | undefined {
  const open: SparqlToken[] = [];
  for (const token of tokens.filter(({ kind, end }) => kind === 'other' && end <= at)) {
    if ('{(['.includes(token.text)) open.push(token);
    else if ('})]'.includes(token.text)) open.pop();
  }
  const here = text[at] ?? '';
  const last = open.at(-1);
  if (last === undefined)
    return '})]'.includes(here) && here !== '' ? `there is one ${here} too many` : undefined;
  const closing = '})]'['{(['.indexOf(last.text)] ?? '';
  if (!(here === '' || '})]'.includes(here)) || !fits(closing)) return undefined;
  const line = text.slice(0, last.start).split(/\r\n?|\n/).length;
  return `a ${closing} is missing: the ${last.text} in line ${line} is not closed`;
}

function selectHint({ tokens, at, text, fits }: Mistake): string | undefined {
  const before = tokens.filter(({ end }) => end <= at);
  const [token, next] = tokens.filter(({ start }) => start >= at);
  const body = before.some((one) => one.text === '{');
  if (!body && before.some((one) => isKeyword(one, 'SELECT'))) {
    if (text[at] === ',') return 'variables in SELECT are separated by spaces';
    if (token?.kind === 'word' && next?.text === '(' && fits('('))
      return 'an expression must be in parentheses and have a name: (COUNT(*) AS ?n)';
    if (fits('AS')) return 'an expression needs a name: (COUNT(*) AS ?n)';
  }
  return undefined;
}

function patternHint({ tokens, at, text, fits }: Mistake): string | undefined {
  const last = tokens.findLast(({ end }) => end <= at);
  const next = tokens.find(({ start }) => start >= at);
  if (isKeyword(last, 'FILTER')) return 'a condition must be in parentheses: FILTER (…)';
  if (text[at] === '<') return 'an IRI must not have spaces, quotes or braces: write a space as %20';
  if (next?.kind === 'name' && /^https?:/i.test(next.text)) return 'an IRI is written between < and >';
  const term = next !== undefined && (next.kind !== 'other' || next.text === '[');
  return term && fits('.') ? 'if a new triple begins here, a . is missing before it' : undefined;
}
