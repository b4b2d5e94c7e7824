/** What is known of a host. */
export interface KnownHost {
  requests: number;
  accepted: number;
  /** Other hosts that link to it: at most as many as are told apart. */
  readonly linkedFrom: string[];
}

/** Hosts that are told apart by how many others link to them: one, two, or more. */
const MOST_SOURCES = 3;
/** Hosts that are remembered at most; later ones are not counted. */
const MOST_HOSTS = 50_000;

/** The hosts of a crawl: what was requested of them, and which others link to them. */
export interface HostBook {
  readonly size: number;
  of(host: string): Readonly<KnownHost>;
  /** Counts a request. */
  request(host: string, accepted: boolean): void;
  /** Counts a link from a page of another host, or of the same one. */
  link(to: string, from: string): void;
  all(): Iterable<Readonly<KnownHost>>;
}

const UNKNOWN: KnownHost = { requests: 0, accepted: 0, linkedFrom: [] };

export function createHostBook(): HostBook {
  const hosts = new Map<string, KnownHost>();

  function entry(host: string): KnownHost | undefined {
    const before = hosts.get(host);
    if (before !== undefined || hosts.size >= MOST_HOSTS) return before;
    const fresh: KnownHost = { requests: 0, accepted: 0, linkedFrom: [] };
    hosts.set(host, fresh);
    return fresh;
  }

  return {
    get size() {
      return hosts.size;
    },
    of: (host) => hosts.get(host) ?? UNKNOWN,
    request(host, accepted) {
      const known = entry(host);
      if (known === undefined) return;
      known.requests += 1;
      known.accepted += Number(accepted);
    },
    link(to, from) {
      const known = entry(to);
      if (known === undefined || from === to || known.linkedFrom.length >= MOST_SOURCES) return;
      if (!known.linkedFrom.includes(from)) known.linkedFrom.push(from);
    },
    all: () => hosts.values(),
  };
}
