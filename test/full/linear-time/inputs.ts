/** How a text is made: prefix, each part repeated, with the middle between them, suffix. */
export interface Input {
  readonly prefix?: string;
  readonly parts: readonly string[];
  readonly middle?: string;
  readonly suffix?: string;
}

/** Inputs of several fragments of each kind, in addition to each fragment alone. */
const CHOSEN = 4;

/** Numbers from 0 to 1 that are the same in each run. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ; yield state / 2 ** 31) state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
}

/**
 * The texts on which a reader is timed: each fragment repeated; nested, where it opens something; and chosen by chance: two
 * fragments in turn, one after the other, and one between a beginning and an end that do not fit.
 */
export function inputsOf(fragments: readonly string[]): readonly Input[] {
  const random = seeded(1);
  const any = (): string => fragments[Math.floor(random.next().value * fragments.length)] ?? '';
  const chosen = Array.from({ length: CHOSEN }, () => [
    { parts: [any() + any()] },
    { parts: [any(), any()] },
    { prefix: any(), parts: [any()], suffix: any() },
  ]);
  return [
    ...fragments.map((fragment) => ({ parts: [fragment] })),
    ...fragments.flatMap(nested),
    ...chosen.flat(),
  ];
}

const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** A fragment that leaves something open, as often as what closes it; nothing for others. */
function nested(fragment: string): readonly Input[] {
  const tag = /^<([a-z][\w:-]*)[^<>/]*>$/i.exec(fragment)?.[1];
  const closing = tag === undefined ? closingOf(fragment) : `</${tag}>`;
  return closing === '' ? [] : [{ parts: [fragment, closing], middle: fragment.endsWith(':') ? '0' : '' }];
}

function closingOf(fragment: string): string {
  const open: string[] = [];
  for (const character of fragment) {
    const closing = CLOSING[character];
    if (closing !== undefined) open.unshift(closing);
    else if (character === open[0]) open.shift();
  }
  return open.join('');
}
