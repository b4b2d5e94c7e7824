import type { KnownHost } from '../../../crawling/engine/exploration.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { mean } from '../../../support/statistics.js';

/** Requests whose expected relevance is compared, and the share of the best such mean below which a crawl has dried up. */
const [LATEST, DRY] = [100, 0.2];

/** A crawl that has dried up: for a person, and the known hosts that were never asked. */
export type Drought = Readonly<{ text: string; neverAsked: number }>;

/** Watches whether a crawl has dried up, by the expected relevance of its requests. Verdicts say less: a few are always wrong. */
export function watchDrought() {
  const latest: number[] = [];
  let best = 0;
  return {
    note({ fetched, sample, priority }: CrawlEvent): void {
      if (!fetched || sample === true || priority === undefined) return;
      // What people pin or boost is beyond any expectation.
      latest.push(Math.min(1, Math.max(0, priority.value)));
      if (latest.length > LATEST) latest.shift();
      if (latest.length === LATEST) best = Math.max(best, mean(latest) ?? 0);
    },
    /** Undefined as long as the crawl has not dried up. @param won hosts with accepted pages */
    found(hosts: ReadonlyMap<string, KnownHost>, won: number, out: string): Drought | undefined {
      const now = mean(latest) ?? 0;
      if (latest.length < LATEST || now >= DRY * best) return undefined;
      const asked = [...hosts].filter(([, { pages }]) => pages > 0);
      const [hub] = asked.sort(([, a], [, b]) => b.revealed / b.pages - a.revealed / a.pages)[0] ?? [];
      const text = [
        `dried up: the last ${LATEST} requests were expected to be relevant by ${now.toFixed(2)}, at best by ${best.toFixed(2)}`,
        `${hosts.size} hosts known, ${asked.length} asked, ${won} with accepted pages`,
        `${hub} names most new hosts: sfwc steer ${out} pin ${hub}`,
        `further seeds: sfwc steer ${out} seed URL`,
      ].join('; ');
      return { text, neverAsked: hosts.size - asked.length };
    },
  };
}
