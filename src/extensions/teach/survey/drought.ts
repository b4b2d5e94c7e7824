import type { KnownHost } from '../../../crawling/engine/exploration.js';
import { hostOf } from '../../../crawling/urls/urls.js';
import type { CrawlEvent } from '../../../model/crawl-event.js';
import { mean } from '../../../support/statistics.js';

/** Requests whose expected relevance is compared, and the share of the best such mean below which a crawl has dried up. */
const [LATEST, DRY] = [100, 0.2];

type TriedHosts = Pick<ReadonlyMap<string, boolean>, 'has'>;
/** Says of a crawl that has dried up what a person should know, and how many known hosts were never tried. @param waiting queued URLs */
export type LookForDrought = (
  waiting: readonly string[],
  tried: TriedHosts,
) => { text: string; neverAsked: number } | undefined;

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
    /** As {@link LookForDrought}. @param won hosts with accepted pages */
    found(hosts: ReadonlyMap<string, KnownHost>, waiting: readonly string[], tried: TriedHosts, won: number) {
      const now = mean(latest) ?? 0;
      if (latest.length < LATEST || now >= DRY * best) return undefined;
      const asked = [...hosts].filter(([host]) => tried.has(host));
      asked.sort(([, a], [, b]) => b.revealed - a.revealed);
      const left = new Set(waiting.map(hostOf));
      const hubs = asked.filter(([host, { revealed }]) => revealed > 0 && left.has(host)).slice(0, 1);
      const text = [
        `dried up: the last ${LATEST} requests were expected to be relevant by ${now.toFixed(2)}, at best by ${best.toFixed(2)}`,
        `hosts: ${hosts.size} known, ${asked.length} asked, ${won} with accepted pages`,
        ...hubs.map(([hub]) => `pages of ${hub} wait, which named most new hosts: sfwc steer OUT pin ${hub}`),
        'further seeds: sfwc steer OUT seed URL',
      ].join('; ');
      return { text, neverAsked: hosts.size - asked.length };
    },
  };
}
