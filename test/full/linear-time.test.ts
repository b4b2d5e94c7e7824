import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { describeUnless } from './data.js';
import { READERS } from './linear-time/readers.mjs';

const CHILD = path.join(import.meta.dirname, 'linear-time/child.mjs');
const [SMALL, LARGE] = [100_000, 1_000_000];
/** Milliseconds of processor time below which nothing is said of the growth, and after which a reader is taken to hang. */
const [FAST, HANGS] = [500, 60_000];
/** Ten times the text may take this many times as long: garbage collection and caches cost more, and no square passes. */
const MAX_GROWTH = 40;
/** Inputs of two fragments, in addition to each fragment alone. */
const PAIRS = 12;

interface Input {
  readonly parts: readonly string[];
  readonly bytes: number;
}

/** Numbers from 0 to 1 that are the same in each run. */
function* seeded(seed: number): Generator<number, never> {
  for (let state = seed; ; yield state / 2 ** 31) state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
}

function inputsOf(fragments: readonly string[]): readonly (readonly string[])[] {
  const random = seeded(1);
  const any = (): string => fragments[Math.floor(random.next().value * fragments.length)] ?? '';
  const pairs = Array.from({ length: PAIRS }, (_, place) =>
    place % 2 === 0 ? [any() + any()] : [any(), any()],
  );
  return [...fragments.map((fragment) => [fragment]), ...pairs];
}

describeUnless(undefined, 'the time of readers of what comes from outside', () => {
  let child: ChildProcess | undefined;
  afterAll(() => void child?.kill('SIGKILL'));

  async function start(name: string): Promise<ChildProcess> {
    child?.kill('SIGKILL');
    child = fork(CHILD, [name], { execArgv: ['--max-old-space-size=2000'] });
    await once(child, 'message');
    return child;
  }

  /** Milliseconds of processor time; infinite where the reader hangs or dies. */
  async function timed(name: string, input: Input): Promise<number> {
    const reader = child?.connected === true && child.spawnargs.includes(name) ? child : await start(name);
    reader.send(input);
    const answered = new AbortController();
    const { signal } = answered;
    const timer = setTimeout(() => reader.kill('SIGKILL'), HANGS);
    const answer = await Promise.race([
      once(reader, 'message', { signal }).then(([message]) => message as { readonly ms: number }),
      once(reader, 'exit', { signal }).then(() => undefined),
    ]);
    answered.abort();
    clearTimeout(timer);
    if (answer !== undefined) return answer.ms;
    child = undefined;
    return Number.POSITIVE_INFINITY;
  }

  it.each(Object.entries(READERS))(
    'grows at most in proportion to the text: %s',
    async (name, { fragments }) => {
      const slow: (readonly [parts: readonly string[], small: number, large: number])[] = [];
      for (const parts of inputsOf(fragments)) {
        if ((await timed(name, { parts, bytes: LARGE })) < FAST) continue;
        const small = Math.min(
          await timed(name, { parts, bytes: SMALL }),
          await timed(name, { parts, bytes: SMALL }),
        );
        const large = await timed(name, { parts, bytes: LARGE });
        if (large > Math.max(FAST, MAX_GROWTH * small)) slow.push([parts, small, large]);
      }
      expect(slow).toEqual([]);
    },
    600_000,
  );
});
