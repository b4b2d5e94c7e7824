/** A regular expression, taken apart. */
export type Expression =
  | { readonly kind: 'character'; readonly test: (code: number) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly part: Expression; readonly least: number; readonly most: number }
  /** Holds between two characters; undefined before the first and after the last. */
  | {
      readonly kind: 'place';
      readonly holds: (before: number | undefined, after: number | undefined) => boolean;
    }
  | { readonly kind: 'look'; readonly part: Expression; readonly ahead: boolean; readonly negated: boolean };

/** Characters of an expression, and parentheses within each other. */
const [MOST_CHARACTERS, MOST_DEPTH] = [2000, 100];

const ASCII = 128;

/** The next token: a class, an escape, the begin of a group, a repetition, or one character. */
const TOKEN =
  /\[(?:\\.|[^\]\\])*\]|\\(?:k<[^>]*>|[1-9]\d*|[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|.)|\((?:\?(?:<[=!]|[=!:]|<[^>]*>)?)?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./suy;

/**
 * Takes a regular expression apart: one of JavaScript with the flags `u` and maybe `i`.
 * @throws SyntaxError for what is none, for back references and for one that is too long or too deep
 */
export function parseExpression(source: string, ignoreCase: boolean): Expression {
  const flags = ignoreCase ? 'iu' : 'u';
  if (source.length > MOST_CHARACTERS)
    throw new SyntaxError(`it is longer than ${MOST_CHARACTERS} characters`);
  // The rest relies on its syntax.
  // recheck-ignore: it is never run.
  new RegExp(source, flags);
  const tokens = tokensOf(source);
  const isWord = characterTest('\\w', flags);
  let at = 0;
  let depth = 0;

  function choice(): Expression {
    depth += 1;
    if (depth > MOST_DEPTH) throw new SyntaxError(`it has more than ${MOST_DEPTH} groups within each other`);
    const parts = [sequence()];
    while (tokens[at] === '|') {
      at += 1;
      parts.push(sequence());
    }
    depth -= 1;
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
  }

  function sequence(): Expression {
    const parts: Expression[] = [];
    for (let token = tokens[at]; token !== undefined && token !== '|' && token !== ')'; token = tokens[at]) {
      at += 1;
      const part = atom(token);
      const [least, most] = repetition(tokens[at]) ?? [1, 1];
      if (repetition(tokens[at]) !== undefined) at += 1;
      parts.push(least === 1 && most === 1 ? part : { kind: 'repeat', part, least, most });
    }
    return { kind: 'sequence', parts };
  }

  function atom(token: string): Expression {
    if (token.startsWith('(')) return group(token);
    if (token === '^') return { kind: 'place', holds: (before) => before === undefined };
    if (token === '$') return { kind: 'place', holds: (_, after) => after === undefined };
    if (token === '\\b' || token === '\\B') {
      const is = (code: number | undefined): boolean => code !== undefined && isWord(code);
      return { kind: 'place', holds: (before, after) => (is(before) !== is(after)) === (token === '\\b') };
    }
    if (/^\\(?:[1-9]|k)/.test(token))
      throw new SyntaxError(`it refers back to a group (${token}), which may take for ever to match`);
    return { kind: 'character', test: characterTest(token, flags) };
  }

  function group(token: string): Expression {
    if (token === '(?') throw new SyntaxError('flags of a group are not supported');
    const part = choice();
    at += 1;
    const [, look] = /^\(\?(<?[=!])$/.exec(token) ?? [];
    if (look === undefined) return part;
    return { kind: 'look', part, ahead: !look.startsWith('<'), negated: look.endsWith('!') };
  }

  return choice();
}

function tokensOf(source: string): readonly string[] {
  const token = new RegExp(TOKEN.source, TOKEN.flags);
  const tokens: string[] = [];
  for (let found = token.exec(source); found !== null; found = token.exec(source)) tokens.push(found[0]);
  return tokens;
}

/** How often the part before a token comes; undefined for a token that is not a repetition. */
function repetition(token: string | undefined): readonly [least: number, most: number] | undefined {
  const [, sign = '', least, comma, most = ''] =
    /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??$/.exec(token ?? '') ?? [];
  if (least !== undefined)
    return [Number(least), comma === undefined ? Number(least) : most === '' ? Infinity : Number(most)];
  return ({ '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] } as const)[sign];
}

/** Whether one code point is what a character, an escape or a class stands for: as JavaScript has it. */
function characterTest(token: string, flags: string): (code: number) => boolean {
  // recheck-ignore: it is run on single characters.
  const expression = new RegExp(`^(?:${token})$`, flags);
  const test = (code: number): boolean => expression.test(String.fromCodePoint(code));
  const ascii = Array.from({ length: ASCII }, (_, code) => test(code));
  return (code) => ascii[code] ?? test(code);
}
