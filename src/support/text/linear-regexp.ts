import { parseExpression, type Expression } from './regexp-syntax.js';

/** Parts of an expression after repetitions are written out. */
const MOST_STEPS = 2000;

/** A step of a program: to the next characters, or without a character to other steps. */
type Step =
  | { readonly kind: 'character'; readonly test: (code: number) => boolean; readonly next: number }
  | { readonly kind: 'fork'; readonly next: readonly number[] }
  | { readonly kind: 'when'; readonly holds: Condition; readonly next: number }
  | { readonly kind: 'end' };

/** What has to hold between two characters of a subject. */
type Condition = (subject: Subject, place: number) => boolean;

/** A text whose places are between its code points, and what is known of it. */
interface Subject {
  readonly codes: readonly number[];
  /** For each expression that looks around, at which places it matches. */
  readonly looks: Map<Program, readonly boolean[]>;
}

interface Program {
  readonly steps: readonly Step[];
  readonly start: number;
  /** Whether the subject is read from its end. */
  readonly backwards: boolean;
}

/**
 * Whether a regular expression matches anywhere in a text: the syntax and meaning of JavaScript's expressions with the flags `u`
 * and maybe `i`, in time proportional to the length of the text times that of the expression, whatever both are. All ways of
 * matching are followed at once (Thompson, Regular expression search algorithm, CACM 1968), so that nothing is tried twice.
 *
 * @throws SyntaxError for what is not a regular expression, for back references, which cannot be found in such time, and for an
 *   expression that is too long
 */
export function linearRegExp(source: string, ignoreCase = false): (text: string) => boolean {
  const program = compile(parseExpression(source, ignoreCase), false);
  return (text) => {
    const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    return sweep(program, { codes, looks: new Map() }, true).includes(true);
  };
}

/** Makes the program of an expression. A program that reads backwards has its sequences reversed. */
function compile(expression: Expression, backwards: boolean): Program {
  const steps: Step[] = [];
  let built = 0;

  const add = (step: Step): number => steps.push(step) - 1;

  /** @returns the first step of an expression after which `next` comes */
  function build(part: Expression, next: number): number {
    built += 1;
    // Parts without a step count as well: empty ones may be repeated as often as others.
    if (built > MOST_STEPS)
      throw new SyntaxError(
        `it is too long: it has more than ${MOST_STEPS} parts with its repetitions written out`,
      );
    switch (part.kind) {
      case 'character':
        return add({ kind: 'character', test: part.test, next });
      case 'sequence':
        return (backwards ? part.parts : part.parts.toReversed()).reduce(
          (then, one) => build(one, then),
          next,
        );
      case 'choice':
        return add({ kind: 'fork', next: part.parts.map((one) => build(one, next)) });
      case 'repeat':
        return repeat(part, next);
      case 'place':
        return add({ kind: 'when', holds: ({ codes }, at) => part.holds(codes[at - 1], codes[at]), next });
      case 'look':
        return add({ kind: 'when', holds: lookOf(part), next });
    }
  }

  function repeat({ part, least, most }: Extract<Expression, { kind: 'repeat' }>, next: number): number {
    let then = next;
    if (most === Infinity) {
      const again: number[] = [next];
      then = add({ kind: 'fork', next: again });
      again.push(build(part, then));
    } else {
      for (let count = least; count < most; count += 1)
        then = add({ kind: 'fork', next: [next, build(part, then)] });
    }
    for (let count = 0; count < least; count += 1) then = build(part, then);
    return then;
  }

  const start = build(expression, add({ kind: 'end' }));
  return { steps, start, backwards };
}

/** What looks ahead is read from the end of the subject, so that one pass knows it for every place. */
function lookOf({ part, ahead, negated }: Extract<Expression, { kind: 'look' }>): Condition {
  const program = compile(part, ahead);
  return (subject, place) => {
    const found = subject.looks.get(program) ?? sweep(program, subject, false);
    subject.looks.set(program, found);
    return (found[place] === true) !== negated;
  };
}

/**
 * Reads a subject once, with a match that may begin at every place.
 * @param isFirstEnough whether to end with the first match
 * @returns at which places a match ends
 */
function sweep(program: Program, subject: Subject, isFirstEnough: boolean): readonly boolean[] {
  const { steps, start, backwards } = program;
  const { length } = subject.codes;
  const ends = Array<boolean>(length + 1).fill(false);
  const reachedAt = new Int32Array(steps.length).fill(-1);
  let current: number[] = [];
  for (let read = 0; read <= length; read += 1) {
    const place = backwards ? length - read : read;
    const waiting: CharacterStep[] = [];
    current.push(start);
    for (let number = current.pop(); number !== undefined; number = current.pop()) {
      const step = steps[number];
      if (step === undefined || reachedAt[number] === read) continue;
      reachedAt[number] = read;
      if (step.kind === 'character') waiting.push(step);
      else if (step.kind === 'end') ends[place] = true;
      else current.push(...follows(step, subject, place));
    }
    if (isFirstEnough && ends[place] === true) return ends;
    const code = subject.codes[backwards ? place - 1 : place];
    current = code === undefined ? [] : after(waiting, code);
  }
  return ends;
}

function follows(
  step: Extract<Step, { kind: 'fork' | 'when' }>,
  subject: Subject,
  place: number,
): readonly number[] {
  if (step.kind === 'fork') return step.next;
  return step.holds(subject, place) ? [step.next] : [];
}

/** The steps that a character leads to. */
function after(waiting: readonly CharacterStep[], code: number): number[] {
  const next: number[] = [];
  for (const step of waiting) if (step.test(code)) next.push(step.next);
  return next;
}

type CharacterStep = Extract<Step, { kind: 'character' }>;
