import { hostOf } from '../../../crawling/urls/urls.js';
import { seedOf } from '../../../support/random.js';

/** URLs whose in-links are counted at most; of more, a random part is followed. */
const MAX_URLS = 20_000;

/** Figures of a URL of the panel. */
export interface PanelUrl {
  readonly host: string;
  /** Fetched pages that link to it, by their verdicts. */
  byAccepted: number;
  byOther: number;
  /** seen: only its links are known; ended: it was requested, or never will be. */
  state: 'seen' | 'queued' | 'ended';
}

/**
 * Counts the pages that link to each URL. When there are too many URLs, only those are followed whose hash is a multiple
 * of a power of two, which is doubled as often as necessary: a random part, the same for the same links.
 */
export interface LinkPanel {
  /** Counts a link. Returns whether it is the first one to a URL that is followed. */
  link(url: string, byAccepted: boolean): boolean;
  get(url: string): PanelUrl | undefined;
  /** The entry of a URL, made where it is to be followed and is not yet. */
  follow(url: string): PanelUrl | undefined;
  urls(): Iterable<readonly [url: string, known: PanelUrl]>;
  /** One URL in so many is followed. */
  readonly scale: number;
}

/** A panel without URLs. @param most URLs that are followed at most */
export function createLinkPanel(most = MAX_URLS): LinkPanel {
  const known = new Map<string, PanelUrl>();
  let mask = 0;

  const isFollowed = (url: string): boolean => (seedOf(url) & mask) === 0;

  function thin(): void {
    mask = 2 * mask + 1;
    for (const url of known.keys()) if (!isFollowed(url)) known.delete(url);
  }

  function follow(url: string): PanelUrl | undefined {
    const before = known.get(url);
    if (before !== undefined || !isFollowed(url)) return before;
    const fresh: PanelUrl = { host: hostOf(url), byAccepted: 0, byOther: 0, state: 'seen' };
    known.set(url, fresh);
    while (known.size > most) thin();
    return known.get(url);
  }

  return {
    link(url, byAccepted) {
      const entry = follow(url);
      if (entry === undefined) return false;
      if (byAccepted) entry.byAccepted += 1;
      else entry.byOther += 1;
      return entry.byAccepted + entry.byOther === 1;
    },
    get: (url) => known.get(url),
    follow,
    urls: () => known,
    get scale() {
      return mask + 1;
    },
  };
}
