import { createAcceptedHosts } from '../../../crawling/pages/accepted-pages.js';
import { hostNamed } from '../../../crawling/urls/urls.js';
import { PARTS } from '../../../judging/parts.js';
import type { Curve, HostRow, NounRow } from '../../../model/crawl-tables.js';
import { verdictOf, type Verdict } from '../../../model/verdict.js';
import type { CrawlEvent, LeftBy, ReasonCode } from '../../../model/crawl-event.js';
import { licenceName } from '../../../web/page/licences.js';
import { createCounts } from '../collection/counts.js';
import { seededRandom } from '../../../support/random.js';
import { without } from '../../../support/without.js';
import { marginOf } from '../../../model/topic-judgements.js';
import { bestOf, sampleOf } from './keep.js';

/** Facts from the events of a crawl, in bounded memory. */
export interface CrawlFacts {
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly fetched: number;
  /** Of all bodies, after decompression. */
  readonly bytes: number;
  /** Accepted pages by requests. */
  readonly curve: CurvePoints;
  /** Hosts with accepted pages by requests, at the same points, and how many they are in the end. */
  readonly hostCurve: CurvePoints;
  readonly acceptedHosts: number;
  /** Time of the last event, ISO 8601, UTC; absent without any. */
  readonly lastTime?: string;
  readonly hosts: readonly HostRow[];
  readonly nouns: readonly NounRow[];
  readonly reasons: ReadonlyMap<ReasonCode, number>;
  /** Links that rules left, on all pages. */
  readonly left: ReadonlyMap<LeftBy, number>;
  readonly samples: SamplePages;
  readonly rights: RightsFacts;
}

/** An event without what takes much memory. */
export type PageEvent = Omit<CrawlEvent, 'links' | 'left'>;

/** Pages that show what a crawl accepted and what not. */
export interface SamplePages {
  /** Accepted with the best scores, and with the scores nearest to the threshold. */
  readonly best: readonly PageEvent[];
  readonly borderline: readonly PageEvent[];
  /** Rejected with the scores nearest to the threshold, and drawn at random from all. */
  readonly nearMisses: readonly PageEvent[];
  readonly rejected: readonly PageEvent[];
}

/** Statements of accepted pages and their servers about their use. */
export interface RightsFacts {
  /** Pages by licence: its name, or its address; a page may name several. */
  readonly licences: ReadonlyMap<string, number>;
  readonly withoutLicence: number;
  readonly tdmReserved: number;
  /** Pages with a directive such as `noai`. */
  readonly noAi: number;
}

type CurvePoints = ReturnType<Curve['points']>;

/** Pages of each kind of sample. */
const SAMPLE = 5;
/** Licences that are counted one by one: pages may name any address as theirs. */
const MAX_LICENCES = 1000;

/** Takes in the events of a crawl, one for each URL. */
export async function gatherFacts(events: AsyncIterable<CrawlEvent>): Promise<CrawlFacts> {
  const verdicts = { accepted: 0, rejected: 0, skipped: 0, failed: 0 };
  const tables = await PARTS.crawlTables();
  const [curve, hostCurve] = [tables.createAcceptedCurve(), tables.createCurve()];
  const acceptedHosts = createAcceptedHosts();
  const [hosts, nouns] = [tables.createHostTable(), tables.createNounTable()];
  const [samples, rights] = [createSamples(), createRights()];
  const [reasons, left] = [new Map<ReasonCode, number>(), new Map<LeftBy, number>()];
  let [fetched, bytes] = [0, 0];
  let lastTime: string | undefined;
  for await (const event of events) {
    const verdict = verdictOf(event);
    verdicts[verdict] += 1;
    fetched += Number(event.fetched);
    bytes += event.bytes ?? 0;
    lastTime = event.time;
    curve.add({ fetched: event.fetched, verdict });
    acceptedHosts.count(event.url, Number(verdict === 'accepted'));
    hostCurve.add(fetched, acceptedHosts.size);
    hosts.add(hostNamed(event.url), event, verdict, undefined);
    if (event.code !== undefined && event.state !== 'done') increase(reasons, event.code);
    countLeft(event, left);
    samples.add(verdict, without(event, 'links', 'left'));
    if (verdict !== 'accepted') continue;
    nouns.add(event.judgement?.reason.evidence ?? []);
    rights.add(event);
  }
  return {
    verdicts,
    fetched,
    bytes,
    curve: curve.points(),
    hostCurve: hostCurve.points(),
    acceptedHosts: acceptedHosts.size,
    lastTime,
    hosts: hosts.rows(),
    nouns: nouns.rows(),
    reasons,
    left,
    samples: samples.all(),
    rights: rights.all(),
  };
}

function increase<Key>(counts: Map<Key, number>, key: Key, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function countLeft({ left = {}, links = [] }: CrawlEvent, counts: Map<LeftBy, number>): void {
  for (const [rule, places] of Object.entries(left))
    increase(counts, rule as LeftBy, places === 'all' ? links.length : places.length);
}

function createSamples() {
  const marginOfPage = ({ judgement }: PageEvent): number =>
    judgement === undefined ? -Infinity : marginOf(judgement);
  const best = bestOf<PageEvent>(SAMPLE, marginOfPage);
  const borderline = bestOf<PageEvent>(SAMPLE, (page) => -marginOfPage(page));
  const nearMisses = bestOf<PageEvent>(SAMPLE, marginOfPage);
  const rejected = sampleOf<PageEvent>(SAMPLE, seededRandom(1));
  return {
    add(verdict: Verdict, page: PageEvent): void {
      if (verdict === 'accepted') for (const one of [best, borderline]) one.add(page);
      if (verdict === 'rejected') for (const one of [nearMisses, rejected]) one.add(page);
    },
    /** A page is shown once. */
    all(): SamplePages {
      const shown = new Set<PageEvent>();
      const once = (pages: readonly PageEvent[]): readonly PageEvent[] => {
        const fresh = pages.filter((page) => !shown.has(page));
        for (const page of fresh) shown.add(page);
        return fresh;
      };
      return {
        best: once(best.all()),
        borderline: once(borderline.all()),
        nearMisses: once(nearMisses.all()),
        rejected: once(rejected.all()),
      };
    },
  };
}

function createRights() {
  const licences = createCounts(MAX_LICENCES, 'other licences');
  let [withoutLicence, tdmReserved, noAi] = [0, 0, 0];
  return {
    add({ rights }: CrawlEvent): void {
      const named = new Set((rights?.licences ?? []).map((address) => licenceName(address) ?? address));
      for (const name of named) licences.add(name);
      withoutLicence += Number(named.size === 0);
      tdmReserved += Number(rights?.tdmReserved === true);
      noAi += Number((rights?.directives ?? []).length > 0);
    },
    all: (): RightsFacts => ({ licences: licences.all(), withoutLicence, tdmReserved, noAi }),
  };
}
