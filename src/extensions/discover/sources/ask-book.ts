import type { SourceCounts } from '../../../crawling/engine/crawl-counts.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { isAccepted } from './crawl-lessons.js';
import type { NamedPage, Source } from './source.js';
import {
  afterAsk,
  afterPage,
  MOST_EMPTY,
  MOST_FAILURES,
  NOTHING_ASKED,
  type SourceYield,
} from './source-yields.js';

/** An ask with its outcome, as it is kept. JSON. */
export interface AskRecord {
  /** The name of the source. */
  readonly source: string;
  readonly target: string;
  /** URLs that are requested because of it; absent where it failed. */
  readonly brought?: readonly string[];
  /** Pages that it named beyond these. */
  readonly left: readonly NamedPage[];
  /** Pages that the crawl had requested by then. */
  readonly after: number;
}

/** What sources were asked, what they brought, and what became of it. */
export interface AskBook {
  /** Takes in an ask, in the order of the asks. Returns why the source is dropped by it, in words, if it is. */
  add(record: AskRecord): string | undefined;
  /** Forgets failures: a service may answer again when a crawl is continued. */
  forgive(): void;
  /** Takes in the end of a URL, in the order of the events. */
  note(event: CrawlEvent): void;
  yieldOf(source: string): SourceYield;
  isDropped(source: string): boolean;
  times(source: string, target: string): number;
  left(source: string, target: string): readonly NamedPage[];
  /** Number of asks. */
  readonly size: number;
  /** URLs that were brought and have not come to their end. */
  readonly waiting: number;
  /** Pages that the crawl had requested at the last ask. */
  readonly lastAfter: number;
  counts(): readonly SourceCounts[];
}

interface KnownTarget {
  times: number;
  left: readonly NamedPage[];
}

/** @param sources all of them, in the order in which they are counted */
export function createAskBook(sources: readonly Pick<Source, 'name' | 'service'>[]): AskBook {
  const yields = new Map(sources.map(({ name }) => [name, NOTHING_ASKED]));
  const services = new Map(sources.map(({ name, service }) => [name, service]));
  /** Failures in a row, by service. */
  const failures = new Map<string, number>();
  const targets = new Map<string, KnownTarget>();
  const broughtBy = new Map<string, string>();
  let size = 0;
  let lastAfter = 0;

  const change = (source: string, to: (before: SourceYield) => SourceYield): void => {
    const before = yields.get(source);
    if (before !== undefined) yields.set(source, to(before));
  };
  const whyDropped = (source: string): string | undefined => {
    const service = services.get(source);
    if (service === undefined) return undefined;
    const { empty } = yields.get(source) ?? NOTHING_ASKED;
    if ((failures.get(service) ?? 0) >= MOST_FAILURES) return `it failed ${MOST_FAILURES} times in a row`;
    return empty >= MOST_EMPTY ? `it named no new URL ${MOST_EMPTY} times in a row` : undefined;
  };

  return {
    add({ source, target, brought, left, after }) {
      const wasDropped = whyDropped(source) !== undefined;
      const key = keyOf(source, target);
      targets.set(key, { times: (targets.get(key)?.times ?? 0) + 1, left });
      for (const url of brought ?? []) broughtBy.set(url, source);
      change(source, (before) => afterAsk(before, brought?.length));
      const service = services.get(source);
      if (service !== undefined)
        failures.set(service, brought === undefined ? (failures.get(service) ?? 0) + 1 : 0);
      size += 1;
      lastAfter = after;
      return wasDropped ? undefined : whyDropped(source);
    },
    forgive: () => failures.clear(),
    note(event) {
      const source = broughtBy.get(event.url);
      if (source === undefined) return;
      broughtBy.delete(event.url);
      if (event.fetched) change(source, (before) => afterPage(before, isAccepted(event)));
    },
    yieldOf: (source) => yields.get(source) ?? NOTHING_ASKED,
    isDropped: (source) => whyDropped(source) !== undefined,
    times: (source, target) => targets.get(keyOf(source, target))?.times ?? 0,
    left: (source, target) => targets.get(keyOf(source, target))?.left ?? [],
    get size() {
      return size;
    },
    get waiting() {
      return broughtBy.size;
    },
    get lastAfter() {
      return lastAfter;
    },
    counts: () =>
      [...yields].map(([source, { counts }]) => {
        const dropped = whyDropped(source);
        return { source, ...counts, ...(dropped === undefined ? {} : { dropped }) };
      }),
  };
}

function keyOf(source: string, target: string): string {
  return `${source}\n${target}`;
}
