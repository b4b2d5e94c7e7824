import { normaliseUrl } from '../../../crawling/urls/urls.js';
import type { Judgement } from '../../../model/topic.js';
import { given } from '../../../support/given.js';
import { terminalText } from '../../../support/text/terminal-text.js';
import { addToList } from '../../../support/add-to-list.js';

/** Origins of proposals: the texts of the topic, searches, and sitemaps. */
export type SeedSource = 'corpus' | 'search' | 'sitemap';

/** One address in an answer of a source. */
export interface SeedHit {
  /** As the source wrote it: anything may be wrong with it. */
  readonly url: string;
  /** Why the source has it: a title, an anchor text. May be empty. */
  readonly note: string;
}

/** One answer of a source, best first. */
export interface SeedList {
  readonly source: SeedSource;
  /** Source: a search engine with a query, a folder. */
  readonly by: string;
  readonly hits: readonly SeedHit[];
}

/** An address that sources propose. */
export interface SeedCandidate {
  /** Normalised. */
  readonly url: string;
  readonly host: string;
  /** Agreement of the sources on it, from above 0 to 1 for the best one. */
  readonly prior: number;
  /** The answers that have it, in their order, with its place from 1. */
  readonly found: readonly (Omit<SeedList, 'hits'> & { readonly place: number; readonly note: string })[];
}

/** Places of a list that count; a list of a crawler trap may be endless. */
const LONGEST_LIST = 5000;
/** The constant of rank fusion in the paper, by which the first places of a list count little more than the next ones. */
const K = 60;

/**
 * The addresses that sources propose, each once, best first. The lists of each source are fused to one, then the sources,
 * so that a source that was asked many questions does not outvote the others. What is not an http(s) address is left out.
 */
export function candidatesOf(lists: readonly SeedList[]): readonly SeedCandidate[] {
  const found = new Map<string, SeedCandidate['found'][number][]>();
  const bySource = new Map<SeedSource, string[][]>();
  for (const { source, by, hits } of lists) {
    const urls = new Set<string>();
    for (const { url: written, note } of hits.slice(0, LONGEST_LIST)) {
      const url = normaliseUrl(written);
      if (url === undefined || urls.has(url)) continue;
      urls.add(url);
      addToList(found, url, { source, by, place: urls.size, note });
    }
    addToList(bySource, source, [...urls]);
  }
  const ranked = fuseRanks([...bySource.values()].map((own) => [...fuseRanks(own).keys()]));
  const [best = 1] = ranked.values();
  return [...ranked].map(([url, score]) => ({
    ...{ url, host: new URL(url).host, prior: score / best, found: found.get(url) ?? [] },
  }));
}

/**
 * Fuses ranked lists by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009):
 *
 *     score(d) = Σ over the lists that have d of 1 / (60 + place of d),   places from 1
 *
 * @returns items with their scores, the best first; equal ones in the order in which they were met
 */
function fuseRanks(lists: Iterable<readonly string[]>): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const list of lists)
    for (const [index, item] of list.entries())
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + index + 1));
  return new Map([...scores].sort(([, a], [, b]) => b - a));
}

/** A candidate as it was fetched and judged: after redirects, or why it could not be. */
export type Probe =
  | { readonly finalUrl: string; readonly title: string; readonly judgement: Judgement }
  | { readonly error: string };

/** Why a candidate is not among the seeds. */
const REJECTIONS = {
  private: 'its host is not on the public Internet',
  failed: 'it could not be fetched and judged',
  'off-topic': 'it was judged off topic',
  'poor-host': 'the pages of its host that were probed are off topic',
  repeated: 'it leads to the same page as another candidate',
  'per-host': 'there are enough seeds of its host',
  'beyond-most': 'there are enough seeds',
} as const;
type Rejection = keyof typeof REJECTIONS;

/** A candidate with what is known of it. */
interface JudgedCandidate extends SeedCandidate {
  readonly probe?: Probe;
}

/** Candidates by what became of them. */
export interface SeedChoice {
  readonly seeds: readonly JudgedCandidate[];
  readonly rejected: readonly (JudgedCandidate & { readonly reason: Rejection })[];
}

/** Probes after which a host without a page on topic is given up. */
const ENOUGH_PROBES = 2;

/** Limits of a proposal. */
interface SeedLimits {
  readonly most: number;
  readonly perHost: number;
  /** True for a host that may not be contacted; see `allowPrivate`. */
  readonly isForbidden: (host: string) => boolean;
}

