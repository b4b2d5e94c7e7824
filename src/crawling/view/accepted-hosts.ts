import { hostNamed } from './host-name.js';

/** Hosts with accepted pages, by the last verdict of each page. Keeps a name and a number for each of them. */
export interface AcceptedHosts {
  /** How many there are. */
  readonly size: number;
  /** Counts a page: 1 where it is accepted now and was not before, −1 the other way round, 0 where nothing changed. */
  count(url: string, change: number): void;
}

/** No hosts yet. */
export function createAcceptedHosts(): AcceptedHosts {
  const pages = new Map<string, number>();
  return {
    get size() {
      return pages.size;
    },
    count(url, change) {
      if (change === 0) return;
      const host = hostNamed(url);
      const left = (pages.get(host) ?? 0) + change;
      if (left > 0) pages.set(host, left);
      else pages.delete(host);
    },
  };
}
