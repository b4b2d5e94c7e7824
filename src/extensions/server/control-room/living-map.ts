import type { CrawlEvent } from '../../../model/crawl-event.js';
import type { MapPoint, PageMap } from '../../../model/page-map.js';
import { PARTS } from '../../../judging/parts.js';
import { readPageText } from '../../../crawling/store/page-store.js';
import type { CrawlView } from './crawl-view.js';

/** A page on the map. JSON. Coordinates are from 0 to 1. */
export interface MapDot {
  readonly url: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly group: number;
  /** False for near misses: rejected pages with the best scores. */
  readonly accepted: boolean;
}

/** A group on the map. JSON. */
export interface MapGroup {
  /** Two or three nouns that tell it from the others. */
  readonly label: string;
  readonly size: number;
  readonly x: number;
  readonly y: number;
}

/** The pages of a crawl in two dimensions: those with the same words are near each other. JSON. */
export interface LivingMap {
  readonly dots: readonly MapDot[];
  readonly groups: readonly MapGroup[];
  /** Pages that are still to be read for it. */
  readonly unread: number;
}

/** Pages on the map at most: accepted ones, and near misses. */
const MAX = { accepted: 1600, near: 400 };
/** Pages that are read at each look, so that none takes long. */
const READ_AT_ONCE = 150;
/** The map is drawn again when there are so many times as many pages; others are placed on it. */
const GROWTH = 2;
/** Milliseconds for which a map is kept: those who watch a crawl together look at the same one. */
const KEPT = { whole: 2500, beingRead: 250 };
/** Pages that a map is drawn from, evenly spread; others are placed on it. More would take seconds. */
const MAX_LAID_OUT = 600;
/** Characters of a title. */
const TITLE = 120;
const WORDS_OF_LABEL = 3;

type Terms = ReadonlyMap<string, number>;

/** The words of a page; none where its text was not kept. */
interface ReadPage {
  readonly url: string;
  readonly title: string;
  readonly terms: Terms;
}

/** A map, and the box that it is drawn in. */
interface Layout {
  readonly map: PageMap;
  readonly pages: number;
  /** Points of pages, by their places among the events. */
  readonly placed: Map<number, MapPoint>;
  readonly box: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
}

/** A map that grows with the crawl. */
export interface MapWatch {
  look(): Promise<LivingMap>;
}

/**
 * @param eventAt reads the event of a place
 * @param clock milliseconds
 */
export function watchMap(
  out: string,
  view: () => CrawlView,
  eventAt: (place: number) => Promise<CrawlEvent | undefined>,
  clock: () => number = () => performance.now(),
): MapWatch {
  let of: CrawlView | undefined;
  const read = new Map<number, ReadPage>();
  let layout: Layout | undefined;
  let last: { readonly map: LivingMap; readonly version: number; readonly at: number } | undefined;

  async function readPages(places: readonly number[]): Promise<void> {
    const { wordsOf } = await PARTS.pageMap();
    for (const place of places) {
      const event = await eventAt(place);
      if (event === undefined) continue;
      const { url, title = '' } = event;
      const text = (await readPageText(out, event)) ?? '';
      const terms = wordsOf(text);
      read.set(place, { url, title: title.slice(0, TITLE), terms });
    }
  }

  return {
    async look() {
      const now = view();
      const time = clock();
      if (of !== now) {
        read.clear();
        [of, layout, last] = [now, undefined, undefined];
      }
      if (last !== undefined && isFresh(last, now.version, time)) return last.map;
      const map = await lookAgain(now);
      last = { map, version: now.version, at: clock() };
      return map;
    },
  };

  async function lookAgain(now: CrawlView): Promise<LivingMap> {
    const places = placesOf(now);
    const unread = places.filter((place) => !read.has(place));
    await readPages(unread.slice(0, READ_AT_ONCE));
    const known = places.filter((place) => (read.get(place)?.terms.size ?? 0) > 0);
    const accepted = known.filter((place) => now.verdictOf(place) === 'accepted');
    if (layout === undefined || accepted.length >= GROWTH * layout.pages) {
      const pages = accepted.flatMap((place) => read.get(place)?.terms ?? []);
      layout = (await layOut(pages, nounsOf(now))) ?? layout;
    }
    return {
      dots: layout === undefined ? [] : known.flatMap((place) => dotOf(place, read.get(place), layout, now)),
      groups: layout === undefined ? [] : groupsOf(layout),
      unread: Math.max(0, unread.length - READ_AT_ONCE),
    };
  }
}

/** True if a map may be shown again: nothing has changed, or it was made a moment ago. */
function isFresh(
  { map, version, at }: { readonly map: LivingMap; readonly version: number; readonly at: number },
  present: number,
  now: number,
): boolean {
  if (map.unread === 0 && version === present) return true;
  if (map.dots.length === 0) return false;
  return now - at < (map.unread > 0 ? KEPT.beingRead : KEPT.whole);
}

/** The latest accepted pages, and the best of the rejected ones. */
function placesOf(view: CrawlView): readonly number[] {
  return [...view.list('accepted').slice(0, MAX.accepted), ...view.list('near').slice(0, MAX.near)];
}

/** Nouns that count in favour of accepted pages, and that the topic knows. */
function nounsOf(view: CrawlView): ReadonlySet<string> {
  return new Set(view.nouns().flatMap(({ noun, documents }) => (documents > 0 ? [noun] : [])));
}

async function layOut(pages: readonly Terms[], nouns: ReadonlySet<string>): Promise<Layout | undefined> {
  const { mapPages } = await PARTS.pageMap();
  const step = Math.max(1, pages.length / MAX_LAID_OUT);
  const some = Array.from(
    { length: Math.min(pages.length, MAX_LAID_OUT) },
    (_, at) => pages[Math.floor(at * step)],
  );
  const map = mapPages(
    some.filter((page) => page !== undefined),
    (word) => nouns.has(word),
  );
  if (map === undefined) return undefined;
  const [xs, ys] = [map.points.map(({ x }) => x), map.points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  return { map, pages: pages.length, placed: new Map(), box: { left, top, width, height } };
}

/** A place in the box of a layout, or at its edge. */
function inBox({ x, y }: { readonly x: number; readonly y: number }, { box }: Layout) {
  const inside = (value: number): number => Math.round(1e4 * Math.min(1, Math.max(0, value))) / 1e4;
  return { x: inside((x - box.left) / box.width), y: inside((y - box.top) / box.height) };
}

function dotOf(
  place: number,
  page: ReadPage | undefined,
  layout: Layout | undefined,
  view: CrawlView,
): readonly MapDot[] {
  if (page === undefined || layout === undefined) return [];
  const { url, title, terms } = page;
  const point = layout.placed.get(place) ?? layout.map.place(terms);
  layout.placed.set(place, point);
  const accepted = view.verdictOf(place) === 'accepted';
  return [{ url, title, ...inBox(point, layout), group: point.group, accepted }];
}

/** Groups by the first words that no larger group is called by. */
function groupsOf(layout: Layout): readonly MapGroup[] {
  const used = new Set<string>();
  return layout.map.groups.map(({ words, size, x, y }) => {
    const own = words.filter((word) => !used.has(word)).slice(0, WORDS_OF_LABEL);
    for (const word of own) used.add(word);
    return { label: own.join(', '), size, ...inBox({ x, y }, layout) };
  });
}
