import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Frontier } from '../../src/model/frontier.js';
import { only, queued } from '../support/queued-urls.js';

/** One step of a test that compares a frontier with a list. */
export interface FrontierStep {
  readonly action: 'enqueue' | 'requeue' | 'revalue' | 'lease' | 'release' | 'end';
  /** The number of a host, and the rest of an address there. */
  readonly host: number;
  readonly path: number;
  readonly value: number;
  /** Hosts that may not be asked. */
  readonly blocked: readonly number[];
  readonly atLeast: number;
}

/** Any step; most often, a URL is queued. */
export const frontierStep: fc.Arbitrary<FrontierStep> = fc.record({
  action: fc.constantFrom(
    ...(['enqueue', 'enqueue', 'requeue', 'revalue', 'lease', 'release', 'end'] as const),
  ),
  host: fc.integer({ min: 0, max: 3 }),
  path: fc.integer({ min: 0, max: 20 }),
  value: fc.integer({ min: 0, max: 3 }),
  blocked: fc.subarray([0, 1, 2, 3]),
  atLeast: fc.integer({ min: -1, max: 3 }),
});

interface Listed {
  readonly url: string;
  readonly host: string;
  readonly order: number;
  value: number;
}

type FrontierList = Record<FrontierStep['action'], (step: FrontierStep) => void> & {
  /** Expects that the frontier has what the list has. */
  compare(): void;
};

/** A list that is searched from end to end, beside a frontier: each step is taken in both, and has to give the same. */
export function listBeside(frontier: Frontier): FrontierList {
  const waiting: Listed[] = [];
  const leased: Listed[] = [];
  let order = 0;

  function valueAnew(step: FrontierStep, change: (url: string) => boolean): void {
    const { url } = addressOf(step);
    const entry = waiting.find((candidate) => candidate.url === url);
    expect(frontier.valueOf(url)).toBe(entry?.value);
    expect(change(url)).toBe(entry !== undefined);
    if (entry !== undefined) entry.value = step.value;
  }

  return {
    enqueue: (step) => {
      const { url, host } = addressOf(step);
      const { value } = step;
      if (frontier.enqueue(queued(url, value))) waiting.push({ url, host, value, order: order++ });
    },
    requeue: (step) => valueAnew(step, (url) => frontier.requeue(queued(url, step.value))),
    revalue: (step) => valueAnew(step, (url) => frontier.revalue(url, step.value)),
    lease: ({ blocked, atLeast }) => {
      const mayAsk = (name: string): boolean => !blocked.some((number) => name === hostName(number));
      waiting.sort((a, b) => b.value - a.value || a.order - b.order);
      const index = waiting.findIndex((entry) => mayAsk(entry.host) && entry.value >= atLeast);
      const expected = index < 0 ? [] : waiting.splice(index, 1);
      leased.push(...expected);
      expect(frontier.lease(only(mayAsk), atLeast)?.url).toBe(expected[0]?.url);
      frontier.waitFor(only(mayAsk), atLeast);
    },
    release: () => {
      for (const entry of leased.splice(0, 1)) {
        frontier.release(entry.url);
        waiting.push(entry);
      }
    },
    end: () => {
      for (const entry of leased.splice(0, 1)) frontier.end(entry.url, 'done');
    },
    compare: () => {
      const hosts = new Set(waiting.map(({ host }) => host)).size;
      expect(frontier.counts()).toMatchObject({ queued: waiting.length, hosts });
      const values = waiting.map(({ value }) => value).sort((a, b) => b - a);
      const ranks = [1, 2, 9];
      expect(ranks.map((rank) => frontier.valueAt(rank))).toEqual(ranks.map((rank) => values[rank - 1]));
    },
  };
}

function hostName(number: number): string {
  return `h${number}.example`;
}

function addressOf({ host, path }: FrontierStep): { readonly host: string; readonly url: string } {
  const name = hostName(host);
  return { host: name, url: `http://${name}/${path}` };
}
