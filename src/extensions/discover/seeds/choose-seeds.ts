import { addToList } from '../../../support/batches.js';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { Judgement } from '../../../model/topic.js';
import type { SeedCandidate } from './seed-candidates.js';

/** A candidate as it was fetched and judged. */
export type Probe =
  | {
      /** The address after redirects. */
      readonly finalUrl: string;
      readonly title: string;
      readonly judgement: Judgement;
      readonly links: LinkCounts;
    }
  | { readonly error: string };

/** Links of a page to other pages. */
export interface LinkCounts {
  readonly all: number;
  /** Those whose anchor texts have a characteristic noun of the topic. */
  readonly onTopic: number;
}

/** Why a candidate is not among the seeds. */
export const REJECTIONS = {
  private: 'its host is not on the public Internet',
  failed: 'it could not be fetched and judged',
  'off-topic': 'it was judged off topic, and few of its links are on topic',
  'poor-host': 'the pages of its host that were probed are off topic',
  repeated: 'it leads to the same page as another candidate',
  'per-host': 'there are enough seeds of its host',
  'beyond-most': 'there are enough seeds',
} as const;
export type Rejection = keyof typeof REJECTIONS;

/** A candidate with what is known of it. */
export interface JudgedCandidate extends SeedCandidate {
  readonly probe?: Probe;
  /** The expected quality of the page as a seed: its own where it was probed, else that of its host's pages. */
  readonly value: number;
}

/** A candidate that is not proposed. */
export interface RejectedCandidate extends JudgedCandidate {
  readonly reason: Rejection;
}

/** Links that a page is thought to have besides its own, off topic, so that three links do not make a hub. */
const LINKS_BEFORE = 5;
/** From this share of links on topic on, a page that is off topic itself is still a good place to start. */
const HUB_SHARE = 0.25;
/** Probes after which a host without a useful page is given up. */
const ENOUGH_PROBES = 2;

/** The share of a page's links that are on topic, cautiously: 0 to below 1. */
function hubShare({ all, onTopic }: LinkCounts): number {
  return onTopic / (all + LINKS_BEFORE);
}

/**
 * The quality of a page as a seed, from 0 to 1: the mean of its verdict (0 or 1) and of {@link hubShare}. A page that
 * could not be judged has 0.
 */
function quality(probe: Probe): number {
  if ('error' in probe) return 0;
  return ((probe.judgement.accepted ? 1 : 0) + hubShare(probe.links)) / 2;
}

function isUseful(probe: Probe): boolean {
  return !('error' in probe) && (probe.judgement.accepted || hubShare(probe.links) >= HUB_SHARE);
}

/** The qualities of all probes, and those of each host. */
interface Qualities {
  readonly all: readonly number[];
  readonly byHost: ReadonlyMap<string, readonly number[]>;
}

/**
 * `(Σ qualities of the host + m) / (n + 2)`: a host is thought to be as all are, m, until its own n pages say otherwise, and a
 * page that was not probed to be a little worse than those that were.
 */
function expectedQuality(host: string, { all, byHost }: Qualities): number {
  const own = byHost.get(host) ?? [];
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);
  return (sum(own) + sum(all) / Math.max(1, all.length)) / (own.length + 2);
}

/** Limits of a proposal. */
export interface SeedLimits {
  readonly most: number;
  readonly perHost: number;
  /** True for a host that may not be contacted; see `allowPrivate`. */
  readonly isForbidden: (host: string) => boolean;
}

/**
 * Chooses seeds: probed pages that are on topic or lead to much that is, and pages that were not probed by what is expected
 * of their hosts. The best come first; equal ones in the order of the sources.
 * @param probes by address, of candidates that were probed
 */
export function chooseSeeds(
  candidates: readonly SeedCandidate[],
  probes: ReadonlyMap<string, Probe>,
  { most, perHost, isForbidden }: SeedLimits,
): { readonly seeds: readonly JudgedCandidate[]; readonly rejected: readonly RejectedCandidate[] } {
  const { byHost, usefulHosts } = probedHosts(candidates, probes);
  const qualities = { all: [...byHost.values()].flat(), byHost };
  const judged = candidates
    .map((candidate) => judgedCandidate(candidate, probes.get(candidate.url), qualities))
    .sort((a, b) => b.value - a.value || b.prior - a.prior);
  const seeds: JudgedCandidate[] = [];
  const rejected: RejectedCandidate[] = [];
  const pages = new Set<string>();
  const taken = new Map<string, number>();
  for (const candidate of judged) {
    const { host, probe } = candidate;
    const page = pageOf(candidate);
    const ofHost = taken.get(host) ?? 0;
    const isPoor = (byHost.get(host)?.length ?? 0) >= ENOUGH_PROBES && !usefulHosts.has(host);
    const reason =
      (isForbidden(host) ? 'private' : rejectionOf(probe, isPoor)) ??
      (pages.has(page) ? 'repeated' : undefined) ??
      (ofHost >= perHost ? 'per-host' : seeds.length >= most ? 'beyond-most' : undefined);
    if (reason !== undefined) {
      rejected.push({ ...candidate, reason });
      continue;
    }
    pages.add(page);
    taken.set(host, ofHost + 1);
    seeds.push(candidate);
  }
  return { seeds, rejected };
}

/** The qualities of the pages of each host that were probed, and the hosts with useful ones. */
function probedHosts(
  candidates: readonly SeedCandidate[],
  probes: ReadonlyMap<string, Probe>,
): { readonly byHost: ReadonlyMap<string, readonly number[]>; readonly usefulHosts: ReadonlySet<string> } {
  const byHost = new Map<string, number[]>();
  const usefulHosts = new Set<string>();
  for (const { url, host } of candidates) {
    const probe = probes.get(url);
    if (probe === undefined) continue;
    addToList(byHost, host, quality(probe));
    if (isUseful(probe)) usefulHosts.add(host);
  }
  return { byHost, usefulHosts };
}

function judgedCandidate(
  candidate: SeedCandidate,
  probe: Probe | undefined,
  qualities: Qualities,
): JudgedCandidate {
  if (probe === undefined) return { ...candidate, value: expectedQuality(candidate.host, qualities) };
  return { ...candidate, probe, value: quality(probe) };
}

function rejectionOf(probe: Probe | undefined, isPoorHost: boolean): Rejection | undefined {
  if (probe === undefined) return isPoorHost ? 'poor-host' : undefined;
  if ('error' in probe) return 'failed';
  return isUseful(probe) ? undefined : 'off-topic';
}

/** The address that a candidate leads to, as far as that is known. */
function pageOf({ url, probe }: JudgedCandidate): string {
  return probe === undefined || 'error' in probe ? url : (normaliseUrl(probe.finalUrl) ?? url);
}
