import { spreadOf } from '../../../support/statistics.js';
import { addToList } from '../../../support/add-to-list.js';
import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { Judgement } from '../../../model/topic.js';
import type { SeedCandidate } from './seed-candidates.js';

/** What a probe of a candidate brought. */
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

/** What probes say about the pages of a host. */
export interface HostEstimate {
  readonly probes: number;
  /** Expected quality of a page, from 0 to 1. */
  readonly mean: number;
  /** Standard error of that mean. */
  readonly error: number;
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
  /** Whether it was fetched; what was not is judged by its host alone. */
  readonly probed: boolean;
  /** The expected quality of the page as a seed: of a probed one its own, else that of its host's pages, cautiously. */
  readonly value: number;
}
/** A candidate that is not proposed. */
export interface RejectedCandidate extends JudgedCandidate {
  readonly reason: Rejection;
}

/** The proposal. */
export interface SeedChoice {
  /** Best first. */
  readonly seeds: readonly JudgedCandidate[];
  readonly rejected: readonly RejectedCandidate[];
  /** The hosts that were probed. */
  readonly hosts: ReadonlyMap<string, HostEstimate>;
}

/** Links that a page is thought to have besides its own, off topic, so that three links do not make a hub. */
const LINKS_BEFORE = 5;
/** From this share of links on topic on, a page that is off topic itself is still a good place to start. */
const HUB_SHARE = 0.25;
/** Probes after which a host without a useful page is given up. */
const ENOUGH_PROBES = 2;

/** The share of a page's links that are on topic, cautiously: 0 to below 1. */
export function hubShare({ all, onTopic }: LinkCounts): number {
  return onTopic / (all + LINKS_BEFORE);
}

/**
 * The quality of a page as a seed, from 0 to 1: the mean of whether it is on topic and of {@link hubShare}. A page that
 * could not be judged has 0.
 */
export function quality(probe: Probe): number {
  if ('error' in probe) return 0;
  return ((probe.judgement.accepted ? 1 : 0) + hubShare(probe.links)) / 2;
}

function isUseful(probe: Probe): boolean {
  return !('error' in probe) && (probe.judgement.accepted || hubShare(probe.links) >= HUB_SHARE);
}

/**
 * Estimates the quality of hosts' pages by the probes:
 *
 *     mean = (Σ quality + m) / (n + 1),   error = s / √(n + 1)
 *
 * where n is the number of probes of the host, and m and s are mean and standard deviation of all probes: a host is thought
 * to be as all are until its own pages say otherwise.
 */
export function estimateHosts(probed: readonly { readonly host: string; readonly probe: Probe }[]): {
  readonly hosts: ReadonlyMap<string, HostEstimate>;
  readonly unknown: HostEstimate;
} {
  const byHost = new Map<string, number[]>();
  for (const { host, probe } of probed) addToList(byHost, host, quality(probe));
  const { mean, deviation } = spreadOf(probed.map(({ probe }) => quality(probe)));
  const estimate = (qualities: readonly number[]): HostEstimate => {
    const count = qualities.length + 1;
    const total = qualities.reduce((sum, one) => sum + one, mean);
    return { probes: qualities.length, mean: total / count, error: deviation / Math.sqrt(count) };
  };
  return {
    hosts: new Map([...byHost].map(([host, qualities]) => [host, estimate(qualities)])),
    unknown: probed.length === 0 ? { probes: 0, mean: 0, error: 0 } : estimate([]),
  };
}

/** Limits of a proposal. */
export interface SeedLimits {
  readonly most: number;
  readonly perHost: number;
  /** Whether a host may not be contacted; see `--allow-private`. */
  readonly isForbidden: (host: string) => boolean;
}

/**
 * Chooses seeds: probed pages that are on topic or lead to much that is, and pages that were not probed by what is expected
 * of their hosts (mean less standard error). The best come first; equal ones in the order of the sources.
 * @param probes by address, of candidates that were probed
 */
export function chooseSeeds(
  candidates: readonly SeedCandidate[],
  probes: ReadonlyMap<string, Probe>,
  { most, perHost, isForbidden }: SeedLimits,
): SeedChoice {
  const probed = candidates.flatMap(({ url, host }) => {
    const probe = probes.get(url);
    return probe === undefined ? [] : [{ host, probe }];
  });
  const { hosts, unknown } = estimateHosts(probed);
  const usefulHosts = new Set(probed.filter(({ probe }) => isUseful(probe)).map(({ host }) => host));
  const judged = candidates
    .map((candidate) =>
      judgedCandidate(candidate, probes.get(candidate.url), hosts.get(candidate.host) ?? unknown),
    )
    .sort((a, b) => b.value - a.value || b.prior - a.prior);
  const seeds: JudgedCandidate[] = [];
  const rejected: RejectedCandidate[] = [];
  const pages = new Set<string>();
  const taken = new Map<string, number>();
  for (const candidate of judged) {
    const { host, probe } = candidate;
    const page = pageOf(candidate);
    const ofHost = taken.get(host) ?? 0;
    const isPoor = (hosts.get(host)?.probes ?? 0) >= ENOUGH_PROBES && !usefulHosts.has(host);
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
  return { seeds, rejected, hosts };
}

function judgedCandidate(
  candidate: SeedCandidate,
  probe: Probe | undefined,
  { mean, error }: HostEstimate,
): JudgedCandidate {
  if (probe === undefined) return { ...candidate, probed: false, value: Math.max(0, mean - error) };
  return { ...candidate, probe, probed: true, value: quality(probe) };
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
