import type { CrawlEvent, LinkCandidate, LinkPriority, Priority } from '../../model/crawl-event.js';
import type { Page } from '../../model/page.js';
import { judgementBy } from '../../model/topic-judgements.js';
import type { Judgement } from '../../model/topic.js';

export interface TopicStrategy {
  readonly topic: string;
  readonly strategy: LinkPriority;
}

type Values = readonly (Priority | null | undefined)[];

/** State of the strategies, as JSON. */
interface Snapshot {
  readonly strategies: readonly unknown[];
  readonly waiting: readonly (readonly [string, readonly (Priority | null)[]])[];
}

/**
 * The same strategy made for several topics, as one: a link is worth what it is worth to the topic that values it most. Each
 * sees the judgements by its own topic. Where they change values, those by all topics are remembered for what waits.
 */
export function byTopics(topics: readonly TopicStrategy[]): LinkPriority {
  const strategies = topics.map(({ strategy }) => strategy);
  const can = (part: keyof LinkPriority): boolean => strategies.some((one) => one[part] !== undefined);
  const revises = can('revisions');
  /** The values by all topics of each URL that waits. */
  const waiting = new Map<string, (Priority | null)[]>();
  const [first] = strategies;

  /** Notes values for a URL that waits, as the frontier does: the better one of two links counts. */
  function note(url: string, values: Values): void {
    const before = waiting.get(url);
    const better = values.map((now, place) => {
      const known = before?.[place];
      return known && (!now || known.value >= now.value) ? known : (now ?? null);
    });
    waiting.set(url, better);
  }
  function* revisions(): Generator<readonly [url: string, priority: Priority]> {
    const changed = new Map<string, (Priority | null)[]>();
    for (const [place, strategy] of strategies.entries())
      for (const [url, priority] of strategy.revisions?.() ?? []) {
        const values = waiting.get(url);
        if (values === undefined) continue;
        values[place] = { ...priority };
        changed.set(url, values);
      }
    for (const [url, values] of changed) {
      const priority = bestOf(topics, values);
      if (priority !== undefined) yield [url, priority];
    }
  }
  return {
    name: first?.name ?? '',
    follow: first?.follow,
    explores: first?.explores,
    prioritise: (candidate) => {
      const states = statesIn(candidate.entry.priority.state);
      const values = topics.map(({ topic, strategy }, place) =>
        strategy.prioritise(candidateFor(topic, candidate, states[place])),
      );
      if (revises) note(candidate.link.url, values);
      return bestOf(topics, values);
    },
    ...(can('correct') && {
      correct: (event: CrawlEvent) => {
        for (const { topic, strategy } of topics) strategy.correct?.(eventFor(topic, event));
      },
    }),
    ...(can('observe') && {
      observe: (event: CrawlEvent, page?: Page) => {
        waiting.delete(event.url);
        for (const { topic, strategy } of topics) strategy.observe?.(eventFor(topic, event), page);
      },
    }),
    ...(revises && { revisions }),
    ...(can('snapshot') && keepingOf(strategies, waiting)),
  };
}

/** Saves and restores the states of the strategies and the remembered values. */
function keepingOf(strategies: readonly LinkPriority[], waiting: Map<string, (Priority | null)[]>) {
  return {
    snapshot: (): Snapshot => ({
      strategies: strategies.map((strategy) => strategy.snapshot?.() ?? null),
      waiting: [...waiting],
    }),
    *changes() {
      for (const [place, strategy] of strategies.entries())
        for (const [url, kept] of strategy.changes?.() ?? []) yield [`${place} ${url}`, kept] as const;
    },
    restore(snapshot: unknown, kept: Iterable<readonly [string, unknown]> = []): void {
      const saved = snapshot as Snapshot;
      const own = strategies.map((): [string, unknown][] => []);
      for (const [name, value] of kept) {
        const [place = '', url = ''] = name.split(/ (.*)/s);
        own[Number(place)]?.push([url, value]);
      }
      for (const [place, strategy] of strategies.entries())
        strategy.restore?.(saved.strategies[place], own[place]);
      for (const [url, values] of structuredClone(saved.waiting)) waiting.set(url, [...values]);
    },
  };
}

/** The best value, with the topic in its reason, and with what all strategies want to know again. */
function bestOf(topics: readonly TopicStrategy[], values: Values): Priority | undefined {
  let best: Priority | undefined;
  let name = '';
  for (const [place, { topic }] of topics.entries()) {
    const next = values[place];
    if (next && (best === undefined || next.value > best.value)) [best, name] = [next, topic];
  }
  if (best === undefined) return undefined;
  const { value, reason, contributions } = best;
  return { value, reason: `${name}: ${reason}`, contributions, state: stateOf(values) };
}

/** The states of all strategies in one list: the length of each before it, -1 for none. */
function stateOf(values: Values): readonly number[] | undefined {
  const states = values.map((priority) => priority?.state);
  if (states.every((state) => state === undefined)) return undefined;
  return states.flatMap((state) => (state === undefined ? [-1] : [state.length, ...state]));
}

function statesIn([length, ...rest]: readonly number[] = []): readonly (readonly number[] | undefined)[] {
  if (length === undefined) return [];
  const own = length < 0 ? undefined : rest.slice(0, length);
  return [own, ...statesIn(rest.slice(Math.max(0, length)))];
}

function candidateFor(topic: string, candidate: LinkCandidate, state?: readonly number[]): LinkCandidate {
  const { value, reason } = candidate.entry.priority;
  const entry = { ...candidate.entry, priority: { value, reason, state } };
  return { ...candidate, entry, judgement: judgementFor(topic, candidate.judgement) };
}

function eventFor(topic: string, event: CrawlEvent): CrawlEvent {
  return event.judgement ? { ...event, judgement: judgementFor(topic, event.judgement) } : event;
}

function judgementFor(topic: string, judgement: Judgement): Judgement {
  return judgementBy(judgement, topic) ?? judgement;
}
