import type { Input } from './inputs.js';

const [SMALL, MEDIUM, LARGE] = [10_000, 100_000, 1_000_000];
/** Milliseconds of processor time below which nothing is said of the growth. */
const FAST = 400;
/** How many times as long a text may take that is ten times, or a hundred times, as long: garbage collection and caches cost more. */
const [MAX_OF_MEDIUM, MAX_OF_SMALL] = [30, 400];
/** How many of the inputs are timed at full length: those that take longest, and those whose time grows most. */
const WORST = 2;
/** How often what seems to be slow is timed again. */
const AGAIN = 3;

/** Milliseconds that an input takes at 10 KB, 100 KB and 1 MB. */
export interface Growth {
  readonly input: Input;
  readonly small: number;
  readonly medium: number;
  readonly large: number;
}

type Time = (input: Input, bytes: number) => Promise<number>;

/**
 * The inputs on which the time of a reader grows faster than the text, or on which it hangs. All are timed at 10 KB and 100 KB; at
 * 1 MB only the worst of them, since what takes the square of the time there is slow at 100 KB already.
 */
export async function slowInputs(time: Time, inputs: readonly Input[]): Promise<readonly Growth[]> {
  const begun: Growth[] = [];
  const [first] = inputs;
  // Compiled code is faster.
  if (first !== undefined) await time(first, MEDIUM);
  for (const input of inputs) {
    const small = await time(input, SMALL);
    const medium = small === Infinity ? small : await time(input, MEDIUM);
    begun.push({ input, small, medium, large: 0 });
  }
  const slow: Growth[] = [];
  for (const growth of worstOf(begun)) {
    const measured = { ...growth, large: await time(growth.input, LARGE) };
    if (isSlow(measured)) slow.push(await measuredAgain(time, measured));
  }
  return [...begun.filter(({ medium }) => medium === Infinity), ...slow.filter(isSlow)];
}

function worstOf(growths: readonly Growth[]): ReadonlySet<Growth> {
  const finite = growths.filter(({ medium }) => medium < Infinity);
  const first = (key: (growth: Growth) => number): readonly Growth[] =>
    [...finite].sort((a, b) => key(b) - key(a)).slice(0, WORST);
  return new Set([...first(({ medium }) => medium), ...first(({ small, medium }) => medium / (small + 1))]);
}

function isSlow({ small, medium, large }: Growth): boolean {
  if (large === Infinity) return true;
  return large > FAST && (large > MAX_OF_MEDIUM * medium || large > MAX_OF_SMALL * small);
}

/** The shortest of several times: what else the machine does only makes them longer. */
async function measuredAgain(time: Time, growth: Growth): Promise<Growth> {
  const { input } = growth;
  const shortest = async (bytes: number, before: number): Promise<number> => {
    let least = before;
    for (let round = 0; round < AGAIN; round += 1) least = Math.min(least, await time(input, bytes));
    return least;
  };
  if (growth.large === Infinity) return growth;
  // A first time may be too short, where the other ones are not.
  return {
    input,
    small: await shortest(SMALL, Infinity),
    medium: await shortest(MEDIUM, Infinity),
    large: await shortest(LARGE, growth.large),
  };
}
