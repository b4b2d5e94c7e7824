import type { CrawlEvent } from '../../../model/crawl-event.js';
import { NOTHING_TO_JUDGE, type Judgement } from '../../../model/topic.js';
import { parseUrl } from '../../../support/parse-url.js';
import { seedOf } from '../../../support/random.js';

/** A page with how far above the threshold it scored. */
interface PlacedPage {
  readonly event: CrawlEvent;
  readonly above: number;
}

/** One page in so many is drawn from all that scored lower. */
const DRAWN_OF = 5;
/** Of the pages on either side of the threshold, the share that are the nearest. */
const NEAREST_SHARE = 0.6;
/** The others are spread over this many times as many pages as are chosen. */
const REACH = 3;

/**
 * The pages whose labels help a classifier most. One in five is drawn from all pages below the threshold, spread over
 * the ranks of their scores: where the threshold is wrong, the nearest pages alone may all have the same answer, and a
 * threshold needs both. Of the others, as many are above the threshold as below it, where there are. Of either
 * side three in five are the nearest ones; the others are spread over the three times as many that are nearest. Nearest
 * ones alone say little of the slope of the curve that is fitted to them ({@link labelledThreshold}).
 *
 * The threshold is that of the last page that was judged by score, since it may have moved. Pages that hold nothing to judge
 * by are left out, and those that were judged by an earlier model of the crawl: their text was not kept.
 *
 * @param seed which pages are drawn; a page that was drawn mostly stays so while the crawl continues
 * @param before how many pages were proposed before: one page in five is drawn also where they are proposed one by one
 */
export function nearestPages(
  events: readonly CrawlEvent[],
  count: number,
  { seed = 1, before = 0 } = {},
): readonly CrawlEvent[] {
  const latest = events.reduce((model, { judgement }) => Math.max(model, judgement?.model ?? 1), 1);
  const placeable = events.flatMap((event) => {
    const { judgement } = event;
    const threshold = thresholdOf(judgement);
    if (judgement === undefined || threshold === undefined || (judgement.model ?? 1) !== latest) return [];
    return [{ event, threshold, odds: oddsOf(judgement.score, judgement) }];
  });
  const threshold = placeable.at(-1)?.threshold ?? 0;
  const placed = placeable.map(({ event, odds }): PlacedPage => ({ event, above: odds - threshold }));
  const nearest = (one: PlacedPage, other: PlacedPage): number =>
    Math.abs(one.above) - Math.abs(other.above) || one.event.sequence - other.event.sequence;
  const above = placed.filter((page) => page.above >= 0).sort(nearest);
  const below = placed.filter((page) => page.above < 0).sort(nearest);
  const drawn = Math.floor((before + count) / DRAWN_OF) - Math.floor(before / DRAWN_OF);
  const near = count - Math.min(drawn, below.length);
  // What one side lacks, the other gives.
  const half = Math.min(Math.max(Math.ceil(near / 2), near - below.length), above.length);
  const close = thinned(below, near - half);
  const lower = below.filter((page) => !close.includes(page));
  return [...thinned(above, half), ...close, ...spread(lower, count - near, seed)].map(({ event }) => event);
}

/** So many of a ranked list: one of each of as many equal parts, drawn by its URL. */
function spread(ranked: readonly PlacedPage[], count: number, seed: number): readonly PlacedPage[] {
  const ofPart = (part: number): number => Math.round((part * ranked.length) / count);
  const lot = ({ event }: PlacedPage): number => seedOf(event.url, seed);
  return Array.from({ length: count }, (_, part) => ranked.slice(ofPart(part), ofPart(part + 1))).flatMap(
    (part) => [...part].sort((one, other) => lot(one) - lot(other)).slice(0, 1),
  );
}

/** Pages of one host that are proposed at a time, so that the answers cover more than one site. */
const MOST_OF_HOST = 3;

/** The first pages of each host, in their order. */
export function firstOfHosts(events: readonly CrawlEvent[]): readonly CrawlEvent[] {
  const counts = new Map<string, number>();
  return events.filter(({ url }) => {
    const host = parseUrl(url)?.host ?? '';
    const before = counts.get(host) ?? 0;
    counts.set(host, before + 1);
    return before < MOST_OF_HOST;
  });
}

/** The lower bound of a judgement by score, in the unit in which scores are compared. */
function thresholdOf(judgement: Judgement | undefined): number | undefined {
  if (judgement === undefined || judgement.score === NOTHING_TO_JUDGE) return undefined;
  const { otherLanguage, band } = judgement.reason;
  return otherLanguage !== undefined || band.low === null ? undefined : oddsOf(band.low, judgement);
}

/** Probabilities are compared by their log odds: 0.01 and 0.001 are as far apart as 0.5 and 0.1. */
function oddsOf(score: number, { classifier }: Judgement): number {
  return classifier === 'ensemble' ? Math.log(score / (1 - score)) : score;
}

/** So many of a ranked list, the first ones most of them. */
function thinned<T>(ranked: readonly T[], count: number): readonly T[] {
  if (ranked.length <= count) return ranked;
  const near = Math.ceil(count * NEAREST_SHARE);
  const rest = count - near;
  const reach = Math.min(ranked.length, REACH * count);
  const places = Array.from({ length: rest }, (_, index) =>
    Math.round(near + ((reach - near) * (index + 1)) / rest - 1),
  );
  return [...ranked.slice(0, near), ...places.flatMap((place) => ranked[place] ?? [])];
}
