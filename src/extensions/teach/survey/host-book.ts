import type { CrawlEvent, ReasonCode } from '../../../model/crawl-event.js';

/** Figures of a host. */
export interface KnownHost {
  /** URLs of it that came to their end, whether they were requested or not, and those that were accepted. */
  requests: number;
  accepted: number;
  /** True if it has answered. Undefined until it was tried. */
  answers: boolean | undefined;
  /** True if a page of another host linked to it before it was tried: hosts of seeds are others. */
  isFound: boolean;
  /** Other hosts that link to it, up to the number that is distinguished. */
  readonly linkedFrom: string[];
}

/** Hosts that are distinguished by how many others link to them: one, two, or more. */
const MAX_SOURCES = 3;
/** Hosts that are remembered at most; later ones are not counted. */
const MAX_HOSTS = 50_000;

/** The hosts of a crawl: what was requested of them, and which others link to them. */
export interface HostBook {
  of(host: string): Readonly<KnownHost>;
  /** Counts a URL that came to its end. */
  ended(host: string, accepted: boolean, answered: boolean): void;
  /** Counts a link from a page of another host, or of the same one. */
  link(to: string, from: string): void;
  all(): Iterable<Readonly<KnownHost>>;
  /** The hosts that have answered, in the order of their first answers. */
  answering(): readonly Readonly<KnownHost>[];
}

const UNKNOWN: KnownHost = { requests: 0, accepted: 0, answers: undefined, isFound: false, linkedFrom: [] };

/** Failures after which nothing is known of a host but that it did not answer. */
const NO_ANSWER: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'robots-unreachable',
  'network',
  'timeout',
  'certificate',
  'busy',
  'private-address',
]);

/** True if the host of a URL answered, as the event of the URL says. */
export function hasAnswered({ state, code }: Pick<CrawlEvent, 'state' | 'code'>): boolean {
  return state === 'done' || code === undefined || !NO_ANSWER.has(code);
}

export function createHostBook(): HostBook {
  const hosts = new Map<string, KnownHost>();
  const answering: KnownHost[] = [];

  function entry(host: string): KnownHost | undefined {
    const before = hosts.get(host);
    if (before !== undefined || hosts.size >= MAX_HOSTS) return before;
    const fresh: KnownHost = { requests: 0, accepted: 0, answers: undefined, isFound: false, linkedFrom: [] };
    hosts.set(host, fresh);
    return fresh;
  }

  return {
    of: (host) => hosts.get(host) ?? UNKNOWN,
    ended(host, accepted, answered) {
      const known = entry(host);
      if (known === undefined) return;
      known.requests += 1;
      known.accepted += Number(accepted);
      if (answered && known.answers !== true) answering.push(known);
      known.answers = known.answers === true || answered;
    },
    link(to, from) {
      const known = entry(to);
      if (known === undefined || from === to || known.linkedFrom.length >= MAX_SOURCES) return;
      known.isFound ||= known.answers === undefined;
      if (!known.linkedFrom.includes(from)) known.linkedFrom.push(from);
    },
    all: () => hosts.values(),
    answering: () => answering,
  };
}