/**
 * Chooses seeds: probed pages that are on topic, then pages that were not probed, of hosts that were not found wanting. The best come
 * first, in the order of the sources.
 * @param probes by address, of candidates that were probed
 */
export function chooseSeeds(
  candidates: readonly SeedCandidate[],
  probes: ReadonlyMap<string, Probe>,
  { most, perHost, isForbidden }: SeedLimits,
): SeedChoice {
  const byHost = new Map<string, boolean[]>();
  const judged = candidates.map((candidate): JudgedCandidate => {
    const probe = probes.get(candidate.url);
    if (probe !== undefined) addToList(byHost, candidate.host, isOnTopic(probe));
    return given({ ...candidate, probe });
  });
  judged.sort((a, b) => Number(isOnTopic(b.probe)) - Number(isOnTopic(a.probe)) || b.prior - a.prior);
  const [seeds, rejected]: [JudgedCandidate[], SeedChoice['rejected'][number][]] = [[], []];
  const pages = new Set<string>();
  const taken = new Map<string, number>();
  for (const candidate of judged) {
    const { host } = candidate;
    const page = pageOf(candidate);
    const ofHost = taken.get(host) ?? 0;
    const reason =
      (isForbidden(host) ? 'private' : rejectionOf(candidate, byHost.get(host) ?? [])) ??
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

function isOnTopic(probe: Probe | undefined): boolean {
  return probe !== undefined && 'judgement' in probe && probe.judgement.accepted;
}

function rejectionOf({ probe }: JudgedCandidate, ofHost: readonly boolean[]): Rejection | undefined {
  if (probe === undefined)
    return ofHost.length >= ENOUGH_PROBES && !ofHost.includes(true) ? 'poor-host' : undefined;
  if ('error' in probe) return 'failed';
  return isOnTopic(probe) ? undefined : 'off-topic';
}

/** The address that a candidate leads to, as far as that is known. */
function pageOf({ url, probe }: JudgedCandidate): string {
  return probe === undefined || 'error' in probe ? url : (normaliseUrl(probe.finalUrl) ?? url);
}

/** Characters of a comment. */
const LONGEST = 300;
/** Nouns named of a judgement, and answers named of a candidate. */
const [MAX_NOUNS, MAX_FOUND] = [5, 3];

/** The seeds as a file that `sfwc crawl --seeds` reads: one address a line, under comments that say why it is there. */
export function seedFileText(topic: string, { seeds, rejected }: SeedChoice, probes: number): string {
  const head = [
    `seeds for topic '${topic}', proposed by sfwc seeds`,
    `${seeds.length} of ${seeds.length + rejected.length} candidates, best first; ${probes} of them were fetched and judged`,
  ];
  const entries = seeds.map((seed) => [...whyProposed(seed).map(comment), seed.url].join('\n'));
  const counts = new Map<Rejection, number>();
  for (const { reason } of rejected) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const left = [...counts].map(([reason, count]) => `${count}: ${REJECTIONS[reason]}`);
  const closing = left.length === 0 ? [] : [['left out:', ...left].map(comment).join('\n')];
  return `${[head.map(comment).join('\n'), ...entries, ...closing].join('\n\n')}\n`;
}

/** Why an address is proposed: what a probe showed, and who proposed it. */
function whyProposed({ probe, found }: JudgedCandidate): readonly string[] {
  const first = [...found].sort((a, b) => a.place - b.place).slice(0, MAX_FOUND);
  return [
    probeText(probe),
    ...first.map(({ source, by, place, note }) => `${source}: ${by}, place ${place}${note && `: ${note}`}`),
  ];
}

function probeText(probe: Probe | undefined): string {
  if (probe === undefined) return 'not probed';
  if ('error' in probe) return `not judged: ${probe.error}`;
  const { judgement, title } = probe;
  const nouns = judgement.reason.evidence.filter(({ pull }) => pull > 0).slice(0, MAX_NOUNS);
  return [
    `on topic (score ${judgement.score.toFixed(2)})`,
    ...(nouns.length === 0 ? [] : [`nouns: ${nouns.map(({ lemma }) => lemma).join(', ')}`]),
    ...(title === '' ? [] : [`“${title}”`]),
  ].join('; ');
}

/** A comment of one line. Text from the Web must not add a line, since each line is a seed. */
function comment(text: string): string {
  const line = terminalText(text.replace(/\s+/g, ' '));
  return `# ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`;
}
