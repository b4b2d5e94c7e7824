import { isRevisit, isWithin, type IndexedCapture } from './choose-captures.js';
import { instantOf, type TimeWish } from './period.js';

/** At most so many versions of a page are judged, and so many of its captures dated, spread over the period. */
const [MOST_VERSIONS, MOST_DATED] = [100, 1000] as const;

/** A capture, and later ones with the same content. */
export interface Version {
  readonly capture: IndexedCapture;
  /** Timestamps of 14 digits, in order. */
  readonly again: readonly string[];
  /** Whether the capture by which the page is judged is among them. */
  readonly isChosen: boolean;
}

/**
 * The versions of a page within the period, in the order of time, captures in a row with the same digest taken together; and how
 * many captures are left out. A server that was busy is not a version. Of captures of the same second one counts, and none of
 * the other spellings of the address (`http:`, `www.`) that redirects.
 * @param url the address that was looked up
 * @param chosen the timestamp of the capture that the page is judged by: it is always among them
 */
export function chooseVersions(
  url: string,
  captures: readonly IndexedCapture[],
  wish: TimeWish,
  chosen: string,
): { readonly versions: readonly Version[]; readonly left: number } {
  const isChosen = ({ timestamp }: IndexedCapture): boolean => timestamp === chosen;
  // An index of a user's own may state any time.
  const inOrder = captures
    .filter(({ timestamp }) => !Number.isNaN(instantOf(timestamp)))
    .filter((one) => isChosen(one) || (isWithin(one.timestamp, wish) && isVersion(one, url)))
    .sort(
      (a, b) => Number(a.timestamp) - Number(b.timestamp) || Number(b.url === url) - Number(a.url === url),
    );
  const dated = inOrder.filter(({ timestamp }, at) => timestamp !== inOrder[at - 1]?.timestamp);
  const all = versionsIn(
    spread(dated, MOST_DATED, (one) => one.timestamp, isChosen),
    isChosen,
  );
  const versions = spread(
    all,
    MOST_VERSIONS,
    ({ capture }) => capture.timestamp,
    (one) => one.isChosen,
  );
  const read = versions.reduce((sum, { again }) => sum + 1 + again.length, 0);
  return { versions, left: dated.length - read };
}

/** Whether a capture shows what was at the address. */
function isVersion(capture: IndexedCapture, url: string): boolean {
  const { status = 200 } = capture;
  if (isRevisit(capture)) return true;
  if (status < 200 || status === 304 || status === 429 || status === 503) return false;
  return capture.url === url || status < 300 || status >= 400;
}

function versionsIn(
  captures: readonly IndexedCapture[],
  isChosen: (capture: IndexedCapture) => boolean,
): readonly Version[] {
  const versions: { capture: IndexedCapture; again: string[]; isChosen: boolean }[] = [];
  for (const capture of captures) {
    const last = versions.at(-1);
    if (last === undefined || capture.digest === undefined || last.capture.digest !== capture.digest) {
      versions.push({ capture, again: [], isChosen: isChosen(capture) });
      continue;
    }
    last.again.push(capture.timestamp);
    last.isChosen ||= isChosen(capture);
  }
  return versions;
}

/** At most so many values, spread over time: those nearest to moments at equal distances, and the one that has to be there. */
function spread<T>(
  values: readonly T[],
  most: number,
  timestampOf: (value: T) => string,
  mustBe: (value: T) => boolean,
): readonly T[] {
  if (values.length <= most) return values;
  const times = values.map((value) => instantOf(timestampOf(value)));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const kept = new Set<number>([values.findIndex(mustBe)].filter((place) => place >= 0));
  const isNearer = (one: number, other: number, wanted: number): boolean =>
    Math.abs((times[one] ?? Infinity) - wanted) <= Math.abs((times[other] ?? Infinity) - wanted);
  let at = 0;
  for (let moment = 0; kept.size < most; moment += 1) {
    const wanted = first + (moment * (last - first)) / (most - 1);
    while (at + 1 < times.length && isNearer(at + 1, at, wanted)) at += 1;
    let [lower, upper] = [at, at + 1];
    while (kept.has(lower)) lower -= 1;
    while (kept.has(upper)) upper += 1;
    kept.add(isNearer(lower, upper, wanted) ? lower : upper);
  }
  return values.filter((_, place) => kept.has(place));
}
